/* SPDX-License-Identifier: MIT
 *
 * The game of a teehistorian file, computed along a reading: map, memory, and the records that go
 * into it.
 *
 *     if (tti_reading_replay_open(&p, map, &r->th_header, &error) &&
 *         (!tti_reading_replay_needs_search(&p) || tti_reading_replay_search(&p, path, &how)))
 *         each record: tti_reading_replay_take(&p, &r->item, tt_recording_world(r->rec));
 *     tti_reading_replay_close(&p);
 */
#ifndef READING_REPLAY_H
#define READING_REPLAY_H

#include "follow/replay.h"
#include "teetape/io/error.h"
#include "teetape/io/reading.h"

typedef struct tti_reading_replay {
    tti_replay *replay;
    /* This struct owns the memory of all members. */
    tt_terrain terrain;
    tti_arena arena;
    void *tables;
    tti_physics *world;
    tti_rules rules; /* rules at the start of the game */
    tti_hint *hints;
    bool is_lost; /* see tti_reading_replay_may_go */
    uint8_t words[TTI_ACTION_TEXT];
} tti_reading_replay;

/* `map` is a map file, which is not needed afterwards. False with *error: TT_ERR_COMPRESSED_DATA
 * for a damaged map, TT_ERR_UNSUPPORTED in a build without zlib, TT_ERR_SYSTEM without memory.
 * tti_reading_replay_close has to be called either way; twice is fine. */
bool tti_reading_replay_open(tti_reading_replay *p, tt_bytes map, const tt_th_header *header,
                             tt_io_error *error);

/* Returns true when the server took several inputs in a tick, so that some may have counted
 * late. */
bool tti_reading_replay_needs_search(const tti_reading_replay *p);

/* Reads the recording once to find the inputs that counted late, before the first record is taken.
 * `how` has `stop`, on_progress and `user`. The part of the recording that cannot be read gives no
 * hints. False without memory, and when `stop` was raised. */
bool tti_reading_replay_search(tti_reading_replay *p, const char *path,
                               const tt_io_reading_options *how);

/* Continues from packed bytes before the first record is taken. Returns false when they are no game
 * of this map. tti_reading_replay_restart undoes it. */
bool tti_reading_replay_resume(tti_reading_replay *p, tt_bytes packed);
void tti_reading_replay_restart(tti_reading_replay *p);

/* Returns false when the silence before `tick` is longer than a day, which would take minutes to
 * compute. The caller then takes no further record and does not move `replay` on. To be called
 * before each record. */
bool tti_reading_replay_may_go(tti_reading_replay *p, int32_t tick);

/* Takes a record. `file` is the world of the recording after the record. */
void tti_reading_replay_take(tti_reading_replay *p, const tt_th_event *event, const tt_world *file);

/* Returns the game of a reading with wants_replay at the end of its last tick, or NULL. */
const tti_reading_replay *tti_reading_replay_of(const tt_io_reading *r);

void tti_reading_replay_close(tti_reading_replay *p);

#endif
