/* SPDX-License-Identifier: MIT
 *
 * Inside of the demo reader: its parts and what they do for each other.
 *
 *     reader.c   pieces -> header, map, one whole chunk at a time; the public calls
 *     chunk.c    bytes of one chunk -> kind, tick, payload, nothing else
 *     payload.c  payload -> ints, message, snapshot
 *     next_tick.c  the tick of the next marker, without taking it
 */
#ifndef TTI_DEMO_CHUNK_H
#define TTI_DEMO_CHUNK_H

#include "teetape/demo.h"

enum {
    TTI_DEMO_HEAD,   /* the header comes next */
    TTI_DEMO_MAP,    /* a piece of the map */
    TTI_DEMO_CHUNKS, /* a chunk */
    TTI_DEMO_DONE,   /* the input ended between two chunks */
    TTI_DEMO_FAILED  /* demo->error says why */
};

/* A tick marker's step or number. */
typedef struct tti_demo_step {
    int absolute;   /* 1: `value` is a tick; 0: it is added to the tick before */
    uint32_t value; /* as stored: a tick can be out of range, see tti_demo_tick_after */
} tti_demo_step;

/* This many first bytes say how long a chunk is, and are all of a tick marker. */
#define TTI_DEMO_CHUNK_HEAD 5

/* Bits of a first byte (see chunk.c), and the largest steps of versions 5 and 3. */
#define TTI_DEMO_IS_TICK 0x80
#define TTI_DEMO_IS_KEYFRAME 0x40
#define TTI_DEMO_IS_STEP 0x20
#define TTI_DEMO_STEP_5 0x1f
#define TTI_DEMO_STEP_3 0x3f

/* Sizes in a first byte that stand for one in the next byte, and in the next two. */
#define TTI_DEMO_SIZE_IN_BYTE 30
#define TTI_DEMO_SIZE_IN_TWO 31

/* 1 when a chunk that begins so is a tick marker. */
int tti_demo_chunk_is_tick(const uint8_t *p);

/* The tick of a marker that follows the tick `before`, which is -1 when there is none.
 * TT_ERR_DEMO_TICK, and *tick is unchanged, for a step without a tick to start from and for a tick
 * that is none. */
tt_status tti_demo_tick_after(int32_t *tick, int32_t before, const tti_demo_step *step);

/* How many bytes the chunk has that begins with the `there` bytes at `p` (1 or more), as far as
 * they tell: a result above `there` means that this many are needed at least; the size is certain
 * when the result is not above `there`. `steps_as_5`: tick markers of version 5 and later. */
size_t tti_demo_chunk_size(const uint8_t *p, size_t there, int steps_as_5);

/* Decodes a whole chunk of `size` bytes into event->kind, keyframe, absolute, packed and *step.
 * Returns 1 when its size field is longer than needed. */
int tti_demo_chunk_decode(tt_demo_event *event, tti_demo_step *step, const uint8_t *p, size_t size,
                          int steps_as_5);

/* Unpacks event->packed as far as it is wanted, and changes the snapshot. TT_OK or what is wrong
 * with the payload; then the snapshot is what it was. */
tt_status tti_demo_unpack(tt_demo *demo, tt_demo_event *event);

/* Tells an issue of the chunk at demo->offset. */
void tti_demo_tell(tt_demo *demo, tt_level level, tt_status status);

#endif
