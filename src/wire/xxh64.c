/* SPDX-License-Identifier: MIT
 *
 * XXH64, after the published description of the algorithm. Numbers are little-endian, and wrap.
 */
#include "wire/hash.h"

#include "base/mem.h"

#define PRIME_1 UINT64_C(0x9e3779b185ebca87)
#define PRIME_2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME_3 UINT64_C(0x165667b19e3779f9)
#define PRIME_4 UINT64_C(0x85ebca77c2b2ae63)
#define PRIME_5 UINT64_C(0x27d4eb2f165667c5)

/* Rotates to the left by 1 to 31 bits. A shift by 64 would be undefined. */
static uint64_t lane_rotate(uint64_t value, unsigned turns)
{
    return value << turns | value >> (64 - turns);
}

static uint64_t lane_mix(uint64_t lane, uint64_t input)
{
    return lane_rotate(lane + input * PRIME_2, 31) * PRIME_1;
}

static size_t blocks_mix(uint64_t lane[4], const uint8_t *data, size_t size)
{
    /* These are separate variables, because they remain in registers. */
    uint64_t a = lane[0], b = lane[1], c = lane[2], d = lane[3];
    size_t at = 0;
    for (; size - at >= 32; at += 32) {
        a = lane_mix(a, tti_load_le64(data + at));
        b = lane_mix(b, tti_load_le64(data + at + 8));
        c = lane_mix(c, tti_load_le64(data + at + 16));
        d = lane_mix(d, tti_load_le64(data + at + 24));
    }
    lane[0] = a;
    lane[1] = b;
    lane[2] = c;
    lane[3] = d;
    return at;
}

static uint64_t lanes_join(const uint64_t lane[4])
{
    uint64_t sum = lane_rotate(lane[0], 1) + lane_rotate(lane[1], 7) + lane_rotate(lane[2], 12) +
                   lane_rotate(lane[3], 18);
    for (int i = 0; i < 4; i++) {
        sum = (sum ^ lane_mix(0, lane[i])) * PRIME_1 + PRIME_4;
    }
    return sum;
}

static uint64_t rest_mix(uint64_t sum, const uint8_t *data, size_t size)
{
    for (; size >= 8; data += 8, size -= 8) {
        sum = lane_rotate(sum ^ lane_mix(0, tti_load_le64(data)), 27) * PRIME_1 + PRIME_4;
    }
    if (size >= 4) {
        sum = lane_rotate(sum ^ tti_load_le32(data) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        data += 4;
        size -= 4;
    }
    for (; size != 0; data++, size--) {
        sum = lane_rotate(sum ^ *data * PRIME_5, 11) * PRIME_1;
    }
    return sum;
}

/* Begins an XXH64 with the seed 0, the only one that the formats of this library use. */
void tti_xxh64_start(tti_xxh64 *x)
{
    x->lane[0] = PRIME_1 + PRIME_2;
    x->lane[1] = PRIME_2;
    x->lane[2] = 0;
    x->lane[3] = 0 - PRIME_1;
    x->size = 0;
}

/* Adds bytes. The lanes are used only after a whole block; tti_xxh64_sum sees by the size if there
 * was one. */
void tti_xxh64_add(tti_xxh64 *x, const void *data, size_t size)
{
    const uint8_t *from = data;
    size_t held = (size_t)(x->size % sizeof x->block);
    x->size += size;
    if (held != 0) {
        size_t part = sizeof x->block - held;
        part = part < size ? part : size;
        tti_copy(x->block + held, from, part);
        if (held + part < sizeof x->block) {
            return;
        }
        blocks_mix(x->lane, x->block, sizeof x->block);
        from = part != 0 ? from + part : from;
        size -= part;
    }
    size_t mixed = blocks_mix(x->lane, from, size);
    tti_copy(x->block, mixed != 0 ? from + mixed : from, size - mixed);
}

/* Returns the sum. The size is a part of the sum, so zeros at the end change it. */
uint64_t tti_xxh64_sum(const tti_xxh64 *x)
{
    uint64_t sum = x->size >= sizeof x->block ? lanes_join(x->lane) : PRIME_5;
    sum = rest_mix(sum + x->size, x->block, (size_t)(x->size % sizeof x->block));
    sum = (sum ^ sum >> 33) * PRIME_2;
    sum = (sum ^ sum >> 29) * PRIME_3;
    return sum ^ sum >> 32;
}

uint64_t tti_xxh64_of(const void *data, size_t size)
{
    tti_xxh64 x;
    tti_xxh64_start(&x);
    tti_xxh64_add(&x, data, size);
    return tti_xxh64_sum(&x);
}
