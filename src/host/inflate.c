/* SPDX-License-Identifier: MIT
 *
 * zlib, called once for all of the data.
 */
#include "teetape/io/inflate.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <limits.h>
#include <zlib.h>

#include "teetape/io/error.h"

bool tt_io_inflate_exists(void)
{
    return true;
}

/* `user` is an error or NULL. */
static int no_memory(void *user)
{
    if (user != NULL) {
        tt_io_error_system(user, ENOMEM, "cannot be unpacked");
    }
    return -1;
}

/* The size of the result is known from the map, so everything is done in one call, and a stream
 * that gives more or less is damaged. What does not fit into zlib's unsigned int is refused: no
 * part of a map is that large. */
int tt_io_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    z_stream stream = {0};
    if (dst_size > UINT_MAX || packed.size > UINT_MAX) {
        return -1;
    }
    if (inflateInit(&stream) != Z_OK) {
        return no_memory(user);
    }
    stream.next_in = (Bytef *)packed.data; /* only read; the member lacks a const */
    stream.avail_in = (uInt)packed.size;
    stream.next_out = dst;
    stream.avail_out = (uInt)dst_size;
    /* Z_FINISH without room for all of it ends here, not in more room. */
    int status = inflate(&stream, Z_FINISH);
    bool is_filled = stream.avail_out == 0;
    inflateEnd(&stream);
    if (status == Z_MEM_ERROR) {
        return no_memory(user);
    }
    return status == Z_STREAM_END && is_filled ? 0 : -1;
}

#else

bool tt_io_inflate_exists(void)
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

#endif
