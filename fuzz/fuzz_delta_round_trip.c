/* SPDX-License-Identifier: MIT
 *
 * Two snapshots made from the input: the delta between them, through varints and applied, gives
 * the new one. What does not fit is refused.
 *
 *     byte 0     which sizes
 *     then for each item 4 bytes: snapshot (bit 0 the old, bit 1 the new one) and bits of id;
 *     type; size; a value
 */
#include <string.h>

#include "items.h"
#include "must.h"
#include "snap/delta_form.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"
#include "teetape/varint.h"

static tt_snap_space old_space, new_space, back_space;
static int32_t delta[TT_DELTA_BOUND], unpacked[TT_DELTA_BOUND];
static uint8_t packed[TT_DELTA_BOUND * TT_VARINT_MAX];

static const tt_snap_sizes *sizes_by(unsigned number)
{
    return number == 2 ? &sizes_none : tt_snap_sizes_of(number == 1 ? TT_DIALECT_7 : TT_DIALECT_6);
}

static void add(tt_snap_builder *b, const uint8_t *item, int32_t size, uint32_t salt)
{
    int32_t ints[256];
    for (int32_t i = 0; i < size; i++) {
        ints[i] = i % 3 == 0 ? (int32_t)(item[3] * salt * 0x01000193u) : item[3];
    }
    (void)tt_snap_builder_add(b, item[1], item[0] >> 2, ints, (size_t)size);
}

/* The builder makes the same delta out of the items, and out of the steps of a walk through it. */
static void build_again(size_t count, const tt_snap *from, const tt_snap *to,
                        const tt_snap_sizes *sizes)
{
    tt_delta_builder b;
    tt_delta_walk walk;
    tt_delta_step step;
    tt_snap_item item, other;
    tt_delta_builder_init(&b, unpacked, count, sizes);
    for (uint32_t i = 0; i < to->count; i++) {
        item = tt_snap_item_at(to, i);
        int is_old = tt_snap_find(from, tt_snap_key(item.type, item.id), &other);
        MUST((is_old ? tti_delta_builder_change(&b, &other, &item)
                     : tti_delta_builder_update(&b, item.type, item.id, item.data, item.size)) ==
             TT_OK);
    }
    for (uint32_t i = 0; i < from->count; i++) {
        item = tt_snap_item_at(from, i);
        int32_t key = tt_snap_key(item.type, item.id);
        MUST(tt_snap_find(to, key, &other) || tti_delta_builder_remove(&b, key) == TT_OK);
    }
    MUST(tt_delta_builder_finish(&b) == count);
    MUST(memcmp(unpacked, delta, count * sizeof *delta) == 0);
    MUST(tti_delta_builder_remove(&b, 0) == TT_ERR_SPACE);

    tt_delta_builder_init(&b, unpacked, count, sizes);
    MUST(tt_delta_walk_init(&walk, (tt_delta){delta, count}, sizes, NULL) == TT_OK);
    while (tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        MUST((step.kind == TT_DELTA_REMOVE
                  ? tti_delta_builder_remove(&b, step.key)
                  : tti_delta_builder_update(&b, step.item.type, step.item.id, step.item.data,
                                             step.item.size)) == TT_OK);
    }
    MUST(tt_delta_builder_finish(&b) == count);
    MUST(memcmp(unpacked, delta, count * sizeof *delta) == 0);
}

static void check(const tt_snap *from, const tt_snap *to, const tt_snap_sizes *sizes)
{
    size_t count, size, same;
    tt_snap back;
    tt_delta_report report;
    tt_status status = tt_delta_create(delta, TT_DELTA_BOUND, &count, from, to, sizes);
    MUST(status == TT_OK || status == TT_ERR_DELTA_UNEQUAL || status == TT_ERR_DELTA_STATIC);
    if (status != TT_OK) {
        MUST(count == 0);
        return;
    }
    if (count == 0) {
        MUST(from->count == to->count && tt_snap_checksum(from) == tt_snap_checksum(to));
        return;
    }
    build_again(count, from, to, sizes);
    MUST(tt_delta_create(unpacked, count - 1, &same, from, to, sizes) == TT_ERR_SPACE);
    MUST(tt_varints_encode(packed, sizeof packed, &size, delta, count) == TT_OK);
    MUST(tt_varints_decode(unpacked, TT_DELTA_BOUND, &same, packed, size, NULL) == TT_OK);
    MUST(same == count);
    MUST(tt_delta_apply(&back, &back_space, from, (tt_delta){unpacked, count}, sizes, &report) ==
         TT_OK);
    MUST(report.odd == 0);
    MUST(items_are_same(&back, to));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_snap_builder old_builder, new_builder;
    tt_snap_builder_init(&old_builder, &old_space, NULL);
    tt_snap_builder_init(&new_builder, &new_space, NULL);
    const tt_snap_sizes *sizes = sizes_by(size == 0 ? 0 : data[0] % 3);
    for (size_t at = 1; at + 4 <= size; at += 4) {
        const uint8_t *item = data + at;
        /* mostly the right size, so that mostly there is a delta */
        int32_t length = item[2] < 250 && item[1] < TT_SNAP_SIZED_TYPES ? sizes->ints[item[1]] : 0;
        length = length != 0 ? length : item[2];
        if ((item[0] & 1) != 0) {
            add(&old_builder, item, length, 0);
        }
        if ((item[0] & 2) != 0) {
            add(&new_builder, item, length, item[2] & 1u);
        }
    }
    tt_snap from = tt_snap_builder_finish(&old_builder), to = tt_snap_builder_finish(&new_builder);
    check(&from, &to, sizes);
    check(&to, &from, sizes);
    check(&from, &from, sizes);
    return 0;
}
