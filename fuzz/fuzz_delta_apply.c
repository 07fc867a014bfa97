/* SPDX-License-Identifier: MIT
 *
 * Applying any ints to some snapshot: it fails at one of them, or gives a snapshot that can be
 * opened. What a delta leads to is then what a new delta between the two leads to.
 *
 *     byte 0    which sizes and which old snapshot
 *     rest      varints of the delta
 */
#include <string.h>

#include "items.h"
#include "must.h"
#include "mutate.h"
#include "snap/index.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"
#include "teetape/varint.h"

static int32_t ints[TT_DELTA_MAX_INTS], delta[TT_DELTA_BOUND], back[TT_SNAP_MAX_INTS];
static tt_snap_space old_space, new_space, again_space;

static const tt_snap_sizes *sizes_by(unsigned number)
{
    return number == 2 ? &sizes_none : tt_snap_sizes_of(number == 1 ? TT_DIALECT_7 : TT_DIALECT_6);
}

/* Nothing; a few items of all kinds; as many items, or as many bytes, as there can be. */
static tt_snap make_old(unsigned which)
{
    static const int32_t zeros[TT_SNAP_MAX_INTS];
    tt_snap_builder b;
    tt_snap_builder_init(&b, &old_space, NULL);
    if (which == 1) {
        (void)tt_snap_builder_add(&b, 5, 1, zeros, 3);
        (void)tt_snap_builder_add(&b, 9, 3, zeros, 22);
        (void)tt_snap_builder_add(&b, 64, 7, zeros, 3);
        (void)tt_snap_builder_add(&b, 70, 0, zeros, 0);
        (void)tt_snap_builder_add(&b, 1, 1, zeros, 1);
    } else if (which == 2) {
        for (int32_t id = 0; id < TT_SNAP_MAX_ITEMS; id++) {
            (void)tt_snap_builder_add(&b, 64, id, zeros, 1);
        }
    } else if (which == 3) {
        (void)tt_snap_builder_add(&b, 64, 7, zeros, 3);
        (void)tt_snap_builder_add(&b, 64, 8, zeros, TT_SNAP_MAX_INTS - 20);
    }
    return tt_snap_builder_finish(&b);
}

static void check_new(const tt_snap *from, const tt_snap *to, const tt_snap_sizes *sizes)
{
    tt_snap opened, again;
    tt_snap_index index;
    size_t count;
    MUST(tt_snap_write(back, TT_SNAP_MAX_INTS, &count, to) == TT_OK);
    MUST(tt_snap_open(&opened, &index, back, count, NULL) == TT_OK);
    MUST(tti_snap_equal(&opened, to));
    tt_status status = tt_delta_create(delta, TT_DELTA_BOUND, &count, from, to, sizes);
    /* an old item of another size than its type has can remain, and then change in no way */
    MUST(status == TT_OK || status == TT_ERR_DELTA_STATIC);
    if (status == TT_OK && count != 0) {
        tt_delta_report report;
        MUST(tt_delta_apply(&again, &again_space, from, (tt_delta){delta, count}, sizes, &report) ==
             TT_OK);
        MUST(report.odd == 0);
        MUST(again.count == to->count && again.size == to->size);
        MUST(tt_snap_checksum(&again) == tt_snap_checksum(to));
    }
}

MUTATE(mutate_delta, 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count;
    if (size == 0) {
        return 0;
    }
    const tt_snap_sizes *sizes = sizes_by(data[0] % 3);
    tt_snap from = make_old(data[0] / 3 % 4), to;
    (void)tt_varints_decode(ints, TT_DELTA_MAX_INTS, &count, data + 1, size - 1, NULL);
    /* at the end of the array, so that a sanitizer sees a read beyond */
    int32_t *begin = ints + TT_DELTA_MAX_INTS - count;
    memmove(begin, ints, count * sizeof *begin);
    tt_delta_report report = {0, {TT_OK, 0, NULL}};
    tt_status status =
        tt_delta_apply(&to, &new_space, &from, (tt_delta){begin, count}, sizes, &report);
    tt_delta_walk walk;
    tt_delta_step step;
    tt_status walked = tt_delta_walk_init(&walk, (tt_delta){begin, count}, sizes, NULL);
    while (walked == TT_OK) {
        walked = tt_delta_walk_next(&walk, &step, NULL);
    }
    if (status == TT_OK) {
        MUST(walked == TT_END);
        check_new(&from, &to, sizes);
    } else {
        MUST(status < 0 && report.error.status == status && report.error.offset <= count);
        MUST(to.count == 0);
        MUST(walked == status || status == TT_ERR_DELTA_NEW_SIZE ||
             status == TT_ERR_DELTA_OLD_SIZE || status == TT_ERR_DELTA_FULL);
    }
    return 0;
}
