/* SPDX-License-Identifier: MIT
 *
 * One made-up game: who comes and goes under which names, what they do, and what of it is
 * infrequent enough to be searched for. All of that is reported as facts, so that searches can be
 * checked.
 */
#ifndef TEST_GAME_H
#define TEST_GAME_H

#include "support/game/pen.h"
#include "support/game/people.h"

enum { GAME_SLOTS = 64, GAME_VISITS = 16 };

/* What happened. `what` is the kind that bench/archive_check.sh asks for. */
typedef struct fact {
    const char *what;
    int32_t tick, cid;
    int32_t value;    /* as of the kind; of a name 2 when the file has it, 1 when it has only
                         what the client asked for, 0 when only an earlier game knows it */
    const char *name; /* of the client at that time, "" without one */
    const char *text; /* as of the kind */
    int planted;      /* by a visit */
} fact;

typedef void fact_fn(void *user, const fact *f);

typedef enum visit_kind {
    VISIT_PLAIN,
    VISIT_FINISH,      /* in `value` ticks */
    VISIT_TEAM_FINISH, /* alone in a team */
    VISIT_SAVE,        /* the save `id` */
    VISIT_LOAD,
    VISIT_RCON,    /* level `value`, account `text` */
    VISIT_RENAME,  /* comes as `text`, then takes the name */
    VISIT_SESSION, /* remains over a map change */
    VISIT_ASKED,   /* the same, and had asked for the name `text` */
    VISIT_SILENT   /* remains over two map changes, and of the later games no file says who it is */
} visit_kind;

/* Somebody who is planted: comes once this many bytes are written, and does one thing. */
typedef struct visit {
    visit_kind kind;
    person who;
    uint64_t at;
    int32_t value;
    const char *text;
    tt_uuid id;
    /* for game.c */
    int step;
    int32_t tick, cid;
} visit;

/* A slot of a server. */
typedef struct guest {
    const person *who; /* NULL: free */
    char name[PERSON_NAME], asked[PERSON_NAME];
    int alive, entered; /* in this game */
    int32_t due;        /* tick in which a guest who is not alive enters or appears */
    int32_t info_tick;  /* of the last info message */
    int32_t team, level;
    const char *account; /* NULL without a login */
    const track *track;
    uint32_t at;               /* the step that comes next */
    uint32_t input;            /* the one in effect */
    const track_input *before; /* while `cut`: the input from which the next one differs */
    int cut;
    int has_input; /* in this game */
    int jump, die; /* in the next tick */
    int planted, silent;
    int games;     /* a planted one remains for this many more */
    int32_t leave; /* a planted one leaves in this tick; 0: does not */
} guest;

/* What goes on over a map change. All zeros but tracks, people and chance at first. */
typedef struct game_server {
    const track *tracks;
    const person *people;
    chance chance;
    guest guest[GAME_SLOTS];
    tt_uuid last_save;
} game_server;

typedef struct game_plan {
    const tt_th_fields *header;
    uint64_t bytes;    /* about so large */
    int32_t players;   /* about this many are there */
    int32_t finishes;  /* a player's in a million ticks */
    int joins_carried; /* those who remain over a map change are joined again */
    int close;         /* properly */
    visit **visits;
    int visit_count;
    fact_fn *on_fact;
    void *user;
} game_plan;

/* Writes the recording and returns its last tick. Errors remain in `out`. */
int32_t game_play(game_server *server, const game_plan *plan, tt_io_output *out);

/* Everybody is gone: the server was started anew. */
void game_server_restart(game_server *server);

#endif
