/* SPDX-License-Identifier: MIT
 *
 * See th_damage.h.
 */
#include "support/th_damage.h"
#include "base/cursor.h"

#include <stdlib.h>

#include "cm.h"
#include "teehistorian/record.h"

static uint32_t draw(uint64_t *seed, size_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % below);
}

/* Returns the size of the record at this offset, 0 when it cannot be decoded. */
static size_t record_size(const th_make *m, size_t at, tt_th_event *event)
{
    int32_t ints[TT_INPUT_INTS];
    tti_th_need need;
    tt_unpacker u = tt_unpacker_of(m->data + at, m->size - at);
    tt_status status = tti_th_record_decode(event, ints, &u, TT_TH_SCRATCH, &need);
    return status == TT_OK ? tti_unpacker_offset(&u) : 0;
}

static size_t head_size(const th_make *m)
{
    return 16 + strlen((const char *)m->data + 16) + 1;
}

uint8_t *th_record_starts(const th_make *m)
{
    uint8_t *starts = calloc(m->size + 1, 1);
    size_t at = head_size(m), size;
    tt_th_event event;
    while (at < m->size && (size = record_size(m, at, &event)) != 0) {
        starts[at] = 1;
        at += size;
    }
    assert_int_equal(at, m->size);
    return starts;
}

static void fill(uint8_t *at, size_t size, uint64_t *seed)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)draw(seed, 256);
}

th_damage th_damage_of(const th_make *m, const uint8_t *starts, th_damage_kind kind, uint64_t seed,
                       size_t margin)
{
    static const size_t sizes[] = {1, 4, 16, 64, 512, 4096, 16384};
    size_t head = head_size(m);
    seed = seed * 31 + (uint64_t)kind;
    size_t size = kind == TH_DAMAGE_FLIPPED ? 1 : sizes[draw(&seed, 7)];
    if (size > m->size / 4)
        size = m->size / 4;
    size_t at = head + draw(&seed, m->size - head - size - margin);
    th_damage d = {.begin = at, .end = at + size, .kept = starts, .original = m->size};
    th_make_bytes(&d.bytes, m->data, at);
    if (kind == TH_DAMAGE_DELETED) {
        d.end = at;
        d.shift = (ptrdiff_t)size;
    } else {
        th_make_bytes(&d.bytes, m->data + at, size);
    }
    if (kind == TH_DAMAGE_INSERTED) {
        th_make_bytes(&d.bytes, m->data + at, m->size - at);
        d.shift = -(ptrdiff_t)size;
    } else {
        th_make_bytes(&d.bytes, m->data + at + size, m->size - at - size);
    }
    if (kind == TH_DAMAGE_OVERWRITTEN || kind == TH_DAMAGE_INSERTED)
        fill(d.bytes.data + at, size, &seed);
    else if (kind == TH_DAMAGE_ZEROED)
        memset(d.bytes.data + at, 0, size);
    else if (kind == TH_DAMAGE_FLIPPED)
        d.bytes.data[at] ^= (uint8_t)(1u << draw(&seed, 8));
    return d;
}

void th_damage_free(th_damage *damage)
{
    th_make_free(&damage->bytes);
}

static int is_start(const th_damage *d, size_t at)
{
    size_t original = (size_t)((ptrdiff_t)at + d->shift);
    return at >= d->end && original < d->original && d->kept[original];
}

/* Counts a gap by the offset at which it ends. */
static void count_gap(th_recovery *recovery, const th_damage *d, size_t at)
{
    recovery->gaps++;
    if (at >= d->begin && at < d->end)
        recovery->inside++;
    else if (at < d->bytes.size)
        recovery->wrong += at < d->begin ? !d->kept[at] : !is_start(d, at);
}

/* Follows the gaps of the repair over the records. */
static size_t find_step(const th_damage *d, const th_repair *repair, th_recovery *recovery)
{
    size_t at = head_size(&d->bytes), step = SIZE_MAX;
    int i = 0;
    while (at < d->bytes.size) {
        const tt_th_loss *loss = repair->losses == 0 ? NULL : repair->loss + i;
        tt_th_event event;
        for (; i < repair->losses; loss = repair->loss + ++i)
            if (loss->kind != TT_TH_LOSS_RECORD && loss->kind != TT_TH_LOSS_REPAIRED &&
                loss->kind != TT_TH_LOSS_UNKNOWN)
                break;
        if (i < repair->losses && loss->offset <= at) {
            if (loss->kind != TT_TH_LOSS_GAP)
                return step;
            at = (size_t)(loss->offset + loss->bytes);
            step = SIZE_MAX;
            i++;
            count_gap(recovery, d, at);
            continue;
        }
        if (step == SIZE_MAX && is_start(d, at))
            step = at;
        size_t size = record_size(&d->bytes, at, &event);
        assert_true(size > 0); /* otherwise a loss begins here */
        at += size;
    }
    return step;
}

th_recovery th_recovery_of(const th_damage *damage, const th_repair *repair)
{
    th_recovery recovery = {0, 0, 0, 0, 0};
    size_t step = find_step(damage, repair, &recovery);
    for (size_t at = damage->end; at < damage->bytes.size; at++) {
        recovery.records += (size_t)is_start(damage, at);
        recovery.missed += at < step && is_start(damage, at);
    }
    return recovery;
}

static int is_rare(tt_th_kind kind)
{
    return kind != TT_TH_PLAYER_DIFF && kind != TT_TH_PLAYER_OLD && kind != TT_TH_INPUT_DIFF &&
           kind != TT_TH_TICK_SKIP && kind != TT_TH_FINISH;
}

/* Lists the sparse records of `m`, at most `cap`, and their sizes. */
static size_t list_rare(const th_make *m, size_t *places, size_t *sizes, size_t cap)
{
    size_t count = 0, size;
    tt_th_event event;
    for (size_t at = head_size(m); at < m->size; at += size) {
        size = record_size(m, at, &event);
        assert_true(size > 0);
        if (is_rare(event.kind)) {
            assert_true(count < cap);
            places[count] = at;
            sizes[count++] = size;
        }
    }
    return count;
}

int th_false_records(const th_make *original, const th_make *repaired)
{
    enum { CAP = 2000 };
    static size_t at[CAP], size[CAP], at2[CAP], size2[CAP];
    size_t count = list_rare(original, at, size, CAP);
    size_t count2 = list_rare(repaired, at2, size2, CAP);
    int wrong = 0;
    for (size_t i = 0; i < count2; i++) {
        size_t k = 0;
        while (k < count && (size[k] != size2[i] ||
                             memcmp(original->data + at[k], repaired->data + at2[i], size[k]) != 0))
            k++;
        wrong += k == count;
        if (k < count)
            size[k] = 0; /* counts each record once */
    }
    return wrong;
}
