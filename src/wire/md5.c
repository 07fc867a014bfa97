/* SPDX-License-Identifier: MIT
 *
 * MD5 by RFC 1321, whose letters a, b, c, d are kept. Names are short, so the steps are not
 * unrolled.
 */
#include "wire/uuid.h"

#include "base/mem.h"

/* Entry i is the whole part of 2^32 * |sin(i + 1)|. */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t turns[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* Rotates to the left by 4 to 23 bits. A shift by 32 would be undefined. */
static uint32_t rotate_left(uint32_t value, unsigned by)
{
    return value << by | value >> (32 - by);
}

static void md5_block_mix(uint32_t state[4], const uint8_t block[64])
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t mixed;
        unsigned word;
        switch (i / 16) {
        case 0:
            mixed = (b & c) | (~b & d);
            word = i;
            break;
        case 1:
            mixed = (d & b) | (~d & c);
            word = (5 * i + 1) % 16;
            break;
        case 2:
            mixed = b ^ c ^ d;
            word = (3 * i + 5) % 16;
            break;
        default:
            mixed = c ^ (b | ~d);
            word = 7 * i % 16;
            break;
        }
        uint32_t sum = a + mixed + sines[i] + tti_load_le32(block + (size_t)4 * word);
        a = d;
        d = c;
        c = b;
        b += rotate_left(sum, turns[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void tti_md5_start(tti_md5 *md5)
{
    md5->state[0] = 0x67452301;
    md5->state[1] = 0xefcdab89;
    md5->state[2] = 0x98badcfe;
    md5->state[3] = 0x10325476;
    md5->size = 0;
}

/* Adds bytes. Whole blocks are copied too, which costs little, because names are short. */
void tti_md5_add(tti_md5 *md5, const void *data, size_t size)
{
    const uint8_t *from = data;
    size_t held = (size_t)(md5->size % sizeof md5->block);
    md5->size += size;
    while (size != 0) {
        size_t part = sizeof md5->block - held;
        part = part < size ? part : size;
        tti_copy(md5->block + held, from, part);
        held += part;
        from += part;
        size -= part;
        if (held == sizeof md5->block) {
            md5_block_mix(md5->state, md5->block);
            held = 0;
        }
    }
}

void tti_md5_finish(tti_md5 *md5, uint8_t sum[TTI_MD5_SIZE])
{
    static const uint8_t padding[64] = {0x80};
    uint8_t length[8];
    tti_store_le64(length, md5->size * 8); /* the size of the data in bits, without the padding */
    size_t held = (size_t)(md5->size % 64);
    /* Appends a bit 1, and zeros until 8 bytes are left in a block. */
    tti_md5_add(md5, padding, held < 56 ? 56 - held : 120 - held);
    tti_md5_add(md5, length, sizeof length);
    for (size_t i = 0; i < 4; i++) {
        tti_store_le32(sum + 4 * i, md5->state[i]);
    }
}
