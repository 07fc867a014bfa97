/* SPDX-License-Identifier: MIT
 *
 * Head and foot of an index file.
 *
 * The foot is read first, as it is at the end of the file and says where the tables are. Nothing of
 * an index is used before foot and tables have been checked.
 *
 * A sum that is wrong, or a number that cannot be, makes the whole index none: the recording is
 * then read without it, and what comes out is the same.
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "recording/recording.h"
#include "teetape/hash.h"

/* What is after the version is zeros, and is compared. */
void tt_index_head_pack(tt_packer *p)
{
    uint8_t head[TT_INDEX_HEAD_SIZE] = {0};
    tti_copy(head, TTI_INDEX_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(head + TTI_INDEX_MAGIC_SIZE, TT_INDEX_VERSION);
    tt_pack_raw(p, (tt_bytes){head, sizeof head});
}

/* A head is compared with the only one that there is. An older version is reported apart, because
 * the answer to it is to index again. */
tt_status tt_index_head_check(tt_bytes head)
{
    uint8_t want[TT_INDEX_HEAD_SIZE];
    tt_packer p = tt_packer_of(want, sizeof want);
    tt_index_head_pack(&p);
    if (tt_bytes_equal(head, tt_packer_bytes(&p))) {
        return TT_OK;
    }
    if (head.size != sizeof want || !tti_equal(head.data, TTI_INDEX_MAGIC, TTI_INDEX_MAGIC_SIZE)) {
        return TT_ERR_INDEX;
    }
    uint32_t version = tti_load_le32(head.data + TTI_INDEX_MAGIC_SIZE);
    return version > 0 && version < TT_INDEX_VERSION ? TT_ERR_INDEX_OLD : TT_ERR_INDEX;
}

uint64_t tt_index_hash(tt_bytes bytes)
{
    return tt_xxh64_of(bytes.data, bytes.size);
}

/* The first bytes of the recording, as far as its header goes: another recording with the same name
 * is found out here, before a state is used. */
tt_status tt_index_header_check(const tt_index_foot *foot, tt_bytes first)
{
    return first.size >= foot->header_size && tt_format_of(first) == foot->format &&
                   tt_xxh64_of(first.data, (size_t)foot->header_size) == foot->header_hash
               ? TT_OK
               : TT_ERR_INDEX_OTHER;
}

/* Its own sum is the last thing in it, over all that is before. */
void tt_index_foot_pack(tt_packer *p, const tt_index_foot *from)
{
    uint8_t b[TT_INDEX_FOOT_SIZE] = {0};
    TTI_FOOT_ROWS(TTI_ROW_STORE)
    b[TTI_FOOT_CODEC] = (uint8_t)from->codec;
    b[TTI_FOOT_ENDING] = (uint8_t)from->ending;
    b[TTI_FOOT_FORMAT] = (uint8_t)from->format;
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        tti_store_le32(b + TTI_FOOT_FACTS + 4 * kind, from->facts[kind]);
    }
    tti_copy(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE);
    tti_store_le32(b + TTI_FOOT_VERSION, TT_INDEX_VERSION);
    tti_store_le64(b + TTI_FOOT_HASH, tt_xxh64_of(b, TTI_FOOT_HASH));
    tt_pack_raw(p, (tt_bytes){b, sizeof b});
}

/* Enumerations have been checked by the caller, so that the casts give values that exist. */
static void foot_read(tt_index_foot *to, const uint8_t *b)
{
    TTI_FOOT_ROWS(TTI_ROW_LOAD)
    to->codec = (tt_index_codec)b[TTI_FOOT_CODEC];
    to->ending = (tt_index_ending)b[TTI_FOOT_ENDING];
    to->format = (tt_format)b[TTI_FOOT_FORMAT];
    for (size_t kind = 0; kind < TT_INDEX_KINDS; kind++) {
        to->facts[kind] = tti_load_le32(b + TTI_FOOT_FACTS + 4 * kind);
    }
}

uint64_t tt_index_tables_size(const tt_index_foot *foot)
{
    return (uint64_t)foot->blocks * TT_INDEX_BLOCK_SIZE +
           (uint64_t)foot->access_points * TT_INDEX_ACCESS_POINT_SIZE;
}

/* The tables fill what is left between the blocks and the foot. Every session has a fact, so that
 * memory for each of them is no more than the index has. The sizes are sums of products of 32 bits
 * in 64, so nothing wraps. */
static int fits(const tt_index_foot *foot, uint64_t file_size)
{
    uint64_t around = tt_index_tables_size(foot) + TT_INDEX_FOOT_SIZE;
    return file_size >= around + TT_INDEX_HEAD_SIZE && foot->tables == file_size - around &&
           foot->blocks != 0 && foot->header_size > TT_FORMAT_FIRST &&
           foot->indexed >= foot->header_size && foot->first_tick >= -1 && foot->last_tick >= 0 &&
           foot->first_tick <= foot->last_tick && foot->sessions <= foot->tables / TTI_FACT_LEAST;
}

/* The sum is compared before any number counts. A right sum says nothing of who made it, so the
 * numbers are compared with the size of the file as well. */
tt_status tt_index_foot_unpack(tt_index_foot *foot, tt_bytes bytes, uint64_t file_size)
{
    const uint8_t *b = bytes.data;
    if (bytes.size != TT_INDEX_FOOT_SIZE ||
        !tti_equal(b + TTI_FOOT_MAGIC, TTI_INDEX_FOOT_MAGIC, TTI_INDEX_MAGIC_SIZE) ||
        tti_load_le32(b + TTI_FOOT_VERSION) != TT_INDEX_VERSION ||
        tti_load_le64(b + TTI_FOOT_HASH) != tt_xxh64_of(b, TTI_FOOT_HASH)) {
        return TT_ERR_INDEX;
    }
    /* a codec or a format of a later version: no reader of this one could use the index */
    if (b[TTI_FOOT_CODEC] >= TT_INDEX_CODECS || b[TTI_FOOT_ENDING] >= TT_INDEX_ENDINGS ||
        b[TTI_FOOT_FORMAT] == TT_FORMAT_UNKNOWN || b[TTI_FOOT_FORMAT] >= TT_FORMATS) {
        return TT_ERR_INDEX;
    }
    foot_read(foot, b);
    return fits(foot, file_size) ? TT_OK : TT_ERR_INDEX;
}
