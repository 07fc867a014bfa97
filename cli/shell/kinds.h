/* SPDX-License-Identifier: MIT
 *
 * Lists of words with commas between them, as --kind takes them.
 */
#ifndef CLI_KINDS_H
#define CLI_KINDS_H

#include <stdbool.h>

/* Whether `word` is one of the list; of a list that is NULL, every word is. */
bool kinds_has(const char *list, const char *word);

#endif
