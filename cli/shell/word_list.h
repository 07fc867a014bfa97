/* SPDX-License-Identifier: MIT
 *
 * Lists of words with commas between them, as --kind takes them, and the known word that is
 * nearest to a typed one ("did you mean").
 */
#ifndef CLI_WORD_LIST_H
#define CLI_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/bytes.h"

/* Returns true if the list, words with commas between them, has the word. `list` may be NULL. */
bool word_list_has(const char *list, const char *word);

/* Appends word `index` of `count` to a sentence of `used` bytes ("a, b or c") and returns the new
 * size. Cuts what does not fit. */
size_t word_list_say(char *dst, size_t cap, size_t used, const char *word, size_t index,
                     size_t count);

/* A typed word and the known word that is most similar; `word` is NULL while none is similar
 * enough. */
struct suggestion {
    tt_bytes typed;
    const char *word;
    size_t distance;
};

/* Begins a search for the known word nearest to `typed`, which must remain valid. */
struct suggestion suggest_begin(tt_bytes typed);

void suggest_offer(struct suggestion *s, const char *word);

#endif
