/* SPDX-License-Identifier: MIT
 *
 * Where the numbers of an index file stand: offsets in its fixed parts. All are little-endian; what
 * is not named is zero. docs/format/index.md has the same as tables.
 */
#ifndef TTI_INDEX_ENTRY_H
#define TTI_INDEX_ENTRY_H

#include "teetape/index.h"

/* Magics of head and foot. The line end and the 1a show when a file was sent as text. */
#define TTI_INDEX_MAGIC "TTIDX\r\n\x1a"
#define TTI_INDEX_FOOT_MAGIC "TTIDXEND"
#define TTI_INDEX_MAGIC_SIZE 8

enum {
    TTI_FOOT_TABLES = 0,
    TTI_FOOT_BLOCKS = 8,
    TTI_FOOT_ACCESS_POINTS = 12,
    TTI_FOOT_TABLES_HASH = 16,
    TTI_FOOT_HEADER_SIZE = 24,
    TTI_FOOT_HEADER_HASH = 32,
    TTI_FOOT_INDEXED = 40,
    TTI_FOOT_STORED = 48,
    TTI_FOOT_SESSIONS = 56,
    TTI_FOOT_ERRORS = 64,
    TTI_FOOT_WARNINGS = 68,
    TTI_FOOT_LAST_TICK = 72,
    TTI_FOOT_CODEC = 76,
    TTI_FOOT_ENDING = 77,
    TTI_FOOT_FORMAT = 78,
    TTI_FOOT_FACTS = 80,
    TTI_FOOT_MAGIC = 336,
    TTI_FOOT_VERSION = 344,
    TTI_FOOT_FIRST_TICK = 348,
    TTI_FOOT_HASH = 352
};

enum {
    TTI_BLOCK_BEGIN = 0,
    TTI_BLOCK_PLACE = 8,
    TTI_BLOCK_STATE_SIZE = 16,
    TTI_BLOCK_FACTS_SIZE = 20,
    TTI_BLOCK_STATE_HASH = 24,
    TTI_BLOCK_FACTS_HASH = 32,
    TTI_BLOCK_RAW_HASH = 40,
    TTI_BLOCK_FIRST_SESSION = 48,
    TTI_BLOCK_TICK = 56,
    TTI_BLOCK_FACT_COUNT = 60,
    TTI_BLOCK_KINDS = 64,
    TTI_BLOCK_ERRORS = 72,
    TTI_BLOCK_WARNINGS = 76
};

enum {
    TTI_POINT_RAW = 0,
    TTI_POINT_STORED = 8,
    TTI_POINT_PLACE = 16,
    TTI_POINT_PACKED_HASH = 24,
    TTI_POINT_PACKED_SIZE = 32,
    TTI_POINT_WINDOW_SIZE = 36,
    TTI_POINT_BITS = 38
};

/* The head of a fact. */
enum {
    TTI_FACT_KIND = 0,
    TTI_FACT_REST = 1, /* bytes after the head */
    TTI_FACT_CID = 3,
    TTI_FACT_HEAD = 4,
    TTI_FACT_LEAST = 7 /* bytes of the shortest fact */
};

/* In the byte of the client id: it is about no client. */
#define TTI_FACT_NO_CID 0xff

#endif
