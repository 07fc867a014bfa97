/* SPDX-License-Identifier: MIT
 *
 * Compressed data as others write it: straight from the libraries, with every odd shape that the
 * formats allow. Only what this build has a library for. Failures end the test.
 */
#ifndef TEST_HOST_PACK_H
#define TEST_HOST_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"

struct blob {
    uint8_t *data;
    size_t size;
};

/* Makes bytes that compress a little. Equal seeds give equal bytes. */
struct blob blob_text(size_t size, uint64_t seed);
struct blob blob_copy(tt_bytes bytes);
void blob_add(struct blob *a, const void *data, size_t size);
void blob_free(struct blob *a);
tt_bytes blob_part(const struct blob *a, size_t from, size_t to);

#ifdef TT_HAVE_LZMA
/* Appends one .xz stream with blocks of `block` raw bytes, 0 for a single block. With `sizes` the
 * headers of blocks have their sizes, as the encoder with threads writes them. */
void pack_add_xz(struct blob *packed, tt_bytes text, size_t block, int sizes);
#endif

#ifdef TT_HAVE_ZSTD
void pack_add_zstd(struct blob *packed, tt_bytes text); /* Appends one frame with a checksum. */

/* Appends frames of `frame` raw bytes and a seek table, which has checksums if wanted. */
void pack_add_zstd_seekable(struct blob *packed, tt_bytes text, size_t frame, int checksums);
#endif

#ifdef TT_HAVE_ZLIB
void pack_add_gz(struct blob *packed, tt_bytes text, int level); /* Appends one member. */
#endif

#endif
