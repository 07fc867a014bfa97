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

/* Bytes that compress, but not to nothing; the same for the same seed. */
struct blob blob_text(size_t size, uint64_t seed);
struct blob blob_copy(tt_bytes bytes);
void blob_add(struct blob *a, const void *data, size_t size);
void blob_free(struct blob *a);
tt_bytes blob_part(const struct blob *a, size_t from, size_t to);

#ifdef TT_HAVE_LZMA
/* One stream. `block` is the raw size of its blocks, 0 for a single one; with `sizes` their headers
 * tell their sizes, as the encoder with threads has it. */
void pack_add_xz(struct blob *packed, tt_bytes text, size_t block, int sizes);
#endif

#ifdef TT_HAVE_ZSTD
void pack_add_zstd(struct blob *packed, tt_bytes text); /* one frame with a checksum */

/* Frames of `frame` raw bytes and a seek table, with checksums in it if wanted. */
void pack_add_zstd_seekable(struct blob *packed, tt_bytes text, size_t frame, int checksums);
#endif

#ifdef TT_HAVE_ZLIB
void pack_add_gz(struct blob *packed, tt_bytes text, int level); /* one member */
#endif

#endif
