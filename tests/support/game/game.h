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

/* Something that happened in a game. `what` is a kind that bench/archive_check.sh looks for. */
typedef struct fact {
    const char *what;
    int32_t tick, cid;
    int32_t value;    /* depends on `what`. For a name: 2 when the file records it, 1 when the
                         file has only the client's request, 0 when only an earlier game has it */
    const char *name; /* name of the client at that tick; "" without a client */
    const char *text; /* depends on `what` */
    int planted;      /* 1 when a visit caused the fact */
} fact;

typedef void fact_fn(void *user, const fact *f);

typedef enum visit_kind {
    VISIT_PLAIN,
    VISIT_FINISH,      /* finishes in `value` ticks */
    VISIT_TEAM_FINISH, /* finishes as the only member of a team */
    VISIT_SAVE,        /* makes the save `id` */
    VISIT_LOAD,
    VISIT_RCON,    /* logs in with level `value` and account `text` */
    VISIT_RENAME,  /* joins with the name `text`, then takes the name of `who` */
    VISIT_SESSION, /* remains over a map change */
    VISIT_ASKED,   /* remains over a map change, and has asked for the name `text` */
    VISIT_SILENT   /* remains over two map changes; the files of the later games do not name the
                      player */
} visit_kind;

/* A planted player, who joins when the recording has `at` bytes, and does one thing. */
typedef struct visit {
    visit_kind kind;
    person who;
    uint64_t at;
    int32_t value;
    const char *text;
    tt_uuid id;
    /* The following members belong to game.c. */
    int step;
    int32_t tick, cid;
} visit;

/* A slot of a server. */
typedef struct guest {
    const person *who; /* NULL for a free slot */
    char name[PERSON_NAME], asked[PERSON_NAME];
    int alive, entered; /* in this game: the tee lives, the player has entered */
    int32_t due;        /* tick in which a guest who is not alive enters or appears */
    int32_t info_tick;  /* tick of the last info message */
    int32_t team, level;
    const char *account; /* account of the login; NULL without one */
    const track *track;
    uint32_t at;               /* index of the next step in `track` */
    uint32_t input;            /* index of the input that is in effect */
    const track_input *before; /* set with `cut`: the input from which the next one is written as
                                  a difference */
    int cut;
    int has_input; /* 1 when the slot has an input in this game */
    int jump, die; /* what the tee does in the next tick */
    int planted, silent;
    int games;     /* number of further games for which a planted player remains */
    int32_t leave; /* tick in which a planted player leaves; 0 for none */
} guest;

/* The state of a server that lasts over map changes. At first all members but tracks, people and
 * chance are zeros. */
typedef struct game_server {
    const track *tracks;
    const person *people;
    chance chance;
    guest guest[GAME_SLOTS];
    tt_uuid last_save;
} game_server;

typedef struct game_plan {
    const tt_th_fields *header;
    uint64_t bytes;    /* approximate size of the recording */
    int32_t players;   /* approximate number of players */
    int32_t finishes;  /* finishes of a player in a million ticks */
    int joins_carried; /* 1: the recording has a JOIN for each player who remains over a map
                          change */
    int close;         /* 1: the recording ends with FINISH */
    visit **visits;
    int visit_count;
    fact_fn *on_fact;
    void *user;
} game_plan;

/* Writes the recording and returns its last tick. Errors remain in `out`. */
int32_t game_play(game_server *server, const game_plan *plan, tt_io_output *out);

/* Removes all players, as a restart of the server does. */
void game_server_restart(game_server *server);

#endif
