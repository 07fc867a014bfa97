/* SPDX-License-Identifier: MIT
 *
 * Reads records for the columns, and finds the end of a block. Columns give every int in its
 * shortest form, so a record with a longer one is an op of its bytes.
 *
 * After damage every byte may begin a record. A string may be looked for in a window only, so that
 * such bytes cost a bounded time each.
 */
#include "base/mem.h"
#include "tape/model.h"

/* Bytes in which a record without a size must end. */
#define WINDOW 2048

/* The most bytes of a record with a size: DDNet's recorder has a buffer of 64 KiB. */
#define RECORD_MAX ((size_t)80 << 10)

/* Returns true when a column has room for the client id of an event. */
static bool has_good_cid(const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
    case TT_TH_PLAYER_NEW:
    case TT_TH_PLAYER_OLD:
    case TT_TH_INPUT_DIFF:
        return event->cid >= 0 && event->cid < TT_CIDS;
    default:
        return event->cid >= INT8_MIN && event->cid <= INT8_MAX;
    }
}

void tti_tape_record_read(tape_record *record, const uint8_t *at, const uint8_t *end)
{
    size_t left = (size_t)(end - at), window = left < WINDOW ? left : WINDOW;
    tti_th_need need;
    tt_unpacker u = tt_unpacker_of(at, window);
    tt_status status = tti_th_record_decode(&record->event, record->ints, &u, RECORD_MAX, &need);
    if (status == TT_ERR_TRUNCATED && need.size > window && need.size <= RECORD_MAX &&
        need.size <= left) {
        window = need.size;
        u = tt_unpacker_of(at, window);
        status = tti_th_record_decode(&record->event, record->ints, &u, RECORD_MAX, &need);
    }
    bool is_whole = status == TT_OK;
    record->size = is_whole ? (size_t)(u.at - at) : 1;
    record->is_verbatim = !is_whole || u.odd != 0 || !has_good_cid(&record->event);
    record->is_cut = status == TT_ERR_TRUNCATED && need.size <= RECORD_MAX &&
                     (window == left || need.size > left);
}

bool tti_tape_row_opens(const tape_row *row, const tape_record *record)
{
    if (!row->is_open || record->is_verbatim) {
        return !row->is_open;
    }
    if (tti_th_is_player(record->event.kind)) {
        return row->has_others || tti_th_rule_of(&record->event, row->last_cid).ticks > 0;
    }
    return record->event.kind == TT_TH_TICK_SKIP;
}

void tti_tape_row_add(tape_row *row, const tape_record *record, bool opens)
{
    if (opens) {
        *row = (tape_row){-1, true, false};
    }
    if (!record->is_verbatim && tti_th_is_player(record->event.kind)) {
        row->last_cid = record->event.cid;
    } else if (record->is_verbatim || record->event.kind != TT_TH_TICK_SKIP) {
        row->has_others = true;
    }
}

size_t tti_tape_header_size(tt_bytes raw)
{
    size_t magic = sizeof tt_th_magic.bytes;
    if (raw.size < magic || !tti_equal(raw.data, tt_th_magic.bytes, magic)) {
        return 0;
    }
    const uint8_t *nul = tti_find_byte(raw.data + magic, raw.size - magic, 0);
    return nul == NULL ? 0 : (size_t)(nul - raw.data) + 1;
}

size_t tti_tape_split(tt_bytes raw, uint64_t offset, size_t most)
{
    size_t size = raw.size < most ? raw.size : most, taken = 0;
    size_t header = offset == 0 ? tti_tape_header_size((tt_bytes){raw.data, size}) : 0;
    tape_row row = {-1, false, false};
    uint32_t rows = 0;
    while (header == 0 && taken < size) {
        tape_record record;
        tti_tape_record_read(&record, raw.data + taken, raw.data + size);
        bool opens = tti_tape_row_opens(&row, &record);
        rows += opens;
        /* The next block has the rest of a record that does not fit, unless the record is large or
         * no record at all. */
        bool is_cut = record.is_cut && raw.size >= most && taken > most / 2;
        if (is_cut || rows > TAPE_ROWS_MAX) {
            break;
        }
        tti_tape_row_add(&row, &record, opens);
        taken += record.size;
    }
    return header != 0 ? header : taken;
}
