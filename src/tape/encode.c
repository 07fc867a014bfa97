/* SPDX-License-Identifier: MIT
 *
 * Encodes a block: reads its records, appends their values to columns and lists in the order of the
 * records, sorts the lists by client, and has the columns packed.
 *
 * A block of which columns make no less, or that has more values than a column may, is packed as
 * plain bytes, or stored.
 */
#include "base/mem.h"
#include "tape/model.h"
#include "wire/hash.h"
#include "wire/varint_inline.h"

static const uint32_t room_of[TAPE_COLUMNS] = {
    [TAPE_TEXT] = TTI_TAPE_BLOCK_MAX,     [TAPE_NUMBER] = TTI_TAPE_BLOCK_MAX / 4,
    [TAPE_WIDE] = TTI_TAPE_BLOCK_MAX / 2, [TAPE_OPS] = TTI_TAPE_BLOCK_MAX / 4,
    [TAPE_LEAD] = TTI_TAPE_BLOCK_MAX / 4, [TAPE_KIND] = TTI_TAPE_BLOCK_MAX / 4,
    [TAPE_CID] = TTI_TAPE_BLOCK_MAX / 4,  [TAPE_SKIP] = TAPE_ROWS_MAX,
    [TAPE_PRESENT] = TAPE_PRESENT_SIZE,   [TAPE_MOVED] = TAPE_BITS_MAX,
    [TAPE_PRESSED] = TAPE_BITS_MAX,
};

static void start(tti_tape_encoder *e)
{
    uint8_t *at = e->room;
    for (unsigned i = 0; i < TAPE_COLUMNS; i++) {
        uint32_t room = room_of[i];
        if (room == 0) {
            room = i == TAPE_DX || i == TAPE_DY ? TAPE_POSITIONS_MAX : TAPE_INPUTS_MAX;
        }
        e->column[i] = (tape_column){at, 0, room};
        at += room;
    }
    e->is_full = false;
    e->row = (tape_row){-1, false, false};
    e->rows = e->positions = e->inputs = 0;
    e->before = TT_CIDS - 1;
    e->skip_waits = false;
    e->input = NULL;
    e->verbatim_size = 0;
    tti_fill(e->dy, 0, sizeof e->dy);
    tti_fill(e->aim, 0, sizeof e->aim);
}

static void bytes_put(tti_tape_encoder *e, unsigned number, const uint8_t *data, size_t size)
{
    tape_column *column = &e->column[number];
    if (size > column->room - column->size) {
        e->is_full = true;
        return;
    }
    tti_copy(column->data + column->size, data, size);
    column->size += size;
}

static void leb_put(tti_tape_encoder *e, unsigned column, uint32_t value)
{
    uint8_t bytes[5];
    bytes_put(e, column, bytes, tti_tape_leb_put(bytes, value));
}

static void number_put(tti_tape_encoder *e, int32_t value)
{
    leb_put(e, TAPE_NUMBER, tape_zigzag(value));
}

/* Returns the code of a value. */
static uint8_t code_of(tti_tape_encoder *e, int32_t value)
{
    uint32_t z = tape_zigzag(value);
    if (z < TAPE_CODE_WIDE) {
        return (uint8_t)z;
    }
    leb_put(e, TAPE_WIDE, z);
    return TAPE_CODE_WIDE;
}

/* Ends the head of a row: its TICK_SKIP is as it should be, or it is said. */
static void skip_settle(tti_tape_encoder *e, bool follows)
{
    unsigned code = 0;
    if (!e->skip_waits) {
        return;
    }
    e->skip_waits = false;
    if (!e->has_skip) {
        code = follows ? 0 : TAPE_SKIP_NONE;
    } else if (e->dt == 0) {
        code = follows ? TAPE_SKIP_ZERO : 0;
    } else if (e->dt > 0 && e->dt < TAPE_SKIP_NONE) {
        code = (unsigned)e->dt;
    } else {
        code = TAPE_SKIP_WIDE;
        leb_put(e, TAPE_WIDE, tape_zigzag(e->dt));
    }
    tape_put(e, TAPE_SKIP, code);
}

static void op_put(tti_tape_encoder *e, unsigned kind)
{
    skip_settle(e, false);
    e->row_ops++;
    leb_put(e, TAPE_LEAD, e->lead);
    e->lead = 0;
    tape_put(e, TAPE_KIND, kind);
}

/* Puts the bytes that waited into an op. */
static void verbatim_end(tti_tape_encoder *e)
{
    if (e->verbatim_size != 0) {
        op_put(e, TAPE_OP_VERBATIM);
        number_put(e, (int32_t)e->verbatim_size);
        bytes_put(e, TAPE_TEXT, e->verbatim, e->verbatim_size);
        e->verbatim_size = 0;
    }
}

static void row_end(tti_tape_encoder *e)
{
    if (e->row.is_open) {
        skip_settle(e, false);
        leb_put(e, TAPE_OPS, e->row_ops);
        e->before = e->row.last_cid;
    }
}

