/* SPDX-License-Identifier: MIT
 *
 * Teehistorian files. The input is the whole file: read in one piece and in random ones, strictly
 * and with recovery, with events and without. All of them have to say the same.
 */
#include <string.h>

#include "msg/inside.h"
#include "must.h"
#include "mutate.h"
#include "teetape/secret.h"
#include "teetape/teehistorian.h"

/* A run is distinguished from another by a sum over all that it says. */
typedef struct sum {
    uint64_t hash;
    uint64_t events, issues;
} sum;

typedef struct run {
    const uint8_t *data;
    size_t size, at;
    uint64_t seed; /* 0: one piece */
    uint8_t *block;
    uint8_t *scratch;
    tt_world *world;
    tt_th th;
    sum sum;
} run;

static void add(sum *s, const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < size; i++) {
        s->hash = (s->hash ^ p[i]) * UINT64_C(0x100000001b3);
    }
}

static void add_int(sum *s, uint64_t value)
{
    add(s, &value, sizeof value);
}

static void add_bytes(sum *s, tt_bytes bytes)
{
    add_int(s, bytes.size);
    add(s, bytes.data, bytes.size);
}

static void on_issue(void *user, const tt_issue *issue)
{
    sum *s = user;
    s->issues++;
    add_int(s, (uint64_t)issue->level << 32 | (uint32_t)issue->status);
    add_int(s, issue->offset);
    add_int(s, (uint32_t)issue->tick);
    MUST(issue->what != NULL);
}

static void add_fields(sum *s, const tt_type *type, const void *object);

static void add_value(sum *s, tt_field_type type, const void *member, unsigned n)
{
    tt_texts texts;
    const tt_msg *msg;
    switch (type) {
    case TT_TYPE_TEXT:
    case TT_TYPE_DATA:
        add_bytes(s, ((const tt_bytes *)member)[n]);
        break;
    case TT_TYPE_UUID:
        add(s, &((const tt_uuid *)member)[n], sizeof(tt_uuid));
        break;
    case TT_TYPE_TEXTS:
        texts = ((const tt_texts *)member)[n];
        add_int(s, (uint32_t)texts.count);
        add_bytes(s, texts.packed);
        while (texts.count > 0) {
            MUST(tt_texts_next(&texts).data != NULL);
        }
        MUST(texts.packed.size == 0);
        break;
    case TT_TYPE_INTS:
        add_bytes(s, ((const tt_ints *)member)[n].packed);
        break;
    case TT_TYPE_INPUT:
        add(s, ((const int32_t *const *)member)[n], TT_INPUT_INTS * sizeof(int32_t));
        break;
    case TT_TYPE_MSG:
        msg = ((const tt_msg *const *)member)[n];
        add_int(s, msg != NULL);
        if (msg != NULL) {
            add_fields(s, tt_msg_type(msg->kind), &msg->u);
        }
        break;
    default:
        add_int(s, (uint32_t)((const int32_t *)member)[n]);
        break;
    }
}

static void add_fields(sum *s, const tt_type *type, const void *object)
{
    MUST(type != NULL);
    add_bytes(s, tt_bytes_of(type->name));
    for (size_t i = 0; i < type->field_count; i++) {
        for (unsigned n = 0; n < type->fields[i].count; n++) {
            add_value(s, type->fields[i].type, tt_field_of(&type->fields[i], object), n);
        }
    }
}

static void add_event(run *r, const tt_th_event *event)
{
    MUST(event->tick == r->world->tick && event->tick >= 0);
    MUST(event->cid < TT_CIDS);
    MUST(event->offset + event->size == tt_th_look(&r->th).offset && event->size > 0);
    r->sum.events++;
    add_int(&r->sum, (uint64_t)event->kind << 32 | (uint32_t)event->tick);
    add_int(&r->sum, (uint64_t)event->size << 32 | (uint32_t)event->cid);
    add_int(&r->sum, event->offset);
    add_fields(&r->sum, tt_th_type(event->kind), &event->u);
    if (event->kind == TT_TH_MESSAGE) {
        add_int(&r->sum, (uint64_t)tti_secret_msg_data(event->u.message.msg, TT_PROTOCOL_UNKNOWN));
    }
}

static void run_open(run *r, const uint8_t *data, size_t size, int recover, uint64_t seed)
{
    memset(r, 0, sizeof *r);
    r->data = data;
    r->size = size;
    r->seed = seed;
    /* Small, so that what is too long is met. */
    r->scratch = malloc(TT_TH_SCRATCH_MIN);
    r->world = malloc(sizeof *r->world);
    MUST(r->scratch != NULL && r->world != NULL);
    MUST(tt_th_init(&r->th, r->world, r->scratch, TT_TH_SCRATCH_MIN) == TT_OK);
    tt_th_set(&r->th, &(tt_th_options){.recover = recover, .on_issue = on_issue, .user = &r->sum});
}

