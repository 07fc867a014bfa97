/* SPDX-License-Identifier: MIT
 *
 * Runs a conversion tick by tick: computes the game, makes the snapshot and the messages, and gives
 * both to a writer of demos. A conversion begins with nothing, or with the world in the middle of a
 * recording.
 *
 * The writer has ticks of the demo, the conversion those of the recording, and c->shift is their
 * difference. Callers that make many demos of one recording take snapshot and messages one by one.
 */
#include "base/mem.h"
#include "convert/convert.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "demo/write.h"

/* Begins a conversion. Where 0 is a tick, a client id or a weapon, a member gets the value that
 * means none. Without a header the game is most likely DDRace. */
void tt_convert_init(tt_convert *outer)
{
    tti_convert *c = tti_convert_of(outer);
    tti_fill(c, 0, sizeof *c);
    c->local = -1;
    c->seen = (tti_convert_view)TTI_CONVERT_VIEW_NONE;
    c->every = 1;
    c->tick = c->keyframe = c->marker_tick = c->queue_tick = c->wake = TTI_NEVER;
    c->looked = c->state_tick = TTI_NEVER;
    c->is_ddrace = true;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_convert_client *client = &c->client[cid];
        client->changed = client->moved = client->born = client->killed = TTI_NEVER;
        client->dead = client->emoticon = client->mood = client->marked = TTI_NEVER;
        tti_look_init(&client->next, cid);
        client->shown = client->next;
        c->wakes[cid] = c->tee_wakes[cid] = INT32_MAX;
    }
    c->snap = tt_snap_empty();
}

/* Takes the options. In a demo of the server with a view, tti_convert_tick sets `local`. */
void tt_convert_set(tt_convert *outer, const tt_convert_options *options)
{
    tti_convert *c = tti_convert_of(outer);
    tti_copy(c->focus, options->focus, sizeof c->focus);
    c->has_focus = options->has_focus;
    c->only = options->only;
    c->show_secrets = options->show_secrets;
    c->no_note = options->no_note;
    c->view = options->view;
    c->is_client = options->is_client;
    c->every = options->every > 1 ? options->every : 1;
    c->shift = options->shift;
    if (options->is_client || !options->view) {
        c->local = options->is_client ? options->local : -1;
    }
}

tt_convert_view tt_convert_look(const tt_convert *outer)
{
    const tti_convert *c = tti_convert_seen(outer);
    return (tt_convert_view){
        .snap = &c->snap,
        .is_due = c->is_due,
        .local = c->local,
        .wake = c->wake,
        .snapshots = c->snapshots,
        .messages = c->messages,
        .markers = c->markers,
        .left_out = c->left_out,
        .nameless = c->nameless,
    };
}

/* Begins in the middle of a recording. The world does not have the times of inputs and births, nor
 * the order by age, so all of these count from this tick. */
void tti_convert_resume(tti_convert *c, const tt_world *world, const tt_th_history *history,
                        tt_bytes packed)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_convert_client *client = &c->client[cid];
        const tt_tee *tee = &world->tee[cid];
        if (world->client[cid].connected) {
            tti_note_name(c, cid, world);
            tti_look_info(&client->next, cid, &world->client[cid],
                          &tti_th_history_seen(history)->profile[cid]);
            client->next.in_game =
                tti_th_history_seen(history)->profile[cid].info_size != 0 || tee->alive;
        }
        client->next.auth_level = world->client[cid].rcon_level;
        if (tee->has_input) {
            client->next.input = tt_input_of(tee->input);
            client->next.input_tick = world->tick;
        }
        if (tee->alive) {
            client->born = world->tick;
            client->rank = c->alive++;
        }
        client->shown = client->next;
    }
    c->cids = TT_CIDS;
    c->state_tick = INT32_MAX;
    if (c->game != NULL) {
        tti_game_resume(c->game, world, packed);
    }
    tti_wake_all(c, world->tick);
    c->teams_due = true;
}

void tti_convert_begin(tti_convert *c)
{
    c->is_started = false;
    c->seen = (tti_convert_view)TTI_CONVERT_VIEW_NONE;
    /* when the conversion is a copy, the snapshot is in the space of the original */
    c->has_layout = 0;
    c->keyframe = TTI_NEVER;
    c->snapshots = c->messages = c->markers = c->left_out = 0;
}

/* Looks cost most and are equal in all demos. So a conversion of few clients copies them from a
 * conversion of all clients, and makes only its own messages and snapshots. */

void tti_share_take(tti_convert *c, int32_t cid)
{
    tti_convert_client *own = &c->client[cid], before = *own;
    *own = c->shared->client[cid];
    own->place = before.place;
    own->tee_place = before.tee_place;
    own->parts = before.parts;
}

static void share_tick(tti_convert *c, int32_t tick)
{
    for (int32_t cid = tti_next_wanted(c, 0); cid < TT_CIDS; cid = tti_next_wanted(c, cid + 1)) {
        tti_share_take(c, cid);
        tti_wake(c, cid, tick);
    }
    if (c->local >= 0 && c->local < TT_CIDS) {
        tti_share_take(c, c->local);
    }
    c->alive = c->shared->alive;
}

/* Queues the messages that are otherwise sent only on a change, for viewers who begin here or at a
 * keyframe. They are appended and then moved to the front. The writer counts keyframes in the same
 * way, from the first snapshot. */
