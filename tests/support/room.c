/* SPDX-License-Identifier: MIT
 *
 * See room.h.
 */
#include "support/room.h"

#include <stdlib.h>

#include "cm.h"

#ifdef __SANITIZE_ADDRESS__ /* gcc defines this macro with -fsanitize=address; ./check uses gcc    \
                               for the sanitizer build */
#define KEPT 4
#else
#define KEPT 0
#endif

/* Kept blocks. The sanitizer still finds them at the end of the process, so they are no leak. The
 * array has one more than is used, because C has no empty arrays. */
static struct {
    void *room; /* NULL for an unused entry */
    size_t size;
} kept[KEPT + 1];

void *room_take(size_t size)
{
    for (int i = 0; i < KEPT; i++) {
        if (kept[i].room != NULL && kept[i].size == size) {
            void *room = kept[i].room;
            kept[i].room = NULL;
            return room;
        }
    }
    void *room = malloc(size);
    assert_non_null(room);
    return room;
}

void room_give(void *room, size_t size)
{
    for (int i = 0; i < KEPT && room != NULL; i++) {
        if (kept[i].room == NULL) {
            kept[i].room = room;
            kept[i].size = size;
            return;
        }
    }
    free(room);
}

static size_t cap_of(size_t size)
{
    size_t cap = 1024;
    while (cap < size) {
        cap *= 2;
    }
    return cap;
}

void *room_grow(void *data, size_t size, size_t more)
{
    if (data != NULL && cap_of(size + more) == cap_of(size)) {
        return data;
    }
    data = realloc(data, cap_of(size + more));
    assert_non_null(data);
    return data;
}
