/* SPDX-License-Identifier: MIT
 *
 * Packs and unpacks facts in the form of an index file:
 *
 *     kind (1) | size of the rest (2) | client id (1) | tick | offset | session | fields
 *
 * The tick is an int of varint.h, offset and session are numbers of wire/checked.h. The session has
 * 1 added, so that 0 is none. The fields are those of the kind: ints of varint.h, a text or data as
 * its size and its bytes, texts as count, size and bytes, a UUID as its 16 bytes.
 *
 * The size lets a reader skip an unknown kind, and fields that a later version adds to the end of a
 * fact. Missing fields are zeros.
 */
#include "base/mem.h"
#include "recording/index_entry.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "wire/checked.h"

static void index_bytes_pack(tt_packer *p, tt_bytes bytes, size_t size)
{
    tti_pack_u64(p, size);
    tt_pack_raw(p, (tt_bytes){bytes.data, size});
}

static void texts_pack(tt_packer *p, tt_texts texts)
{
    const tt_bytes all = texts.packed;
    int32_t count = 0;
    size_t size = 0;
    for (tt_bytes text = tt_texts_next(&texts);
         text.data != NULL && size + text.size + 1 <= TT_INDEX_TEXT_MAX;
         text = tt_texts_next(&texts)) {
        size += text.size + 1;
        count++;
    }
    tt_pack_int(p, count);
    index_bytes_pack(p, all, size);
}

static void index_field_pack(tt_packer *p, const tt_field *field, const void *value)
{
    tt_bytes bytes;
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
    case TT_TYPE_PLACE:
        tt_pack_int(p, *(const int32_t *)value);
        break;
    case TT_TYPE_TEXT:
        bytes = *(const tt_bytes *)value;
        index_bytes_pack(p, bytes, tt_utf8_cut(bytes, TT_INDEX_TEXT_MAX));
        break;
    case TT_TYPE_DATA:
        bytes = *(const tt_bytes *)value;
        index_bytes_pack(p, bytes, bytes.size < TT_INDEX_TEXT_MAX ? bytes.size : TT_INDEX_TEXT_MAX);
        break;
    case TT_TYPE_UUID:
        tt_pack_raw(p, (tt_bytes){((const tt_uuid *)value)->bytes, sizeof(tt_uuid)});
        break;
    case TT_TYPE_TEXTS:
        texts_pack(p, *(const tt_texts *)value);
        break;
    default: /* no fact has such a field */
        p->status = TT_ERR_ARGUMENT;
        break;
    }
}

/* Packs a fact. The rest is packed first, because its size comes before it. TT_INDEX_FACT_MAX has
 * room for the longest fact, so the size fits into 16 bits. */
void tt_index_fact_pack(tt_packer *p, const tt_fact *fact)
{
    uint8_t rest[TT_INDEX_FACT_MAX], head[TTI_FACT_HEAD];
    const tt_type *type = tt_fact_type(fact->kind);
    tt_packer r = tt_packer_of(rest, sizeof rest);
    tt_pack_int(&r, fact->tick);
    tti_pack_u64(&r, fact->offset);
    tti_pack_u64(&r, fact->session + 1);
    for (size_t i = 0; i < type->field_count; i++) {
        index_field_pack(&r, &type->fields[i], tt_field_of(&type->fields[i], &fact->u));
    }
    tt_bytes bytes = tt_packer_bytes(&r);
    head[TTI_FACT_KIND] = (uint8_t)fact->kind;
    tti_store_le16(head + TTI_FACT_REST, (uint16_t)bytes.size);
    head[TTI_FACT_CID] = fact->cid < 0 ? TTI_FACT_NO_CID : (uint8_t)fact->cid;
    tt_pack_raw(p, (tt_bytes){head, sizeof head});
    tt_pack_raw(p, bytes);
    if (p->status == TT_OK) {
        p->status = r.status;
    }
}

/* Unpacks bytes after their size. The size is compared before it becomes a size_t, which may have
 * 32 bits. */
static tt_bytes index_bytes_unpack(tt_unpacker *u)
{
    uint64_t size = tti_unpack_u64(u);
    if (u->status == TT_OK && size > tt_unpacker_left(u)) {
        u->status = TT_ERR_INDEX;
    }
    return u->status == TT_OK ? tt_unpack_raw(u, (size_t)size) : (tt_bytes){NULL, 0};
}

