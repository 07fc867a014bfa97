/* SPDX-License-Identifier: MIT
 *
 * The seek table at the end of a .zst file, as zstd's seekable format 0.1.0 defines it: a skippable
 * frame with the sizes of all frames.
 *
 *     5e 2a 4d 18 | size of what follows | {stored, raw[, checksum]}... | count | flags | magic
 *
 * All numbers are little-endian with 32 bits, but for the flags: one byte, whose highest bit says
 * that there are checksums (low half of XXH64 of a frame's raw bytes).
 */
#ifndef HOST_ZSTD_TABLE_H
#define HOST_ZSTD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/codec.h"

/* Magics of the skippable frame (one of 16 that zstd passes over) and of the table in it. The head
 * is that magic and the size; the foot is count, flags and the magic of the table. */
#define HOST_ZSTD_TABLE_FRAME 0x184d2a5eu
#define HOST_ZSTD_TABLE_MAGIC 0x8f92eab1u
#define HOST_ZSTD_TABLE_HEAD ((size_t)8)
#define HOST_ZSTD_TABLE_FOOT ((size_t)9)
/* The most frames, for memory: files of 16 TiB in frames of 1 MiB, an eighth of the format's own
 * limit. */
#define HOST_ZSTD_TABLE_MOST ((size_t)(HOST_CODEC_MEMORY / 16))

/* Borders are kept and not sizes, so that a search needs no sum. */
struct host_zstd_frame {
    uint64_t raw, stored; /* where it begins */
};

struct host_zstd_table {
    size_t count;
    uint64_t widest;                 /* raw size of the largest frame */
    struct host_zstd_frame frames[]; /* count, and then where the table begins */
};

/* NULL with TT_OK when the file has no table that describes exactly this file; else see map_open of
 * codec.h. To be freed. */
struct host_zstd_table *tti_host_zstd_table_read(const struct host_codec_file *file,
                                                 tt_io_error *error);

/* The number of the last frame that begins at or before `raw`. */
size_t tti_host_zstd_table_find(const struct host_zstd_table *table, uint64_t raw);

#endif
