/* SPDX-License-Identifier: MIT
 *
 * What many tees do, made once and played again and again: the bytes of their movements and of
 * their inputs. Playing costs a few nanoseconds a record, so that archives of many gigabytes are
 * made faster than a disk takes them.
 */
#ifndef TEST_TRACK_H
#define TEST_TRACK_H

#include "support/game/tee.h"

enum { TRACK_COUNT = 32, TRACK_STEPS = 1 << 16, TRACK_DIFF_BYTES = 15 };

/* One tick: where the tee is, and PLAYER_DIFF without its client id from the step before. */
typedef struct track_step {
    uint16_t x, y;
    uint8_t moved[7]; /* dx and dy */
    uint8_t size;     /* of `moved`, 0 when it did not move; TRACK_INPUT: the next input begins */
} track_step;

enum { TRACK_INPUT = 0x80 };

/* INPUT_DIFF without code and client id from the input before; and an input as it is. */
typedef struct track_diff {
    uint8_t bytes[TRACK_DIFF_BYTES];
    uint8_t size;
} track_diff;

typedef struct track_input {
    int16_t ints[TT_INPUT_INTS];
} track_input;

/* A track is a ring: after the last step comes the first one, which may be far away, as after a
 * respawn within a tick. So are its inputs. */
typedef struct track {
    track_step step[TRACK_STEPS];
    uint32_t input_at[TRACK_STEPS]; /* which input is in effect after the step */
    uint32_t input_count;
    track_diff *diff;
    track_input *input;
} track;

/* TRACK_COUNT tracks on which inputs change in that many of 16 ticks. NULL when memory is short.
 * Freed by the caller with tracks_free. */
track *tracks_make(uint64_t seed, int32_t inputs_in_16);
void tracks_free(track *tracks);

#endif
