/* SPDX-License-Identifier: MIT
 *
 * Who is meant by client ids and names in a demo.
 *
 * A name means every stay of everyone who ever bore it, whole, as in select.h. That takes a pass
 * over the demo before; where the input can be read only once, a stay counts from the snapshot that
 * names it on.
 */
#ifndef CLI_DEMO_PEOPLE_H
#define CLI_DEMO_PEOPLE_H

#include "cli/read/select.h"
#include "teetape/demo_world.h"

struct demo_person {
    const char *text; /* as it was written */
    const char *name; /* NULL for a client id */
    int32_t cid;
    bool found; /* somebody in the demo was meant */
};

struct demo_people {
    struct demo_person person[TEXTS_MAX];
    size_t count;

    /* for demo_people.c */
    struct select sessions; /* those of the names */
    uint64_t session_count;
    uint64_t session[TT_CIDS]; /* of who is there, TT_SESSION_NONE */
    int32_t since[TT_CIDS];
    uint64_t first[TT_CIDS]; /* session in each slot, TT_SESSION_NONE */
    uint8_t seen[TT_CIDS];   /* somebody was there since the demo began */
};

/* Those of an option, which select_check_player found good. Nothing has to be closed before. */
void demo_people_init(struct demo_people *p, const struct texts *texts);
void demo_people_close(struct demo_people *p);

/* There are names, for which a pass has to be made. */
bool demo_people_have_names(const struct demo_people *p);

/* The demo begins: once more, if there was a pass. */
void demo_people_begin(struct demo_people *p);

/* Takes the world after an event that changed clients. False when there is no memory. */
bool demo_people_follow(struct demo_people *p, const tt_world *world);

/* Whether whoever is in the slot now is one of them. After a pass that goes for messages before the
 * first snapshot, too. */
bool demo_people_has(const struct demo_people *p, int32_t cid);

/* The first one whom nobody in the demo was, NULL when there is none. */
const struct demo_person *demo_people_missing(const struct demo_people *p);

#endif
