/* SPDX-License-Identifier: MIT
 *
 * The library in bench_codec. See own_codec.h.
 */
#include "own_codec.h"

#include "measure.h"
#include "teetape/huffman.h"
#include "teetape/varint.h"

static int64_t own_varints_decode(int32_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t count;
    return tt_varints_decode(dst, cap, &count, src, size, NULL) == TT_OK ? (int64_t)count : -1;
}

static int64_t own_varints_encode(uint8_t *dst, size_t cap, const int32_t *values, size_t count)
{
    size_t size;
    return tt_varints_encode(dst, cap, &size, values, count) == TT_OK ? (int64_t)size : -1;
}

static int64_t own_decompress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t written;
    tt_bytes data = {src, size};
    return tt_huffman_decompress(dst, cap, &written, data, NULL) == TT_OK ? (int64_t)written : -1;
}

static int64_t own_compress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t written;
    tt_bytes data = {src, size};
    tt_status status = tt_huffman_compress(dst, cap, &written, data, TT_HUFFMAN_CURRENT);
    return status == TT_OK ? (int64_t)written : -1;
}

const tt_bench_codec_info *own_codec(void)
{
    static tt_bench_codec_info info = {TT_BENCH_CODEC_ABI, "teetape",          NULL,
                                       own_varints_decode, own_varints_encode, own_decompress,
                                       own_compress};
    info.build = measure_build();
    return &info;
}
