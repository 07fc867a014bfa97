/* SPDX-License-Identifier: MIT
 *
 * Chunks of a demo. See small_demo.h.
 */
#include "small_demo.h"

#include <string.h>

#include "teetape/huffman.h"
#include "teetape/varint.h"

static uint32_t load_be32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

int small_demo_open(small_demo *demo, tt_bytes file)
{
    static const size_t map_at[] = {176, 436, 436, 484}; /* header sizes of versions 3 to 6 */

    memset(demo, 0, sizeof *demo);
    demo->file = file;
    if (file.size < 176 || memcmp(file.data, "TWDEMO", 7) != 0)
        return 0;
    demo->version = file.data[7];
    if (demo->version < 3 || demo->version > 6)
        return 0;
    demo->seven = memcmp(file.data + 8, "0.7", 3) == 0;
    demo->server = memcmp(file.data + 144, "server", 7) == 0;

    size_t map = load_be32(file.data + 136);
    demo->at = map_at[demo->version - 3];
    if (demo->at > file.size || map > file.size - demo->at)
        return 0;
    demo->at += map;
    demo->tick = -1;
    return 1;
}

static int fail(small_demo *demo, const char *what)
{
    demo->what = what;
    return -1;
}

static int read_marker(small_demo *demo, unsigned first)
{
    /* versions 3 and 4 have six bits for the step and no flag; 0 means that a tick follows */
    int has_step = demo->version >= 5 ? (first & 0x20) != 0 : (first & 0x3f) != 0;
    int32_t step = (int32_t)(demo->version >= 5 ? first & 0x1f : first & 0x3f);

    demo->kind = SMALL_DEMO_TICK;
    demo->keyframe = (first & 0x40) != 0;
    if (has_step) {
        if (demo->tick < 0)
            return fail(demo, "a step before the first tick");
        demo->tick += step;
        return 1;
    }
    if (demo->file.size - demo->at < 4)
        return fail(demo, "the file ends in a tick marker");
    demo->tick = (int32_t)load_be32(demo->file.data + demo->at);
    demo->at += 4;
    return demo->tick < 0 ? fail(demo, "a negative tick") : 1;
}

static int unpack(small_demo *demo)
{
    size_t size;

    if (tt_huffman_decompress(demo->plain, sizeof demo->plain, &size, demo->packed, NULL) != TT_OK)
        return fail(demo, "Huffman");
    demo->varints = (tt_bytes){demo->plain, size};
    if (tt_varints_decode(demo->space, sizeof demo->space / sizeof *demo->space, &demo->count,
                          demo->plain, size, NULL) != TT_OK)
        return fail(demo, "variable ints");
    demo->ints = demo->space;
    return 1;
}

int small_demo_next(small_demo *demo)
{
    const uint8_t *data = demo->file.data;

    demo->offset = demo->at;
    demo->packed = demo->varints = (tt_bytes){NULL, 0};
    demo->ints = NULL;
    demo->count = 0;
    if (demo->at == demo->file.size)
        return 0;
    unsigned first = data[demo->at++];
    if (first & 0x80)
        return read_marker(demo, first);

    /* a size of 30 or 31 means that the size follows in one or two bytes */
    size_t size = first & 0x1f, more = size < 30 ? 0 : size - 29;
    if (demo->file.size - demo->at < more)
        return fail(demo, "the file ends in the head of a chunk");
    if (more)
        size = data[demo->at];
    if (more == 2)
        size |= (size_t)data[demo->at + 1] << 8;
    demo->at += more;
    if (demo->file.size - demo->at < size)
        return fail(demo, "the file ends in a chunk");
    demo->packed = (tt_bytes){data + demo->at, size};
    demo->at += size;
    demo->kind = (small_demo_kind)(first >> 5);
    if (demo->kind == SMALL_DEMO_TICK)
        return fail(demo, "a chunk of kind 0");
    return unpack(demo);
}
