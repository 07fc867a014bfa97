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
#include <stddef.h>

#include "host/codec.h"

/* HOST_ZSTD_TABLE_FRAME is one of 16 magics of frames that zstd skips; HOST_ZSTD_TABLE_MAGIC is in
 * the table. The head is the first magic and the size; the foot is count, flags and the second
 * magic. */
#define HOST_ZSTD_TABLE_FRAME 0x184d2a5eu
#define HOST_ZSTD_TABLE_MAGIC 0x8f92eab1u
#define HOST_ZSTD_TABLE_HEAD ((size_t)8)
#define HOST_ZSTD_TABLE_FOOT ((size_t)9)
/* The most frames, to limit memory: files of 16 TiB in frames of 1 MiB, an eighth of the format's
 * own limit. */
#define HOST_ZSTD_TABLE_MOST ((size_t)(HOST_CODEC_MEMORY / 16))

#endif