/* Hands over the next piece, in a block of exactly its size. */
static void run_feed(run *r)
{
    size_t size = r->size - r->at;
    if (size == 0) {
        tt_th_feed(&r->th, NULL, 0);
        return;
    }
    if (r->seed != 0) {
        r->seed ^= r->seed << 13;
        r->seed ^= r->seed >> 7;
        r->seed ^= r->seed << 17;
        size_t piece = 1 + (size_t)(r->seed >> 32) % ((r->seed & 3) == 0 ? 300 : 5);
        size = piece < size ? piece : size;
    }
    free(r->block);
    r->block = malloc(size != 0 ? size : 1);
    MUST(r->block != NULL);
    memcpy(r->block, r->data + r->at, size);
    r->at += size;
    tt_th_feed(&r->th, r->block, size);
}

static void run_close(run *r)
{
    free(r->block);
    free(r->scratch);
    free(r->world);
}

static tt_status run_next(run *r, tt_th_event *event)
{
    tt_status status;
    while ((status = tt_th_next(&r->th, event)) == TT_MORE) {
        run_feed(r);
    }
    return status;
}

static tt_status run_advance(run *r, int32_t tick)
{
    tt_status status;
    while ((status = tt_th_advance(&r->th, tick)) == TT_MORE) {
        run_feed(r);
    }
    return status;
}

static sum run_all(run *r)
{
    tt_th_event event;
    tt_status status;
    while ((status = run_next(r, &event)) == TT_OK) {
        add_event(r, &event);
    }
    add_int(&r->sum, (uint32_t)status);
    add_int(&r->sum, tt_th_look(&r->th).error->offset);
    MUST((status < 0) == (tt_th_look(&r->th).error->status == status) &&
         (status < 0 || status == TT_END));
    MUST(r->sum.events <= r->size && tt_th_look(&r->th).offset <= r->size);
    MUST(run_next(r, &event) == status);
    return r->sum;
}

static int same_state(const tt_world *a, const tt_world *b)
{
    size_t start = offsetof(tt_world, tee);
    return memcmp((const char *)a + start, (const char *)b + start, sizeof *a - start) == 0;
}

/* To a tick of the recording, there and to the end. */
static void check_advance(const uint8_t *data, size_t size, int recover, uint64_t seed)
{
    run slow, fast;
    tt_th_event event;
    tt_world *before = malloc(sizeof *before);
    MUST(before != NULL);
    run_open(&slow, data, size, recover, 0);
    run_open(&fast, data, size, recover, seed % 2 ? seed : 0);
    tt_status status = run_next(&slow, &event);
    MUST(run_next(&fast, &event) == status);
    int32_t target = (int32_t)(seed >> 8 & 0xff);
    int reached = status != TT_OK;
    while (status == TT_OK) {
        memcpy(before, slow.world, sizeof *before);
        status = run_next(&slow, &event);
        if (status == TT_OK && event.tick > target && !reached) {
            reached = 1;
            MUST(run_advance(&fast, target) == TT_OK);
            MUST(fast.world->tick <= target);
            MUST(same_state(fast.world, before));
        }
    }
    MUST(run_advance(&fast, INT32_MAX) == status);
    MUST(fast.world->tick == slow.world->tick && same_state(fast.world, slow.world));
    MUST(fast.sum.issues == slow.sum.issues && fast.sum.hash == slow.sum.hash);
    MUST(tt_th_look(&fast.th).error->offset == tt_th_look(&slow.th).error->offset);
    run_close(&slow);
    run_close(&fast);
    free(before);
}

MUTATE(mutate_teehistorian, 0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sum key = {UINT64_C(0xcbf29ce484222325), 0, 0};
    add(&key, data, size);
    for (int recover = 0; recover < 2; recover++) {
        run one, many;
        run_open(&one, data, size, recover, 0);
        run_open(&many, data, size, recover, key.hash | 1);
        sum a = run_all(&one), b = run_all(&many);
        MUST(a.events == b.events && a.issues == b.issues && a.hash == b.hash);
        MUST(memcmp(one.world, many.world, sizeof *one.world) == 0);
        run_close(&one);
        run_close(&many);
        check_advance(data, size, recover, key.hash);
    }
    return 0;
}
