/* SPDX-License-Identifier: MIT
 *
 * Reads a recording twice: for its finishes, and for the run that was the fastest.
 *
 * Places are those of the records. A teehistorian file has neither hooks nor weapons, which the
 * game computes from its inputs where the map is found. The skin comes from a scene, which is
 * followed up to the first tick of the run.
 */
#include "reading/ghost.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/error.h"
#include "reading/inside.h"
#include "reading/replay.h"

bool tti_fastest_take(struct tti_fastest *fastest, const tt_fact *fact)
{
    if (fact->kind != TT_FACT_FINISH || fact->u.finish.ticks < 0) {
        return false;
    }
    if (fact->cid < 0) {
        fastest->unnamed++;
        return false;
    }
    if (fastest->ticks >= 0 && fact->u.finish.ticks >= fastest->ticks) {
        return false;
    }
    *fastest = (struct tti_fastest){fact->tick, fact->u.finish.ticks, fact->cid, fastest->unnamed};
    return true;
}

static bool find_fastest(struct tti_fastest *fastest, const char *path,
                         const tt_io_reading_options *options, tt_io_error *error)
{
    tt_io_reading_options how = *options;
    tt_io_reading r;
    how.wants = TT_WANT_FACTS;
    how.facts = TT_FACT_BIT(TT_FACT_FINISH);
    *fastest = (struct tti_fastest){.ticks = -1};
    bool is_open = tt_io_reading_open(&r, path, &how);
    while (is_open && tt_io_reading_next(&r)) {
        if (r.item.kind == TT_ITEM_FACT) {
            tti_fastest_take(fastest, r.item.fact);
        }
    }
    *error = r.error;
    tt_io_reading_close(&r);
    if (error->status != TT_OK) {
        return false;
    }
    if (fastest->ticks < 0 && fastest->unnamed > 0) {
        return tti_error_say(error, TT_ERR_PLACE,
                             "its finishes (%" PRIu32 ") are recorded without the player's name",
                             fastest->unnamed);
    }
    return fastest->ticks >= 0 || tti_error_say(error, TT_ERR_PLACE, "nobody finishes in it");
}

struct run {
    struct tti_ghost *ghost;
    tt_demo_header *map;
    struct tti_fastest best;
    tt_io_reading r;
    tt_scene *scene; /* followed until the skin is known */
};

/* Sets weapon, view and hook from the computed game, because a teehistorian file lacks them. The
 * end of a hook is a whole number after each tick. */
static void set_from_game(const tti_reading_replay *game, int32_t cid,
                          struct tti_ghost_place *place)
{
    const tti_tee *tee = &game->replay->world->tee[cid];
    const tti_body *core = &tee->self.core;
    if (tee->is_alive) {
        place->angle = core->angle;
        place->weapon = tee->self.weapon;
        place->hooks = core->hook_state > TT_HOOK_IDLE;
        place->hook_x = (int32_t)core->hook.x;
        place->hook_y = (int32_t)core->hook.y;
    }
}

static struct tti_ghost_place place_of(const struct run *run, const tt_tee_state *tee)
{
    const tti_reading_replay *game = tti_reading_replay_of(&run->r);
    struct tti_ghost_place place = {.x = tee->x, .y = tee->y, .angle = tee->angle, .weapon = -1};
    if (game != NULL) {
        set_from_game(game, run->best.cid, &place);
    } else if (tee->has_character != 0) {
        place.weapon = tee->weapon;
        place.hooks = tee->hook_state > TT_HOOK_IDLE;
        place.hook_x = tee->hook_x;
        place.hook_y = tee->hook_y;
    }
    return place;
}

/* Takes the tee at the end of a tick. A tick without a record has the place of the tick before, and
 * ticks before the first place have the first one. */
static void take_tick(struct run *run)
{
    struct tti_ghost *ghost = run->ghost;
    int32_t tick = run->r.item.tick, index = tick - ghost->start;
    tt_tee_state tee;
    if (index < 0 || tick > run->best.tick ||
        !tt_io_reading_tee(&run->r, run->best.cid, tick, &tee)) {
        return;
    }
    const struct tti_ghost_place place = place_of(run, &tee);
    while (ghost->count < index) {
        ghost->place[ghost->count] = ghost->count > 0 ? ghost->place[ghost->count - 1] : place;
        ghost->count++;
    }
    if (ghost->count == index) {
        ghost->place[ghost->count++] = place;
    }
    const char *name = tt_recording_session(run->r.rec, run->best.cid).name;
    snprintf(ghost->name, sizeof ghost->name, "%s", name);
}

/* Follows the scene until it has the skin of the player in the run. */
static void find_skin(struct run *run)
{
    const tt_io_reading *r = &run->r;
    if (run->ghost->player.is_known != 0 || !tt_scene_follow(run->scene, r->rec, &r->item)) {
        return;
    }
    const tt_scene_state scene = tt_scene_look(run->scene);
    if (scene.tick >= run->ghost->start) {
        run->ghost->player = scene.player[run->best.cid];
    }
}

static bool read_run(struct run *run, const char *path, const tt_io_reading_options *options,
                     tt_io_error *error)
{
    char from[16], to[16];
    tt_io_reading_options how = *options;
    tt_scene_options stage = {.from = run->ghost->start};
    snprintf(from, sizeof from, "%" PRId32, run->ghost->start);
    snprintf(to, sizeof to, "%" PRId64, (int64_t)run->best.tick + 1);
    how.wants = TT_SCENE_WANTS;
    how.facts = TT_SCENE_FACTS;
    how.wants_before = true;
    how.wants_everybody = true;
    how.wants_states = true;
    how.wants_replay = true;
    how.from = from;
    how.to = to;
    tt_scene_init(run->scene);
    tt_scene_set(run->scene, &stage);
    bool is_open = tt_io_reading_open(&run->r, path, &how);
    while (is_open && tt_io_reading_next(&run->r)) {
        find_skin(run);
        if (run->r.item.kind == TT_ITEM_TICK && run->r.in_span) {
            take_tick(run);
        }
    }
    *error = run->r.error;
    if (error->status == TT_OK) {
        tti_io_map_of_header(run->map, &run->r, error);
    }
    tt_io_reading_close(&run->r);
    if (error->status == TT_OK && run->ghost->count == 0) {
        return tti_error_say(error, TT_ERR_PLACE, "the player who finishes is never seen");
    }
    return error->status == TT_OK;
}

bool tti_ghost_read(struct tti_ghost *ghost, tt_demo_header *map, const char *path,
                    const tt_io_reading_options *options, tt_io_error *error)
{
    struct run run = {.ghost = ghost, .map = map};
    *ghost = (struct tti_ghost){.place = NULL};
    if (!find_fastest(&run.best, path, options, error)) {
        return false;
    }
    ghost->ticks = run.best.ticks < run.best.tick ? run.best.ticks : run.best.tick;
    ghost->start = run.best.tick - ghost->ticks;
    /* NOLINTNEXTLINE(clang-analyzer-*): a run that was found has 0 ticks or more */
    ghost->place = malloc(((size_t)ghost->ticks + 1) * sizeof *ghost->place);
    run.scene = malloc(sizeof *run.scene);
    bool is_good = ghost->place != NULL && run.scene != NULL
                       ? read_run(&run, path, options, error)
                       : tt_io_error_system(error, ENOMEM, "cannot hold the run");
    free(run.scene);
    if (!is_good) {
        free(ghost->place);
        ghost->place = NULL;
    }
    return is_good;
}
