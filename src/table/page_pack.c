/* SPDX-License-Identifier: MIT
 *
 * Compresses the pages of Parquet.
 */
#include "table/parquet.h"

#if defined(TT_HAVE_ZSTD)
#include <zstd.h>

#define LEVEL 3 /* the default level of zstd */

int tti_page_pack_codec(void)
{
    return 6;
}

/* Appends a zstd frame. The context is kept, because its tables are costly to make. */
void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size)
{
    size_t bound = ZSTD_compressBound(size);
    uint8_t *at = tti_table_buffer_add(out, bound);
    if (*context == NULL) {
        *context = ZSTD_createCCtx();
    }
    if (at == NULL || *context == NULL) {
        out->has_failed = true;
        return;
    }
    size_t packed = ZSTD_compressCCtx(*context, at, bound, data, size, LEVEL);
    if (ZSTD_isError(packed)) {
        out->has_failed = true;
        return;
    }
    out->size -= bound - packed;
}

void tti_page_pack_free(void *context)
{
    ZSTD_freeCCtx(context);
}

#elif defined(TT_HAVE_ZLIB)
#include <zlib.h>

int tti_page_pack_codec(void)
{
    return 2;
}

/* Appends a gzip member. 15 + 16: the largest window, and the header and trailer of gzip, which
 * Parquet wants. */
void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size)
{
    z_stream z = {.next_in = (Bytef *)data, .avail_in = (uInt)size};
    (void)context;
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        out->has_failed = true;
        return;
    }
    uLong bound = deflateBound(&z, (uLong)size);
    uint8_t *at = tti_table_buffer_add(out, bound);
    z.next_out = at;
    z.avail_out = (uInt)bound;
    if (at == NULL || deflate(&z, Z_FINISH) != Z_STREAM_END) {
        out->has_failed = true;
    } else {
        out->size -= z.avail_out;
    }
    deflateEnd(&z);
}

void tti_page_pack_free(void *context)
{
    (void)context;
}

#else

int tti_page_pack_codec(void)
{
    return 0;
}

void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size)
{
    (void)context;
    tti_table_buffer_put(out, data, size);
}

void tti_page_pack_free(void *context)
{
    (void)context;
}

#endif
