/* SPDX-License-Identifier: MIT
 *
 * The yardstick of the benchmark. One loop over the records that checks every bound, keeps
 * ticks, positions and inputs, and skips what it does not need. It hands out nothing, takes the
 * whole recording at once, tells no oddities, and uses no tricks; nor is it slowed down.
 */
#include "textbook_teehistorian.h"

#include <string.h>

struct cursor {
    const uint8_t *at, *end;
};

struct tee {
    int alive, has_input;
    int32_t x, y;
    int32_t input[TT_BENCH_INPUT];
};

struct textbook {
    struct tee tee[TT_BENCH_CIDS];
    int32_t tick, last_cid;
    uint64_t records;
};

static inline int get_int(struct cursor *c, int32_t *value)
{
    if (c->at == c->end) {
        return 0;
    }
    uint32_t byte = *c->at++;
    uint32_t sign = byte >> 6 & 1;
    uint32_t bits = byte & 0x3f;
    for (int shift = 6; byte >= 0x80 && shift <= 27; shift += 7) {
        if (c->at == c->end) {
            return 0;
        }
        byte = *c->at++;
        bits |= (byte & 0x7f) << shift;
    }
    *value = (int32_t)(bits ^ (0 - sign));
    return 1;
}

static inline int get_tee(struct cursor *c, struct textbook *t, struct tee **tee, int32_t *cid)
{
    if (!get_int(c, cid) || *cid < 0 || *cid >= TT_BENCH_CIDS) {
        return 0;
    }
    *tee = &t->tee[*cid];
    return 1;
}

static int skip_bytes(struct cursor *c, int32_t size)
{
    if (size < 0 || size > c->end - c->at) {
        return 0;
    }
    c->at += size;
    return 1;
}

static int skip_sized(struct cursor *c)
{
    int32_t size;
    return get_int(c, &size) && skip_bytes(c, size);
}

static int skip_string(struct cursor *c)
{
    const uint8_t *nul = memchr(c->at, 0, (size_t)(c->end - c->at));
    if (nul == NULL) {
        return 0;
    }
    c->at = nul + 1;
    return 1;
}

static int skip_command(struct cursor *c)
{
    int32_t cid, flags, count;
    if (!get_int(c, &cid) || !get_int(c, &flags) || !skip_string(c) || !get_int(c, &count)) {
        return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!skip_string(c)) {
            return 0;
        }
    }
    return count >= 0;
}

static inline void see_tee(struct textbook *t, int32_t cid)
{
    if (cid <= t->last_cid) {
        t->tick++;
    }
    t->last_cid = cid;
}

static inline int read_player_diff(struct cursor *c, struct textbook *t, int32_t cid)
{
    int32_t dx, dy;
    if (cid >= TT_BENCH_CIDS || !get_int(c, &dx) || !get_int(c, &dy) || !t->tee[cid].alive) {
        return 0;
    }
    t->tee[cid].x = (int32_t)((uint32_t)t->tee[cid].x + (uint32_t)dx);
    t->tee[cid].y = (int32_t)((uint32_t)t->tee[cid].y + (uint32_t)dy);
    see_tee(t, cid);
    return 1;
}

static int read_player_new(struct cursor *c, struct textbook *t)
{
    struct tee *tee;
    int32_t cid;
    if (!get_tee(c, t, &tee, &cid) || !get_int(c, &tee->x) || !get_int(c, &tee->y)) {
        return 0;
    }
    tee->alive = 1;
    see_tee(t, cid);
    return 1;
}

static int read_player_old(struct cursor *c, struct textbook *t)
{
    struct tee *tee;
    int32_t cid;
    if (!get_tee(c, t, &tee, &cid) || !tee->alive) {
        return 0;
    }
    tee->alive = 0;
    see_tee(t, cid);
    return 1;
}

static inline int read_input(struct cursor *c, struct textbook *t, int is_new)
{
    struct tee *tee;
    int32_t cid, value;
    if (!get_tee(c, t, &tee, &cid) || (!is_new && !tee->has_input)) {
        return 0;
    }
    for (int i = 0; i < TT_BENCH_INPUT; i++) {
        if (!get_int(c, &value)) {
            return 0;
        }
        int32_t base = is_new ? 0 : tee->input[i];
        tee->input[i] = (int32_t)((uint32_t)base + (uint32_t)value);
    }
    tee->has_input = 1;
    return 1;
}

static int read_tick_skip(struct cursor *c, struct textbook *t)
{
    int32_t dt;
    if (!get_int(c, &dt) || dt < 0 || dt > INT32_MAX - 1 - t->tick) {
        return 0;
    }
    t->tick += dt + 1;
    t->last_cid = -1;
    return 1;
}

/* A record with a code; -1 is FINISH and -2 TICK_SKIP. */
static inline int read_record(struct cursor *c, struct textbook *t, int32_t code)
{
    int32_t cid;
    switch (code) {
    case -3:
        return read_player_new(c, t);
    case -4:
        return read_player_old(c, t);
    case -5:
        return read_input(c, t, 0);
    case -6:
        return read_input(c, t, 1);
    case -7:
        return get_int(c, &cid) && skip_sized(c);
    case -8:
        return get_int(c, &cid);
    case -9:
        return get_int(c, &cid) && skip_string(c);
    case -10:
        return skip_command(c);
    case -11:
        return skip_bytes(c, 16) && skip_sized(c);
    default:
        return 0;
    }
}

static int read_all(struct cursor *c, struct textbook *t)
{
    int32_t code;
    while (get_int(c, &code) && code != -1) {
        if (code == -2) {
            if (!read_tick_skip(c, t)) {
                return 0;
            }
            continue;
        }
        if (code >= 0 ? !read_player_diff(c, t, code) : !read_record(c, t, code)) {
            return 0;
        }
        t->records++;
    }
    return c->at == c->end;
}

int textbook_read(const void *data, size_t size, tt_bench_result *result)
{
    struct cursor c = {data, (const uint8_t *)data + size};
    struct textbook t;
    memset(&t, 0, sizeof t);
    t.last_cid = INT32_MAX;
    if (!skip_bytes(&c, 16) || !skip_string(&c) || !read_all(&c, &t)) {
        return 1;
    }
    result->records = t.records;
    result->last_tick = t.tick;
    for (int cid = 0; cid < TT_BENCH_CIDS; cid++) {
        const struct tee *tee = &t.tee[cid];
        result->alive[cid] = tee->alive;
        result->x[cid] = tee->alive ? tee->x : 0;
        result->y[cid] = tee->alive ? tee->y : 0;
        result->has_input[cid] = tee->has_input;
        memcpy(result->input[cid], tee->input, sizeof tee->input);
    }
    return 0;
}
