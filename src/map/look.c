/* SPDX-License-Identifier: MIT
 *
 * Looks through groups and layers.
 */
#include "map/look.h"

#include "base/error.h"

/* Groups may share layers, which no editor makes: in every known map a layer is in one group. The
 * ranges of all groups together are bounded by the layers of the file, or a hundred groups that
 * each name all layers would make every look quadratic. */
#define VISITS_A_LAYER 2

tt_status tti_map_group_layers(const tti_datafile *df, tt_bytes group, uint32_t layers,
                               tti_item_range *range, tt_error *error)
{
    int32_t first = tti_item_int(group, GROUP_FIRST), count = tti_item_int(group, GROUP_COUNT);
    *range = (tti_item_range){0, 0};
    if (count <= 0) {
        return TT_OK;
    }
    if (first < 0 || (uint32_t)first > layers || (uint32_t)count > layers - (uint32_t)first) {
        return tti_fail(error, TT_ERR_MAP_GROUP, tti_datafile_offset(df, group));
    }
    *range = (tti_item_range){(uint32_t)first, (uint32_t)count};
    return TT_OK;
}

/* Only the first one is kept: an error has room for one reason and one offset. */
static void pass_over(tti_map_look *look, const tt_error *error)
{
    if (look->refused.status == TT_OK) {
        look->refused = *error;
    }
}

/* A later layer of a kind replaces an earlier one, as in the game, which goes through groups in
 * their order and keeps the last. game_group goes with it: offset and clip of this group are not
 * those of the file (design.c). */
static void note_played(tti_map_look *look, tt_bytes layer, uint32_t index, uint32_t group)
{
    unsigned plays = tti_map_plays(layer);
    /* All bits, also those that tti_map_plays leaves out: the public `layers` is what the file says
     * that there is. */
    look->found |= (unsigned)tti_item_int(layer, TILES_PLAYS) & ((1u << TTI_PLAYED) - 1);
    for (size_t i = 0; i < TTI_PLAYED; i++) {
        if (plays == 1u << i) {
            look->played[i] = (int32_t)index;
        }
    }
    if (plays == TT_MAP_GAME) {
        look->game_group = (int32_t)group;
    }
}

/* Layers of quads and sounds need not be looked at: nothing is played on them. */
static void look_at_layer(tti_map_look *look, const tti_datafile *df, uint32_t index,
                          uint32_t group)
{
    tt_bytes layer;
    tt_error error;
    if (tti_datafile_item(df, look->layers.first + index, LAYER_INTS, &layer, &error) != TT_OK) {
        pass_over(look, &error);
    } else if (tti_item_int(layer, LAYER_KIND) == TT_LAYER_TILES) {
        if (tti_item_ints(layer) < TILES_INTS) {
            tti_fail(&error, TT_ERR_MAP_ITEM, tti_datafile_offset(df, layer));
            pass_over(look, &error);
        } else {
            note_played(look, layer, index, group);
        }
    }
}

/* 0 when there are too many layers in the groups so far. A damaged group returns 1, as others after
 * it may be good. */
static int look_at_group(tti_map_look *look, const tti_datafile *df, uint32_t index,
                         uint32_t *visits)
{
    tt_bytes group;
    tt_error error;
    tti_item_range range;
    if (tti_datafile_item(df, look->groups.first + index, GROUP_INTS, &group, &error) != TT_OK ||
        tti_map_group_layers(df, group, look->layers.count, &range, &error) != TT_OK) {
        pass_over(look, &error);
        return 1;
    }
    if (range.count > VISITS_A_LAYER * look->layers.count - *visits) {
        tti_fail(&error, TT_ERR_MAP_GROUP, tti_datafile_offset(df, group));
        pass_over(look, &error);
        return 0;
    }
    *visits += range.count;
    for (uint32_t i = range.first; i < range.first + range.count; i++) {
        look_at_layer(look, df, i, index);
    }
    return 1;
}

tt_status tti_map_look_at(tti_map_look *look, const tti_datafile *df, tt_error *error)
{
    uint32_t visits = 0;
    *look = (tti_map_look){.game_group = -1};
    for (size_t i = 0; i < TTI_PLAYED; i++) {
        look->played[i] = -1;
    }
    tt_status status = tti_datafile_type(df, ITEM_GROUP, &look->groups, error);
    if (status == TT_OK) {
        status = tti_datafile_type(df, ITEM_LAYER, &look->layers, error);
    }
    for (uint32_t i = 0; status == TT_OK && i < look->groups.count; i++) {
        if (!look_at_group(look, df, i, &visits)) {
            /* The design then draws only the groups before, so that drawing cannot take longer than
             * this look. */
            look->groups.count = i;
        }
    }
    return status;
}
