/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...": the known word that is nearest to what was typed.
 */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

#include "teetape/bytes.h"

/* The best word so far; NULL while none is near enough. */
struct suggestion {
    tt_bytes typed;
    const char *word;
    size_t distance;
};

/* Begins a search for something like `typed`, which must remain valid. */
struct suggestion suggest_begin(tt_bytes typed);

/* Offers a word of the program. A word offered earlier wins over an equally near one. */
void suggest_offer(struct suggestion *s, const char *word);

#endif
