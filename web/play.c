/* SPDX-License-Identifier: MIT
 *
 * Plays a recording: reads up to a moment, and gives the players at that moment.
 */
#include "follow/replay.h"
#include "teetape/input.h"
#include "web/core.h"

/* Most snapshots of one call of play_run, which take about 20 ms. A teehistorian file may have
 * hours without a record. */
#define PLAY_STEPS 5000

/* Numbers that play_players writes for a player. player.js has their names. */
#define ROW 21

static tt_scene *scene;
static tt_scene_options options;
static bool is_within; /* the scene may have more snapshots before the next item is read */
static double rows[TT_CIDS * ROW];

/* The inputs of the recording that counted late. */
static struct tti_hint *hints;
static size_t hint_count, hint_room;

tt_scene *play_scene(void)
{
    return scene;
}

void play_map(const tt_map *map, const tt_terrain *terrain)
{
    options.map = map;
    options.terrain = terrain;
    if (scene != NULL) {
        tt_scene_set(scene, &options);
    }
}

static void start(void)
{
    is_within = false;
    tt_recording_want(core_recording, TT_SCENE_WANTS, TT_SCENE_FACTS);
}

/* Begins to play. Call it after core_open. The map of the scene remains. */
CORE_EXPORT bool play_open(void)
{
    scene = scene != NULL ? scene : core_take(sizeof *scene);
    if (scene == NULL) {
        return false;
    }
    tt_scene_init(scene);
    options = (tt_scene_options){
        .map = options.map, .terrain = stage_terrain(), .show_secrets = core_shows_secrets};
    tt_scene_set(scene, &options);
    start();
    return true;
}

/* Empties the scene for a new moment, which may be an earlier one. Call it after core_resume. */
CORE_EXPORT bool play_resumed(int32_t from)
{
    bool good = play_open();
    if (good) {
        options.from = from > 0 ? from : 0;
        tt_scene_set(scene, &options);
    }
    return good;
}

/* Names an input that counted late, which the page has beside the recording. Call it before
 * play_open, in the order of ticks. */
CORE_EXPORT void play_late(int32_t tick, int32_t cid)
{
    if (hint_count == hint_room) {
        size_t room = 2 * hint_room + 64;
        struct tti_hint *grown = core_take(room * sizeof *grown);
        if (grown == NULL) {
            return;
        }
        for (size_t i = 0; i < hint_count; i++) {
            grown[i] = hints[i];
        }
        hints = grown;
        hint_room = room;
    }
    hints[hint_count++] = (struct tti_hint){tick, cid};
}

CORE_EXPORT int32_t play_tick(void)
{
    return tt_scene_look(scene).tick;
}

CORE_EXPORT int32_t play_before(void)
{
    return tt_scene_look(scene).before_tick;
}

/* Gives the scene of a teehistorian file memory for its game, before it begins. The map has been
 * loaded by then. Without memory the scene has no game. */
static void give_physics(void)
{
    static void *memory;
    static size_t room;
    size_t size = tt_convert_physics_size(options.terrain);
    if (size > room) {
        memory = core_take(size);
        room = memory != NULL ? size : 0;
    }
    options.settings = stage_settings();
    options.physics = memory;
    options.hints = hints;
    options.hint_count = hint_count;
    tt_scene_set(scene, &options);
}

/* Reads until the scene has a snapshot of `tick` or a later one and returns TT_OK. After TT_MORE
 * feed a piece and call again, after CORE_PAUSE or CORE_HEADER just call again. TT_END and errors
 * are those of tt_recording_next, and leave the scene at the last snapshot. */
CORE_EXPORT int play_run(int32_t tick)
{
    tt_item item;
    for (int steps = 0;;) {
        if (is_within) {
            if (tt_scene_look(scene).tick >= tick) {
                return TT_OK;
            }
            if (steps++ == PLAY_STEPS) {
                return CORE_PAUSE;
            }
            is_within = tt_scene_advance(scene, core_recording);
            continue;
        }
        tt_status status = tt_recording_next(core_recording, &item);
        if (status != TT_OK) {
            return status;
        }
        if (!tt_scene_look(scene).has_begun && item.kind != TT_ITEM_HEADER && item.demo == NULL) {
            give_physics();
        }
        is_within = tt_scene_follow(scene, core_recording, &item);
        if (item.kind == TT_ITEM_HEADER) {
            return CORE_HEADER;
        }
    }
}

