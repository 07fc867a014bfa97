/* SPDX-License-Identifier: MIT
 *
 * A moment of a recording, as the game shows it.
 *
 * The scene follows the recording up to the moment; at the first snapshot at or after it the camera
 * is placed, and the list of shapes is drawn and written.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/text/text.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

/* The game shows lines of chat for 16 seconds. */
#define BEFORE 800

/* A picture shows one moment, so a name is compared with those of now. */
static int32_t find_focus(const struct moment *m)
{
    int32_t cid = -1;
    const char *name;
    tt_io_player_parse(m->p->own->focus, &cid, &name);
    for (int32_t i = 0; name != NULL && i < TT_CIDS; i++) {
        if (m->scene->player[i].is_known && strcmp(m->scene->player[i].name, name) == 0) {
            return i;
        }
    }
    return cid;
}

tt_status moment_draw(void *moment, tt_shapes *list)
{
    const struct moment *m = moment;
    return tt_draw(list, m->scene, m->time, &m->p->camera, tt_io_studio_map(m->p->studio),
                   &m->p->how);
}

/* With --center the camera remains, but the focus still marks who is in view. */
bool moment_aim(struct moment *m)
{
    struct picture *p = m->p;
    int64_t x, y;
    int32_t focus = p->own->focus != NULL ? find_focus(m) : tt_scene_view(m->scene, m->time);
    bool is_there = focus >= 0 && tt_scene_place(m->scene, m->time, focus, &x, &y);
    p->how.focus = is_there ? focus : -1;
    if (is_there && !m->has_center) {
        p->camera.x = x;
        p->camera.y = y;
    }
    return is_there || m->has_center;
}

static unsigned shown(const struct picture_options *own)
{
    const unsigned hud = TT_DRAW_TIMER | TT_DRAW_KILLS | TT_DRAW_CHAT | TT_DRAW_BROADCAST;
    unsigned show = TT_DRAW_ALL;
    show &= own->no_hud ? ~(hud | TT_DRAW_NAMES) : ~0u;
    show |= own->scoreboard ? TT_DRAW_SCOREBOARD : 0;
    return own->map_only ? TT_DRAW_MAP : show;
}

/* A demo may begin after the moment: `first` is its first tick marker. */
static bool is_before(struct moment *m, int64_t at)
{
    char time[TEXT_TIME];
    int32_t first = m->scene->tick - tt_io_reading_time(&m->r.io, m->scene->tick);
    if (at < 0 || at >= first) {
        return false;
    }
    message_say(MESSAGE_ERROR, m->p->job->path, "the recording begins at tick %" PRId32 " (%s)",
                first, text_time(time, 0));
    m->p->status = EXIT_USAGE;
    return true;
}

/* True when the picture was made, or cannot be. `at` is -1 for the first snapshot in which somebody
 * is seen. A gap shows the earlier snapshot, moved on. */
static bool take_snapshot(struct moment *m, int64_t at)
{
    struct picture *p = m->p;
    if (m->scene->tick < at) {
        return false;
    }
    if (is_before(m, at)) {
        return true;
    }
    int64_t tick = at > m->scene->before_tick ? at : m->scene->before_tick;
    m->time = (at < 0 ? m->scene->tick : tick) * TT_SCENE_ONE;
    if (!moment_aim(m)) {
        if (at < 0) {
            return false;
        }
        message_say(MESSAGE_ERROR, p->job->path, "%s is%s in the world at tick %" PRId64,
                    p->own->focus != NULL ? p->own->focus : "nobody",
                    p->own->focus != NULL ? " not" : "", tick);
        p->status = EXIT_USAGE;
        return true;
    }
    p->has_tick = true;
    p->tick = m->time / TT_SCENE_ONE;
    picture_write(p, moment_draw, m);
    m->is_drawn = p->status == EXIT_GOOD;
    return true;
}

void moment_begin(struct moment *m, int64_t tick)
{
    m->scene->from = tick > BEFORE ? (int32_t)(tick - BEFORE) : 0;
}

/* The tick of --at may be known only after the first marker of a demo. */
static void follow(struct moment *m, int64_t at)
{
    struct reading *r = &m->r;
    moment_begin(m, at);
    while (reading_next(r)) {
        bool has_more = tt_scene_follow(m->scene, r->io.rec, &r->io.item) != 0;
        while (has_more) {
            if (take_snapshot(m, at)) {
                tt_io_reading_stop(&r->io);
                return;
            }
            has_more = tt_scene_advance(m->scene, r->io.rec) != 0;
        }
        at = m->p->own->at != NULL && r->io.has_span ? r->io.from : at;
    }
    if (m->is_drawn || m->p->status != EXIT_GOOD || tt_io_stop_wanted(m->p->job->stop)) {
        return;
    }
    if (at >= 0 && reading_refuse_span(r)) {
        return;
    }
    if (at >= 0) {
        message_say(MESSAGE_ERROR, m->p->job->path, "it ends before the moment of --at");
        m->p->status = EXIT_USAGE;
    } else {
        const char *focus = m->p->own->focus;
        message_say(MESSAGE_ERROR, m->p->job->path,
                    "%s has %s tee in it; --center X,Y shows a place",
                    focus != NULL ? focus : "nobody", focus != NULL ? "no" : "a");
        m->p->status = EXIT_USAGE;
    }
}

static bool has_focus(struct moment *m)
{
    struct picture *p = m->p;
    tt_io_error why;
    int32_t cid;
    const char *name;
    if (tt_selection_found(&m->r.io.selection) || !tt_io_reading_is_file(p->job->path)) {
        return true;
    }
    tt_io_player_parse(p->own->focus, &cid, &name);
    tt_io_player_none(&why, p->job->path, name, p->job->stop);
    message_say(MESSAGE_ERROR, p->job->path, "%s", why.text);
    p->status = EXIT_USAGE;
    tt_io_reading_stop(&m->r.io);
    return false;
}

/* The scene needs items before the moment (chat, kills, hooks). */
bool moment_open(struct moment *m, struct picture *p, const char *from, const char *to)
{
    tt_io_reading_options how = p->job->settings->reading;
    how.from = from;
    how.to = to;
    how.player = p->own->focus; /* finds out whether he is in it; everybody is drawn */
    how.wants = TT_SCENE_WANTS;
    how.facts = TT_SCENE_FACTS;
    how.wants_before = true;
    how.lead = BEFORE;
    how.wants_everybody = true;
    m->p = p;
    (void)picture_view(p->own, &p->camera, &m->has_center);
    p->how.show = shown(p->own);
    picture_equip(p);
    m->scene = memory_zeros(p->job->path, sizeof *m->scene);
    if (m->scene == NULL) {
        p->status = EXIT_SYSTEM;
        return false;
    }
    tt_scene_init(m->scene);
    m->scene->show_secrets = p->job->settings->show_secrets;
    m->scene->map = tt_io_studio_game(p->studio);
    return reading_open(&m->r, p->job, &how, READING_ITSELF) && has_focus(m);
}

void moment_close(struct moment *m)
{
    if (m->scene != NULL) {
        exit_worsen(&m->p->status, reading_close(&m->r));
    }
    free(m->scene);
}

/* INT32_MAX: the moment is not known yet. */
void picture_moment(struct picture *p)
{
    struct moment m = {.p = p};
    if (moment_open(&m, p, p->own->at, NULL)) {
        follow(&m, p->own->at == NULL ? -1 : m.r.io.has_span ? m.r.io.from : INT32_MAX);
    }
    moment_close(&m);
}
