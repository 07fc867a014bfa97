/* SPDX-License-Identifier: MIT
 *
 * What teetape players gathers of a session: who it was, and what the client did.
 */
#ifndef CLI_PLAYERS_PLAYER_H
#define CLI_PLAYERS_PLAYER_H

#include "cli/show/sessions.h"

/* Names that are kept; more of them are not read by people. */
#define PLAYER_NAMES 8
#define PLAYER_REASON 128 /* bytes; longer ones are cut */

/* Facts that it needs. */
#define PLAYER_FACTS                                                                               \
    (TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_COUNTRY) | TT_FACT_BIT(TT_FACT_VERSION) |     \
     TT_FACT_BIT(TT_FACT_COMMAND))

/* It begins with its session, as sessions.h wants it. What a demo does not say is 0 or "". */
struct player {
    struct session session;
    char names[PLAYER_NAMES][TT_NAME_CAP]; /* the first seven and the last, see take_name */
    unsigned name_count;                   /* of `names` in use */
    char clan[TT_NAME_CAP];
    char reason[PLAYER_REASON + 1];     /* of the drop */
    int32_t country, protocol, version; /* -1 for none; 6, 7 or 0; of DDNet or 0 */
    int32_t alive_since;                /* tick, -1 without a tee */
    int32_t x, y;                       /* of the tee, when it was last looked at: demos only */
    int64_t alive_ticks;                /* in the span */
    double distance;                    /* world units, in the span */
    uint64_t inputs, commands;          /* in the span; of a demo 0 */
    uint64_t inputs_before;             /* of the tally, when the session began */
};

/* Begins and ends it. */
void player_begin(struct player *p, const struct reading *r);
void player_end(struct player *p, const struct reading *r, const tt_fact *leave);

/* Takes a fact of the session. What the client did is counted inside the span only. */
void player_take_fact(struct player *p, const struct reading *r, const tt_fact *fact);

/* Takes a record of the session in a teehistorian file. Most moves and inputs are in the tally of
 * the reading instead. */
void player_take_record(struct player *p, const struct reading *r);

/* Takes the tee at the end of a tick of a demo, `ticks` after the last one. */
void player_take_tee(struct player *p, const struct reading *r, int32_t ticks);

#endif
