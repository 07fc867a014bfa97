/* SPDX-License-Identifier: MIT
 *
 * Computes a game along a teehistorian file. The records of a tick T come in this order: what
 * happened inside of T, the places at its end, what clients and consoles did between T and T + 1,
 * changes of teams, the inputs for T + 1.
 */
#include "follow/replay.h"

#include "base/mem.h"
#include "base/pick.h"
#include "teehistorian/record.h"
#include "teetape/message.h"

#define WORDS_MAX 12

/* -- ticks ----------------------------------------------------------------------------------- */

void tti_replay_init(tti_replay *r, tti_physics *world)
{
    *r = (tti_replay){.world = world};
}

/* Lets the clients before `cid` that have no input record in this tick repeat their last input. */
static void press_up_to(tti_replay *r, int32_t cid)
{
    for (int32_t i = r->pressed_to; i < cid; i++) {
        if (!r->pressed[i] & (r->world->rest[i] == TTI_MAY_CHANGE)) {
            tti_physics_press(r->world, i, NULL);
        }
    }
    r->pressed_to = cid > r->pressed_to ? cid : r->pressed_to;
}

/* Notes the tees whose new direction can be hidden. A frozen tee uses no direction. */
static void take_turns(tti_replay *r)
{
    for (int32_t cid = 0; cid < r->world->client_end; cid++) {
        r->hides_turn[cid] = r->turns[cid] && r->world->tee[cid].self.freeze == 0;
        r->turns[cid] = false;
    }
}

static void begin_replay_tick(tti_replay *r)
{
    press_up_to(r, r->world->client_end);
    take_turns(r);
    tti_physics_begin(r->world);
    if (r->on_moved != NULL) {
        r->on_moved(r->user, r);
    }
    r->stage = TTI_REPLAY_INSIDE;
    r->pressed_to = 0;
    tti_fill(r->pressed, 0, sizeof r->pressed);
}

static void end_replay_tick(tti_replay *r)
{
    if (r->stage == TTI_REPLAY_INSIDE) {
        tti_physics_end(r->world);
        r->stage = TTI_REPLAY_PLACES;
    }
}

/* Returns true for a move that no tee of the game makes in a tick. A longer move means that the tee
 * was put elsewhere. */
static bool is_put_elsewhere(int64_t way)
{
    enum { JUMP = 192 };
    return way >= JUMP || way <= -JUMP;
}

/* Returns the velocity nearest to the computed one that gives the recorded movement in whole
 * pixels. */
static float nearest_velocity(float computed, int64_t computed_way, int64_t way)
{
    if (computed_way == way) {
        return computed;
    }
    if (is_put_elsewhere(way)) {
        return 0;
    }
    float least = (float)way - 0.5f, most = (float)way + 0.5f;
    return computed < least ? least : computed > most ? most : computed;
}

/* Puts a tee elsewhere: it touches no tiles in between, and no hook holds it. */
static void put_elsewhere(tti_physics *world, int32_t cid)
{
    tti_self *self = &world->tee[cid].self;
    self->before = self->at;
    if (self->core.hook_state != TT_HOOK_IDLE) {
        self->core.hooked = -1;
        self->core.hook_state = TT_HOOK_RETRACTED;
    }
    tti_let_go(world, cid);
}

/* Puts a tee where the file has it. Without the map its velocity has no effect. */
static void put_at(tti_replay *r, int32_t cid)
{
    const struct tti_replay_place *is = &r->now[cid], *was = &r->before[cid];
    tti_self *self = &r->world->tee[cid].self;
    tti_body *core = &self->core;
    tti_pair *v = &core->velocity;
    tti_pair at = core->at;
    core->at = self->at = (tti_pair){(float)is->x, (float)is->y};
    if (!r->is_blind) {
        int32_t x = tti_nearest(at.x), y = tti_nearest(at.y);
        v->x = nearest_velocity(v->x, (int64_t)x - was->x, (int64_t)is->x - was->x);
        v->y = nearest_velocity(v->y, (int64_t)y - was->y, (int64_t)is->y - was->y);
        tti_body_round(core);
    }
    if (is_put_elsewhere((int64_t)is->x - was->x) || is_put_elsewhere((int64_t)is->y - was->y)) {
        put_elsewhere(r->world, cid);
    }
}

static bool is_from_before(const tti_replay *r)
{
    return r->is_late && r->world->tick <= r->late_tick;
}

/* Doubts a tee until it is born again. In a game that began in the middle, what the tee holds is
 * then unknown, too. */