static void row_begin(tti_tape_encoder *e, const tape_record *record)
{
    row_end(e);
    e->rows++;
    e->row_ops = e->lead = 0;
    e->pressed = -1;
    e->skip_waits = true;
    e->has_skip = !record->is_verbatim && record->event.kind == TT_TH_TICK_SKIP;
    e->dt = e->has_skip ? record->event.u.tick_skip.dt : 0;
}

static void position_put(tti_tape_encoder *e, const tt_th_event *event)
{
    uint32_t number = e->positions++;
    int32_t cid = event->cid, dy = 0;
    skip_settle(e, cid <= e->before);
    e->position_at[number] = (tape_spot){e->rows - 1, (uint8_t)cid, true};
    e->dy_code[number] = 0;
    if (event->kind == TT_TH_PLAYER_NEW) {
        e->dx_code[number] = TAPE_CODE_NEW;
        leb_put(e, TAPE_WIDE, tape_zigzag(event->u.player_new.x));
        leb_put(e, TAPE_WIDE, tape_zigzag(event->u.player_new.y));
    } else if (event->kind == TT_TH_PLAYER_OLD) {
        e->dx_code[number] = TAPE_CODE_OLD;
    } else {
        dy = event->u.player_diff.dy;
        e->dx_code[number] = code_of(e, event->u.player_diff.dx);
        e->dy_code[number] = code_of(e, tape_minus(dy, e->dy[cid]));
    }
    e->dy[cid] = dy;
}

/* Codes a change of the target along one axis. */
static void aim_code(tti_tape_encoder *e, tape_input *input, int32_t cid, unsigned axis,
                     int32_t change)
{
    uint32_t z = tape_zigzag(tape_minus(change, e->aim[cid][axis]));
    e->aim[cid][axis] = change;
    if (change == 0) {
        return;
    }
    if (z < TAPE_AIM_LOW) {
        input->aim[axis] = (uint8_t)z;
    } else if (z < TAPE_AIM_LARGE) {
        input->aim[axis] = (uint8_t)(TAPE_AIM_LOW + (z - TAPE_AIM_LOW) / 256);
        input->low[axis] = (uint8_t)(z - TAPE_AIM_LOW);
    } else {
        input->aim[axis] = TAPE_AIM_WIDE;
        leb_put(e, TAPE_WIDE, z);
    }
}

static void input_code(tti_tape_encoder *e, tape_input *input, const int32_t *diff, int32_t cid)
{
    unsigned fields = 0;
    for (unsigned i = 0; i < TT_INPUT_INTS; i++) {
        fields |= (unsigned)(diff[i] != 0) << i;
        if (tape_is_aim(i)) {
            aim_code(e, input, cid, i - TAPE_AIM_FIELD, diff[i]);
        } else if (diff[i] != 0) {
            input->field[i] = code_of(e, diff[i]);
        }
    }
    input->mask2 = (uint8_t)(fields >> TAPE_FIRST_FIELDS);
    input->mask = (uint8_t)((fields & 0x3f) | (input->mask2 != 0 ? TAPE_MORE : 0));
}

static void input_put(tti_tape_encoder *e, const tt_th_event *event)
{
    int32_t cid = event->cid;
    bool has_bit = false;
    if (e->input != NULL && e->input_cid == cid) {
        e->input->mask |= TAPE_AGAIN;
    } else if (cid > e->pressed) {
        skip_settle(e, false);
        has_bit = true;
        e->pressed = cid;
        e->lead++;
    } else {
        op_put(e, TAPE_OP_INPUT_DIFF);
        tape_put(e, TAPE_CID, (unsigned)cid);
    }
    e->input = &e->input_code[e->inputs];
    e->input_cid = cid;
    e->input_at[e->inputs] = (tape_spot){e->rows - 1, (uint8_t)cid, has_bit};
    e->inputs++;
    input_code(e, e->input, event->u.input_diff.diff, cid);
}

/* Puts a record of another kind, which is in its shortest form. Its code is one byte. */
static void other_put(tti_tape_encoder *e, const uint8_t *at, const uint8_t *end)
{
    unsigned kind = (*at++ & 0x3fu) + 1, odd = 0;
    op_put(e, kind);
    for (const char *field = tape_op_fields(kind); field != NULL && *field != 0; field++) {
        size_t size = (size_t)(end - at);
        int32_t value = 0;
        if (*field == 'c' || *field == 'n') {
            tti_varint_get(&at, end, &value, &odd);
            size = 0;
        } else if (*field == 'u') {
            size = sizeof(tt_uuid);
        } else if (*field == 's') {
            size = (size_t)(tti_find_byte(at, size, 0) - at) + 1;
        }
        if (*field == 'c') {
            tape_put(e, TAPE_CID, (unsigned)value & 0xff);
        } else if (*field == 'n') {
            number_put(e, value);
        }
        bytes_put(e, TAPE_TEXT, at, size);
        at += size;
    }
}

