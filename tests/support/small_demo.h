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

/* Bytes of a chunk at any stage: packed, as variable ints, as ints. */
#define SMALL_DEMO_MAX 65536

typedef enum small_demo_kind {
    SMALL_DEMO_TICK = 0, /* no data; `tick` and `keyframe` are new */
    SMALL_DEMO_SNAPSHOT = 1,
    SMALL_DEMO_MESSAGE = 2,
    SMALL_DEMO_DELTA = 3
} small_demo_kind;

/* Large: to be placed on the heap or to be static. */
typedef struct small_demo {
    int version;
    int seven;  /* recorded with protocol 0.7 */
    int server; /* made by a server */
    int32_t tick;
    int keyframe;

    /* The chunk of the last call; the views go with the next one. */
    small_demo_kind kind;
    size_t offset;       /* of its first byte in the file */
    tt_bytes packed;     /* as it is in the file */
    tt_bytes varints;    /* without Huffman */
    const int32_t *ints; /* of a message: four of its bytes each, lowest first */
    size_t count;        /* of the ints */
    const char *what;    /* why small_demo_next gave -1 */

    tt_bytes file;
    size_t at;
    uint8_t plain[SMALL_DEMO_MAX];
    int32_t space[SMALL_DEMO_MAX / 4];
} small_demo;

/* Reads the header and is before the first chunk; 0 when it is none of versions 3 to 6. The
 * bytes must remain valid. */
int small_demo_open(small_demo *demo, tt_bytes file);

/* Goes to the next chunk: 1, 0 at the end, -1 when it is cut or does not unpack. */
int small_demo_next(small_demo *demo);

#endif
