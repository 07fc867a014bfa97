/* SPDX-License-Identifier: MIT
 *
 * The chunks of a demo, for tests and benchmarks: no tolerance, no seeking. Huffman and variable
 * ints are the library's; the framing is this file's own.
 *
 *     header   "TWDEMO\0", version, texts, size of the map in 4 bytes at offset 136
 *     map      at offset 176 (version 3), 436 (4, 5), 484 (6)
 *     chunks   1kiddddd              tick marker; k: keyframe, i: d is a step (versions 5, 6)
 *              0ttsssss [size] data  t: 1 snapshot, 2 message, 3 delta
 */
#ifndef TEST_SMALL_DEMO_H
#define TEST_SMALL_DEMO_H

#include "teetape/bytes.h"

/* Most bytes of a chunk in each form: packed, as varints, as ints. */
#define SMALL_DEMO_MAX 65536

typedef enum small_demo_kind {
    SMALL_DEMO_TICK = 0, /* no data; sets `tick` and `keyframe` */
    SMALL_DEMO_SNAPSHOT = 1,
    SMALL_DEMO_MESSAGE = 2,
    SMALL_DEMO_DELTA = 3
} small_demo_kind;

/* A demo that is read. The struct is too large for the stack. */
typedef struct small_demo {
    int version;
    int seven;  /* 1 for protocol 0.7 */
    int server; /* 1 for a demo of a server */
    int32_t tick;
    int keyframe;

    /* The chunk of the last call. The next call invalidates the views. */
    small_demo_kind kind;
    size_t offset;       /* offset of its first byte in the file */
    tt_bytes packed;     /* bytes as in the file */
    tt_bytes varints;    /* bytes after decompression */
    const int32_t *ints; /* ints; those of a message have four of its bytes each, lowest first */
    size_t count;        /* number of ints */
    const char *what;    /* why small_demo_next returned -1 */

    tt_bytes file;
    size_t at;
    uint8_t plain[SMALL_DEMO_MAX];
    int32_t space[SMALL_DEMO_MAX / 4];
} small_demo;

/* Reads the header, and stops before the first chunk. Returns 0 for a header of another version
 * than 3 to 6. The bytes must remain valid. */
int small_demo_open(small_demo *demo, tt_bytes file);

/* Advances to the next chunk. Returns 1, 0 at the end, or -1 when the chunk is cut or cannot be
 * unpacked. */
int small_demo_next(small_demo *demo);

#endif
