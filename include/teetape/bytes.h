/* SPDX-License-Identifier: MIT
 *
 * Byte views, and the two bounded cursors that all reading and writing goes through.
 *
 * A cursor keeps its first error: after it, every getter returns 0 or an empty view and does not
 * move, and every putter writes nothing. A caller reads all the fields of a record in a row and
 * looks at `status` once at the end of the record. It also looks at `status` before it uses a
 * length that it has read.
 *
 *     tt_unpacker u = tt_unpacker_of(data, size);
 *     int32_t cid = tt_unpack_int(&u);         // varint.h
 *     tt_bytes name = tt_unpack_string(&u);    // string.h
 *     if (u.status != TT_OK) ...               // where: size - tt_unpacker_left(&u)
 *
 * The caller places the cursors, which own nothing. Example: examples/pack_message.c.
 */
#ifndef TEETAPE_BYTES_H
#define TEETAPE_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/export.h"
#include "teetape/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A view of bytes that somebody else owns. */
typedef struct tt_bytes {
    const uint8_t *data; /**< first byte; may be NULL when `size` is 0 */
    size_t size;         /**< number of bytes */
} tt_bytes;

/** Returns a view of the bytes of `text`, without its NUL. `text` must not be NULL. */
TT_API tt_bytes tt_bytes_of(const char *text);

/** Returns true when both views have the same size and the same bytes, else false. */
TT_API bool tt_bytes_equal(tt_bytes a, tt_bytes b);

/** Values that every reference program accepts but none writes: bits of tt_unpacker.odd. */
enum {
    TT_ODD_OVERLONG = 1, /**< an int with more bytes than it needs */
    TT_ODD_PADDING = 2   /**< an int whose fifth byte has bits above its low four */
};

/** Reads forward through bytes of the caller. Fields other than `status` and `odd` are for
 * the library. */
typedef struct tt_unpacker {
    /** @cond library */
    const uint8_t *begin;
    const uint8_t *at;
    const uint8_t *end;
    /** @endcond */
    tt_status status;      /**< TT_OK or the first error */
    unsigned odd;          /**< TT_ODD_* of all values read so far */
    const uint8_t *odd_at; /**< the first odd value, NULL while `odd` is 0 */
} tt_unpacker;

/** Returns a cursor over [data, data + size). The bytes must remain valid until the cursor and the
 * views got from it are no longer used. `data` may be NULL when `size` is 0. */
TT_API tt_unpacker tt_unpacker_of(const void *data, size_t size);

/** Returns the number of bytes not read yet; 0 after an error. */
TT_API size_t tt_unpacker_left(const tt_unpacker *u);

/** Reads the next `size` bytes as a view, with no copy. Fails with TT_ERR_TRUNCATED when fewer
 * bytes are left. */
TT_API tt_bytes tt_unpack_raw(tt_unpacker *u, size_t size);

/** Writes forward into space of the caller. A value that does not fit writes nothing of
 * itself, and the cursor keeps TT_ERR_SPACE. Fields other than `status` are for the
 * library. */
typedef struct tt_packer {
    /** @cond library */
    uint8_t *begin;
    uint8_t *at;
    uint8_t *end;
    /** @endcond */
    tt_status status; /**< TT_OK or the first error */
} tt_packer;

/** Returns a cursor over the `cap` bytes at `dst`. `dst` may be NULL when `cap` is 0. */
TT_API tt_packer tt_packer_of(void *dst, size_t cap);

/** Returns the bytes that were written so far. The view is valid as long as the caller's space. */
TT_API tt_bytes tt_packer_bytes(const tt_packer *p);

/** Appends all of `bytes`. When they do not fit, nothing is written and the cursor keeps
 * TT_ERR_SPACE. */
TT_API void tt_pack_raw(tt_packer *p, tt_bytes bytes);

#ifdef __cplusplus
}
#endif

#endif
