/* SPDX-License-Identifier: MIT
 *
 * Index files of recordings of any format. An index has an access point about every mebibyte,
 * and the facts between them, so that a search need not read the whole recording.
 *
 *     head | block | block | ... | block table | access point table | foot
 *
 * These calls read and write the parts; the caller reads and writes the file.
 * docs/format/index.md describes the format. Checksums find damage, but they are no protection
 * against an attacker.
 *
 * To go to a tick: tt_index_foot_unpack, tt_index_header_check, tt_index_tables_check; then
 * tt_index_find and tt_index_block_at; read the block's state and, of the recording, the bytes from
 * block.begin to block.end; compare tt_index_hash of both; tt_recording_resume;
 * tt_index_block_is_at. Examples: examples/jump_by_index.c, and examples/facts_by_index.c for the
 * facts.
 *
 * To write one: tt_index_head_pack; for each block tt_recording_pack, then tt_index_fact_pack for
 * every fact of TT_INDEX_HOLDS up to the next block; at the end the tables and the foot.
 * Example: examples/write_index.c.
 *
 * Here "header of a recording" means the bytes that tt_recording_resume needs: those before the
 * first record, or in a demo before the map. tt_recording_look gives their number at
 * TT_ITEM_HEADER. The first block begins at the first record or chunk: in a demo after its map.
 *
 * In libteetape-io, io/index.h opens and checks an index file by its path, and io/index_build.h
 * writes one.
 */
#ifndef TEETAPE_INDEX_H
#define TEETAPE_INDEX_H

#include "teetape/fact.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the index format that this library reads and writes. */
#define TT_INDEX_VERSION 3

#define TT_INDEX_HEAD_SIZE 16         /**< bytes of the head */
#define TT_INDEX_BLOCK_SIZE 80        /**< bytes of an entry of the block table */
#define TT_INDEX_ACCESS_POINT_SIZE 40 /**< bytes of an entry of the access point table */
#define TT_INDEX_FOOT_SIZE 360        /**< bytes of the foot */

/** Approximate bytes of the recording between the states of two blocks, for a writer. */
#define TT_INDEX_INTERVAL ((uint64_t)1 << 20)

/** Most bytes of an interval that a reader of an index accepts. */
#define TT_INDEX_INTERVAL_MAX ((uint64_t)4 << 20)

/** Bytes of facts at which a writer ends the interval. */
#define TT_INDEX_FACTS ((size_t)256 << 10)

/** Most bytes of the facts of a block. */
#define TT_INDEX_FACTS_MAX ((size_t)512 << 10)

/** Most bytes of a text of a fact: a longer one is cut at a UTF-8 boundary. When a fact has
 * several strings, the first ones that fit are kept. */
#define TT_INDEX_TEXT_MAX 255

/** Most bytes of a packed fact. */
#define TT_INDEX_FACT_MAX (128 + 4 * TT_INDEX_TEXT_MAX)

/** Limit of the numbers of fact kinds: a set of kinds has 64 bits. */
#define TT_INDEX_KINDS 64

/** The kinds of facts that an index holds: all but the map, which is in the header. */
#define TT_INDEX_HOLDS (TT_FACTS_ALL & ~TT_FACT_BIT(TT_FACT_MAP))

/** Most bytes of a gzip window: the raw bytes before an access point. */
#define TT_INDEX_WINDOW_MAX 32768

/** Most bytes of a gzip window after it was deflated (zlib). */
#define TT_INDEX_PACKED_MAX 36864

/** Compression of the recording's file when it was indexed. */
typedef enum tt_index_codec {
    TT_INDEX_PLAIN, /**< not compressed */
    TT_INDEX_XZ,    /**< .xz */
    TT_INDEX_ZSTD,  /**< .zst */
    TT_INDEX_GZIP,  /**< .gz */
    TT_INDEX_TAPE,  /**< .tape */
    TT_INDEX_CODECS /**< number of codecs */
} tt_index_codec;

/** State of the recording's end when it was indexed. */
typedef enum tt_index_ending {
    TT_INDEX_OPEN, /**< ends between two records, and its recorder did not close it: it may grow */
    TT_INDEX_FINISHED, /**< closed by its recorder */
    TT_INDEX_DAMAGED,  /**< ends inside a record, or has a record that cannot be read */
    TT_INDEX_ENDINGS   /**< number of endings */
} tt_index_ending;

/** The foot: the summary of an index. */
typedef struct tt_index_foot {
    uint64_t tables;        /**< bytes of the index before the block table */
    uint32_t blocks;        /**< entries of the block table */
    uint32_t access_points; /**< entries of the access point table */
    uint64_t tables_hash;   /**< tt_index_hash of both tables */
    tt_format format;       /**< format of the recording */
    uint64_t header_size;   /**< bytes of the header of the recording */
    uint64_t header_hash;   /**< tt_index_hash of the header of the recording */
    uint64_t indexed; /**< bytes of the recording that are covered: up to the end of a record */
    uint64_t stored; /**< size of the recording's file; in a tape: of the bytes before its footer */
    uint64_t sessions;              /**< number of sessions in the recording */
    uint32_t errors, warnings;      /**< errors and warnings that a reader with `recover` reports */
    int32_t first_tick;             /**< first tick of the records, -1 when there is none */
    int32_t last_tick;              /**< highest tick of the records, 0 when there is none */
    tt_index_codec codec;           /**< compression of the recording's file */
    tt_index_ending ending;         /**< how the recording ended */
    uint32_t facts[TT_INDEX_KINDS]; /**< number of facts of each kind */
    bool has_games; /**< states of the game, computed with the map, are before the tables */
} tt_index_foot;

