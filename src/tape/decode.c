/* SPDX-License-Identifier: MIT
 *
 * Writes the records of a block from its columns, row by row. Columns in the order of the records
 * are read with checks; unsort.c has checked the columns by client.
 *
 * A record without a text has at most TAPE_SLACK bytes, so it is written first and then checked
 * against the end. The first fault is kept in is_bad, and everything after it is of no use.
 */
#include "base/mem.h"
#include "tape/model.h"
#include "wire/varint_inline.h"

typedef struct decoding {
    tape_columns *c;
    uint8_t *at, *end; /* the records; TAPE_SLACK bytes more may be written */
    bool is_bad;
    int32_t before;          /* the highest client id that moved in the row before; -1 for none */
    int32_t dy[TT_CIDS];     /* last change of y of each client */
    int32_t aim[TT_CIDS][2]; /* last change of the target of each client */
} decoding;

/* Counts a record of the columns as written, up to `at`. */
static void record_end(decoding *d, uint8_t *at)
{
    if (at > d->end) {
        d->is_bad = true;
        return;
    }
    d->at = at;
}

static uint8_t *int_put(uint8_t *at, int32_t value)
{
    return at + tti_varint_put(at, value);
}

/* Writes the code of a record, a negative int of one byte. */
static uint8_t *code_put(uint8_t *at, int code)
{
    return int_put(at, -code);
}

static uint32_t leb_take(decoding *d, unsigned column)
{
    uint32_t value = 0;
    if (!tti_tape_leb_get(&d->c->at[column], d->c->end[column], &value)) {
        d->is_bad = true;
    }
    return value;
}

static int32_t number_take(decoding *d, unsigned column)
{
    return tape_unzigzag(leb_take(d, column));
}

static unsigned byte_take(decoding *d, unsigned column)
{
    if (d->c->at[column] == d->c->end[column]) {
        d->is_bad = true;
        return 0;
    }
    return *d->c->at[column]++;
}

static int32_t value_of(decoding *d, unsigned code)
{
    return code < TAPE_CODE_WIDE ? tape_unzigzag(code) : number_take(d, TAPE_WIDE);
}

static void skip_decode(decoding *d, bool follows)
{
    unsigned code = byte_take(d, TAPE_SKIP);
    int32_t dt = (int32_t)code;
    if (code == TAPE_SKIP_NONE || (code == 0 && follows)) {
        return;
    }
    if (code == TAPE_SKIP_ZERO) {
        dt = 0;
    } else if (code == TAPE_SKIP_WIDE) {
        dt = number_take(d, TAPE_WIDE);
    }
    record_end(d, int_put(code_put(d->at, 2), dt));
}

static void position_decode(decoding *d, unsigned cid)
{
    unsigned dx = *d->c->of[TAPE_DX][cid]++, dy = *d->c->of[TAPE_DY][cid]++;
    uint8_t *at = d->at;
    int32_t moved = 0;
    if (dx == TAPE_CODE_NEW) {
        int32_t x = number_take(d, TAPE_WIDE), y = number_take(d, TAPE_WIDE);
        at = int_put(int_put(int_put(code_put(at, 3), (int32_t)cid), x), y);
    } else if (dx == TAPE_CODE_OLD) {
        at = int_put(code_put(at, 4), (int32_t)cid);
    } else if (dx > TAPE_CODE_OLD || dy > TAPE_CODE_WIDE) {
        d->is_bad = true;
    } else {
        at = int_put(int_put(at, (int32_t)cid), value_of(d, dx));
        moved = tape_plus(value_of(d, dy), d->dy[cid]);
        at = int_put(at, moved);
    }
    d->dy[cid] = moved;
    record_end(d, at);
}

/* Writes the TICK_SKIP and the position records of a row. */
static void positions_decode(decoding *d, uint32_t row)
{
    const tape_columns *c = d->c;
    int32_t last = -1;
    for (unsigned i = 0; i < c->clients[0] && !d->is_bad; i++) {
        if (tape_bit(c, 0, i, row)) {
            if (last < 0) {
                skip_decode(d, c->client[0][i] <= d->before);
            }
            last = c->client[0][i];
            position_decode(d, (unsigned)last);
        }
    }
    if (last < 0) {
        skip_decode(d, false);
    }
    d->before = last;
}

static int32_t aim_decode(decoding *d, unsigned field, unsigned cid)
{
    unsigned column = tape_field_column(field);
    uint32_t z = *d->c->of[column][cid]++;
    if (z == TAPE_AIM_WIDE) {
        z = leb_take(d, TAPE_WIDE);
    } else if (z >= TAPE_AIM_LOW) {
        z = TAPE_AIM_LOW + (z - TAPE_AIM_LOW) * 256 + *d->c->of[column + 1][cid]++;
    }
    return tape_plus(tape_unzigzag(z), d->aim[cid][field - TAPE_AIM_FIELD]);
}

static int32_t field_decode(decoding *d, unsigned field, unsigned cid)
{
    unsigned code = *d->c->of[tape_field_column(field)][cid]++;
    if (code > TAPE_CODE_WIDE) {
        d->is_bad = true;
        return 0;
    }
    return value_of(d, code);
}

