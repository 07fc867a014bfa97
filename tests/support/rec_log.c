/* SPDX-License-Identifier: MIT
 *
 * What tt_recording gives, as text.
 */
#include "support/rec_log.h"
#include "recording/stream.h"

#include "cm.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/room.h"
#include "wire/hash.h"

typedef struct text {
    char *at;
    size_t size, cap;
} text;

static void add(text *t, const char *format, ...)
{
    va_list args;
    if (t->cap - t->size < 8192) {
        t->cap = 2 * t->cap + 16384;
        t->at = realloc(t->at, t->cap);
        assert_non_null(t->at);
    }
    va_start(args, format);
    int size = vsnprintf(t->at + t->size, t->cap - t->size, format, args);
    va_end(args);
    assert_true(size >= 0 && (size_t)size < t->cap - t->size);
    t->size += (size_t)size;
}

static void add_bytes(text *t, tt_bytes bytes)
{
    add(t, " ");
    for (size_t i = 0; i < bytes.size; i++) {
        add(t, bytes.data[i] > ' ' && bytes.data[i] < 127 ? "%c" : "%%%02x", bytes.data[i]);
    }
}

static void add_field(text *t, const tt_field *field, const void *value)
{
    if (field->type == TT_TYPE_TEXT || field->type == TT_TYPE_DATA) {
        add_bytes(t, *(const tt_bytes *)value);
    } else if (field->type == TT_TYPE_TEXTS) {
        add_bytes(t, ((const tt_texts *)value)->packed);
    } else if (field->type == TT_TYPE_UUID) {
        add_bytes(t, (tt_bytes){value, sizeof(tt_uuid)});
    } else if (field->type == TT_TYPE_PLACE && *(const int32_t *)value == TT_NO_PLACE) {
        add(t, " -");
    } else {
        add(t, " %" PRId32, *(const int32_t *)value);
    }
}

static void add_session(text *t, uint64_t session)
{
    if (session == TT_SESSION_NONE) {
        add(t, " -");
    } else {
        add(t, " %" PRIu64, session);
    }
}

static void add_fact(text *t, const tt_fact *fact, int no_sessions)
{
    const tt_type *type = tt_fact_type(fact->kind);
    add(t, "F %" PRId32 " %s %" PRId32, fact->tick, type->name, fact->cid);
    if (!no_sessions) {
        add_session(t, fact->session);
        add(t, " @%" PRIu64, fact->offset);
    }
    for (size_t i = 0; i < type->field_count; i++) {
        add_field(t, &type->fields[i], tt_field_of(&type->fields[i], &fact->u));
    }
    add(t, "\n");
}

size_t rec_log_fact(char *line, size_t size, const tt_fact *fact, int no_sessions)
{
    text t = {NULL, 0, 0};
    add_fact(&t, fact, no_sessions);
    assert_true(t.size < size);
    memcpy(line, t.at, t.size + 1);
    free(t.at);
    return t.size;
}

/* Returns the sum of the clients. Clients often remain equal for many ticks, so the last sum is
 * kept with the clients that it was made of. */
static uint64_t sum_of_clients(const tt_world *world)
{
    static tt_client last[TT_CIDS];
    static uint64_t sum;
    if (sum == 0 || memcmp(last, world->client, sizeof last) != 0) {
        memcpy(last, world->client, sizeof last);
        sum = tti_xxh64_of(last, sizeof last);
    }
    return sum;
}

/* Returns the sum of all members of a world that a caller can read. */
static uint64_t sum_of(const tt_world *world)
{
    struct {
        int32_t x, y, alive, weapon, input[TT_INPUT_INTS];
    } seen[TT_CIDS];
    uint64_t clients = sum_of_clients(world);
    tti_xxh64 sum;
    for (int cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &world->tee[cid];
        seen[cid].x = tee->x;
        seen[cid].y = tee->y;
        seen[cid].alive = tee->alive;
        seen[cid].weapon = tee->weapon;
        memcpy(seen[cid].input, tee->input, sizeof tee->input);
    }
    tti_xxh64_start(&sum);
    tti_xxh64_add(&sum, &clients, sizeof clients);
    tti_xxh64_add(&sum, seen, sizeof seen);
    tti_xxh64_add(&sum, world->practice, sizeof world->practice);
    return tti_xxh64_sum(&sum);
}

static void add_item(text *t, const tt_recording *rec, const tt_item *item, int no_sessions)
{
    switch (item->kind) {
    case TT_ITEM_HEADER:
        add(t, "H %" PRId32 "\n", item->tick);
        break;
    case TT_ITEM_RECORD:
        if (item->demo != NULL && item->demo->kind == TT_DEMO_MAP) {
            break; /* the pieces of a map depend on the pieces of the input */
        }
        add(t, "R %" PRId32 " %d", item->tick,
            item->th != NULL ? (int)item->th->kind : 1000 + (int)item->demo->kind);
        add(t, " %" PRIu64, item->th != NULL ? item->th->offset : item->demo->offset);
        add_session(t, item->session);
        add_session(t, item->session2);
        add(t, "\n");
        break;
    case TT_ITEM_FACT:
        add_fact(t, item->fact, no_sessions);
        if (item->fact->cid >= 0) {
            t->size--;
            add_bytes(t, tt_bytes_of(tt_recording_session(rec, item->fact->cid).name));
            add(t, "\n");
        }
        break;
    default:
        add(t, "T %" PRId32 " %016" PRIx64 "\n", item->tick, sum_of(tt_recording_world(rec)));
        break;
    }
}

