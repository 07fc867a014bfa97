/* SPDX-License-Identifier: MIT
 *
 * Offsets of the numbers in the fixed parts of an index file. All numbers are little-endian, and
 * bytes between them are zero. docs/format/index.md has the same as tables.
 */
#ifndef TTI_INDEX_ENTRY_H
#define TTI_INDEX_ENTRY_H

#include "base/mem.h"
#include "base/private_api.h"
#include "teetape/index.h"

/* Magics of head and foot. The line end and 1a detect a transfer as text. */
#define TTI_INDEX_MAGIC "TTIDX\r\n\x1a"
#define TTI_INDEX_FOOT_MAGIC "TTIDXEND"
#define TTI_INDEX_MAGIC_SIZE 8

/* Rows of numbers: offset, storage, member. One list defines the offsets, the writer and the
 * reader. */
#define TTI_FOOT_ROWS(ROW)                                                                         \
    ROW(TTI_FOOT_TABLES, 0, le64, tables)                                                          \
    ROW(TTI_FOOT_BLOCKS, 8, le32, blocks)                                                          \
    ROW(TTI_FOOT_ACCESS_POINTS, 12, le32, access_points)                                           \
    ROW(TTI_FOOT_TABLES_HASH, 16, le64, tables_hash)                                               \
    ROW(TTI_FOOT_HEADER_SIZE, 24, le64, header_size)                                               \
    ROW(TTI_FOOT_HEADER_HASH, 32, le64, header_hash)                                               \
    ROW(TTI_FOOT_INDEXED, 40, le64, indexed)                                                       \
    ROW(TTI_FOOT_STORED, 48, le64, stored)                                                         \
    ROW(TTI_FOOT_SESSIONS, 56, le64, sessions)                                                     \
    ROW(TTI_FOOT_ERRORS, 64, le32, errors)                                                         \
    ROW(TTI_FOOT_WARNINGS, 68, le32, warnings)                                                     \
    ROW(TTI_FOOT_LAST_TICK, 72, tick, last_tick)                                                   \
    ROW(TTI_FOOT_FIRST_TICK, 348, tick, first_tick)
#define TTI_BLOCK_ROWS(ROW)                                                                        \
    ROW(TTI_BLOCK_BEGIN, 0, le64, begin)                                                           \
    ROW(TTI_BLOCK_PLACE, 8, le64, place)                                                           \
    ROW(TTI_BLOCK_STATE_SIZE, 16, le32, state_size)                                                \
    ROW(TTI_BLOCK_FACTS_SIZE, 20, le32, facts_size)                                                \
    ROW(TTI_BLOCK_STATE_HASH, 24, le64, state_hash)                                                \
    ROW(TTI_BLOCK_FACTS_HASH, 32, le64, facts_hash)                                                \
    ROW(TTI_BLOCK_RAW_HASH, 40, le64, raw_hash)                                                    \
    ROW(TTI_BLOCK_FIRST_SESSION, 48, le64, first_session)                                          \
    ROW(TTI_BLOCK_TICK, 56, tick, tick)                                                            \
    ROW(TTI_BLOCK_FACT_COUNT, 60, le32, fact_count)                                                \
    ROW(TTI_BLOCK_KINDS, 64, le64, kinds)                                                          \
    ROW(TTI_BLOCK_ERRORS, 72, le32, errors)                                                        \
    ROW(TTI_BLOCK_WARNINGS, 76, le32, warnings)
#define TTI_POINT_ROWS(ROW)                                                                        \
    ROW(TTI_POINT_RAW, 0, le64, raw)                                                               \
    ROW(TTI_POINT_STORED, 8, le64, stored)                                                         \
    ROW(TTI_POINT_PLACE, 16, le64, place)                                                          \
    ROW(TTI_POINT_PACKED_HASH, 24, le64, packed_hash)                                              \
    ROW(TTI_POINT_PACKED_SIZE, 32, le32, packed_size)                                              \
    ROW(TTI_POINT_WINDOW_SIZE, 36, le16, window_size)

/* Functions that use the rows have arguments with the names `from`, `to` and `b`. */
#define TTI_ROW_PLACE(PLACE, at, how, member) PLACE = at,
#define TTI_ROW_STORE(PLACE, at, how, member) tti_store_##how(b + PLACE, from->member);
#define TTI_ROW_LOAD(PLACE, at, how, member) to->member = tti_load_##how(b + PLACE);

enum {
    TTI_FOOT_ROWS(TTI_ROW_PLACE) TTI_BLOCK_ROWS(TTI_ROW_PLACE) TTI_POINT_ROWS(TTI_ROW_PLACE)
        TTI_FOOT_CODEC = 76,
    TTI_FOOT_ENDING = 77,
    TTI_FOOT_FORMAT = 78,
    TTI_FOOT_PARTS = 79, /* 1: the foot has games */
    TTI_FOOT_FACTS = 80,
    TTI_FOOT_MAGIC = 336,
    TTI_FOOT_VERSION = 344,
    TTI_FOOT_HASH = 352,
    TTI_POINT_BITS = 38
};

static inline void tti_store_tick(uint8_t *to, int32_t tick)
{
    tti_store_le32(to, (uint32_t)tick);
}

static inline int32_t tti_load_tick(const uint8_t *from)
{
    return tti_signed(tti_load_le32(from));
}

enum {
    TTI_FACT_KIND = 0,
    TTI_FACT_REST = 1,
    TTI_FACT_CID = 3, /* one byte: 0 to 127, or TTI_FACT_NO_CID */
    TTI_FACT_HEAD = 4,
    TTI_FACT_LEAST = 7
};

#define TTI_FACT_NO_CID 0xff

/* Returns TT_OK when the bytes begin with the head of this version; TT_ERR_INDEX_OLD for the head
 * of an older version; otherwise TT_ERR_INDEX. */
TT_PRIVATE_API tt_status tti_index_head_check(tt_bytes head);

/* Writes an entry of the access point table, TT_INDEX_ACCESS_POINT_SIZE bytes. */
TT_PRIVATE_API void tti_index_access_point_pack(tt_packer *p, const tt_index_access_point *point);

/* Returns entry `point`, counted from 0, which must be below foot->access_points. */
TT_PRIVATE_API tt_index_access_point tti_index_access_point_at(const tt_index_foot *foot,
                                                               tt_bytes tables, uint32_t point);

/* Returns how many access points are at or before raw byte `offset`. Decompression begins at the
 * last of them. */
TT_PRIVATE_API uint32_t tti_index_access_point_find(const tt_index_foot *foot, tt_bytes tables,
                                                    uint64_t offset);

#endif