/* Writes an INPUT_DIFF of a client. Returns true when another one follows directly. */
static bool input_decode(decoding *d, unsigned cid)
{
    unsigned mask = *d->c->of[TAPE_MASK][cid]++, fields = mask & 0x3f;
    if ((mask & TAPE_MORE) != 0) {
        fields |= (unsigned)*d->c->of[TAPE_MASK2][cid]++ << TAPE_FIRST_FIELDS;
    }
    uint8_t *at = int_put(code_put(d->at, 5), (int32_t)cid);
    for (unsigned i = 0; i < TT_INPUT_INTS; i++, fields >>= 1) {
        int32_t value = 0;
        if ((fields & 1) != 0) {
            value = tape_is_aim(i) ? aim_decode(d, i, cid) : field_decode(d, i, cid);
        }
        if (tape_is_aim(i)) {
            d->aim[cid][i - TAPE_AIM_FIELD] = value;
        }
        at = int_put(at, value);
    }
    record_end(d, at);
    return (mask & TAPE_AGAIN) != 0;
}

/* Writes the INPUT_DIFFs of a client up to one that no other follows. */
static void inputs_decode(decoding *d, unsigned cid)
{
    while (input_decode(d, cid) && !d->is_bad) {
    }
}

/* Writes the inputs of up to `count` pressed clients of the row, from number `*next` on. Returns
 * how many there were. */
static uint32_t pressed_decode(decoding *d, uint32_t row, unsigned *next, uint32_t count)
{
    const tape_columns *c = d->c;
    uint32_t done = 0;
    for (; *next < c->clients[1] && done < count && !d->is_bad; (*next)++) {
        if (tape_bit(c, 1, *next, row)) {
            inputs_decode(d, c->client[1][*next]);
            done++;
        }
    }
    return done;
}

/* Copies bytes of the text. */
static void text_copy(decoding *d, size_t size)
{
    const uint8_t *text = d->c->at[TAPE_TEXT];
    if (d->is_bad || size > (size_t)(d->c->end[TAPE_TEXT] - text) ||
        size > (size_t)(d->end - d->at)) {
        d->is_bad = true;
        return;
    }
    tti_copy(d->at, text, size);
    d->at += size;
    d->c->at[TAPE_TEXT] += size;
}

/* Copies strings with their NULs. */
static void strings_copy(decoding *d, int32_t count)
{
    for (; count > 0 && !d->is_bad; count--) {
        const uint8_t *text = d->c->at[TAPE_TEXT];
        const uint8_t *nul = tti_find_byte(text, (size_t)(d->c->end[TAPE_TEXT] - text), 0);
        text_copy(d, nul == NULL ? SIZE_MAX : (size_t)(nul - text) + 1);
    }
}

/* Writes a record that has no columns of its own. */
static void other_decode(decoding *d, unsigned kind)
{
    const char *field = tape_op_fields(kind);
    int32_t number = 0;
    if (field == NULL) {
        d->is_bad = true;
        return;
    }
    record_end(d, code_put(d->at, (int)kind));
    for (; *field != 0 && !d->is_bad; field++) {
        if (*field == 'c') {
            int32_t cid = (int32_t)byte_take(d, TAPE_CID);
            record_end(d, int_put(d->at, cid > INT8_MAX ? cid - 256 : cid));
        } else if (*field == 'n') {
            number = number_take(d, TAPE_NUMBER);
            record_end(d, int_put(d->at, number));
        } else if (*field == 'u') {
            text_copy(d, sizeof(tt_uuid));
        } else if (*field == 's') {
            strings_copy(d, 1);
        } else if (number < 0) {
            d->is_bad = true;
        } else if (*field == 'b') {
            text_copy(d, (size_t)number);
        } else {
            strings_copy(d, number);
        }
    }
}

static void op_decode(decoding *d)
{
    unsigned kind = byte_take(d, TAPE_KIND);
    if (kind == TAPE_OP_VERBATIM) {
        text_copy(d,
                  (size_t)(uint32_t)number_take(d, TAPE_NUMBER)); /* a negative one is too large */
    } else if (kind == TAPE_OP_INPUT_DIFF) {
        unsigned cid = byte_take(d, TAPE_CID);
        if (!d->is_bad) {
            inputs_decode(d, cid); /* unsort.c has checked the client id */
        }
    } else {
        other_decode(d, kind);
    }
}

static void row_decode(decoding *d, uint32_t row)
{
    unsigned next = 0;
    positions_decode(d, row);
    for (uint32_t ops = leb_take(d, TAPE_OPS); ops > 0 && !d->is_bad; ops--) {
        uint32_t lead = leb_take(d, TAPE_LEAD);
        if (pressed_decode(d, row, &next, lead) != lead) {
            d->is_bad = true;
        }
        if (!d->is_bad) {
            op_decode(d);
        }
    }
    pressed_decode(d, row, &next, TT_CIDS);
}

bool tti_tape_rows_decode(tape_columns *columns, uint8_t *dst, size_t size)
{
    decoding d = {.c = columns, .at = dst, .end = dst + size, .before = TT_CIDS - 1};
    for (uint32_t row = 0; row < columns->rows && !d.is_bad; row++) {
        row_decode(&d, row);
    }
    for (unsigned i = TAPE_TEXT; i <= TAPE_SKIP; i++) {
        d.is_bad |= columns->at[i] != columns->end[i];
    }
    return !d.is_bad && d.at == d.end;
}
