/* SPDX-License-Identifier: MIT
 *
 * Builds a snapshot delta from objects, and prints the new snapshot as JSON: build_delta
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_snap_space space, next_space;
static int32_t delta[TT_DELTA_BOUND];
static char json[1 << 16];

int main(void)
{
    struct tt_obj_flag flag = {.x = 320, .y = 640}, moved = {.x = 352, .y = 640};
    struct tt_obj_pickup heart = {.x = 64, .y = 96, .type = TT_PICKUP_HEALTH};
    struct tt_obj_laser laser = {.x = 400, .y = 640, .from_x = 100, .from_y = 640};
    tt_snap_builder s;
    tt_snap_builder_init(&s, &space, NULL);
    tt_snap_builder_add_object(&s, TT_OBJ_FLAG, 0, &flag);
    tt_snap_builder_add_object(&s, TT_OBJ_PICKUP, 7, &heart);
    tt_snap before = tt_snap_builder_finish(&s), after;

    tt_delta_builder d;
    tt_delta_builder_init(&d, delta, TT_DELTA_BOUND, tt_snap_sizes_of(TT_DIALECT_6));
    tt_delta_builder_object(&d, TT_OBJ_FLAG, 0, &flag, &moved);  /* differences */
    tt_delta_builder_object(&d, TT_OBJ_LASER, 1, NULL, &laser);  /* a new item */
    tt_delta_builder_object(&d, TT_OBJ_PICKUP, 7, &heart, NULL); /* a removed item */
    tt_delta made = {delta, tt_delta_builder_finish(&d)};
    if (tt_delta_apply(&after, &next_space, &before, made, tt_snap_sizes_of(TT_DIALECT_6), NULL) !=
        TT_OK)
        return 1;
    tt_packer p = tt_packer_of(json, sizeof json);
    tt_snap_json(&p, &after, TT_DIALECT_DDNET, TT_OBJ_JSON_NAMES);
    printf("%d ints\n%.*s\n", (int)made.count, (int)tt_packer_bytes(&p).size, json);
    return 0;
}
