/* SPDX-License-Identifier: MIT
 *
 * Packs with the libraries alone.
 */
#include "support/host_pack.h"

#include <stdlib.h>

#include "cm.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>
#endif
#ifdef TT_HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef TT_HAVE_ZLIB
#include <zlib.h>
#endif

struct blob blob_text(size_t size, uint64_t seed)
{
    struct blob text = {malloc(size + 1), size};
    assert_non_null(text.data);
    for (size_t i = 0; i < size; i++) {
        text.data[i] = (uint8_t)("teetape "[random_next(&seed) % 8]);
    }
    return text;
}

struct blob blob_copy(tt_bytes bytes)
{
    struct blob blob = {NULL, 0};
    blob_add(&blob, bytes.data, bytes.size);
    return blob;
}

void blob_add(struct blob *a, const void *data, size_t size)
{
    a->data = realloc(a->data, a->size + size + 1);
    assert_non_null(a->data);
    if (size > 0) {
        memcpy(a->data + a->size, data, size);
    }
    a->size += size;
}

void blob_free(struct blob *a)
{
    free(a->data);
    a->data = NULL;
    a->size = 0;
}

tt_bytes blob_part(const struct blob *a, size_t from, size_t to)
{
    assert_true(from <= to && to <= a->size);
    const tt_bytes part = {a->data + from, to - from};
    return part;
}

#ifdef TT_HAVE_LZMA
static void run_xz(lzma_stream *stream, struct blob *packed, lzma_action action)
{
    uint8_t out[4096];
    lzma_ret code;
    do {
        stream->next_out = out;
        stream->avail_out = sizeof(out);
        code = lzma_code(stream, action);
        assert_true(code == LZMA_OK || code == LZMA_STREAM_END);
        blob_add(packed, out, sizeof(out) - stream->avail_out);
    } while (code == LZMA_OK);
}

void pack_add_xz(struct blob *packed, tt_bytes text, size_t block, int sizes)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    const lzma_mt options = {
        .threads = 1, .block_size = block, .preset = 0, .check = LZMA_CHECK_CRC32};
    size_t at = 0;
    assert_int_equal(sizes ? lzma_stream_encoder_mt(&stream, &options)
                           : lzma_easy_encoder(&stream, 0, LZMA_CHECK_CRC64),
                     LZMA_OK);
    while (!sizes && block > 0 && text.size - at > block) {
        stream.next_in = text.data + at;
        stream.avail_in = block;
        run_xz(&stream, packed, LZMA_FULL_FLUSH);
        at += block;
    }
    stream.next_in = at == 0 ? text.data : text.data + at; /* no text has no address */
    stream.avail_in = text.size - at;
    run_xz(&stream, packed, LZMA_FINISH);
    lzma_end(&stream);
}
#endif

#ifdef TT_HAVE_ZSTD
void pack_add_zstd(struct blob *packed, tt_bytes text)
{
    size_t cap = ZSTD_compressBound(text.size);
    uint8_t *space = malloc(cap);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    assert_non_null(space);
    assert_non_null(context);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t size = ZSTD_compress2(context, space, cap, text.data, text.size);
    assert_false(ZSTD_isError(size));
    blob_add(packed, space, size);
    ZSTD_freeCCtx(context);
    free(space);
}

static void add_number(struct blob *blob, size_t number)
{
    const uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 24)};
    blob_add(blob, bytes, 4);
}

void pack_add_zstd_seekable(struct blob *packed, tt_bytes text, size_t frame, int checksums)
{
    struct blob table = {NULL, 0};
    size_t count = 0;
    for (size_t at = 0; at < text.size; at += frame, count++) {
        const tt_bytes part = {text.data + at, text.size - at < frame ? text.size - at : frame};
        size_t before = packed->size;
        pack_add_zstd(packed, part);
        add_number(&table, packed->size - before);
        add_number(&table, part.size);
        if (checksums) {
            add_number(&table, 0x12345678); /* readers ignore this sum, because each frame has
                                               its own */
        }
    }
    add_number(packed, 0x184d2a5e);
    add_number(packed, table.size + 9);
    blob_add(packed, table.data, table.size);
    add_number(packed, count);
    blob_add(packed, checksums ? "\x80" : "\0", 1);
    add_number(packed, 0x8f92eab1);
    blob_free(&table);
}
#endif

#ifdef TT_HAVE_ZLIB
void pack_add_gz(struct blob *packed, tt_bytes text, int level)
{
    z_stream stream;
    memset(&stream, 0, sizeof(stream));
    assert_int_equal(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    size_t cap = deflateBound(&stream, (uLong)text.size);
    uint8_t *space = malloc(cap);
    assert_non_null(space);
    stream.next_in = (Bytef *)(uintptr_t)text.data;
    stream.avail_in = (unsigned)text.size;
    stream.next_out = space;
    stream.avail_out = (unsigned)cap;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    blob_add(packed, space, stream.total_out);
    deflateEnd(&stream);
    free(space);
}
#endif