size_t rec_log_item(char *line, size_t size, const tt_recording *rec, const tt_item *item,
                    int no_sessions)
{
    text t = {NULL, 0, 0};
    add(&t, "%s", "");
    add_item(&t, rec, item, no_sessions);
    assert_true(t.size < size);
    memcpy(line, t.at, t.size + 1);
    free(t.at);
    return t.size;
}

typedef struct reading {
    tt_recording *rec[2];
    void *scratch[2];
    int now;       /* index of the reader that reads now */
    int32_t until; /* last tick of the current span */
    uint8_t *state;
    tt_bytes bytes;
    size_t at;
    rec_log_how how;
    int items;
} reading;

static void set(const reading *r)
{
    tt_recording_want(r->rec[r->now], r->how.wants, r->how.facts);
    tt_recording_select(r->rec[r->now], r->how.selection);
    tt_recording_recover(r->rec[r->now], r->how.recover);
    tti_recording_span(r->rec[r->now], INT64_MIN, (int64_t)r->until + 1);
}

/* Moves the end of the span beyond the next record, whose tick `later` must be after the present
 * end. */
static void go_on_until(reading *r, int32_t later)
{
    assert_true(later > r->until);
    r->until = later < INT32_MAX - r->how.step ? later + r->how.step : INT32_MAX;
    tti_recording_span(r->rec[r->now], INT64_MIN, (int64_t)r->until + 1);
}

/* Packs the state and continues with the other reader, which must pack the same state again. */
static void change_readers(reading *r)
{
    static uint8_t again[TT_RECORDING_STATE_MAX];
    tt_packer p = tt_packer_of(r->state, TT_RECORDING_STATE_MAX);
    tt_recording_pack(&p, r->rec[r->now]);
    assert_int_equal(p.status, TT_OK);
    tt_bytes state = tt_packer_bytes(&p);
    uint64_t offset = tt_recording_look(r->rec[r->now]).offset;
    r->now = 1 - r->now;
    memset(r->rec[r->now], 0xa5, sizeof *r->rec[r->now]);
    assert_int_equal(tt_recording_resume(r->rec[r->now], r->scratch[r->now], TT_RECORDING_SCRATCH,
                                         r->bytes, state),
                     TT_OK);
    assert_true(tt_recording_look(r->rec[r->now]).offset == offset);
    tt_packer q = tt_packer_of(again, sizeof again);
    tt_recording_pack(&q, r->rec[r->now]);
    assert_int_equal(q.status, TT_OK);
    assert_int_equal(tt_packer_bytes(&q).size, state.size);
    assert_memory_equal(again, state.data, state.size);
    set(r);
    r->at = (size_t)offset;
}

static void feed(reading *r)
{
    size_t left = r->bytes.size - r->at;
    size_t size = r->at == 0 && r->how.first != 0 ? r->how.first : r->how.piece;
    size = size == 0 || size > left ? left : size;
    tt_recording_feed(r->rec[r->now], r->bytes.data + r->at, size);
    r->at += size;
}

static void change_wants(reading *r)
{
    rec_log_changes *c = r->how.changes;
    if (c->count == REC_LOG_CHANGES_MAX) {
        return;
    }
    if ((random_next(&c->seed) & 1) != 0) {
        r->how.wants ^= TT_WANT_RECORDS;
    }
    uint64_t kinds = (uint64_t)random_next(&c->seed) << 16 ^ random_next(&c->seed);
    r->how.facts = (random_next(&c->seed) % 3 != 0 ? kinds & TT_FACTS_ALL : 0) | c->always;
    uint64_t offset = tt_recording_look(r->rec[r->now]).offset;
    c->change[c->count++] = (rec_log_change){offset, r->how.wants, r->how.facts};
    set(r);
}

static void skip_map(reading *r)
{
    uint64_t map_size = tt_recording_demo_header(r->rec[r->now]) != NULL
                            ? tt_recording_demo_header(r->rec[r->now])->map_size
                            : 0;
    uint64_t rest = tt_recording_skip_map(r->rec[r->now]);
    assert_true(rest <= map_size);
    r->at += (size_t)rest;
}

void rec_log_check_messages(const char *name, tt_bytes bytes)
{
    char *all = rec_log(bytes, (rec_log_how){.wants = TT_WANT_RECORDS, .recover = 1});
    char *some =
        rec_log(bytes, (rec_log_how){.wants = TT_WANT_RECORDS | TT_WANT_NO_MESSAGES, .recover = 1});
    rec_log_same(name, all, some);
    free(all);
    free(some);
}