/** A block: the state between two records of a recording, and the facts up to the next block. */
typedef struct tt_index_block {
    uint64_t begin, end;    /**< bytes [begin, end) of the recording that the block covers */
    uint64_t place;         /**< offset of the state in the index; the facts follow the state */
    uint32_t state_size;    /**< bytes of the packed state */
    uint32_t facts_size;    /**< bytes of the facts */
    uint64_t state_hash;    /**< tt_index_hash of the state */
    uint64_t facts_hash;    /**< tt_index_hash of the facts */
    uint64_t raw_hash;      /**< tt_index_hash of the recording's bytes from begin to end */
    uint64_t first_session; /**< number of the first session that begins in the block or later */
    int32_t tick;           /**< highest tick of a record before the block, 0 when there is none */
    uint64_t kinds;         /**< kinds of facts in the block, a sum of TT_FACT_BIT */
    uint32_t errors, warnings; /**< issues that the reader reported before the block */
    uint32_t fact_count;       /**< number of facts in the block */
} tt_index_block;

/** A place where decompression of the recording can begin. */
typedef struct tt_index_access_point {
    uint64_t raw, stored; /**< bytes before the point, decompressed and as stored */
    uint8_t bits; /**< gzip: number of high bits of the stored byte before the point that belong
                     after it */
    uint16_t window_size; /**< gzip: raw bytes of the window; 0: this point needs no window */
    uint64_t place;       /**< offset of the deflated window in the index */
    uint32_t packed_size; /**< bytes of the deflated window */
    uint64_t packed_hash; /**< tt_index_hash of the deflated window */
} tt_index_access_point;

/** Writes the head: magic and version, TT_INDEX_HEAD_SIZE bytes. */
TT_API void tt_index_head_pack(tt_packer *p);

/** Writes the foot and its own sum, TT_INDEX_FOOT_SIZE bytes. */
TT_API void tt_index_foot_pack(tt_packer *p, const tt_index_foot *foot);

/** Reads the foot and checks its sum. `file_size` is the size of the index in bytes. TT_ERR_INDEX
 * for a damaged foot, or one that contradicts the size; `*foot` is then undefined. */
TT_API tt_status tt_index_foot_unpack(tt_index_foot *foot, tt_bytes bytes, uint64_t file_size);

/** Returns the bytes of both tables. */
TT_API uint64_t tt_index_tables_size(const tt_index_foot *foot);

/** Checks the tables, which are at foot->tables: their sum and every entry. The calls below take
 * tables that were checked. TT_ERR_INDEX. Linear in their size. */
TT_API tt_status tt_index_tables_check(const tt_index_foot *foot, tt_bytes tables);

/** Writes an entry of the block table, TT_INDEX_BLOCK_SIZE bytes. `end` is not written: it is the
 * `begin` of the next block. */
TT_API void tt_index_block_pack(tt_packer *p, const tt_index_block *block);

/** Returns entry `block` of the block table, counted from 0, which must be below foot->blocks. */
TT_API tt_index_block tt_index_block_at(const tt_index_foot *foot, tt_bytes tables, uint32_t block);

/** Returns true when a reader that was resumed from the state of `block` is at the begin of the
 * block. */
TT_API bool tt_index_block_is_at(const tt_index_block *block, const tt_recording *rec);

/** Returns the last block that has no record of `tick` or later before it. When there is none,
 * returns block 0. Logarithmic. */
TT_API uint32_t tt_index_find(const tt_index_foot *foot, tt_bytes tables, int32_t tick);

/** Checks that the index belongs to a recording with this header: TT_OK or TT_ERR_INDEX_OTHER.
 * `first` are the first bytes of the recording, foot->header_size or more. */
TT_API tt_status tt_index_header_check(const tt_index_foot *foot, tt_bytes first);

/** Returns XXH64 with seed 0, the sum of every part of an index. */
TT_API uint64_t tt_index_hash(tt_bytes bytes);

/** Appends a fact, TT_INDEX_FACT_MAX bytes at most. */
TT_API void tt_index_fact_pack(tt_packer *p, const tt_fact *fact);

/** Reads the next fact of a block's facts, which must have the right sum. The texts of the fact are
 * views into the block's facts. Its session is TT_SESSION_NONE or below foot->sessions. Facts of
 * kinds that this version does not know are passed over. TT_OK, TT_END, or TT_ERR_INDEX. After the
 * last two, every later call returns the same. */
TT_API tt_status tt_index_fact_next(tt_unpacker *u, const tt_index_foot *foot,
                                    const tt_index_block *block, tt_fact *fact);

#ifdef __cplusplus
}
#endif

#endif
