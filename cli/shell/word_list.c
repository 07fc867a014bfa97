/* SPDX-License-Identifier: MIT
 *
 * Lists of words.
 */
#include "cli/shell/word_list.h"

#include <stdio.h>
#include <string.h>

/* Compared in place: the list is a word of the command line, which nobody may write to. An empty
 * word between two commas matches nothing but "". */
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

/* snprintf counts what it would have written, so `used` may pass `cap`; then later words are
 * dropped, and the text remains a C string. */
size_t word_list_say(char *dst, size_t cap, size_t used, const char *word, size_t index,
                     size_t count)
{
    const char *before = index == 0 ? "" : index + 1 == count ? " or " : ", ";
    if (used >= cap) {
        return used;
    }
    return used + (size_t)snprintf(dst + used, cap - used, "%s%s", before, word);
}
