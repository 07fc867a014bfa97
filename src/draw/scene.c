/* SPDX-License-Identifier: MIT
 *
 * Follows a recording of any format. A demo has snapshots and messages. For a teehistorian file
 * src/convert makes them, tick by tick and also in ticks without a record, because tees keep moving
 * by themselves.
 */

#include "base/mem.h"
#include "convert/convert.h"
#include "convert/parts.h"
#include "draw/moment.h"
#include "follow/follow.h"
#include "follow/silence.h"
#include "recording/stream.h"

/* Begins a scene. -1 means "none" where 0 is a tick, a client id or a country. */
void tt_scene_init(tt_scene *outer)
{
    tti_scene *scene = tti_scene_of(outer);
    tti_fill(scene, 0, sizeof *scene);
    tti_scene_quiet(scene);
    scene->tick = scene->before_tick = scene->first_tick = scene->local = -1;
    scene->until = scene->at = -1;
    for (unsigned i = 0; i < 2; i++) {
        scene->snap[i].tick = -1;
        scene->snap[i].snap = tt_snap_empty();
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        scene->player[cid].country = -1;
    }
    tt_follow_init(&scene->follow, NULL);
    tti_follow_guess(&scene->follow, 1);
    tt_convert_init(&scene->convert);
    tti_convert_of(&scene->convert)->current = true;
}

void tt_scene_set(tt_scene *scene, const tt_scene_options *options)
{
    tti_scene_of(scene)->set = *options;
}

tt_scene_state tt_scene_look(const tt_scene *outer)
{
    const tti_scene *scene = tti_scene_seen(outer);
    return (tt_scene_state){
        .before_tick = scene->before_tick,
        .tick = scene->tick,
        .first_tick = scene->first_tick,
        .local = scene->local,
        .has_begun = scene->has_begun,
        .is_reconstructed = scene->is_reconstructed,
        .is_seven = scene->is_seven,
        .player = scene->player,
    };
}

/* Returns true for the first record of a teehistorian file, before which nothing happened. */
static bool is_first(const tt_item *item, const tt_th_header *header)
{
    enum { MAGIC_AND_NUL = 17 };
    return header != NULL && item->kind == TT_ITEM_RECORD && item->th != NULL &&
           item->th->offset == header->json.size + MAGIC_AND_NUL;
}

/* Begins a scene with the first item after the header, so that a caller can load the map that the
 * header names. A scene that begins inside a teehistorian file takes the earlier state from world
 * and history. */
static void begin_scene(tti_scene *scene, tt_recording *rec, const tt_item *item)
{
    scene->has_begun = 1;
    scene->is_reconstructed = !tt_format_info_of(tt_recording_look(rec).format)->has_snapshots;
    const tt_demo_header *demo = tt_recording_demo_header(rec);
    scene->is_seven = demo != NULL && tt_demo_protocol(demo) == TT_PROTOCOL_7;
    if (!scene->is_reconstructed) {
        return;
    }
    tt_demo_header header;
    const tt_th_header *from = tt_recording_th_header(rec);
    if (scene->set.physics != NULL) {
        tt_convert_physics(&scene->convert, scene->set.terrain, scene->set.settings,
                           scene->set.physics);
        tti_convert_hints(tti_convert_of(&scene->convert), scene->set.hints, scene->set.hint_count);
    }
    if (from != NULL) {
        tt_convert_header(&scene->convert, from, &header);
    }
    if (!scene->has_header && !is_first(item, from)) {
        tti_convert *c = tti_convert_of(&scene->convert);
        tti_convert_resume(c, tt_recording_world(rec), tti_recording_th_history(rec),
                           scene->set.game);
        tti_convert_begin(c);
    }
}

/* Takes the keys of players. The recording has the keys themselves, not only what a Character shows
 * of them. */
static void take_keys(tti_scene_snap *s, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &world->tee[cid];
        if (s->has_tee[cid] && tee->has_input) {
            const tt_input input = tt_input_of(tee->input);
            s->tee[cid].keys = tti_follow_keys(&input);
        }
    }
}

/* Makes the snapshot of a tick if it is due, and takes its messages. Returns true if it was due.
 * Before the option `from` only the game is computed, which costs less. */
