/* SPDX-License-Identifier: MIT
 *
 * Index files of recordings of any format: an access point every mebibyte or so, and the facts
 * between two of them, so that a question about a recording need not read all of it.
 *
 *     head | block | block | ... | block table | access point table | foot
 *
 * These calls read and write the parts; getting them from a file is the caller's.
 * docs/format/index.md is the description. Sums find damage. They protect against nobody who means
 * it: an index is to be trusted as far as the recording beside it.
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
 * The header of a recording is here what tt_recording_resume needs of it: its first bytes up to the
 * first record, or of a demo up to its map. They are as many as tt_recording_offset says with
 * TT_ITEM_HEADER. The first block begins at the first record or chunk: in a demo after its map.
 *
 * io/index.h of libteetape-io opens and checks such a file, and io/index_build.h writes one, from
 * its path.
 */
#ifndef TEETAPE_INDEX_H
#define TEETAPE_INDEX_H

#include "teetape/fact.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the format that is read and written here. */
#define TT_INDEX_VERSION 3

/* Bytes of the parts. */
#define TT_INDEX_HEAD_SIZE 16         /**< bytes of the head */
#define TT_INDEX_BLOCK_SIZE 80        /**< bytes of an entry of the block table */
#define TT_INDEX_ACCESS_POINT_SIZE 40 /**< bytes of an entry of the access point table */
#define TT_INDEX_FOOT_SIZE 360        /**< bytes of the foot */

/** An interval of the recording, from the state at its begin to that of the next block, has about
 * this many bytes when it is written. */
#define TT_INDEX_INTERVAL ((uint64_t)1 << 20)

/** Most bytes of an interval that are believed when an index is read. */
#define TT_INDEX_INTERVAL_MAX ((uint64_t)4 << 20)

/** Bytes of facts at which a writer ends the interval. */
#define TT_INDEX_FACTS ((size_t)256 << 10)

/** Most bytes of the facts of a block. */
#define TT_INDEX_FACTS_MAX ((size_t)512 << 10)

/** Most bytes of a text of a fact: what is longer is cut at a UTF-8 boundary. Of a fact with
 * several strings as many are there as fit. */
#define TT_INDEX_TEXT_MAX 255

/** Most bytes of a packed fact. */
#define TT_INDEX_FACT_MAX (128 + 4 * TT_INDEX_TEXT_MAX)

/** Numbers of kinds of facts that there can ever be. */
#define TT_INDEX_KINDS 64

/** The kinds of facts that an index holds: all but the map, which is in the header. */
#define TT_INDEX_HOLDS (TT_FACTS_ALL & ~TT_FACT_BIT(TT_FACT_MAP))

/** Most bytes of a gzip window: the raw bytes before an access point. */
#define TT_INDEX_WINDOW_MAX 32768

/** Most bytes of a gzip window after it was deflated (zlib). */
#define TT_INDEX_PACKED_MAX 36864

/** How the recording was stored when it was indexed. */
typedef enum tt_index_codec {
    TT_INDEX_PLAIN, /**< as it is */
    TT_INDEX_XZ,    /**< .xz */
    TT_INDEX_ZSTD,  /**< .zst */
    TT_INDEX_GZIP,  /**< .gz */
    TT_INDEX_CODECS /**< how many there are */
} tt_index_codec;

/** How the recording ended when it was indexed. */
typedef enum tt_index_ending {
    TT_INDEX_OPEN,     /**< between two records, and its recorder did not close it: it may grow */
    TT_INDEX_FINISHED, /**< closed, as tt_recording_is_closed says */
    TT_INDEX_DAMAGED,  /**< inside a record, or with one that cannot be read */
    TT_INDEX_ENDINGS   /**< how many there are */
} tt_index_ending;

/** The foot: what an index says as a whole. */
typedef struct tt_index_foot {
    uint64_t tables;        /**< bytes of the index before the block table */
    uint32_t blocks;        /**< entries of the block table */
    uint32_t access_points; /**< entries of the access point table */
    uint64_t tables_hash;   /**< of both */
    tt_format format;       /**< what the recording is */
    uint64_t header_size;   /**< bytes of its header */
    uint64_t header_hash;   /**< of these */
    uint64_t indexed;  /**< bytes of the recording that are covered: up to the end of a record */
    uint64_t stored;   /**< size of the recording's file */
    uint64_t sessions; /**< in the recording */
    uint32_t errors, warnings;      /**< of the reader, with `recover` */
    int32_t first_tick;             /**< of its records, -1 when there is none */
    int32_t last_tick;              /**< the highest one, 0 when there is none */
    tt_index_codec codec;           /**< how it is stored */
    tt_index_ending ending;         /**< how it ended */
    uint32_t facts[TT_INDEX_KINDS]; /**< how many of each kind */
} tt_index_foot;

