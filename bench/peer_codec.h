/* SPDX-License-Identifier: MIT
 *
 * How a codec made by somebody else takes part in bench_codec: varint arrays and Huffman.
 *
 * Build it outside of this tree as a shared object that exports tt_bench_codec, and name it
 * with `bench_codec --peer FILE.so`. Its results are compared with ours, then it is timed in
 * the same interleaved rounds. This header is alone; a peer may export the one function
 * of peer.h too.
 *
 *     const tt_bench_codec_info *tt_bench_codec(void);
 */
#ifndef TT_BENCH_PEER_CODEC_H
#define TT_BENCH_PEER_CODEC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up whenever the struct below changes. */
#define TT_BENCH_CODEC_ABI 1

/* Each function returns how many ints or bytes it wrote, or -1 when it failed. A peer that
 * has no such function leaves NULL and is only in the other tables. Buffers have room
 * for every result and 64 bytes after it, whose contents nobody needs. */
typedef struct tt_bench_codec_info {
    int32_t abi;       /* TT_BENCH_CODEC_ABI */
    const char *name;  /* a word or two, for the table */
    const char *build; /* version, compiler and flags */
    /* `dst` has room for `cap` ints; the bytes hold no more */
    int64_t (*varints_decode)(int32_t *dst, size_t cap, const uint8_t *src, size_t size);
    int64_t (*varints_encode)(uint8_t *dst, size_t cap, const int32_t *values, size_t count);
    int64_t (*huffman_decompress)(uint8_t *dst, size_t cap, const uint8_t *src, size_t size);
    /* either form: what it writes is compared after decompressing it */
    int64_t (*huffman_compress)(uint8_t *dst, size_t cap, const uint8_t *src, size_t size);
} tt_bench_codec_info;

/* The one symbol of such a peer. */
#define TT_BENCH_CODEC_SYMBOL "tt_bench_codec"
typedef const tt_bench_codec_info *tt_bench_codec_fn(void);

#ifdef __cplusplus
}
#endif

#endif
