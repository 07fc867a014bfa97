/* SPDX-License-Identifier: MIT
 *
 * The yardstick of the benchmark: what a good programmer writes at the first try. One loop over
 * the records that checks every bound, keeps ticks, positions and inputs, and skips what it does
 * not need. Each function takes the place to read from and returns the one after it, or NULL, so
 * that it remains in a register. It hands out nothing, takes the whole recording at once, reports
 * no oddities, and uses no tricks; nor is it slowed down.
 */
#include "textbook_teehistorian.h"

#include <string.h>

struct textbook {
    int alive[TT_BENCH_CIDS], has_input[TT_BENCH_CIDS];
    int32_t x[TT_BENCH_CIDS], y[TT_BENCH_CIDS];
    int32_t input[TT_BENCH_CIDS][TT_BENCH_INPUT];
    int32_t tick;
    uint64_t records;
};

static inline const uint8_t *get_int(const uint8_t *at, const uint8_t *end, int32_t *value)
{
    if (at == end) {
        return NULL;
    }
    uint32_t first = *at++, byte = first, bits = first & 0x3f;
    if (first >= 0x80) { /* most have one byte */
        for (int shift = 6; byte >= 0x80 && shift <= 27; shift += 7) {
            if (at == end) {
                return NULL;
            }
            byte = *at++;
            bits |= (byte & 0x7f) << shift;
        }
    }
    *value = (int32_t)(bits ^ (0 - (first >> 6 & 1)));
    return at;
}

/* The client of a record; NULL also when there can be none of this number. */
static inline const uint8_t *get_cid(const uint8_t *at, const uint8_t *end, int32_t *cid)
{
    at = get_int(at, end, cid);
    return at != NULL && *cid >= 0 && *cid < TT_BENCH_CIDS ? at : NULL;
}

static const uint8_t *skip_bytes(const uint8_t *at, const uint8_t *end, int32_t size)
{
    return size >= 0 && size <= end - at ? at + size : NULL;
}

static const uint8_t *skip_int(const uint8_t *at, const uint8_t *end)
{
    int32_t value;
    return get_int(at, end, &value);
}

static const uint8_t *skip_sized(const uint8_t *at, const uint8_t *end)
{
    int32_t size;
    at = get_int(at, end, &size);
    return at != NULL ? skip_bytes(at, end, size) : NULL;
}

static const uint8_t *skip_string(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *nul = memchr(at, 0, (size_t)(end - at));
    return nul != NULL ? nul + 1 : NULL;
}

static const uint8_t *skip_command(const uint8_t *at, const uint8_t *end)
{
    int32_t count = 0;
    if ((at = skip_int(at, end)) == NULL || (at = skip_int(at, end)) == NULL ||
        (at = skip_string(at, end)) == NULL || (at = get_int(at, end, &count)) == NULL) {
        return NULL;
    }
    for (int32_t i = 0; i < count && at != NULL; i++) {
        at = skip_string(at, end);
    }
    return count >= 0 ? at : NULL;
}

static inline const uint8_t *read_player_diff(const uint8_t *at, const uint8_t *end,
                                              struct textbook *t, int32_t cid)
{
    int32_t dx, dy;
    if (cid >= TT_BENCH_CIDS || !t->alive[cid] || (at = get_int(at, end, &dx)) == NULL ||
        (at = get_int(at, end, &dy)) == NULL) {
        return NULL;
    }
    t->x[cid] = (int32_t)((uint32_t)t->x[cid] + (uint32_t)dx);
    t->y[cid] = (int32_t)((uint32_t)t->y[cid] + (uint32_t)dy);
    return at;
}

/* PLAYER_NEW and PLAYER_OLD. */
static const uint8_t *read_player(const uint8_t *at, const uint8_t *end, struct textbook *t,
                                  int is_new, int32_t *cid)
{
    if ((at = get_cid(at, end, cid)) == NULL || (!is_new && !t->alive[*cid])) {
        return NULL;
    }
    t->alive[*cid] = is_new;
    if (is_new && (at = get_int(at, end, &t->x[*cid])) != NULL) {
        at = get_int(at, end, &t->y[*cid]);
    }
    return at;
}