static void add_messages(tti_convert *c, const tt_world *world)
{
    size_t before = c->queue_tick == c->tick ? c->queued : 0;
    bool is_keyframe = c->is_due && (c->keyframe < 0 || tti_demo_tick(c, c->tick) - c->keyframe >
                                                            TT_DEMO_KEYFRAME_TICKS);
    if (is_keyframe) {
        c->keyframe = tti_demo_tick(c, c->tick);
    }
    if (is_keyframe || c->teams_due) {
        tti_queue_teams(c, c->tick, world);
        c->teams_due = false;
    }
    if (!c->is_started) {
        if (c->has_tunings) {
            tti_queue_tunings(c, c->tick);
        }
        if (!c->no_note) {
            tti_say_begin(c, c->tick);
        }
        c->is_started = true;
    }
    if (before != 0) {
        tti_queue_put_first(c, before);
    }
}

/* Returns the next tick in which something visible may change. A caller that skips to it spends
 * little time on long silences. */
static int32_t next_sight(const tti_convert *c, int32_t tick)
{
    int32_t next = tti_later(tick, 1);
    bool is_coming = c->local >= 0 && c->local < TT_CIDS && tti_look_at(c, c->local, next)->in_game;
    return is_coming || (c->game != NULL && c->game->is_busy) ? next : INT32_MAX;
}

/* Makes a tick. The order matters: first the game, then the view, because an item contains it, then
 * the snapshot. */
tt_status tti_convert_tick(tti_convert *c, const tt_world *world, int32_t tick)
{
    tt_status status = TT_OK;
    c->tick = tick;
    c->early = 0;
    if (c->shared != NULL) {
        share_tick(c, tick);
    } else {
        tti_convert_watch(c, tick);
    }
    if (c->view && !c->is_client) {
        tti_view_tick(c, world);
    }
    bool has_local = c->local >= 0 && c->local < TT_CIDS;
    if (c->is_client && !(has_local && tti_look_at(c, c->local, tick)->in_game)) {
        c->is_due = c->marker = false;
        c->queue_tick = TTI_NEVER;
        c->unseen = next_sight(c, tick);
        return TT_OK;
    }
    c->unseen = 0;
    c->is_due = !c->is_started || c->every <= 1 || (tick - c->shift) % c->every == 0;
    if (c->is_due && (!c->is_started || tick >= c->wake)) {
        status = tti_snapshot_make(c, world, tick);
    }
    add_messages(c, world);
    tti_take_news(c);
    c->marker = c->marker_tick == tick;
    return status;
}

void tti_convert_play(tti_convert *c, const tt_th_event *event, const tt_world *world)
{
    if (c->game != NULL && c->game->owner == c) {
        tti_game_take(c->game, event, world);
    }
}

bool tti_convert_marks(const tti_convert *c, int32_t cid)
{
    return c->client[cid].marked == c->tick;
}

/* Returns true for a failed output. Other failures are counted, and cost one item or message. */
static bool is_bad(tti_convert *c, tt_status status)
{
    if (status == TT_ERR_DEMO_PUT) {
        return true;
    }
    c->left_out += status != TT_OK;
    return false;
}

static tt_status write_messages(tti_convert *c, tt_demo_writer *writer, size_t end)
{
    tt_bytes message;
    while (c->taken < end && tti_convert_next_message(c, &message)) {
        tt_status status = tt_demo_write_message(writer, message);
        if (is_bad(c, status)) {
            return TT_ERR_DEMO_PUT;
        }
        c->messages += status == TT_OK;
    }
    return TT_OK;
}

tt_status tti_convert_write_news(tti_convert *c, tt_demo_writer *writer)
{
    bool has_tick = tt_demo_writer_look(writer).tick >= 0;
    return has_tick ? write_messages(c, writer, c->early) : TT_OK;
}

/* Writes the snapshot. At the first one, writes the tick of the demo at the recording's tick 0,
 * which is negative after a gap. c->shift grows later, so only the first tick writes it. */
tt_status tti_convert_write_snapshot(tti_convert *c, tt_demo_writer *writer)
{
    if (!tti_demo_writer_seen(writer)->has_start_tick) {
        tti_demo_write_start_tick(writer, -c->shift);
    }
    if (!c->is_due) {
        return TT_OK;
    }
    tt_status status = tt_demo_write_snapshot(writer, c->tick - c->shift, &c->snap);
    c->snapshots += status == TT_OK;
    return is_bad(c, status) ? TT_ERR_DEMO_PUT : TT_OK;
}

/* Writes the messages after the snapshot, whose players a viewer needs to show who speaks. The
 * queue is empty afterwards. */
tt_status tti_convert_write_messages(tti_convert *c, tt_demo_writer *writer)
{
    if (write_messages(c, writer, c->queued) != TT_OK) {
        return TT_ERR_DEMO_PUT;
    }
    if (c->marker && tt_demo_write_marker(writer) == TT_OK) {
        c->markers++;
    }
    return TT_OK;
}

tt_status tt_convert_write(tt_convert *outer, tt_demo_writer *writer, const tt_world *world,
                           int32_t tick)
{
    tti_convert *c = tti_convert_of(outer);
    if (is_bad(c, tti_convert_tick(c, world, tick))) {
        return TT_ERR_DEMO_PUT;
    }
    tt_status status = tti_convert_write_news(c, writer);
    status = status == TT_OK ? tti_convert_write_snapshot(c, writer) : status;
    return status == TT_OK ? tti_convert_write_messages(c, writer) : status;
}