/** A block: the state between two records of a recording, and the facts up to the next block. */
typedef struct tt_index_block {
    uint64_t begin, end;       /**< of the interval in the recording */
    uint64_t place;            /**< of the state in the index; the facts follow it */
    uint32_t state_size;       /**< bytes of the state */
    uint32_t facts_size;       /**< bytes of the facts */
    uint64_t state_hash;       /**< of the state */
    uint64_t facts_hash;       /**< of the facts */
    uint64_t raw_hash;         /**< of the interval */
    uint64_t first_session;    /**< sessions that began before it, with those of nobody */
    int32_t tick;              /**< the highest one of a record before it, 0 when there is none */
    uint64_t kinds;            /**< of its facts, a sum of TT_FACT_BIT */
    uint32_t errors, warnings; /**< of the reader before it */
    uint32_t fact_count;       /**< how many facts there are */
} tt_index_block;

/** A place where decompression of the recording can begin. */
typedef struct tt_index_access_point {
    uint64_t raw, stored; /**< bytes before it, decompressed and as stored */
    uint8_t bits;         /**< gzip: high bits of the byte before that belong to it */
    uint16_t window_size; /**< gzip: bytes of the window; 0 for none */
    uint64_t place;       /**< of the deflated window in the index */
    uint32_t packed_size; /**< bytes of it */
    uint64_t packed_hash; /**< of it */
} tt_index_access_point;

/** Writes the head: magic and version, TT_INDEX_HEAD_SIZE bytes. */
TT_API void tt_index_head_pack(tt_packer *p);

/** TT_OK when the bytes begin with such a head; TT_ERR_INDEX_OLD for that of an older version; else
 * TT_ERR_INDEX. */
TT_API tt_status tt_index_head_check(tt_bytes head);

/** Writes the foot and its own sum, TT_INDEX_FOOT_SIZE bytes. */
TT_API void tt_index_foot_pack(tt_packer *p, const tt_index_foot *foot);

/** Reads the foot and checks its sum. `file_size` is the size of the index in bytes. TT_ERR_INDEX
 * for a damaged foot, and for one that does not fit the size; `*foot` is then of no use. */
TT_API tt_status tt_index_foot_unpack(tt_index_foot *foot, tt_bytes bytes, uint64_t file_size);

/** Bytes of both tables. */
TT_API uint64_t tt_index_tables_size(const tt_index_foot *foot);

/** Checks the tables, which are at foot->tables: their sum and every entry. The calls below take
 * tables that were checked. TT_ERR_INDEX. Linear in their size. */
TT_API tt_status tt_index_tables_check(const tt_index_foot *foot, tt_bytes tables);

/** Writes an entry of the block table, TT_INDEX_BLOCK_SIZE bytes. `end` is not looked at: it is the
 * next block's begin. */
TT_API void tt_index_block_pack(tt_packer *p, const tt_index_block *block);

/** Entry `block`, from 0, which must be below foot->blocks. */
TT_API tt_index_block tt_index_block_at(const tt_index_foot *foot, tt_bytes tables, uint32_t block);

/** Writes an entry of the access point table, TT_INDEX_ACCESS_POINT_SIZE bytes. */
TT_API void tt_index_access_point_pack(tt_packer *p, const tt_index_access_point *point);

/** Entry `point`, from 0, which must be below foot->access_points. */
TT_API tt_index_access_point tt_index_access_point_at(const tt_index_foot *foot, tt_bytes tables,
                                                      uint32_t point);

/** 1 when a reader that was resumed from a block's state is where the block begins. */
TT_API int tt_index_block_is_at(const tt_index_block *block, const tt_recording *rec);

/** The last block before which there is no record of `tick` or a later one; the first one if need
 * be. Logarithmic. */
TT_API uint32_t tt_index_find(const tt_index_foot *foot, tt_bytes tables, int32_t tick);

/** The number of access points that are not after raw byte `offset`: the last of them is the one
 * to begin at. */
TT_API uint32_t tt_index_access_point_find(const tt_index_foot *foot, tt_bytes tables,
                                           uint64_t offset);

/** Whether the index is of a recording with this header: TT_OK or TT_ERR_INDEX_OTHER. `first` are
 * the first bytes of the recording, foot->header_size or more. */
TT_API tt_status tt_index_header_check(const tt_index_foot *foot, tt_bytes first);

/** The sum of bytes, as all sums of an index: XXH64 with seed 0. */
TT_API uint64_t tt_index_hash(tt_bytes bytes);

/** Appends a fact, TT_INDEX_FACT_MAX bytes at most. */
TT_API void tt_index_fact_pack(tt_packer *p, const tt_fact *fact);

/** The next fact of a block's facts, which must have the right sum. Its texts are views into them,
 * and its session is TT_SESSION_NONE or below foot->sessions. Facts of kinds that this version does
 * not know are passed over. TT_OK, TT_END, or TT_ERR_INDEX; the last two remain. */
TT_API tt_status tt_index_fact_next(tt_unpacker *u, const tt_index_foot *foot,
                                    const tt_index_block *block, tt_fact *fact);

#ifdef __cplusplus
}
#endif

#endif
