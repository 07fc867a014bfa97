/* SPDX-License-Identifier: MIT
 *
 * The game of a teehistorian file, computed along a reading: map, memory, and the records that go
 * into it.
 *
 *     if (tti_reading_replay_open(&p, map, &r->th_header, &error) &&
 *         tti_reading_replay_search(&p, r, INT64_MAX))
 *         each record: tti_reading_replay_take(&p, &r->item, tt_recording_world(r->rec));
 *     tti_reading_replay_close(&p);
 */
#ifndef READING_REPLAY_H
#define READING_REPLAY_H

#include "follow/replay.h"
#include "teetape/io/error.h"
#include "teetape/io/reading.h"

/* The inputs of a recording that counted late. A conversion needs them and the map. */
typedef struct tti_hints {
    tti_hint *list; /* owned; sorted by tick, then client */
    size_t count;
} tti_hints;

typedef struct tti_reading_replay {
    tti_replay *replay;
    tt_terrain terrain;
    tti_arena arena;
    void *tables;
    tti_physics *world;
    tti_rules rules; /* rules at the start of the game */
    tti_hints hints;
    uint8_t words[TTI_ACTION_TEXT];
} tti_reading_replay;

/* Opens a game. `map` is a map file, which is not needed afterwards. False with *error:
 * TT_ERR_COMPRESSED_DATA for a damaged map, TT_ERR_UNSUPPORTED in a build without zlib,
 * TT_ERR_SYSTEM without memory. tti_reading_replay_close has to be called either way; twice is
 * fine. */
bool tti_reading_replay_open(tti_reading_replay *p, tt_bytes map, const tt_th_header *header,
                             tt_io_error *error);

/* Returns true when the server took several inputs in a tick, so that some may have counted
 * late. */
bool tti_reading_replay_needs_search(const tti_reading_replay *p);

/* Finds the inputs that counted late before tick `end`. Must be called before the first record is
 * taken. Reads the file of the open reading `r` once; the progress of `r` then begins again. None
 * are found for a server from 19.4 on, for a pipe, which can be read only once, and for the damaged
 * part of the recording. Returns false with *error without memory or when the system fails to read,
 * and false after the `stop` of `r`. */
bool tti_reading_replay_search(tti_reading_replay *p, const tt_io_reading *r, int64_t end,
                               tt_io_error *error);

/* Finds the late inputs for a game that the caller computes with this map file. The list is empty
 * for a map that cannot be read, and for a demo. tti_hints_free has to be called either way. */
bool tti_reading_hints(tti_hints *hints, const tt_io_reading *r, tt_bytes map, int64_t end,
                       tt_io_error *error);
void tti_hints_free(tti_hints *hints);

/* tti_reading_replay_resume continues from packed bytes before the first record is taken. It
 * returns false when they are no game of this map. tti_reading_replay_restart begins the game
 * anew. */
bool tti_reading_replay_resume(tti_reading_replay *p, tt_bytes packed);
void tti_reading_replay_restart(tti_reading_replay *p);

/* Takes a record. `file` is the world of the recording after the record. */
void tti_reading_replay_take(tti_reading_replay *p, const tt_th_event *event, const tt_world *file);

/* Returns the game of a reading with wants_replay at the end of its last tick, or NULL. */
const tti_reading_replay *tti_reading_replay_of(const tt_io_reading *r);

void tti_reading_replay_close(tti_reading_replay *p);

#endif
