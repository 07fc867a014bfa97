/* SPDX-License-Identifier: MIT
 *
 * What is to be said of one stay: who it was, when, and what he did.
 */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/read/visit.h"

/* Names of a stay that are kept; nobody reads more of them. */
#define PLAYER_NAMES 8
#define PLAYER_REASON 128

/* A tee that is farther away one tick later did not walk: it died or was teleported. Ten
 * tiles in world units. */
#define PLAYER_JUMP 320

enum player_left {
    LEFT_NOT,     /* still there at the end of the recording, or of the span */
    LEFT_DROP,    /* the connection ended */
    LEFT_REPLACED /* another one joined in its slot without a DROP */
};

struct player {
    uint64_t session;
    int32_t cid;
    int32_t joined, ended; /* ticks */
    bool by_join;          /* there was a JOIN; else the first record that speaks of him counts */
    enum player_left left;
    char reason[PLAYER_REASON + 1]; /* of the drop */
    char names[PLAYER_NAMES][TT_NAME_CAP];
    unsigned name_count; /* may be above PLAYER_NAMES: the rest is only counted */
    char clan[TT_NAME_CAP];
    int32_t protocol, version;
    int32_t alive_since; /* tick, -1 when not alive */
    int64_t alive_ticks;
    double distance; /* world units */
    uint64_t inputs, commands;
};

/* Begins a stay of a client with the event that tells it. */
void player_begin(struct player *p, uint64_t session, const tt_th_event *event, int32_t cid);

/* The same of a stay that is open where a visit jumped to: begins it, takes its marks from before,
 * and then what the world says of it. */
void player_resume(struct player *p, const struct visit *v, int32_t cid);
void player_take_fact(struct player *p, const tt_fact *fact);
void player_take_world(struct player *p, const tt_world *world);

/* Takes an event of the stay. What it did is counted inside the span only. */
void player_follow(struct player *p, const struct visit *v);

/* Ends it at `tick`. */
void player_end(struct player *p, const struct visit *v, int32_t tick, enum player_left left);

/* It bears this name now; an empty one is none. */
void player_note_name(struct player *p, const char *name);

/* The last name, or NULL when none is known. */
const char *player_name(const struct player *p);

#endif