/* Unpacks strings. Later calls find the strings by their NULs, so the count must be right. */
static tt_texts texts_unpack(tt_unpacker *u)
{
    int32_t count = tt_unpack_int(u), have = 0;
    tt_bytes packed = index_bytes_unpack(u);
    for (size_t i = 0; i < packed.size; i++) {
        have += packed.data[i] == 0;
    }
    /* bytes after the last NUL would be a string without a NUL */
    bool is_whole = packed.size == 0 || packed.data[packed.size - 1] == 0;
    if (u->status == TT_OK && (have != count || !is_whole)) {
        u->status = TT_ERR_INDEX;
    }
    return (tt_texts){count, packed};
}

/* Callers use client ids as an index, so they must be in range. A BOOL must be 0 or 1. */
static bool is_good_int(const tt_field *field, int32_t value)
{
    return (field->type != TT_TYPE_CID || (value >= 0 && value < TT_CIDS)) &&
           (field->type != TT_TYPE_BOOL || value == 0 || value == 1);
}

static void index_field_unpack(tt_unpacker *u, const tt_field *field, void *value)
{
    int32_t number;
    switch (field->type) {
    case TT_TYPE_TEXT:
    case TT_TYPE_DATA:
        *(tt_bytes *)value = index_bytes_unpack(u);
        break;
    case TT_TYPE_UUID:
        *(tt_uuid *)value = tt_unpack_uuid(u);
        break;
    case TT_TYPE_TEXTS:
        *(tt_texts *)value = texts_unpack(u);
        break;
    default:
        number = tt_unpack_int(u);
        if (u->status == TT_OK && !is_good_int(field, number)) {
            u->status = TT_ERR_INDEX;
        }
        *(int32_t *)value = number;
        break;
    }
}

/* The kinds of facts that always have a client: callers index arrays by the client id. */
#define OF_CLIENT                                                                                  \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_SPAWN) | TT_FACT_BIT(TT_FACT_DEATH))

/* Refuses values that callers use as an index or to seek. In a demo ticks may go back. */
static bool is_good(const tt_index_foot *foot, const tt_index_block *block, const tt_fact *fact)
{
    /* the tick of a teehistorian block is that of the last record before it */
    int32_t first_tick = foot->format == TT_FORMAT_DEMO ? -1 : block->tick;
    bool has_client = fact->cid >= 0 || (OF_CLIENT & TT_FACT_BIT(fact->kind)) == 0;
    return fact->tick >= first_tick && fact->cid < TT_CIDS && has_client &&
           fact->offset <= block->end &&
           (fact->session == TT_SESSION_NONE || fact->session < foot->sessions);
}

/* Skips a fact of an unknown kind by its size, unchecked. Missing fields are zeros and additional
 * bytes are ignored, so that later versions can add to a fact. */
static tt_status fact_unpack(tt_unpacker *u, const tt_index_foot *foot, const tt_index_block *block,
                             tt_fact *fact)
{
    tt_bytes head = tt_unpack_raw(u, TTI_FACT_HEAD);
    tti_fill(fact, 0, sizeof *fact);
    if (u->status != TT_OK) {
        return TT_ERR_INDEX;
    }
    fact->kind = (tt_fact_kind)head.data[TTI_FACT_KIND];
    fact->cid = head.data[TTI_FACT_CID] == TTI_FACT_NO_CID ? -1 : head.data[TTI_FACT_CID];
    tt_bytes rest = tt_unpack_raw(u, tti_load_le16(head.data + TTI_FACT_REST));
    /* a kind that no later version can have is damage */
    if (u->status != TT_OK || (unsigned)fact->kind >= TT_INDEX_KINDS) {
        return TT_ERR_INDEX;
    }
    if (fact->kind >= TT_FACT_KINDS) {
        return TT_OK;
    }
    tt_unpacker r = tt_unpacker_of(rest.data, rest.size);
    fact->tick = tt_unpack_int(&r);
    fact->offset = tti_unpack_u64(&r);
    fact->session = tti_unpack_u64(&r) - 1;
    const tt_type *type = tt_fact_type(fact->kind);
    for (size_t i = 0; i < type->field_count && tt_unpacker_left(&r) != 0; i++) {
        index_field_unpack(&r, &type->fields[i], (uint8_t *)&fact->u + type->fields[i].offset);
    }
    return r.status == TT_OK && is_good(foot, block, fact) ? TT_OK : TT_ERR_INDEX;
}

tt_status tt_index_fact_next(tt_unpacker *u, const tt_index_foot *foot, const tt_index_block *block,
                             tt_fact *fact)
{
    if (u->status != TT_OK) {
        return TT_ERR_INDEX;
    }
    while (tt_unpacker_left(u) != 0) {
        if (fact_unpack(u, foot, block, fact) != TT_OK) {
            u->status = TT_ERR_INDEX;
            return TT_ERR_INDEX;
        }
        if (fact->kind < TT_FACT_KINDS) {
            return TT_OK;
        }
    }
    return TT_END;
}
