/* SPDX-License-Identifier: MIT
 *
 * Places of ghosts between their ticks, the search for the gap between two runs, and the form in
 * which a page holds a run.
 *
 * Packed, a run is: name, start, ticks, count, player; then for each tick the differences of the
 * seven numbers of a place to those of the tick before, which are 0 before the first tick. A player
 * is: is_known, is_seven, skin, its three colours, and for each part its name, custom and color.
 */
#include "draw/run.h"

#include "base/mem.h"
#include "draw/camera.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "wire/checked.h"

#define GHOST_NUMBERS 7 /* numbers of a place */

static const struct tti_ghost_place *place_at(const struct tti_ghost *ghost, int64_t tick)
{
    int64_t last = ghost->count - 1;
    return &ghost->place[tick < 0 ? 0 : tick > last ? last : tick];
}

static int64_t distance(int64_t from, int64_t to)
{
    return from < to ? to - from : from - to;
}

#define SEARCH_TICKS 3000 /* ticks of a ghost that are compared with a place */

/* Returns the way from a place to that of the ghost at a tick, along both axes. */
static int64_t way_to(const struct tti_ghost *ghost, const struct tti_ghost_place *at, int32_t tick)
{
    return distance(at->x, ghost->place[tick].x) + distance(at->y, ghost->place[tick].y);
}

static bool is_still(const struct tti_ghost *ghost, int32_t tick)
{
    return tick + 1 < ghost->count && way_to(ghost, &ghost->place[tick], tick + 1) == 0;
}

/* Returns the first tick from `first` on at which the ghost came as near as `least`, give or take
 * half a tile, and did not come nearer right after it. */
static int32_t first_near(const struct tti_ghost *ghost, const struct tti_ghost_place *at,
                          int32_t first, int64_t least)
{
    enum { HALF_TILE = 16 };
    int32_t i = first;
    while (way_to(ghost, at, i) > least + HALF_TILE) {
        i++;
    }
    int32_t best = i;
    int32_t end = ghost->count - i < SEARCH_TICKS ? ghost->count : i + SEARCH_TICKS;
    for (; i < end && way_to(ghost, at, i) <= way_to(ghost, at, best); i++) {
        best = way_to(ghost, at, i) < way_to(ghost, at, best) ? i : best;
    }
    return best;
}

/* Gives the tick from `*tick` on at which the ghost first came to a place, and did not leave it in
 * between. A ghost that waits elsewhere has its wait passed over. Returns false when the ghost was
 * never nearer than three tiles in the next ten seconds of its way. */
static bool find_nearest(const struct tti_ghost *ghost, const struct tti_ghost_place *at,
                         int32_t *tick)
{
    enum { MOVES = 500, NEAR = 96 };
    int64_t least = NEAR;
    int32_t first = -1, moves = 0;
    int32_t end = ghost->count - *tick < SEARCH_TICKS ? ghost->count : *tick + SEARCH_TICKS;
    for (int32_t i = *tick; i < end && moves <= MOVES; i++) {
        int64_t way = way_to(ghost, at, i);
        if (way >= NEAR && first >= 0) {
            break;
        }
        first = way < NEAR && first < 0 ? i : first;
        least = way < least ? way : least;
        moves += first < 0 && !is_still(ghost, i);
    }
    if (first >= 0) {
        *tick = first_near(ghost, at, first, least);
        return true;
    }
    while (is_still(ghost, *tick)) {
        ++*tick;
    }
    return false;
}

void tti_ghost_gaps(const struct tti_ghost *own, const struct tti_ghost *ghost, int32_t *gaps)
{
    int32_t nearest = 0;
    for (int32_t tick = 0; tick < own->count; tick++) {
        bool is_found = tick > 0 && find_nearest(ghost, &own->place[tick], &nearest);
        gaps[tick] = is_found ? nearest - tick : tick > 0 ? gaps[tick - 1] : TTI_NO_GAP;
    }
}

int32_t tti_ghost_gap(const struct tti_ghost *own, const struct tti_ghost *ghost)
{
    return ghost->ticks - own->ticks;
}

static void set_gap(tt_draw_ghost *drawn, const struct tti_ghost *own,
                    const struct tti_ghost *ghost, const int32_t *gaps, int64_t tick)
{
    int32_t gap = TTI_NO_GAP;
    if (tick >= own->ticks) {
        gap = tti_ghost_gap(own, ghost);
    } else if (tick >= 0 && tick < own->count) {
        gap = gaps[tick];
    }
    drawn->has_gap = gap != TTI_NO_GAP;
    drawn->gap = drawn->has_gap ? gap : 0;
}

