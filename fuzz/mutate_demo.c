/* SPDX-License-Identifier: MIT
 *
 * Mutation of demos: chunk by chunk, and inside of a chunk after the Huffman code.
 */
#include <string.h>

#include "demo/parts.h"
#include "must.h"
#include "mutate.h"
#include "teetape/demo.h"
#include "teetape/varint.h"

enum { SNAPSHOT = 1, MESSAGE = 2, DELTA = 3 };

/* The header, the map, then each chunk, then what is left. */
static size_t split(size_t *ends, size_t most, const uint8_t *data, size_t size)
{
    static tt_demo demo;
    static tt_demo_memory memory;
    size_t count = 0;
    tt_demo_event event;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo,
                &(tt_demo_options){.recover = true, .skip_snapshots = true, .skip_messages = true});
    tt_demo_feed(&demo, data, size);
    while (count + 1 < most && tt_demo_next(&demo, &event) == TT_OK) {
        ends[count++] = (size_t)(event.offset + event.size);
    }
    if (count == 0 || ends[count - 1] < size) {
        ends[count++] = size;
    }
    return count;
}

/* A chunk with this payload. The size is in five bits, or in one byte or two after them. */
static size_t pack_chunk(uint8_t *piece, size_t cap, unsigned kind, const uint8_t *plain,
                         size_t plain_size)
{
    static uint8_t packed[TT_DEMO_PACKED_MAX];
    size_t size, head = 1;
    if (tt_huffman_compress(packed, sizeof packed, &size, (tt_bytes){plain, plain_size},
                            TT_HUFFMAN_CURRENT) != TT_OK ||
        size + 3 > cap) {
        return 0;
    }
    if (size < 30) {
        piece[0] = (uint8_t)(kind << 5 | size);
    } else if (size < 256) {
        piece[0] = (uint8_t)(kind << 5 | 30);
        piece[head++] = (uint8_t)size;
    } else {
        piece[0] = (uint8_t)(kind << 5 | 31);
        piece[head++] = (uint8_t)size;
        piece[head++] = (uint8_t)(size >> 8);
    }
    memcpy(piece + head, packed, size);
    return head + size;
}

static size_t pack_ints(uint8_t *piece, size_t cap, unsigned kind, const int32_t *ints,
                        size_t count)
{
    static uint8_t plain[TT_DEMO_DATA_MAX];
    size_t size;
    if (tt_varints_encode(plain, sizeof plain, &size, ints, count) != TT_OK) {
        return 0;
    }
    return pack_chunk(piece, cap, kind, plain, size);
}

/* Another value, an int less, or one more; a payload of a message has four bytes in each. */
static size_t change_ints(int32_t *ints, size_t count, size_t most, uint64_t *state)
{
    for (size_t deeds = 1 + mutate_below(state, 3); deeds > 0 && count > 0; deeds--) {
        size_t at = mutate_below(state, count);
        switch (mutate_below(state, 6)) {
        case 0:
            count--;
            memmove(ints + at, ints + at + 1, (count - at) * sizeof *ints);
            break;
        case 1:
            if (count < most) {
                memmove(ints + at + 1, ints + at, (count - at) * sizeof *ints);
                ints[at] = mutate_int(state);
                count++;
            }
            break;
        case 2:
            ints[at] ^= (int32_t)(1u << mutate_below(state, 32));
            break;
        case 3: /* such as counts, types and ids, that another int knows too */
            ints[at] = ints[mutate_below(state, count)];
            break;
        default:
            ints[at] = mutate_int(state);
            break;
        }
    }
    return count;
}

static size_t change(uint8_t *piece, size_t size, size_t cap, uint64_t *state)
{
    static int32_t ints[TT_DEMO_DATA_MAX / 4];
    static uint8_t plain[TT_DEMO_DATA_MAX];
    size_t head = size == 0 || (piece[0] & 0x1f) < 30 ? 1 : (piece[0] & 0x1f) - 28u;
    size_t count, plain_size;
    if (size <= head || (piece[0] & 0x80) != 0 || mutate_below(state, 8) == 0 ||
        tt_huffman_decompress(plain, sizeof plain, &plain_size,
                              (tt_bytes){piece + head, size - head}, NULL) != TT_OK ||
        tt_varints_decode(ints, sizeof ints / sizeof *ints, &count, plain, plain_size, NULL) !=
            TT_OK) {
        return LLVMFuzzerMutate(piece, size, cap);
    }
    count = change_ints(ints, count, sizeof ints / sizeof *ints, state);
    size_t changed = pack_ints(piece, cap, piece[0] >> 5 & 3, ints, count);
    return changed != 0 ? changed : size;
}

/* A full snapshot of some small items, as tt_snap_write lays it out: how many bytes and items,
 * where each begins, then a key and the data of each. */
static size_t make_snapshot(int32_t *ints, uint64_t *state)
{
    size_t items = mutate_below(state, 5), at = 2 + items;
    for (size_t i = 0; i < items; i++) {
        ints[2 + i] = (int32_t)(4 * (at - 2 - items));
        ints[at++] = (int32_t)(mutate_below(state, 24) << 16 | mutate_below(state, 4));
        for (size_t n = mutate_below(state, 8); n > 0; n--) {
            ints[at++] = mutate_int(state);
        }
    }
    ints[0] = (int32_t)(4 * (at - 2 - items));
    ints[1] = (int32_t)items;
    return at;
}

/* A tick marker, a snapshot, an empty delta, or a message of a few bytes. */
static size_t make(uint8_t *piece, size_t size, size_t cap, uint64_t *state)
{
    int32_t ints[80] = {0};
    (void)size;
    if (cap < 8) {
        return 0;
    }
    switch (mutate_below(state, 4)) {
    case 0:
        piece[0] = (uint8_t)(0x80 | mutate_random(state));
        for (size_t i = 1; i < 5; i++) {
            piece[i] = (uint8_t)(mutate_random(state) % 3);
        }
        return (piece[0] & 0x20) != 0 ? 1 : 5;
    case 1:
        return pack_ints(piece, cap, SNAPSHOT, ints, make_snapshot(ints, state));
    case 2:
        return pack_ints(piece, cap, DELTA, ints, 3);
    default:
        for (size_t i = 0; i < 4; i++) {
            ints[i] = (int32_t)mutate_random(state);
        }
        ints[0] = (int32_t)((uint32_t)ints[0] << 8 | mutate_below(state, 80) << 1);
        return pack_ints(piece, cap, MESSAGE, ints, 1 + mutate_below(state, 4));
    }
}

size_t mutate_demo(uint8_t *data, size_t size, size_t max_size, uint64_t *state)
{
    static const mutate_shape shape = {split, change, make};
    return mutate_pieces(&shape, mutate_below(state, 16) != 0, data, size, max_size, state);
}
