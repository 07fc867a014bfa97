/* SPDX-License-Identifier: MIT
 *
 * Splits lists of words, and finds the nearest known word.
 */
#include "cli/shell/word_list.h"

#include <stdio.h>
#include <string.h>

#include "teetape/io/spans.h"

bool word_list_has(const char *list, const char *word)
{
    size_t size = strlen(word);
    while (list != NULL && *list != 0) {
        size_t length = strcspn(list, ",");
        if (length == size && memcmp(list, word, size) == 0) {
            return true;
        }
        list += length + (list[length] == ',');
    }
    return false;
}

/* Appends a word to a sentence. snprintf returns the size that it would have written, so `used` may
 * exceed `cap`. */
size_t word_list_say(char *dst, size_t cap, size_t used, const char *word, size_t index,
                     size_t count)
{
    const char *before = index == 0 ? "" : index + 1 == count ? " or " : ", ";
    if (used >= cap) {
        return used;
    }
    return used + (size_t)snprintf(dst + used, cap - used, "%s%s", before, word);
}

struct suggestion suggest_begin(tt_bytes typed)
{
    const struct suggestion s = {typed, NULL, 0};
    return s;
}

/* Offers a known word. `<` keeps the first of equally similar words. */
void suggest_offer(struct suggestion *s, const char *word)
{
    tt_bytes offered = tt_bytes_of(word);
    size_t distance = tt_io_player_distance(s->typed, offered);
    /* A word that was typed only in part is similar, whatever is missing. */
    if (s->typed.size >= 2 && s->typed.size < offered.size &&
        memcmp(s->typed.data, offered.data, s->typed.size) == 0) {
        distance = 1;
    }
    /* One wrong letter is allowed, and more in longer words, but fewer than the word has
     * letters. */
    size_t most = s->typed.size < 3 ? 1 : (s->typed.size + 1) / 3;
    if (distance <= most && distance < offered.size &&
        (s->word == NULL || distance < s->distance)) {
        s->word = word;
        s->distance = distance;
    }
}
