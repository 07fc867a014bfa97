/* SPDX-License-Identifier: MIT
 *
 * Writes recordings of a simulated server by the rules of DDNet's recorder
 * (docs/format/teehistorian.md, writing): records of ticks only where the reader cannot know them.
 */
#ifndef TEST_RECORDER_H
#define TEST_RECORDER_H

#include "teetape/io/output.h"
#include "teetape/teehistorian.h"

typedef struct recorder {
    tt_io_output *out;
    uint64_t bytes; /* bytes that were written so far */
    int32_t tick, last_written;
    int tick_written; /* 1: the tick has its mark, or needs none */
    int32_t max_cid, prev_max_cid;
    struct recorder_client {
        int alive;
        int32_t x, y;
        int32_t uid; /* number of the player whose input is stored, 0 for none */
        int32_t input[TT_INPUT_INTS];
        int32_t team;
    } client[TT_CIDS];
} recorder;

/* Begins a recording with the magic and this header. `out` remains the caller's. */
void recorder_open(recorder *r, tt_io_output *out, tt_bytes json);

/* Begins tick 1, 2, and so on. The tees of a tick follow directly, in ascending order. */
void recorder_begin_tick(recorder *r, int32_t tick);
void recorder_player(recorder *r, int32_t cid, int32_t x, int32_t y);
void recorder_dead(recorder *r, int32_t cid);

/* Writes an input. Every player who takes a slot has a larger `uid` than the one before. */
void recorder_input(recorder *r, int32_t cid, int32_t uid, const int32_t input[TT_INPUT_INTS]);

void recorder_join(recorder *r, int32_t cid, int seven);
void recorder_drop(recorder *r, int32_t cid, const char *reason);
void recorder_message(recorder *r, int32_t cid, tt_bytes message);
void recorder_command(recorder *r, int32_t cid, int32_t flags, const char *name, const char *arg);
void recorder_team(recorder *r, int32_t cid, int32_t team);
void recorder_extension(recorder *r, tt_th_kind kind, tt_bytes payload);
void recorder_finish(recorder *r);

/* Writes bytes that are complete records, without noting what they change. */
void recorder_raw(recorder *r, tt_bytes records);

#endif
