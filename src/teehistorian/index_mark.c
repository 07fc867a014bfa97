/* SPDX-License-Identifier: MIT
 *
 * The marks of a block as they stand in an index file:
 *
 *     kind (1) | client id (1) | text size (2) | tick (4) | value (4) | offset (4) | stay (8) |
 *     UUID (16, if the kind says so) | text
 *
 * A kind that a later version adds can be passed over without knowing it.
 */
#include "base/mem.h"
#include "teehistorian/index_entry.h"
#include "teetape/string.h"

void tt_index_mark_pack(tt_packer *p, const tt_mark *mark, uint64_t begin)
{
    static const tt_uuid no_uuid = {{0}};
    uint8_t b[TTI_MARK_SIZE + sizeof(tt_uuid)];
    int has_uuid = !tt_uuid_equal(&mark->uuid, &no_uuid);
    tt_bytes text = {mark->text.data, tt_utf8_cut(mark->text, TT_INDEX_TEXT_MAX)};
    b[TTI_MARK_KIND] = (uint8_t)((unsigned)mark->kind | (has_uuid ? TTI_MARK_HAS_UUID : 0u));
    b[TTI_MARK_CID] = mark->cid < 0 ? TTI_MARK_NO_CID : (uint8_t)mark->cid;
    tti_store_le16(b + TTI_MARK_TEXT_SIZE, (uint16_t)text.size);
    tti_store_le32(b + TTI_MARK_TICK, (uint32_t)mark->tick);
    tti_store_le32(b + TTI_MARK_VALUE, (uint32_t)mark->value);
    tti_store_le32(b + TTI_MARK_OFFSET, (uint32_t)(mark->offset - begin));
    tti_store_le64(b + TTI_MARK_SESSION, mark->session);
    tti_copy(b + TTI_MARK_SIZE, mark->uuid.bytes, sizeof mark->uuid.bytes);
    tt_pack_raw(p, (tt_bytes){b, has_uuid ? sizeof b : TTI_MARK_SIZE});
    tt_pack_raw(p, text);
}

static int is_good(const tt_index_block *block, const tt_mark *mark)
{
    return (unsigned)mark->kind < TT_INDEX_KINDS && mark->tick >= block->tick &&
           mark->cid < TT_CIDS && mark->offset < block->end;
}

/* The mark at `u`, of whatever kind. */
static tt_status mark_unpack(tt_unpacker *u, const tt_index_block *block, tt_mark *mark)
{
    tt_bytes fixed = tt_unpack_raw(u, TTI_MARK_SIZE);
    tti_fill(mark, 0, sizeof *mark);
    if (u->status != TT_OK) {
        return TT_ERR_INDEX;
    }
    const uint8_t *b = fixed.data;
    mark->kind = (tt_mark_kind)(b[TTI_MARK_KIND] & ~TTI_MARK_HAS_UUID);
    mark->tick = tti_signed(tti_load_le32(b + TTI_MARK_TICK));
    mark->cid = b[TTI_MARK_CID] == TTI_MARK_NO_CID ? -1 : b[TTI_MARK_CID];
    mark->value = tti_signed(tti_load_le32(b + TTI_MARK_VALUE));
    mark->offset = block->begin + tti_load_le32(b + TTI_MARK_OFFSET);
    mark->session = tti_load_le64(b + TTI_MARK_SESSION);
    if ((b[TTI_MARK_KIND] & TTI_MARK_HAS_UUID) != 0) {
        mark->uuid = tt_unpack_uuid(u);
    }
    mark->text = tt_unpack_raw(u, tti_load_le16(b + TTI_MARK_TEXT_SIZE));
    return u->status == TT_OK && is_good(block, mark) ? TT_OK : TT_ERR_INDEX;
}

tt_status tt_index_mark_next(tt_unpacker *u, const tt_index_block *block, tt_mark *mark)
{
    if (u->status != TT_OK) {
        return TT_ERR_INDEX;
    }
    while (tt_unpacker_left(u) != 0) {
        if (mark_unpack(u, block, mark) != TT_OK) {
            u->status = TT_ERR_INDEX;
            return TT_ERR_INDEX;
        }
        if (mark->kind < TT_MARK_KINDS) {
            return TT_OK;
        }
    }
    return TT_END;
}