void tti_ghost_draw(tt_draw_ghost *drawn, const struct tti_ghost *own,
                    const struct tti_ghost *ghost, const int32_t *gaps, int64_t time)
{
    int64_t tick = time < 0 ? 0 : time / TTI_ONE, part = time < 0 ? 0 : time % TTI_ONE;
    const struct tti_ghost_place *from = place_at(ghost, tick), *to = place_at(ghost, tick + 1);
    bool leaps = distance(from->x, to->x) > TTI_LEAP || distance(from->y, to->y) > TTI_LEAP;
    part = leaps ? 0 : part;
    tti_vec at = tti_vec_lerp(tti_vec_of(from->x, from->y), tti_vec_of(to->x, to->y), part);
    tti_vec hook = tti_vec_of(from->hook_x, from->hook_y);
    if (from->hooks != 0 && to->hooks != 0) {
        hook = tti_vec_lerp(hook, tti_vec_of(to->hook_x, to->hook_y), part);
    }
    *drawn = (tt_draw_ghost){.x = at.x,
                             .y = at.y,
                             .name = ghost->name,
                             .player = ghost->player.is_known ? &ghost->player : NULL,
                             .angle = from->angle,
                             .weapon = from->weapon,
                             .hooks = from->hooks != 0,
                             .hook_x = hook.x,
                             .hook_y = hook.y};
    if (!leaps) {
        drawn->vel_x = (to->x - from->x) * 256;
        drawn->vel_y = (to->y - from->y) * 256;
    }
    set_gap(drawn, own, ghost, gaps, time < 0 ? -1 : tick);
}

static void pack_text(tt_packer *p, const char *text)
{
    tt_pack_string(p, tt_bytes_of(text), 0);
}

static void pack_player(tt_packer *p, const tt_scene_player *player)
{
    tt_pack_int(p, player->is_known);
    tt_pack_int(p, player->is_seven);
    pack_text(p, player->skin.name);
    tt_pack_int(p, player->skin.custom_colors);
    tt_pack_int(p, player->skin.color_body);
    tt_pack_int(p, player->skin.color_feet);
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        pack_text(p, player->part[i].name);
        tt_pack_int(p, player->part[i].custom);
        tt_pack_int(p, player->part[i].color);
    }
}

static void unpack_player(tt_unpacker *u, tt_scene_player *player)
{
    player->is_known = (uint8_t)tti_unpack_between(u, 0, 1);
    player->is_seven = (uint8_t)tti_unpack_between(u, 0, 1);
    tti_unpack_text(u, player->skin.name, 0, TT_SKIN_CAP - 1);
    player->skin.custom_colors = tt_unpack_int(u);
    player->skin.color_body = tt_unpack_int(u);
    player->skin.color_feet = tt_unpack_int(u);
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        tti_unpack_text(u, player->part[i].name, 0, TT_SKIN_CAP - 1);
        player->part[i].custom = tt_unpack_int(u);
        player->part[i].color = tt_unpack_int(u);
    }
}

/* The numbers of a place, so that packing and unpacking cannot differ in their order. */
static void numbers_of(struct tti_ghost_place *place, int32_t *number[GHOST_NUMBERS])
{
    number[0] = &place->x;
    number[1] = &place->y;
    number[2] = &place->angle;
    number[3] = &place->weapon;
    number[4] = &place->hooks;
    number[5] = &place->hook_x;
    number[6] = &place->hook_y;
}

/* Differences wrap around, as any int32_t may follow any other. */
void tti_ghost_pack(tt_packer *p, const struct tti_ghost *ghost)
{
    struct tti_ghost_place before = {0}, now;
    int32_t *was[GHOST_NUMBERS], *is[GHOST_NUMBERS];
    numbers_of(&before, was);
    numbers_of(&now, is);
    pack_text(p, ghost->name);
    tt_pack_int(p, ghost->start);
    tt_pack_int(p, ghost->ticks);
    tt_pack_int(p, ghost->count);
    pack_player(p, &ghost->player);
    for (int32_t tick = 0; tick < ghost->count; tick++) {
        now = ghost->place[tick];
        for (int i = 0; i < GHOST_NUMBERS; i++) {
            tt_pack_int(p, (int32_t)((uint32_t)*is[i] - (uint32_t)*was[i]));
        }
        before = now;
    }
}

void tti_ghost_unpack(tt_unpacker *u, struct tti_ghost *ghost)
{
    tti_fill(ghost, 0, sizeof *ghost);
    tti_unpack_text(u, ghost->name, 0, TT_NAME_CAP - 1);
    ghost->start = tti_unpack_between(u, 0, INT32_MAX);
    ghost->ticks = tti_unpack_between(u, 0, INT32_MAX);
    ghost->count = tti_unpack_between(u, 1, INT32_MAX);
    unpack_player(u, &ghost->player);
    tti_require(u, (size_t)ghost->count <= tt_unpacker_left(u) / GHOST_NUMBERS);
}

void tti_ghost_unpack_places(tt_unpacker *u, struct tti_ghost *ghost, struct tti_ghost_place *place)
{
    struct tti_ghost_place now = {0};
    int32_t *is[GHOST_NUMBERS];
    numbers_of(&now, is);
    for (int32_t tick = 0; tick < ghost->count; tick++) {
        for (int i = 0; i < GHOST_NUMBERS; i++) {
            *is[i] = (int32_t)((uint32_t)*is[i] + (uint32_t)tt_unpack_int(u));
        }
        place[tick] = now;
    }
    ghost->place = place;
}
