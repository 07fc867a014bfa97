/* SPDX-License-Identifier: MIT
 *
 * SHA-256 by FIPS 180-4, whose letters a to h are kept, and HMAC by RFC 2104. Plain C is enough:
 * the data is short, or comes from a slower disk.
 */
#include "wire/hash.h"
#include "wire/hmac.h"

#include "base/mem.h"

enum { SHA256_BLOCK = 64 };

/* The first 32 bits after the point of the cube roots of the first 64 primes. */
static const uint32_t roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Rotates to the right, as the standard does, by 2 to 25 bits. */
static uint32_t rotate_right(uint32_t value, unsigned by)
{
    return value >> by | value << (32 - by);
}

static void sha256_words_make(uint32_t w[64], const uint8_t block[SHA256_BLOCK])
{
    for (size_t i = 0; i < 16; i++) {
        w[i] = tti_load_be32(block + 4 * i);
    }
    for (size_t i = 16; i < 64; i++) {
        uint32_t x = w[i - 15], y = w[i - 2];
        uint32_t s0 = rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3;
        uint32_t s1 = rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

static void sha256_block_mix(uint32_t state[8], const uint8_t block[SHA256_BLOCK])
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    sha256_words_make(w, block);
    for (size_t i = 0; i < 64; i++) {
        uint32_t s1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
        uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + roots[i] + w[i];
        uint32_t s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
        uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const uint32_t mixed[8] = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < 8; i++) {
        state[i] += mixed[i];
    }
}

void tti_sha256_start(tti_sha256_context *sha)
{
    /* The first 32 bits after the point of the square roots of the first 8 primes. */
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    tti_copy(sha->state, first, sizeof first);
    sha->size = 0;
}

void tti_sha256_add(tti_sha256_context *sha, const void *data, size_t size)
{
    const uint8_t *from = data;
    size_t held = (size_t)(sha->size % SHA256_BLOCK);
    sha->size += size;
    while (size != 0) {
        if (held == 0 && size >= SHA256_BLOCK) {
            sha256_block_mix(sha->state, from);
            from += SHA256_BLOCK;
            size -= SHA256_BLOCK;
            continue;
        }
        size_t part = SHA256_BLOCK - held < size ? SHA256_BLOCK - held : size;
        tti_copy(sha->block + held, from, part);
        held += part;
        from += part;
        size -= part;
        if (held == SHA256_BLOCK) {
            sha256_block_mix(sha->state, sha->block);
            held = 0;
        }
    }
}

void tti_sha256_finish(tti_sha256_context *sha, uint8_t sum[TTI_SHA256_SIZE])
{
    static const uint8_t padding[SHA256_BLOCK] = {0x80};
    uint8_t length[8];
    tti_store_be64(length, sha->size * 8); /* the size of the data in bits, without the padding */
    size_t held = (size_t)(sha->size % SHA256_BLOCK);
    /* Appends a bit 1, and zeros until 8 bytes are left in a block. */
    tti_sha256_add(sha, padding, held < 56 ? 56 - held : 120 - held);
    tti_sha256_add(sha, length, sizeof length);
    for (size_t i = 0; i < 8; i++) {
        tti_store_be32(sum + 4 * i, sha->state[i]);
    }
}

/* Begins the inner and the outer sum. Each first mixes a block of the key, whose bytes are XORed
 * with 36 for the inner sum and with 5c for the outer one (RFC 2104). The key is not needed
 * afterwards. */
void tti_hmac_start(tti_hmac *hmac, const void *key, size_t size)
{
    uint8_t block[SHA256_BLOCK] = {0};
    if (size > SHA256_BLOCK) { /* a longer key is replaced by its sum */
        tti_sha256_start(&hmac->inner);
        tti_sha256_add(&hmac->inner, key, size);
        tti_sha256_finish(&hmac->inner, block);
    } else {
        tti_copy(block, key, size);
    }
    for (size_t i = 0; i < SHA256_BLOCK; i++) {
        block[i] ^= 0x36;
    }
    tti_sha256_start(&hmac->inner);
    tti_sha256_add(&hmac->inner, block, SHA256_BLOCK);
    for (size_t i = 0; i < SHA256_BLOCK; i++) {
        block[i] ^= 0x36 ^ 0x5c;
    }
    tti_sha256_start(&hmac->outer);
    tti_sha256_add(&hmac->outer, block, SHA256_BLOCK);
}

void tti_hmac_add(tti_hmac *hmac, const void *data, size_t size)
{
    tti_sha256_add(&hmac->inner, data, size);
}

void tti_hmac_finish(tti_hmac *hmac, uint8_t sum[TTI_SHA256_SIZE])
{
    tti_sha256_finish(&hmac->inner, sum);
    tti_sha256_add(&hmac->outer, sum, TTI_SHA256_SIZE);
    tti_sha256_finish(&hmac->outer, sum);
}