static bool convert(tti_scene *scene, tt_recording *rec, int32_t tick)
{
    tt_bytes packed;
    tt_sv_msg message;
    tti_convert *c = tti_convert_of(&scene->convert);
    c->show_secrets = scene->set.show_secrets;
    if (tick < scene->set.from) {
        tti_convert_watch(c, tick);
        return false;
    }
    (void)tti_convert_tick(c, tt_recording_world(rec), tick);
    if (c->is_due) {
        tti_scene_snapshot(scene, &c->snap, tick, NULL, 1);
        take_keys(&scene->snap[scene->now], tt_recording_world(rec));
    }
    while (tti_convert_next_message(c, &packed)) {
        if (tt_sv_decode(&message, packed, TT_PROTOCOL_6) == TT_OK) {
            tti_scene_converted(scene, &message, tick);
        }
    }
    return c->is_due;
}

static bool advance(tti_scene *scene, tt_recording *rec)
{
    /* tti_convert computes the game also for the ticks that are skipped here */
    int64_t end = scene->until < scene->set.from ? scene->until : scene->set.from;
    if (scene->is_reconstructed && scene->at < end - TTI_SILENCE_DRAWN) {
        scene->at = end - TTI_SILENCE_DRAWN;
    }
    while (scene->is_reconstructed && scene->at + 1 < scene->until) {
        if (convert(scene, rec, (int32_t)++scene->at)) {
            return true;
        }
    }
    return false;
}

/* Ends a tick. The world does not change until the next record. */
static bool end_tick(tti_scene *scene, tt_recording *rec, int32_t tick)
{
    int32_t next;
    scene->until = tti_recording_next_tick(rec, &next) == TT_OK ? next : (int64_t)tick + 1;
    scene->at = tick;
    return convert(scene, rec, tick) || advance(scene, rec);
}

/* Takes a snapshot. In a tick without one the last snapshot is taken again, because nothing
 * changed. */
static void scene_take_snapshot(tti_scene *scene, const tt_recording *rec, const tt_item *item)
{
    bool is_new = item->kind != TT_ITEM_TICK;
    const tt_snap *snap = tti_recording_snap(rec);
    if (snap != NULL && snap->count > 0 && item->tick >= 0) {
        tti_scene_snapshot(scene, snap, item->tick, rec, is_new);
        scene->local = tti_recording_local(rec);
    }
}

/* Follows an item of a demo. A snapshot is taken with its record, because messages of the tick need
 * its players, or at the end of the tick. Returns true only at the end, when all messages were
 * taken. */
static bool follow_demo(tti_scene *scene, const tt_recording *rec, const tt_item *item)
{
    const tt_demo_event *demo = item->demo;
    if (item->kind == TT_ITEM_TICK) {
        if (scene->tick != item->tick) {
            scene_take_snapshot(scene, rec, item);
        }
        return scene->tick == item->tick;
    }
    if (item->fact != NULL) {
        tti_scene_fact(scene, item->fact);
    } else if (item->message != NULL) {
        tti_scene_message(scene, item->message, item->tick);
    } else if (demo != NULL && demo->status == TT_OK &&
               (demo->kind == TT_DEMO_SNAPSHOT || demo->kind == TT_DEMO_DELTA) &&
               scene->tick != item->tick) {
        scene_take_snapshot(scene, rec, item);
    }
    return false;
}

bool tt_scene_follow(tt_scene *outer, tt_recording *rec, const tt_item *item)
{
    tti_scene *scene = tti_scene_of(outer);
    if (!scene->has_begun && item->kind == TT_ITEM_HEADER) {
        scene->has_header = 1;
        return false;
    }
    if (!scene->has_begun) {
        begin_scene(scene, rec, item);
    }
    if (!scene->is_reconstructed) {
        return follow_demo(scene, rec, item);
    }
    if (item->kind == TT_ITEM_RECORD && item->th != NULL) {
        tt_convert_follow(&scene->convert, item->th, tt_recording_world(rec),
                          tti_recording_th_history(rec));
    }
    return item->kind == TT_ITEM_TICK && end_tick(scene, rec, item->tick);
}

bool tt_scene_advance(tt_scene *scene, tt_recording *rec)
{
    return advance(tti_scene_of(scene), rec);
}
