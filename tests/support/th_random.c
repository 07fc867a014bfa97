/* SPDX-License-Identifier: MIT
 *
 * Random teehistorian records. Few clients and many moves, so that the reader's fast paths see
 * all their cases.
 */
#include "th_random.h"

#include "cm.h"
#include "teetape/varint.h"

typedef struct state {
    th_make *m;
    uint64_t *seed;
    int wild;
    uint8_t alive[TT_CIDS], has_input[TT_CIDS];
} state;

static int32_t below(state *s, int32_t limit)
{
    return (int32_t)(random_next(s->seed) % (uint32_t)limit);
}

static int32_t number(state *s)
{
    int32_t value = (int32_t)(random_next(s->seed) & 0x7fffffff);
    int32_t shift = below(s, 4) != 0 ? 25 + below(s, 7) : below(s, 32);
    value = shift > 30 ? 0 : value >> shift;
    return below(s, 2) ? value : ~value;
}

static int32_t cid_next(state *s)
{
    if (s->wild && below(s, 40) == 0) {
        const int32_t bad[] = {TT_CIDS, -1, 1000, INT32_MIN, INT32_MAX};
        return bad[below(s, 5)];
    }
    return below(s, 3) != 0 ? below(s, 4) : below(s, 5) != 0 ? 60 + below(s, 8) : below(s, TT_CIDS);
}

/* Appends an int, sometimes with too many bytes or with padding. */
static void put(state *s, int32_t value)
{
    uint8_t bytes[TT_VARINT_MAX + 1] = {0};
    size_t size = tt_varint_encode(bytes, value);
    if (s->wild && below(s, 300) == 0) {
        if (size < TT_VARINT_MAX) {
            bytes[size - 1] |= 0x80;
            bytes[size++] = 0;
        } else {
            bytes[4] |= 0x50;
        }
    }
    th_make_bytes(s->m, bytes, size);
}

static void put_text(state *s)
{
    const char *const texts[] = {"", "a", "nameless tee", "\xc3\xa4\xff x", "  (1) / "};
    th_make_text(s->m, texts[below(s, 5)]);
}

static void put_player(state *s)
{
    int32_t cid = cid_next(s);
    int known = cid >= 0 && cid < TT_CIDS, alive = known && s->alive[cid];
    if (s->wild && below(s, 30) == 0) {
        alive = !alive;
    }
    if (!alive && (s->wild == 0 || below(s, 4) != 0)) {
        put(s, TH_PLAYER_NEW);
        put(s, cid);
        put(s, number(s));
        put(s, number(s));
    } else if (below(s, 12) == 0) {
        put(s, TH_PLAYER_OLD);
        put(s, cid);
        alive = 1;
    } else if (cid >= 0) {
        int32_t dx = number(s), dy = number(s);
        put(s, cid);
        put(s, s->wild || (dx | dy) != 0 ? dx : 1); /* no server writes a move by (0, 0) */
        put(s, dy);
        return;
    }
    if (known) {
        s->alive[cid] = !alive;
    }
}

static void put_input(state *s)
{
    int32_t cid = cid_next(s);
    int known = cid >= 0 && cid < TT_CIDS;
    int diff = known && s->has_input[cid] ? below(s, 20) != 0 : s->wild && below(s, 10) == 0;
    int is_short = below(s, 2);
    put(s, diff ? TH_INPUT_DIFF : TH_INPUT_NEW);
    put(s, cid);
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        put(s, is_short ? below(s, 128) - 64 : number(s));
    }
    if (known) {
        s->has_input[cid] = 1;
    }
}

static void put_message(state *s)
{
    th_make payload = {NULL, 0, 0};
    state inner = *s;
    inner.m = &payload;
    const int32_t ids[] = {17, 18, 20, 21, 22, 23, 26, 27, 30, 39, 50};
    put(&inner, ids[below(s, 11)] << 1 | (below(s, 20) == 0));
    put_text(&inner);
    put_text(&inner);
    put(&inner, number(s));
    put_text(&inner);
    put(&inner, below(s, 3));
    put(&inner, number(s));
    put(&inner, number(s));
    put(s, TH_MESSAGE);
    put(s, cid_next(s));
    put(s, (int32_t)payload.size);
    th_make_bytes(s->m, payload.data, payload.size);
    th_make_free(&payload);
}

static void put_field(state *s, const tt_field *field)
{
    switch (field->type) {
    case TT_TYPE_TEXT:
        put_text(s);
        break;
    case TT_TYPE_CID:
        put(s, cid_next(s));
        break;
    case TT_TYPE_UUID:
    case TT_TYPE_DATA:
        th_make_fill(s->m, below(s, 256), field->type == TT_TYPE_UUID ? 16 : 5);
        break;
    default:
        put(s, number(s));
        break;
    }
}

static void put_extension(state *s)
{
    th_make payload = {NULL, 0, 0};
    state inner = *s;
    inner.m = &payload;
    tt_th_kind kind = (tt_th_kind)(TT_TH_TEST + below(s, TT_TH_KINDS - TT_TH_TEST));
    const tt_type *type = tt_th_type(kind);
    for (size_t i = 0; i < type->field_count; i++) {
        put_field(&inner, &type->fields[i]);
    }
    if (s->wild && below(s, 10) == 0) {
        put_text(&inner);
    }
    if (s->wild && below(s, 10) == 0) {
        payload.size -= payload.size != 0;
    }
    size_t start = s->m->size;
    th_make_ex(s->m, kind, &payload);
    if (below(s, 20) == 0) {
        s->m->data[start + 1] ^= 1; /* makes the UUID unknown */
    }
    th_make_free(&payload);
}

static void put_event(state *s)
{
    int32_t count;
    switch (below(s, 6)) {
    case 0:
        put_message(s);
        break;
    case 1:
        put(s, TH_JOIN);
        put(s, cid_next(s));
        break;
    case 2:
        put(s, TH_DROP);
        put(s, cid_next(s));
        put_text(s);
        break;
    case 3:
        put(s, TH_CONSOLE_COMMAND);
        put(s, below(s, 3) == 0 ? -1 - below(s, 3) : cid_next(s));
        put(s, number(s));
        put_text(s);
        count = below(s, 4);
        put(s, count);
        while (count-- > 0) {
            put_text(s);
        }
        break;
    default:
        put_extension(s);
        break;
    }
}

static void put_skip(state *s)
{
    int32_t dt = below(s, 4) != 0 ? below(s, 3) : below(s, 200);
    if (s->wild && below(s, 30) == 0) {
        dt = below(s, 3) != 0 ? -1 : number(s) >> 4;
    }
    put(s, TH_TICK_SKIP);
    put(s, dt);
}

/* Appends moves by (0, 0). Eight of them in a row end a recording. */
static void put_still(th_make *m, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        th_make_int(m, i * 9);
        th_make_fill(m, 0, 2);
    }
}

void th_random_records(th_make *m, uint64_t *seed, int count, int wild)
{
    state s = {.m = m, .seed = seed, .wild = wild};
    while (count-- > 0) {
        int32_t which = below(&s, 20);
        if (wild && count % 130 == 7) {
            put_still(m, which % 10);
        }
        if (which < 9) {
            put_player(&s);
        } else if (which < 16) {
            put_input(&s);
        } else if (which < 18) {
            put_skip(&s);
        } else {
            put_event(&s);
        }
    }
}

th_make th_random_recording(uint64_t seed, int count, int wild)
{
    th_make m = {0};
    th_make_header(&m, 2, "");
    th_random_records(&m, &seed, count, wild);
    return m;
}
