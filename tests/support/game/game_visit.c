/* SPDX-License-Identifier: MIT
 *
 * The steps of those who are planted in a made-up game: come, do one thing, go. See game_parts.h.
 */
#include "support/game/game_parts.h"

enum { BEGIN, DEED, LEAVE, DONE };

/* Ticks between two steps of a visit. A server accepts another change of name after 250 ticks. */
enum { PAUSE = 400 };

static int sessions(const visit *v)
{
    return v->kind == VISIT_SESSION || v->kind == VISIT_ASKED || v->kind == VISIT_SILENT;
}

static void come(game *g, visit *v)
{
    int32_t cid = game_slot(g, 0);
    arrival a = {&v->who, v->who.name, v->who.name, 1};
    if (cid < 0) {
        cid = game_slot(g, 1);
        if (cid < 0) { /* all slots have planted players, so the visit waits */
            v->tick = g->tick + PAUSE;
            return;
        }
        deed_leave(g, cid, "Kicked (a place was needed)");
        v->tick = g->tick + 2; /* the tee of the kicked player ends before the slot is used again */
        return;
    }
    if (v->kind == VISIT_ASKED || v->kind == VISIT_RENAME) {
        a.asked = v->text;
    }
    if (v->kind == VISIT_RENAME) {
        a.name = v->text;
    }
    deed_join(g, cid, &a);
    v->cid = cid;
    v->step = DEED;
    v->tick = g->tick + PAUSE;
}

static void act(game *g, visit *v)
{
    int32_t cid = v->cid;
    guest *p = &g->server->guest[cid];
    switch (v->kind) {
    case VISIT_FINISH:
        deed_finish(g, cid, v->value);
        break;
    case VISIT_TEAM_FINISH:
        deed_team(g, cid, 63);
        deed_team_finish(g, cid, v->value);
        break;
    case VISIT_SAVE:
        deed_team(g, cid, 62);
        deed_save(g, cid, &v->id);
        break;
    case VISIT_LOAD:
        deed_team(g, cid, 62);
        deed_load(g, cid, &v->id);
        break;
    case VISIT_RCON:
        deed_login(g, cid, v->value, v->text);
        break;
    case VISIT_RENAME:
        deed_rename(g, cid, v->who.name);
        break;
    case VISIT_PLAIN:
    case VISIT_SESSION:
    case VISIT_ASKED:
    case VISIT_SILENT:
        break;
    }
    p->silent = v->kind == VISIT_SILENT;
    p->games = sessions(v) ? 1 + p->silent : 0;
    v->step = sessions(v) ? DONE : LEAVE;
    v->tick = g->tick + PAUSE;
}

static void step(game *g, visit *v)
{
    if (v->step == BEGIN) {
        come(g, v);
    } else if (v->step == DEED) {
        act(g, v);
    } else if (v->step == LEAVE) {
        deed_leave(g, v->cid, "Was planted");
        v->step = DONE;
    }
}

int32_t visits_go_on(game *g)
{
    int32_t next = INT32_MAX;
    for (int i = 0; i < g->plan->visit_count; i++) {
        visit *v = g->plan->visits[i];
        if (v->step == BEGIN && g->pen.bytes < v->at) {
            v->tick = g->tick + PAUSE;
        } else if (v->step != DONE && g->tick >= v->tick) {
            step(g, v);
        }
        if (v->step != DONE && v->tick < next) {
            next = v->tick;
        }
    }
    return next;
}

int visits_done(const game *g)
{
    for (int i = 0; i < g->plan->visit_count; i++) {
        if (g->plan->visits[i]->step != DONE) {
            return 0;
        }
    }
    return 1;
}
