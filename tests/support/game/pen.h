/* SPDX-License-Identifier: MIT
 *
 * Writes the recording of a made-up game: all that is rare through the library's writer, movements
 * and inputs straight from a track.
 *
 * The pen marks ticks by the rules of DDNet's recorder, so the whole is what that would have
 * written. The library's writer never hears of a tick: to it all is tick 0, which needs no mark.
 */
#ifndef TEST_PEN_H
#define TEST_PEN_H

#include "support/game/track.h"
#include "teetape/io/output.h"
#include "teetape/teehistorian_write.h"

/* PEN_TICK_MAX is more than the movements and inputs of all slots in a tick. */
enum { PEN_TICK_MAX = 16 << 10, PEN_BUFFER = 8 * PEN_TICK_MAX };

typedef struct pen {
    tt_th_writer writer; /* writer for the record after pen_ready */
    uint8_t piece[1 << 10];
    tt_io_output *out;
    uint8_t buffer[PEN_BUFFER];
    size_t used;
    uint64_t bytes; /* bytes that were written so far */
    int32_t tick, last_written;
    int tick_written; /* 1: the tick has its mark, or needs none */
    int32_t max_cid, prev_max_cid;
} pen;

/* Begins a recording. The caller then writes the header through p->writer. */
void pen_open(pen *p, tt_io_output *out);

/* Begins tick 1, 2, and so on. Movements come first, with ascending client ids, then everything
 * else. In a tick a client id, which must be below 64, has at most one movement and one input. */
void pen_begin_tick(pen *p, int32_t tick);

/* Movements: pen_step is a PLAYER_DIFF by a step of a track, pen_jump a PLAYER_DIFF by numbers,
 * pen_appear a PLAYER_NEW, pen_go a PLAYER_OLD. */
void pen_step(pen *p, int32_t cid, const track_step *step);
void pen_jump(pen *p, int32_t cid, int32_t dx, int32_t dy);
void pen_appear(pen *p, int32_t cid, int32_t x, int32_t y);
void pen_go(pen *p, int32_t cid);

/* Inputs: pen_input is an INPUT_DIFF of a track, pen_input_new an INPUT_NEW, pen_input_change an
 * INPUT_DIFF from `before`. */
void pen_input(pen *p, int32_t cid, const track_diff *diff);
void pen_input_new(pen *p, int32_t cid, const track_input *input);
void pen_input_change(pen *p, int32_t cid, const track_input *before, const track_input *input);

/* Returns the writer, for records of other kinds. The next call of a pen counts the bytes that it
 * wrote. */
tt_th_writer *pen_ready(pen *p);

/* Ends the recording, with FINISH if `finish` is 1. */
void pen_close(pen *p, int finish);

#endif
