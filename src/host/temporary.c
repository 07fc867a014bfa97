/* SPDX-License-Identifier: MIT
 *
 * A table of paths without a lock, as a signal handler could not wait for one. Who exchanges a
 * path for NULL owns it.
 */
#include "host/posix.h"

#include "host/temporary.h"
#include "teetape/io/file.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Each thread has one file or two; one that finds no place is only removed in order. */
#define PLACES 256

/* A handler gets no argument, hence a global. */
static atomic_uintptr_t places[PLACES];

/* The first free place. Linear in the places, which is nothing beside making a file. */
void tti_host_temporary_note(const char *path)
{
    for (size_t i = 0; i < PLACES; i++) {
        uintptr_t none = 0;
        if (atomic_compare_exchange_strong(&places[i], &none, (uintptr_t)path)) {
            return;
        }
    }
}

/* A path that is not there was taken by the handler, or never had a place. The second is assumed
 * only while all places are taken; otherwise the caller leaves the memory alone, which at worst is
 * never freed. */
bool tti_host_temporary_forget(const char *path)
{
    bool was_full = true;
    for (size_t i = 0; i < PLACES; i++) {
        uintptr_t own = (uintptr_t)path;
        if (atomic_compare_exchange_strong(&places[i], &own, 0)) {
            return true;
        }
        was_full = was_full && own != 0;
    }
    return was_full;
}

/* Nothing but atomic exchanges and unlink(2), which a handler may call. What it took is not given
 * back, as the memory of the paths may be in use by the thread that was interrupted. */
void tt_io_file_remove_temporary(void)
{
    for (size_t i = 0; i < PLACES; i++) {
        const char *path = (const char *)atomic_exchange(&places[i], 0);
        if (path != NULL) {
            unlink(path);
        }
    }
}
