/* SPDX-License-Identifier: MIT
 *
 * Lists of words with commas between them, as --kind takes them.
 */
#ifndef CLI_WORD_LIST_H
#define CLI_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `word` is one of the list, which may be NULL. */
bool word_list_has(const char *list, const char *word);

/* Appends a word, the `index`-th of `count`, to a sentence that lists them, "a, b or c", of which
 * there are `used` bytes in `dst`. The bytes that it has then; what has no room is cut. */
size_t word_list_say(char *dst, size_t cap, size_t used, const char *word, size_t index,
                     size_t count);

#endif
