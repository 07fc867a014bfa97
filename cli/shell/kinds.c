/* SPDX-License-Identifier: MIT
 *
 * Lists of words.
 */
#include "cli/shell/kinds.h"

#include <string.h>

bool kinds_has(const char *list, const char *word)
{
    size_t size = strlen(word);
    while (list != NULL && *list != 0) {
        size_t length = strcspn(list, ",");
        if (length == size && memcmp(list, word, size) == 0) {
            return true;
        }
        list += length + (list[length] == ',');
    }
    return list == NULL;
}
