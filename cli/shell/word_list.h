/* SPDX-License-Identifier: MIT
 *
 * Lists of words with commas between them, as --kind takes them.
 */
#ifndef CLI_WORD_LIST_H
#define CLI_WORD_LIST_H

#include <stdbool.h>

/* Whether `word` is one of the list, which may be NULL. */
bool word_list_has(const char *list, const char *word);

#endif
