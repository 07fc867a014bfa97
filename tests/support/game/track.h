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

/* A step of a track: the position of the tee in a tick, and the move to it as in a PLAYER_DIFF
 * without the client id. */
typedef struct track_step {
    uint16_t x, y;
    uint8_t moved[7]; /* varints dx and dy */
    uint8_t size;     /* bytes of `moved`, 0 when the tee did not move; TRACK_INPUT is set when
                         the next input begins */
} track_step;

enum { TRACK_INPUT = 0x80 };

/* An input as in an INPUT_DIFF without code and client id. */
typedef struct track_diff {
    uint8_t bytes[TRACK_DIFF_BYTES];
    uint8_t size;
} track_diff;

typedef struct track_input {
    int16_t ints[TT_INPUT_INTS];
} track_input;

/* A track is a ring: the first step follows the last one, and may be far away, as after a respawn
 * within a tick. Its inputs are a ring, too. */
typedef struct track {
    track_step step[TRACK_STEPS];
    uint32_t input_at[TRACK_STEPS]; /* index of the input that is in effect after each step */
    uint32_t input_count;
    track_diff *diff;
    track_input *input;
} track;

/* Makes TRACK_COUNT tracks, on which inputs change in `inputs_in_16` of 16 ticks. NULL without
 * memory. The caller frees them with tracks_free. */
track *tracks_make(uint64_t seed, int32_t inputs_in_16);
void tracks_free(track *tracks);

#endif
