/* SPDX-License-Identifier: MIT
 *
 * Shows one recording on many cores: each part of it (teetape/io/parts.h) with a reading of its
 * own, the results in their order, and what is wrong with them as one reading reports it. What is
 * printed is the same to the byte as without parts, on any number of cores.
 */
#ifndef CLI_PARTS_H
#define CLI_PARTS_H

#include "cli/read/reading.h"

/* What a verb does with a part, in a struct that begins with the part's struct reading. Threads
 * call these at the same time, each with another part. */
struct parts_use {
    size_t size;
    /* Prepares it; the reading is open, and all else a copy of the whole's struct. False when there
     * is no memory, which was reported. Then there is nothing to close. */
    bool (*open)(void *part);
    void (*show)(void *part); /* the item that the reading is at */
    void (*close)(void *part);
};

/* Shows all of `whole`, which is at its start and whose job has a file for itself, and closes its
 * reading: *status is that of reading_close. False when it is not divided, or not worth it: then
 * nothing has happened. */
bool parts_show(void *whole, const struct parts_use *use, enum exit_status *status);

#endif
