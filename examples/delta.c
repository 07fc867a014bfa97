/* SPDX-License-Identifier: MIT
 *
 * Makes, packs, prints and applies the delta between two snapshots: delta
 *
 * Snapshots are kept here as ints, which a program may store anywhere. On the network the sender
 * and the receiver of snap_net.h do all this (send_delta.c).
 */
#include <stdio.h>

#include <teetape/teetape.h>

enum { FLAG = 5, CHARACTER = 9, KEPT = 1000 };

static tt_snap_space space, applied;
static int32_t delta[TT_DELTA_BOUND], unpacked[TT_DELTA_BOUND];
static uint8_t packed[TT_DELTA_BOUND * TT_VARINT_MAX];

/* Writes the serialized snapshot of a tee at `x`, with or without a flag, to `dst`. */
static size_t build(int32_t *dst, int32_t x, int has_flag)
{
    int32_t character[22] = {0, x, 640}, flag[3] = {320, 640, 0};
    tt_snap_builder builder;
    size_t count = 0;
    tt_snap_builder_init(&builder, &space, NULL);
    tt_snap_builder_add(&builder, CHARACTER, 0, character, 22);
    if (has_flag)
        tt_snap_builder_add(&builder, FLAG, 0, flag, 3);
    tt_snap snap = tt_snap_builder_finish(&builder);
    return tt_snap_write(dst, KEPT, &count, &snap) == TT_OK ? count : 0;
}

/* Steps through a delta without its snapshots. */
static tt_status print(tt_delta d)
{
    tt_delta_walk walk;
    tt_delta_step step;
    tt_status status = tt_delta_walk_init(&walk, d, tt_snap_sizes_of(TT_DIALECT_6), NULL);
    while (status == TT_OK && (status = tt_delta_walk_next(&walk, &step, NULL)) == TT_OK) {
        tt_obj_kind kind = tt_obj_find(TT_DIALECT_DDNET, step.item.type);
        const char *name = kind < TT_OBJ_KINDS ? tt_obj_type(kind)->name : "?";
        printf("%s %s %d\n", step.kind == TT_DELTA_REMOVE ? "remove" : "update", name,
               (int)step.item.id);
        for (uint32_t i = 0; step.kind == TT_DELTA_UPDATE && i < step.item.size; i++)
            if (step.item.data[i] != 0 && tt_obj_member_at(kind, i) != NULL)
                printf("    %s %+d\n", tt_obj_member_at(kind, i)->name, (int)step.item.data[i]);
    }
    return status == TT_END ? TT_OK : status;
}

int main(void)
{
    static tt_snap_index index[2]; /* one for each view */
    int32_t before[KEPT], after[KEPT];
    size_t count = 0, size = 0, back = 0;
    tt_snap from = tt_snap_empty(), to = from, result = from;
    tt_status status = tt_snap_open(&from, &index[0], before, build(before, 300, 1), NULL);
    if (status == TT_OK)
        status = tt_snap_open(&to, &index[1], after, build(after, 310, 0), NULL);
    if (status == TT_OK)
        status = tt_delta_create(delta, TT_DELTA_BOUND, &count, &from, &to,
                                 tt_snap_sizes_of(TT_DIALECT_6));
    if (status == TT_OK)
        status = tt_varints_encode(packed, sizeof packed, &size, delta, count);
    printf("%d ints, %d bytes\n", (int)count, (int)size);
    /* Decodes the delta, and applies it to the old snapshot. */
    if (status == TT_OK)
        status = tt_varints_decode(unpacked, TT_DELTA_BOUND, &back, packed, size, NULL);
    if (status == TT_OK)
        status = print((tt_delta){unpacked, back});
    if (status == TT_OK)
        status = tt_delta_apply(&result, &applied, &from, (tt_delta){unpacked, back},
                                tt_snap_sizes_of(TT_DIALECT_6), NULL);
    if (status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return tt_snap_checksum(&result) == tt_snap_checksum(&to) ? 0 : 1;
}