char *rec_log(tt_bytes bytes, rec_log_how how)
{
    reading r = {.bytes = bytes, .how = how, .until = how.step != 0 ? -1 : INT32_MAX};
    text t = {NULL, 0, 0};
    tt_item item;
    tt_status status;
    for (int i = 0; i < 2; i++) {
        r.rec[i] = malloc(sizeof *r.rec[i]);
        r.scratch[i] = room_take(TT_RECORDING_SCRATCH);
        assert_non_null(r.rec[i]);
    }
    r.state = malloc(TT_RECORDING_STATE_MAX);
    assert_int_equal(tt_recording_init(r.rec[0], r.scratch[0], TT_RECORDING_SCRATCH), TT_OK);
    if (how.changes != NULL) {
        how.changes->count = 0;
        change_wants(&r);
    }
    set(&r);
    while ((status = tt_recording_next(r.rec[r.now], &item)) == TT_OK || status == TT_MORE ||
           status == TT_LATER) {
        if (status == TT_MORE) {
            feed(&r);
            continue;
        }
        if (status == TT_LATER) {
            go_on_until(&r, item.tick);
            continue;
        }
        assert_true(item.tick <= (r.until > 0 ? r.until : 0)); /* header and map have tick 0 */
        add_item(&t, r.rec[r.now], &item, how.no_sessions);
        if (how.skip_map && item.kind == TT_ITEM_HEADER) {
            skip_map(&r);
        }
        if (how.changes != NULL && tt_recording_is_access_point(r.rec[r.now]) &&
            random_next(&how.changes->seed) % 4 == 0) {
            change_wants(&r);
        }
        r.items++;
        if (how.resume != 0 && r.items >= how.resume &&
            tt_recording_is_access_point(r.rec[r.now])) {
            change_readers(&r);
        }
    }
    add(&t, "E %d %" PRId32 "\n", (int)status, tt_recording_look(r.rec[r.now]).tick);
    if (!how.no_sessions) {
        tt_session_counts sessions = tt_recording_sessions(r.rec[r.now]);
        add(&t, "S %" PRIu64 " %" PRIu32 " %" PRId32 "\n", sessions.count, sessions.most_open,
            tt_recording_look(r.rec[r.now]).first_tick);
    }
    assert_int_equal(tt_recording_next(r.rec[r.now], &item), status);
    for (int i = 0; i < 2; i++) {
        free(r.rec[i]);
        room_give(r.scratch[i], TT_RECORDING_SCRATCH);
    }
    free(r.state);
    return t.at;
}

static int is_wanted(const char *line, const char *letters, uint64_t facts)
{
    char name[64] = "";
    if (strchr(letters, line[0]) == NULL) {
        return 0;
    }
    if (line[0] != 'F') {
        return 1;
    }
    assert_int_equal(sscanf(line, "F %*d %63s", name), 1);
    return (facts >> tt_fact_find(name) & 1) != 0;
}

char *rec_log_only(const char *log, const char *letters, uint64_t facts)
{
    char *only = malloc(strlen(log) + 1), *at = only;
    assert_non_null(only);
    while (*log != 0) {
        size_t size = strcspn(log, "\n") + 1;
        if (is_wanted(log, letters, facts)) {
            memcpy(at, log, size);
            at += size;
        }
        log += size;
    }
    *at = 0;
    return only;
}

void rec_log_same(const char *what, const char *a, const char *b)
{
    size_t i = 0, line = 0;
    for (; a[i] != 0 && a[i] == b[i]; i++) {
        line = a[i] == '\n' ? i + 1 : line;
    }
    if (a[i] != b[i]) {
        fail_msg("%s:\n%.*s\n%.*s", what, (int)strcspn(a + line, "\n"), a + line,
                 (int)strcspn(b + line, "\n"), b + line);
    }
}

uint8_t *rec_log_recording(int number, size_t *size, const char **name)
{
    static const char *const names[] = {
        "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian",
        "dm1/client0.demo",
        "gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201.teehistorian",
        "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian",
        "map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian",
        "map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff.teehistorian",
        "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian",
    };
    static char path[512];
    int count = (int)(sizeof names / sizeof names[0]);
    const char *folder = getenv("TT_RECORDING_LIST"); /* paths, one a line */
    if (number < count) {
        snprintf(path, sizeof path, "%s/tests/recordings/%s", TT_SOURCE_DIR, names[number]);
    } else if (folder != NULL) {
        for (; number > count && folder[0] != 0; number--) {
            folder += strcspn(folder, "\n");
            folder += folder[0] != 0;
        }
        snprintf(path, sizeof path, "%.*s", (int)strcspn(folder, "\n"), folder);
    }
    if (number >= count && (folder == NULL || folder[0] == 0)) {
        return NULL;
    }
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    *name = path;
    return bytes;
}

uint8_t *rec_log_each(int number, size_t *size, const char **name)
{
    enum { LONGEST = 6 };
    return TT_TEST_SHARE > 1 && number == LONGEST ? NULL : rec_log_recording(number, size, name);
}
