/* SPDX-License-Identifier: MIT
 *
 * Made-up snapshots. See snap_made.h.
 */
#include "snap_made.h"

#include <string.h>

#include "support/random.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"

/* How many of 100 items go, and how many come. */
enum { TURNOVER = 3, SIZE_MOST = 22, KINDS = 8 };

struct item {
    int32_t type, id;
    uint32_t kind, size;
    int32_t data[SIZE_MOST];
};

static struct {
    uint64_t seed;
    uint32_t wanted, count, next_id;
    struct item item[TT_SNAP_MAX_ITEMS];
    uint16_t order[TT_SNAP_MAX_ITEMS]; /* the first `count` are there, the rest is free */
} made;

static uint32_t below(uint32_t n)
{
    return random_next(&made.seed) % n;
}

/* What fills a snapshot, in the order of a server: characters, projectiles, lasers, pickups,
 * those of an extended type, client infos and player infos. Each kind is a run of items. */
static const int32_t kinds[KINDS] = {9, 10, 11, 4, 4, 32764, 2, 3};

static void make_item(struct item *item, uint32_t kind)
{
    item->kind = kind;
    item->type = kinds[kind];
    item->id = (int32_t)(made.next_id++ % (TT_SNAP_MAX_ID + 1));
    item->size =
        item->type < TT_SNAP_SIZED_TYPES ? tt_snap_sizes_of(TT_DIALECT_6)->ints[item->type] : 10;
    for (uint32_t i = 0; i < item->size; i++) {
        item->data[i] = (int32_t)below(1000);
    }
}

/* Puts a new item at a place of chance in the run of its kind. */
static void come(void)
{
    uint32_t kind = below(KINDS), first = 0, end;
    while (first < made.count && made.item[made.order[first]].kind < kind) {
        first++;
    }
    for (end = first; end < made.count && made.item[made.order[end]].kind == kind;) {
        end++;
    }
    uint32_t at = first + below(end - first + 1);
    uint16_t number = made.order[made.count];
    memmove(made.order + at + 1, made.order + at, (made.count - at) * sizeof *made.order);
    made.order[at] = number;
    made.count++;
    make_item(&made.item[number], kind);
}

static void go(void)
{
    uint32_t at = below(made.count);
    uint16_t number = made.order[at];
    made.count--;
    memmove(made.order + at, made.order + at + 1, (made.count - at) * sizeof *made.order);
    made.order[made.count] = number;
}

/* Of an item that changes every third int is another, and at least one. */
static void change(struct item *item)
{
    for (uint32_t i = 0; i < item->size; i++) {
        item->data[i] += below(3) == 0 ? (int32_t)below(64) - 32 : 0;
    }
    item->data[below(item->size)]++;
}

void snap_made_begin(uint32_t items, uint64_t seed)
{
    made.seed = seed;
    made.wanted = items;
    made.count = made.next_id = 0;
    for (uint16_t i = 0; i < TT_SNAP_MAX_ITEMS; i++) {
        made.order[i] = i;
    }
    while (made.count < items) {
        come();
    }
}

int snap_made_next(tt_snap *snap, tt_snap_space *space, unsigned changed)
{
    uint32_t most = made.wanted + made.wanted / 8, least = made.wanted - made.wanted / 8;
    most = most < TT_SNAP_MAX_ITEMS ? most : TT_SNAP_MAX_ITEMS;
    for (uint32_t i = 0; i < made.wanted; i++) {
        uint32_t chance = below(100);
        if (chance < TURNOVER && made.count > least) {
            go();
        } else if (chance >= 100 - TURNOVER && made.count < most) {
            come();
        }
    }
    tt_snap_builder b;
    tt_snap_builder_init(&b, space, NULL);
    for (uint32_t i = 0; i < made.count; i++) {
        struct item *item = &made.item[made.order[i]];
        if (below(100) < changed) {
            change(item);
        }
        if (tt_snap_builder_add(&b, item->type, item->id, item->data, item->size) != TT_OK) {
            return 0;
        }
    }
    *snap = tt_snap_builder_finish(&b);
    return 1;
}
