/* SPDX-License-Identifier: MIT
 *
 * Snapshots whose keys were chosen to collide in the table of an index: what is in them is found,
 * nothing else is, and nobody has to look far. A demo of 420 KB took 14 seconds before.
 */
#include <stdlib.h>

#include "cm.h"
#include "snap/index.h"
#include "support/snap_make.h"
#include "teetape/snap_object.h"

/* Times 0x9e3779b1 it is 1 modulo 2^32. */
#define INVERSE 0xe8b2f51u

static slow_snap old_model, new_model, result;
static made_snap from, to;
static tt_snap_space space, other_space;
static int32_t delta[TT_DELTA_BOUND];

/* The key that the hash makes into `hash`. */
static uint32_t key_of(uint32_t hash)
{
    return hash * INVERSE;
}

/* Keys of a kind, from worst to those of a game: all at one slot; one slot after the other, so that
 * a key that is not there meets them all; a few heaps; anything; ids of one type. */
enum { ONE_SLOT, ALL_SLOTS, HEAPS, ANYTHING, IDS, KINDS };

static uint32_t next_key(int kind, uint32_t number, uint64_t *seed)
{
    uint32_t bits = random_next(seed);
    switch (kind) {
    case ONE_SLOT:
        return key_of(bits >> 11);
    case ALL_SLOTS:
        return key_of(number % 1024 << 21 | bits >> 11);
    case HEAPS:
        return key_of(bits % 8 << 29 | bits >> 16);
    case ANYTHING:
        return bits;
    default:
        return 5u << 16 | number % 65536;
    }
}

static int is_key(uint32_t key)
{
    return key >> 16 >= 64 && key >> 16 <= 0x7fff; /* a type of any size */
}

/* `count` items of a kind, some of which `before` (may be NULL) has too. */
static void make(slow_snap *model, const slow_snap *before, int kind, int count, uint64_t *seed)
{
    model->count = model->used = 0;
    for (uint32_t number = 0; model->count < count; number++) {
        uint32_t key = kind == IDS ? 64u << 16 | (number + random_next(seed) % 2)
                                   : next_key(kind, number, seed);
        if (before != NULL && before->count != 0 && random_next(seed) % 2 != 0) {
            const slow_item *item = &before->item[random_next(seed) % (uint32_t)before->count];
            key = (uint32_t)item->type << 16 | (uint32_t)item->id;
        }
        int32_t type = (int32_t)(key >> 16), id = (int32_t)(key & 0xffff);
        if (is_key(key) && slow_find(model, type, id) < 0) {
            int32_t *data = slow_add(model, type, id, (type ^ id) & 3);
            for (int i = 0; i < ((type ^ id) & 3); i++) {
                data[i] = (int32_t)random_next(seed);
            }
        }
    }
}

/* Slots that are looked at until the item is found. */
static uint32_t steps_to(const tt_snap *snap, uint32_t number)
{
    int32_t key = snap->items[snap->starts[number]];
    uint32_t mask = (1u << snap->slots_log) - 1, at = tti_snap_slot(key, snap->slots_log),
             steps = 0;
    for (; snap->slots[at] != number + 1u; at = (at + 1) & mask) {
        assert_int_not_equal(snap->slots[at], 0);
        steps++;
    }
    return steps;
}

static void check(const tt_snap *snap, const slow_snap *model, uint64_t *seed)
{
    tt_snap_item item;
    assert_true(made_same(snap, model));
    for (uint32_t i = 0; i < snap->count && snap->slots_log != TTI_SNAP_SORTED; i++) {
        assert_in_range(steps_to(snap, i), 0, TTI_SNAP_STEPS);
    }
    for (uint32_t i = 1; i < snap->count && snap->slots_log == TTI_SNAP_SORTED; i++) {
        assert_true(snap->items[snap->starts[snap->slots[i - 1]]] <
                    snap->items[snap->starts[snap->slots[i]]]);
    }
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t key = next_key((int)(i % KINDS), i, seed) & 0x7fffffff;
        int is_there = slow_find(model, (int32_t)(key >> 16), (int32_t)(key & 0xffff)) >= 0;
        assert_int_equal(tt_snap_find(snap, (int32_t)key, &item), is_there);
    }
}

/* Every way in which an index comes about. */
static void check_ways(uint64_t *seed)
{
    size_t count;
    tt_snap made, copy;
    tt_snap_builder b;
    made_from(&from, &old_model);
    made_from(&to, &new_model);
    check(&from.snap, &old_model, seed);
    check(&to.snap, &new_model, seed);
    assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap,
                                     tt_snap_sizes_of(TT_DIALECT_6)),
                     TT_OK);
    if (count != 0) {
        assert_int_equal(
            slow_apply(&result, &old_model, delta, count, tt_snap_sizes_of(TT_DIALECT_6)->ints), 0);
        assert_int_equal(tt_delta_apply(&made, &space, &from.snap, (tt_delta){delta, count},
                                        tt_snap_sizes_of(TT_DIALECT_6), NULL),
                         TT_OK);
        check(&made, &result, seed);
        tti_snap_copy(&copy, &other_space, &made);
        check(&copy, &result, seed);
        made_check(&copy);
    }
    tt_snap_builder_init(&b, &space, NULL);
    for (int i = 0; i < new_model.count; i++) {
        const slow_item *item = &new_model.item[i];
        tt_status status = tt_snap_builder_add(&b, item->type, item->id, new_model.ints + item->at,
                                               (size_t)item->size);
        assert_int_equal(status, TT_OK);
        assert_int_equal(tt_snap_builder_add(&b, item->type, item->id, NULL, 0), TT_ERR_SNAP_TWICE);
    }
    made = tt_snap_builder_finish(&b);
    check(&made, &new_model, seed);
}

static void keys_that_collide(void **state)
{
    (void)state;
    uint64_t seed = 31;
    static const int counts[] = {0, 1, 31, 33, 34, 35, 64, 200, 700, 1024};
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            make(&old_model, NULL, kind, counts[i], &seed);
            make(&new_model, &old_model, kind, counts[9 - i], &seed);
            check_ways(&seed);
        }
    }
}

/* The same key twice is found wherever it is. */
static void the_same_twice(void **state)
{
    (void)state;
    uint64_t seed = 32;
    tt_error error;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int round = 0; round < 50; round++) {
            make(&old_model, NULL, kind, 300, &seed);
            uint32_t first = random_next(&seed) % 299;
            uint32_t second = first + 1 + random_next(&seed) % (299 - first);
            old_model.item[second].type = old_model.item[first].type;
            old_model.item[second].id = old_model.item[first].id;
            size_t count = slow_write(from.ints, &old_model);
            assert_int_equal(tt_snap_open(&from.snap, &from.index, from.ints, count, &error),
                             TT_ERR_SNAP_TWICE);
            int32_t place = from.ints[2 + second] / 4;
            assert_int_equal(error.offset, 2 + 300 + place);
        }
    }
}

/* A game's keys remain in a table. */
static void keys_of_a_game_do_not(void **state)
{
    (void)state;
    uint64_t seed = 33;
    for (int count = 1; count <= 1024; count += 31) {
        make(&old_model, NULL, IDS, count, &seed);
        made_from(&from, &old_model);
        assert_in_range(from.snap.slots_log, 0, 11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_collide),
        cmocka_unit_test(the_same_twice),
        cmocka_unit_test(keys_of_a_game_do_not),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
