/* SPDX-License-Identifier: MIT
 *
 * What many tees do, made once and played again and again: the bytes of their movements and of
 * their inputs. Playing costs a few nanoseconds a record, so that archives of many gigabytes are
 * made faster than a disk takes them.
 */
#ifndef TT_BENCH_TAPE_H
#define TT_BENCH_TAPE_H

#include "tee.h"

enum { TAPE_COUNT = 32, TAPE_STEPS = 1 << 16, TAPE_DIFF_BYTES = 15 };

/* One tick: where the tee is, and PLAYER_DIFF without its client id from the step before. */
typedef struct tape_step {
    uint16_t x, y;
    uint8_t moved[7]; /* dx and dy */
    uint8_t size;     /* of `moved`, 0 when it did not move; TAPE_INPUT: the next input begins */
} tape_step;

enum { TAPE_INPUT = 0x80 };

/* INPUT_DIFF without code and client id from the input before; and an input as it is. */
typedef struct tape_diff {
    uint8_t bytes[TAPE_DIFF_BYTES];
    uint8_t size;
} tape_diff;

typedef struct tape_input {
    int16_t ints[TT_INPUT_INTS];
} tape_input;

/* A tape is a ring: after the last step comes the first one, which may be far away, as after a
 * respawn within a tick. So are its inputs. */
typedef struct tape {
    tape_step step[TAPE_STEPS];
    uint32_t input_at[TAPE_STEPS]; /* which input is in effect after the step */
    uint32_t input_count;
    tape_diff *diff;
    tape_input *input;
} tape;

/* TAPE_COUNT tapes on which inputs change in this many of 16 ticks. NULL when memory is short.
 * Freed by the caller with tapes_free. */
tape *tapes_make(uint64_t seed, int32_t inputs_in_16);
void tapes_free(tape *tapes);

#endif