static inline const uint8_t *read_input_diff(const uint8_t *at, const uint8_t *end,
                                             struct textbook *t)
{
    int32_t cid, diff;
    if ((at = get_cid(at, end, &cid)) == NULL || !t->has_input[cid]) {
        return NULL;
    }
    for (int i = 0; i < TT_BENCH_INPUT; i++) {
        if ((at = get_int(at, end, &diff)) == NULL) {
            return NULL;
        }
        int32_t *value = &t->input[cid][i];
        *value = (int32_t)((uint32_t)*value + (uint32_t)diff);
    }
    return at;
}

static const uint8_t *read_input_new(const uint8_t *at, const uint8_t *end, struct textbook *t)
{
    int32_t cid, value;
    at = get_cid(at, end, &cid);
    for (int i = 0; at != NULL && i < TT_BENCH_INPUT; i++) {
        at = get_int(at, end, &value);
        t->input[cid][i] = value;
    }
    if (at != NULL) {
        t->has_input[cid] = 1;
    }
    return at;
}

/* The records that have to do neither with tees nor with ticks, and INPUT_NEW. */
static const uint8_t *read_rare(const uint8_t *at, const uint8_t *end, struct textbook *t,
                                int32_t code)
{
    switch (code) {
    case -6:
        return read_input_new(at, end, t);
    case -7:
        return (at = skip_int(at, end)) != NULL ? skip_sized(at, end) : NULL;
    case -8:
        return skip_int(at, end);
    case -9:
        return (at = skip_int(at, end)) != NULL ? skip_string(at, end) : NULL;
    case -10:
        return skip_command(at, end);
    case -11:
        return (at = skip_bytes(at, end, 16)) != NULL ? skip_sized(at, end) : NULL;
    default:
        return NULL;
    }
}

/* 1 when all from `at` to `end` are records, and FINISH is the last. */
static int read_all(const uint8_t *at, const uint8_t *end, struct textbook *t)
{
    int32_t code, cid = -1, dt, tick = 0, last_cid = INT32_MAX;
    uint64_t records = 0;
    while ((at = get_int(at, end, &code)) != NULL) {
        records++;
        if (code >= 0) {
            at = read_player_diff(at, end, t, code);
            tick += code <= last_cid; /* a tee again: a tick has passed */
            last_cid = code;
        } else if (code == -5) {
            at = read_input_diff(at, end, t);
        } else if (code == -2) {
            at = get_int(at, end, &dt);
            if (at == NULL || dt < 0 || dt > INT32_MAX - 1 - tick) {
                return 0;
            }
            tick += dt + 1;
            last_cid = -1;
            records--;
        } else if (code == -3 || code == -4) {
            at = read_player(at, end, t, code == -3, &cid);
            tick += at != NULL && cid <= last_cid;
            last_cid = cid;
        } else if (code == -1) {
            t->tick = tick;
            t->records = records - 1;
            return at == end;
        } else {
            at = read_rare(at, end, t, code);
        }
        if (at == NULL) {
            return 0;
        }
    }
    return 0;
}

int textbook_read(const void *data, size_t size, tt_bench_result *result)
{
    const uint8_t *at = data, *end = at + size;
    struct textbook t;
    memset(&t, 0, sizeof t);
    if ((at = skip_bytes(at, end, 16)) == NULL || (at = skip_string(at, end)) == NULL ||
        !read_all(at, end, &t)) {
        return 1;
    }
    result->records = t.records;
    result->last_tick = t.tick;
    for (int cid = 0; cid < TT_BENCH_CIDS; cid++) {
        result->alive[cid] = t.alive[cid];
        result->x[cid] = t.alive[cid] ? t.x[cid] : 0;
        result->y[cid] = t.alive[cid] ? t.y[cid] : 0;
        result->has_input[cid] = t.has_input[cid];
        memcpy(result->input[cid], t.input[cid], sizeof t.input[cid]);
    }
    return 0;
}