static void record_put(tti_tape_encoder *e, const tape_record *record, const uint8_t *at)
{
    bool opens = tti_tape_row_opens(&e->row, record);
    if (!record->is_verbatim) {
        verbatim_end(e);
    }
    if (opens) {
        row_begin(e, record);
    }
    if (opens || record->is_verbatim || record->event.kind != TT_TH_INPUT_DIFF) {
        e->input = NULL;
    }
    tti_tape_row_add(&e->row, record, opens);
    if (record->is_verbatim) {
        e->verbatim = e->verbatim_size == 0 ? at : e->verbatim;
        e->verbatim_size += record->size;
    } else if (tti_th_is_player(record->event.kind)) {
        position_put(e, &record->event);
    } else if (record->event.kind == TT_TH_INPUT_DIFF) {
        input_put(e, &record->event);
    } else if (record->event.kind != TT_TH_TICK_SKIP) {
        other_put(e, at, at + record->size);
    }
}

/* Fills the columns. False: they cannot hold the block. */
static bool columns_make(tti_tape_encoder *e, tt_bytes raw)
{
    start(e);
    for (size_t taken = 0; taken < raw.size && !e->is_full && e->rows <= TAPE_ROWS_MAX;) {
        tape_record record;
        tti_tape_record_read(&record, raw.data + taken, raw.data + raw.size);
        record_put(e, &record, raw.data + taken);
        taken += record.size;
    }
    verbatim_end(e);
    row_end(e);
    if (e->is_full || e->rows > TAPE_ROWS_MAX) {
        return false;
    }
    tti_tape_sort(e);
    size_t size = 0;
    for (unsigned i = 0; i < TAPE_COLUMNS; i++) {
        size += e->column[i].size;
    }
    return !e->is_full && size <= tape_columns_most(raw.size);
}

static tt_status columns_pack(tti_tape_encoder *e, const tti_tape_coder *coder, tt_bytes dictionary,
                              uint8_t *dst, size_t room, size_t *size)
{
    uint8_t head[5 * (TAPE_COLUMNS + 1)];
    size_t head_size = tti_tape_leb_put(head, e->rows);
    tt_bytes pieces[TAPE_COLUMNS];
    for (unsigned i = 0; i < TAPE_COLUMNS; i++) {
        pieces[i] = (tt_bytes){e->column[i].data, e->column[i].size};
        head_size += tti_tape_leb_put(head + head_size, (uint32_t)pieces[i].size);
    }
    if (head_size >= room) {
        return TT_ERR_SPACE;
    }
    tti_copy(dst, head, head_size);
    tt_status status = coder->pack(coder->user, dst + head_size, room - head_size, size, pieces,
                                   TAPE_COLUMNS, dictionary);
    *size += head_size;
    return status;
}

/* Packs a block into `dst`, which has as much room as the block has bytes. */
static tt_status block_pack(tti_tape_encoder *e, tt_bytes raw, bool is_header,
                            const tti_tape_coder *coder, uint8_t *dst, tti_tape_chunk *chunk)
{
    tt_bytes dictionary = tti_tape_dictionary(TTI_TAPE_DICTIONARY);
    size_t size = 0;
    tt_status status = TT_ERR_SPACE;
    if (!is_header && columns_make(e, raw)) {
        chunk->type = TTI_TAPE_COLUMNS;
        tt_bytes first = tti_tape_dictionary_of_columns(dictionary);
        status = columns_pack(e, coder, first, dst, raw.size, &size);
    }
    if (status == TT_ERR_SPACE) {
        chunk->type = TTI_TAPE_PLAIN;
        status = coder->pack(coder->user, dst, raw.size, &size, &raw, 1, dictionary);
    }
    if (status == TT_ERR_SPACE) {
        chunk->type = TTI_TAPE_STORED;
        tti_copy(dst, raw.data, raw.size);
        size = raw.size;
        status = TT_OK;
    }
    chunk->size = (uint32_t)size;
    return status;
}

tt_status tti_tape_encode(tti_tape_encoder *encoder, tt_bytes raw, uint64_t offset,
                          const tti_tape_coder *coder, uint8_t *dst, size_t *size)
{
    *size = 0;
    if (raw.size == 0 || raw.size > TTI_TAPE_BLOCK_MAX) {
        return TT_ERR_ARGUMENT;
    }
    tti_tape_chunk chunk = {0};
    chunk.raw_size = (uint32_t)raw.size;
    chunk.raw = offset;
    chunk.sum = tti_xxh64_of(raw.data, raw.size);
    bool is_header = offset == 0 && tti_tape_header_size(raw) == raw.size;
    tt_status status =
        block_pack(encoder, raw, is_header, coder, dst + TTI_TAPE_CHUNK_SIZE, &chunk);
    if (status == TT_OK) {
        tti_tape_chunk_put(dst, &chunk);
        *size = TTI_TAPE_CHUNK_SIZE + chunk.size;
    }
    return status;
}

size_t tti_tape_encoder_size(void)
{
    return sizeof(tti_tape_encoder);
}