static void doubt_long(tti_replay *r, int32_t cid)
{
    tti_tee *tee = &r->world->tee[cid];
    r->doubt[cid] = TTI_DOUBT_LONG;
    tee->is_unknown = tee->is_alive && r->world->rules.is_cut;
}

/* Sets a tee to the place in the file. Events that this causes are dropped, because they are not of
 * the game. A known tee that differs in a game that began in the middle met something unknown. */
static void correct(tti_replay *r, int32_t cid)
{
    tti_tee *tee = &r->world->tee[cid];
    const struct tti_replay_place *is = &r->now[cid];
    int32_t events = r->world->event_count, news = r->world->news_count;
    if (!is->is_there) {
        r->doubt[cid] = 0;
        tti_remove_body(r->world, cid, TTI_DEATH_GAME);
    } else if (!tee->is_alive || is->is_new) {
        tti_remove_body(r->world, cid, TTI_DEATH_GAME);
        tti_spawn(r->world, cid, (tti_pair){(float)is->x, (float)is->y});
        r->world->player[cid].spectates &= !r->world->rules.is_cut;
        r->doubt[cid] = 0;
        if (!is->is_new || is_from_before(r)) {
            doubt_long(r, cid);
        }
    } else {
        put_at(r, cid);
        if (r->world->rules.is_cut && !r->is_blind) {
            doubt_long(r, cid);
        }
        r->doubt[cid] = r->doubt[cid] > TTI_DOUBT_MOVES ? r->doubt[cid] : TTI_DOUBT_MOVES;
    }
    r->world->event_count = events;
    r->world->news_count = news;
}

static tti_verdict verdict_of(const tti_replay *r, int32_t cid, bool is_same)
{
    bool is_doubtful = r->is_blind || r->doubt[cid] > 0 || (r->is_late && !is_same);
    return is_doubtful        ? TTI_DOUBTFUL
           : !is_same         ? TTI_UNEXPLAINED
           : r->has_hint[cid] ? TTI_EXPLAINED
                              : TTI_EXACT;
}

/* Returns true for a slot without a tee, in the file and in the game, in this tick and the last. */
static bool is_vacant(const tti_replay *r, int32_t cid)
{
    const struct tti_replay_place *is = &r->now[cid];
    return !is->is_there && !is->has_record && !is->is_new && !r->before[cid].is_there &&
           !r->is_wrong[cid] && !r->world->tee[cid].is_alive;
}

/* Moves a tee that rests, and so is without the map: there is nothing to compare. */
static void move_resting(tti_replay *r, int32_t cid)
{
    put_at(r, cid);
    r->world->rest[cid] = TTI_RESTS_MOVED;
    r->now[cid].has_record = false;
    r->before[cid] = r->now[cid];
}

static void compare(tti_replay *r, int32_t cid)
{
    const tti_tee *tee = &r->world->tee[cid];
    struct tti_replay_place *is = &r->now[cid];
    bool is_there = tee->is_alive;
    bool is_same =
        is_there == is->is_there && (!is_there || (tti_nearest(tee->self.core.at.x) == is->x &&
                                                   tti_nearest(tee->self.core.at.y) == is->y));
    if (is_same && is->is_new && !is_from_before(r)) {
        r->doubt[cid] = 0;
    }
    if (tee->is_unknown) {
        r->doubt[cid] = TTI_DOUBT_LONG;
    }
    if (!is_same || is->has_record) {
        tti_verdict verdict = verdict_of(r, cid, is_same);
        r->count[verdict]++;
        if (r->on_verdict != NULL) {
            r->on_verdict(r->user, r, cid, verdict);
        }
    }
    r->is_wrong[cid] = !is_same;
    if (!is_same) {
        r->wrong++;
        correct(r, cid);
    } else if (is->has_record && r->doubt[cid] > 0 && r->doubt[cid] < TTI_DOUBT_LONG) {
        r->doubt[cid]--;
    }
    r->before[cid] = (struct tti_replay_place){.is_there = is->is_there, .x = is->x, .y = is->y};
    is->has_record = is->is_new = false;
}

/* Returns true for a tee that did not move sideways, or that was stopped by a wall. */
static bool stands(const tti_replay *r, int32_t cid)
{
    return r->now[cid].x == r->before[cid].x || r->world->tee[cid].self.core.velocity.x == 0;
}

static void close_client(tti_replay *r, int32_t cid)
{
    const struct tti_replay_place *is = &r->now[cid];
    r->hides_turn[cid] &= stands(r, cid);
    if (r->world->rest[cid] >= TTI_RESTS && is->is_there && !is->is_new) {
        move_resting(r, cid);
    } else if (!is_vacant(r, cid)) {
        compare(r, cid);
    }
}

