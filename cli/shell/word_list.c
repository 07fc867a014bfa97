/* SPDX-License-Identifier: MIT
 *
 * Lists of words.
 */
#include "cli/shell/word_list.h"

#include <string.h>

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
