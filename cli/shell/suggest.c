/* SPDX-License-Identifier: MIT
 *
 * Keeps the nearest of the words that are offered.
 */
#include "cli/shell/suggest.h"

#include <string.h>

#include "teetape/io/spans.h"

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

struct suggestion suggest_begin(tt_bytes typed)
{
    const struct suggestion s = {typed, NULL, 0};
    return s;
}

/* `<` and not `<=` in the comparison: of two words that are equally near, the first one remains, so
 * that an answer does not depend on what comes later in a table. */
void suggest_offer(struct suggestion *s, const char *word)
{
    tt_bytes offered = tt_bytes_of(word);
    size_t distance = tt_io_player_distance(s->typed, offered);
    /* A beginning that was not typed to its end: near, however much is missing. */
    if (s->typed.size >= 2 && s->typed.size < offered.size &&
        memcmp(s->typed.data, offered.data, s->typed.size) == 0) {
        distance = 1;
    }
    /* One slip is always forgiven, more of them in longer words only, and always fewer than the
     * offered word has letters: replacing all of them would make any word of any other. */
    size_t most = s->typed.size < 3 ? 1 : (s->typed.size + 1) / 3;
    if (distance <= least(most, offered.size - (offered.size > 0)) &&
        (s->word == NULL || distance < s->distance)) {
        s->word = word;
        s->distance = distance;
    }
}