/* Ends a tick: compares all tees with their places in the file. A tee that rests has the place of
 * its last record. */
static void close(tti_replay *r)
{
    end_replay_tick(r);
    if (r->stage != TTI_REPLAY_PLACES) {
        return;
    }
    uint8_t list[TT_CIDS];
    int32_t count = 0;
    for (int32_t cid = 0; cid < r->world->id_end; cid++) {
        bool rests = r->world->rest[cid] >= TTI_RESTS;
        count = tti_pick(list, count, cid, !rests | r->now[cid].has_record);
    }
    for (int32_t i = 0; i < count; i++) {
        close_client(r, list[i]);
    }
    tti_fill(r->has_hint, 0, sizeof r->has_hint);
    r->stage = TTI_REPLAY_BETWEEN;
    if (r->on_tick != NULL) {
        r->on_tick(r->user, r);
    }
}

/* Most entities and switches do nothing. */
uint64_t tti_replay_work(const tti_physics *world)
{
    enum { THINGS = 32, SWITCHES = 16 }; /* entities and switches that cost as much as a tee */
    return 1 + (uint64_t)world->order_count + world->arena->things / THINGS +
           (uint64_t)world->arena->highest_switch / SWITCHES;
}

static void close_silent(tti_replay *r)
{
    r->silence += tti_replay_work(r->world);
    close(r);
}

bool tti_replay_leaves_out(const tti_replay *r, int32_t tick)
{
    int32_t most = r->silence > TTI_SILENCE_DEBT ? 1
                   : r->is_blind                 ? TTI_SILENCE_BLIND
                                                 : TTI_SILENCE_MOST;
    return tick - r->world->tick > most;
}

/* Skips the ticks before `tick`. */
static void leave_out(tti_replay *r, int32_t tick)
{
    if (!tti_physics_rests(r->world)) {
        r->is_late = true;
        r->late_tick = tick;
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            r->doubt[cid] = TTI_DOUBT_LONG;
        }
    }
    r->world->tick = tick - 1;
}

/* Computes up to a later tick. Ticks without actions are computed as well, unless they are too
 * many. */
static void go_to_tick(tti_replay *r, int32_t tick)
{
    enum { SETTLED = 16 }; /* ticks without actions after which a world at rest does not change */
    close(r);
    int32_t first = r->world->tick;
    while (tick > r->world->tick) {
        bool is_settled = r->world->tick - first >= SETTLED && tti_physics_rests(r->world);
        if (tti_replay_leaves_out(r, tick) || is_settled) {
            leave_out(r, tick);
        }
        begin_replay_tick(r);
        if (tick > r->world->tick) {
            close_silent(r);
        }
    }
}

void tti_replay_flush(tti_replay *r, int32_t tick)
{
    if (tick > r->world->tick) {
        go_to_tick(r, tick);
        close_silent(r);
    } else {
        close(r);
    }
}

static bool is_team(int32_t team)
{
    return team >= 0 && team < TT_TEAMS;
}

/* Puts a tee that is older than the replay. It remains in its team. A client without a tee watches,
 * until the file has one. */
static void put_older_tee(tti_replay *r, int32_t cid, int32_t x, int32_t y)
{
    tti_player *player = &r->world->player[cid];
    uint8_t team = player->team;
    r->now[cid] = (struct tti_replay_place){.is_there = true, .x = x, .y = y};
    r->before[cid] = r->now[cid];
    tti_spawn(r->world, cid, (tti_pair){(float)x, (float)y});
    player->team = team;
    player->spectates = false;
    doubt_long(r, cid);
}

static void put_replay_client(tti_replay *r, int32_t cid, const tt_world *file)
{
    const tt_tee *tee = &file->tee[cid];
    tti_player *player = &r->world->player[cid];
    tti_join(r->world, cid);
    tti_enter(r->world, cid);
    tti_name(r->world, cid, tt_bytes_of(file->client[cid].name));
    player->team = (uint8_t)(is_team(file->client[cid].team) ? file->client[cid].team : 0);
    player->has_input = tee->has_input != 0;
    tti_copy(&player->input, tee->input, sizeof player->input);
    player->wants_spawn = false;
    player->spectates = r->world->rules.is_cut;
    if (tee->alive) {
        put_older_tee(r, cid, tee->x, tee->y);
    }
    doubt_long(r, cid);
}

