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

/* A tick of movements and inputs of all slots, and much more. */
enum { PEN_TICK_MAX = 16 << 10, PEN_BUFFER = 8 * PEN_TICK_MAX };

typedef struct pen {
    tt_th_writer writer; /* for one record after pen_ready */
    uint8_t piece[1 << 10];
    tt_io_output *out;
    uint8_t buffer[PEN_BUFFER];
    size_t used;
    uint64_t bytes; /* written so far */
    int32_t tick, last_written;
    int tick_written; /* the mark of this tick, or none is needed */
    int32_t max_cid, prev_max_cid;
} pen;

/* A new recording; its header has to be written next, through p->writer. */
void pen_open(pen *p, tt_io_output *out);

/* The ticks 1, 2, ...: first movements with ascending client ids, then the rest. A tick has at most
 * one movement and one input for each client id, and these are below 64. */
void pen_begin_tick(pen *p, int32_t tick);

/* Movements: PLAYER_DIFF by a step of a track, or by numbers; PLAYER_NEW; PLAYER_OLD. */
void pen_step(pen *p, int32_t cid, const track_step *step);
void pen_jump(pen *p, int32_t cid, int32_t dx, int32_t dy);
void pen_appear(pen *p, int32_t cid, int32_t x, int32_t y);
void pen_go(pen *p, int32_t cid);

/* INPUT_DIFF by a track; INPUT_NEW, or INPUT_DIFF from `before`. */
void pen_input(pen *p, int32_t cid, const track_diff *diff);
void pen_input_new(pen *p, int32_t cid, const track_input *input);
void pen_input_change(pen *p, int32_t cid, const track_input *before, const track_input *input);

/* The writer, for records of any other kind; what it wrote counts at the next call of a pen. */
tt_th_writer *pen_ready(pen *p);

/* FINISH if the game was closed properly. */
void pen_close(pen *p, int finish);

#endif