/* Sets velocity, view and keys of a tee of a demo. */
static void put_state(double *row, int32_t cid)
{
    tt_tee_state tee;
    if (!tt_scene_look(scene).is_reconstructed && tt_scene_tee(scene, cid, &tee)) {
        row[6] = tee.vel_x / 256.0;
        row[7] = tee.vel_y / 256.0;
        row[8] = tee.angle / 256.0;
        row[12] = tee.direction;
        row[13] = tee.keys >> TT_KEY_JUMP & 1;
        row[14] = tee.keys >> TT_KEY_HOOK & 1;
        row[15] = tee.keys >> TT_KEY_FIRE & 1;
    }
}

static void put_input(double *row, const tt_tee *tee)
{
    tt_input input = tt_input_of(tee->input);
    row[11] = tee->has_input;
    if (tee->has_input) {
        row[12] = input.direction;
        row[13] = input.jump != 0;
        row[14] = input.hook != 0;
        row[15] = input.fire & 1;
        row[16] = input.target_x;
        row[17] = input.target_y;
    }
}

/* Sets the position at `time` (a tick with a fraction), and the movement since the snapshot before
 * it. */
static void put_place(double *row, int32_t cid, double time)
{
    const tt_scene_state state = tt_scene_look(scene);
    int64_t x, y, x0, y0, now = (int64_t)state.tick * TT_SCENE_ONE;
    int64_t before = (int64_t)state.before_tick * TT_SCENE_ONE;
    row[3] = tt_scene_place(scene, (int64_t)(time * TT_SCENE_ONE), cid, &x, &y);
    if (row[3] == 0) {
        return;
    }
    row[4] = (double)x / TT_SCENE_ONE;
    row[5] = (double)y / TT_SCENE_ONE;
    if (now > before && tt_scene_place(scene, before, cid, &x0, &y0) &&
        tt_scene_place(scene, now, cid, &x, &y)) {
        row[6] = (double)(x - x0) / (double)(now - before);
        row[7] = (double)(y - y0) / (double)(now - before);
    }
}

/* Returns true for a player whose tee is not in the snapshot. A client's demo has only the tees
 * that the client saw, while the scoreboard has all players. */
static bool is_out_of_sight(int32_t cid)
{
    const tt_demo_header *header = tt_recording_demo_header(core_recording);
    const tt_world *world = tt_recording_world(core_recording);
    return header != NULL && !tt_demo_is_server(header) && world->client[cid].connected &&
           !world->tee[cid].alive && tt_scene_look(scene).player[cid].team >= 0;
}

static void put_row(double *row, int32_t cid, double time)
{
    const tt_world *world = tt_recording_world(core_recording);
    const tt_client *client = &world->client[cid];
    tt_session session = tt_recording_session(core_recording, cid);
    for (int i = 0; i < ROW; i++) {
        row[i] = 0;
    }
    row[0] = cid;
    row[1] = session.number == TT_SESSION_NONE ? -1 : (double)session.number;
    row[2] = client->team;
    row[9] = world->tee[cid].weapon;
    row[10] = cid == tt_scene_look(scene).local;
    row[18] = (double)(uintptr_t)client->name;
    row[19] = (double)(uintptr_t)client->clan;
    row[20] = is_out_of_sight(cid);
    put_place(row, cid, time);
    put_input(row, &world->tee[cid]);
    put_state(row, cid);
}

/* Fills a row for each player who is present and returns their number. */
CORE_EXPORT int play_players(double time)
{
    const tt_world *world = tt_recording_world(core_recording);
    double(*row_of)[ROW] = (double(*)[ROW])rows;
    int count = 0;
    for (int32_t cid = 0; world != NULL && cid < TT_CIDS; cid++) {
        if (world->client[cid].connected || world->tee[cid].alive) {
            put_row(row_of[count++], cid, time);
        }
    }
    return count;
}

CORE_EXPORT const double *play_rows(void)
{
    return rows;
}

CORE_EXPORT int32_t play_country(int32_t cid)
{
    const tt_world *world = tt_recording_world(core_recording);
    return world != NULL ? world->client[cid].country : -1;
}
