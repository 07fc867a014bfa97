/* SPDX-License-Identifier: MIT
 *
 * Goes to a place in a recording by its index.
 *
 *     if (jump_open(&jump, r, tick)) {
 *         good ? jump_take(&jump, &past) : jump_drop(&jump, why);
 *     }
 *
 * An index that cannot be used is told once, and then the recording is read as if there were none.
 */
#ifndef CLI_JUMP_H
#define CLI_JUMP_H

#include "archive/index_seek.h"
#include "cli/read/recording.h"
#include "teetape/teehistorian_past.h"

struct jump {
    struct recording *r;
    struct archive_index *index;
    uint32_t block; /* the place is where it begins */
    tt_th_past *past;
    const tt_world *world; /* the state there */

    /* for jump.c */
    struct archive_place place;
    tt_th *th;
    tt_world *own_world;
};

/* The index of the recording, whose header was read; NULL when there is none that can be used, or
 * none is wanted. */
struct archive_index *jump_index(struct recording *r);

/* Finds the last place before which there is no record of `tick`. False when there is none but the
 * start, or no index. The recording is not touched yet. */
bool jump_open(struct jump *jump, struct recording *r, int64_t tick);

/* The recording goes on at the place. `past`, if not NULL, is what has been so far. */
void jump_take(struct jump *jump, tt_th_past *past);

/* Nothing is done. */
void jump_drop(struct jump *jump);

/* Tells why the index of a recording is not used; nothing for NONE. */
void jump_tell(const struct job *job, enum archive_index_status status,
               const struct host_error *error);

/* The index is damaged; it is told, and not used any more. */
void jump_forget(struct recording *r, enum archive_index_status status);

#endif