void tti_replay_begin_late(tti_replay *r, int32_t tick, const tt_world *file)
{
    r->is_late = true;
    r->late_tick = tick;
    r->state_tick = file != NULL ? -1 : tick;
    /* Without a map nothing that needs tiles is shown, and a seek shows what reading from the start
     * does. */
    r->world->rules.is_cut = file == NULL || file->is_cut || !r->is_blind;
    r->world->tick = file != NULL ? tick : tick - 1;
    for (int32_t cid = 0; file != NULL && cid < TT_CIDS; cid++) {
        if (file->client[cid].connected) {
            put_replay_client(r, cid, file);
        }
    }
    for (int32_t team = 0; file != NULL && team < TT_TEAMS; team++) {
        r->world->team[team].practices = file->practice[team] != 0;
    }
}

/* -- what actions do ------------------------------------------------------------------------- */

static void replay_command(tti_replay *r, const tti_action *action)
{
    const char *words[WORDS_MAX];
    int32_t count = 0;
    for (size_t at = 0; at < action->text.size && count < WORDS_MAX; at++) {
        words[count++] = (const char *)action->text.data + at;
        while (at < action->text.size && action->text.data[at] != 0) {
            at++;
        }
    }
    if (count > 0) {
        tti_run_command(r->world, action->cid, (action->u.value & TTI_TH_CONSOLE_CHAT) != 0,
                        words[0], count - 1, words + 1);
    }
}

/* Returns true when a hint says that this input counts late, because an input equal to the last one
 * came before it. */
static bool is_late(tti_replay *r, const tti_action *action)
{
    while (r->hint_at < r->hint_count) {
        const tti_hint *hint = &r->hints[r->hint_at];
        if (hint->tick > action->tick || (hint->tick == action->tick && hint->cid >= action->cid)) {
            return hint->tick == action->tick && hint->cid == action->cid;
        }
        r->hint_at++;
    }
    return false;
}

static int32_t sign_of(int32_t direction)
{
    return (direction > 0) - (direction < 0);
}

static void replay_input(tti_replay *r, const tti_action *action)
{
    enum { MINOR_OF_ONE_INPUT = 11 }; /* from it on a server takes one input in a tick */
    const tti_player *player = &r->world->player[action->cid];
    bool is_turn = player->has_input && r->world->rules.minor < MINOR_OF_ONE_INPUT &&
                   sign_of(player->input.direction) != sign_of(action->u.input.direction);
    press_up_to(r, action->cid);
    if (!r->pressed[action->cid] && is_late(r, action) && player->has_input) {
        tt_input before = player->input;
        tti_physics_press(r->world, action->cid, &before);
        r->has_hint[action->cid] = true;
        is_turn = false;
    }
    r->turns[action->cid] |= is_turn;
    tti_physics_press(r->world, action->cid, &action->u.input);
    r->pressed[action->cid] = true;
}

/* Returns true for a record of the state with which a cut begins (docs/cut.md). */
static bool is_state(const tti_replay *r, const tti_action *action)
{
    return r->world->rules.is_cut && action->tick == r->state_tick &&
           r->stage == TTI_REPLAY_BETWEEN;
}

/* Lets a client join, and in the state of a cut enter, too.
 */
static void replay_join(tti_replay *r, const tti_action *action)
{
    tti_join(r->world, action->cid);
    if (is_state(r, action)) {
        tti_enter(r->world, action->cid);
        r->world->player[action->cid].spectates = true;
        r->world->player[action->cid].wants_spawn = false;
    }
}

static void replay_enter(tti_replay *r, const tti_action *action)
{
    r->world->player[action->cid].spectates &= !r->world->rules.is_cut;
    tti_enter(r->world, action->cid);
}

/* Returns true when a record only moves a tee that rests. In a damaged file a place may come after
 * the end of its tick, or after another place; close takes these. */
static bool is_just_moved(const tti_replay *r, int32_t cid)
{
    const struct tti_replay_place *place = &r->now[cid];
    return r->world->rest[cid] == TTI_RESTS && place->is_there && !place->has_record &&
           r->stage == TTI_REPLAY_PLACES;
}

static void take_move(tti_replay *r, const struct tt_th_player_diff *diff)
{
    struct tti_replay_place *place = &r->now[diff->cid];
    bool is_just = is_just_moved(r, diff->cid);
    tti_reach(r->world, diff->cid);
    place->has_record = place->is_there = true;
    place->is_new = false;
    place->x = diff->x;
    place->y = diff->y;
    if (is_just) {
        move_resting(r, diff->cid);
    }
}

