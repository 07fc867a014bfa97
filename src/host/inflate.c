/* SPDX-License-Identifier: MIT
 *
 * Runs zlib for data that is completely in memory, and for PNG. The level for PNG is always 6, so
 * that a build always writes the same bytes.
 */
#include "teetape/io/inflate.h"

#include "host/inside.h"
#include "paint/png.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <limits.h>
#include <zlib.h>

#include "teetape/io/error.h"

bool tti_io_inflate_exists(void)
{
    return true;
}

static int no_memory(void *user)
{
    if (user != NULL) {
        tt_io_error_system(user, ENOMEM, "cannot be unpacked");
    }
    return -1;
}

/* Decompresses a stream. The size of the result is known, so one call does it, and a stream that
 * gives more or less is damaged. No part of a map exceeds zlib's unsigned int. */
int tt_io_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    z_stream stream = {0};
    if (dst_size > UINT_MAX || packed.size > UINT_MAX) {
        return -1;
    }
    if (inflateInit(&stream) != Z_OK) {
        return no_memory(user);
    }
    stream.next_in = (Bytef *)packed.data; /* zlib only reads it, but its member lacks a const */
    stream.avail_in = (uInt)packed.size;
    stream.next_out = dst;
    stream.avail_out = (uInt)dst_size;
    int status = inflate(&stream, Z_FINISH);
    bool is_filled = stream.avail_out == 0;
    inflateEnd(&stream);
    if (status == Z_MEM_ERROR) {
        return no_memory(user);
    }
    return status == Z_STREAM_END && is_filled ? 0 : -1;
}

static size_t run(void *user, tt_bytes *data, uint8_t *dst, size_t cap, bool is_last)
{
    z_stream *stream = user;
    stream->next_in = (Bytef *)data->data; /* zlib only reads it, but its member lacks a const */
    stream->avail_in = (uInt)data->size;
    stream->next_out = dst;
    stream->avail_out = (uInt)cap;
    deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH);
    *data = (tt_bytes){stream->next_in, stream->avail_in};
    return cap - stream->avail_out;
}

bool tt_io_png_write(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error)
{
    z_stream stream = {0};
    const struct tti_deflate packs = {run, &stream};
    if (deflateInit(&stream, 6) != Z_OK) {
        return tt_io_error_system(error, ENOMEM, "cannot be compressed");
    }
    bool is_good = tti_png_write(out, picture, &packs, error);
    deflateEnd(&stream);
    return is_good;
}

#else

bool tti_io_inflate_exists(void)
{
    return false;
}

int tt_io_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    (void)dst;
    (void)dst_size;
    (void)packed;
    return -1;
}

bool tt_io_png_write(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error)
{
    return tti_png_write(out, picture, NULL, error);
}

#endif

bool tti_picture_read(tt_io_picture *picture, tt_bytes file, tt_io_error *error)
{
    return tti_png_read(picture, file, tti_io_inflate_exists() ? tt_io_inflate : NULL, error);
}
