/* SPDX-License-Identifier: MIT
 *
 * PNG with zlib, at its level 6: the level is fixed, so that the same build writes the same bytes.
 */
#include "paint/png.h"

#include "teetape/io/inflate.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <zlib.h>

static size_t run(void *user, tt_bytes *data, uint8_t *dst, size_t cap, bool is_last)
{
    z_stream *stream = user;
    stream->next_in = (Bytef *)data->data; /* only read; the member lacks a const */
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
        tt_io_error_system(error, ENOMEM, "cannot be packed");
        return false;
    }
    bool is_good = tti_png_write(out, picture, &packs, error);
    deflateEnd(&stream);
    return is_good;
}

#else

bool tt_io_png_write(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error)
{
    return tti_png_write(out, picture, NULL, error);
}

#endif

bool tt_io_png_read(tt_io_picture *picture, tt_bytes file, tt_io_error *error)
{
    return tti_png_read(picture, file, tt_io_inflate_exists() ? tt_io_inflate : NULL, error);
}