static void replay_move(tti_replay *r, const tti_action *action)
{
    struct tti_replay_place *place = &r->now[action->cid];
    if (action->kind == TT_TH_PLAYER_NEW && is_state(r, action)) {
        put_older_tee(r, action->cid, action->u.place.x, action->u.place.y);
        return;
    }
    tti_reach(r->world, action->cid);
    place->has_record = true;
    place->is_there = action->kind != TT_TH_PLAYER_OLD;
    place->is_new = action->kind == TT_TH_PLAYER_NEW;
    if (place->is_there) {
        place->x = action->u.place.x;
        place->y = action->u.place.y;
    }
}

static void take_team(tti_replay *r, const tti_action *action)
{
    tti_physics *world = r->world;
    int32_t team = action->u.team.team;
    if (!is_team(team)) {
        return;
    }
    tti_stir(world);
    switch (action->kind) {
    case TT_TH_PLAYER_TEAM:
        if (world->player[action->cid].team != team) {
            tti_team_set(world, action->cid, team);
        }
        break;
    case TT_TH_TEAM_PRACTICE:
        world->team[team].practices = action->u.team.value != 0;
        break;
    case TT_TH_SAVE_SUCCESS:
    case TT_TH_SAVE_FAILURE:
        tti_save_done(world, team, action->kind == TT_TH_SAVE_SUCCESS);
        break;
    case TT_TH_LOAD_SUCCESS:
        (void)tti_load_text(world, team, action->text.data, action->text.size);
        break;
    default:
        tti_load_failed(world, team);
        break;
    }
}

static void replay_message(tti_replay *r, const tti_action *action)
{
    switch (action->message) {
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        tti_kill(r->world, action->cid, false);
        break;
    case TT_MSG_CL_CAMERA_INFO:
        tti_camera(r->world, action->cid, action->u.camera.zoom, action->u.camera.deadzone,
                   action->u.camera.follow);
        break;
    default:
        tti_ask_to_spectate(r->world, action->cid, action->u.value != 0);
        break;
    }
}

static void take_action(tti_replay *r, const tti_action *action)
{
    tti_physics *world = r->world;
    const tti_player *player;
    if (action->cid >= 0 && action->cid < TT_CIDS) {
        world->rest[action->cid] = TTI_MAY_CHANGE;
    }
    switch (action->kind) {
    case TT_TH_JOIN:
        replay_join(r, action);
        break;
    case TT_TH_PLAYER_READY:
        replay_enter(r, action);
        break;
    case TT_TH_DROP:
        tti_drop(world, action->cid);
        break;
    case TT_TH_PLAYER_NAME:
        tti_name(world, action->cid, action->text);
        break;
    case TT_TH_MESSAGE:
        replay_message(r, action);
        break;
    case TT_TH_CONSOLE_COMMAND:
        replay_command(r, action);
        break;
    case TT_TH_INPUT_NEW:
    case TT_TH_INPUT_DIFF:
        replay_input(r, action);
        break;
    case TT_TH_PLAYER_SWITCH:
        tti_stir(world);
        tti_swap(world, action->cid, action->u.value);
        break;
    case TT_TH_PLAYER_FINISH:
        player = &world->player[action->cid];
        r->finishes++;
        r->finishes_exact +=
            player->finish_tick == world->tick && player->finish_ticks == action->u.value;
        break;
    default:
        take_team(r, action);
        break;
    }
}

/* Computes up to the tick of the next action. */
static void come_to_tick(tti_replay *r, int32_t tick)
{
    if (r->world->rules.is_cut && !r->is_late) {
        tti_replay_begin_late(r, tick, NULL);
    }
    if (tick > r->world->tick) {
        go_to_tick(r, tick);
    }
    r->silence -= r->silence < TTI_SILENCE_PAID ? r->silence : TTI_SILENCE_PAID;
}

void tti_replay_move(tti_replay *r, int32_t tick, const struct tt_th_player_diff *diff)
{
    come_to_tick(r, tick);
    end_replay_tick(r);
    take_move(r, diff);
}

void tti_replay_take(tti_replay *r, const tti_action *action)
{
    come_to_tick(r, action->tick);
    if (tti_action_is_move(action->kind)) {
        end_replay_tick(r);
        replay_move(r, action);
        return;
    }
    if (r->stage != TTI_REPLAY_BETWEEN &&
        !(r->stage == TTI_REPLAY_INSIDE && tti_action_is_inside_tick(action->kind, action->cid))) {
        close(r);
    }
    take_action(r, action);
}
