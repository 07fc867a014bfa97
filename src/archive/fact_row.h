/* SPDX-License-Identifier: MIT
 *
 * A fact as a row of the table `fact` of an archive database. Kinds, their numbers and their fields
 * are those of teetape/fact.h; here is only which kinds are kept, and which field goes to which
 * column:
 *
 *     team     the number that has this name
 *     other    the second client
 *     value    the first other number that is no place
 *     text     the first text
 *     uuid     the first UUID; a fact with a UUID has no text
 */
#ifndef ARCHIVE_FACT_ROW_H
#define ARCHIVE_FACT_ROW_H

#include <stdbool.h>

#include "teetape/fact.h"
#include "teetape/io/archive.h"

/* The kinds that are kept (tt_io_archive_keeps), a sum of TT_FACT_BIT. */
#define ARCHIVE_FACTS                                                                              \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_VERSION) | TT_FACT_BIT(TT_FACT_LOGIN) |       \
     TT_FACT_BIT(TT_FACT_LOGOUT) | TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_DEATH) |        \
     TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_KILL_REQUEST) | TT_FACT_BIT(TT_FACT_FINISH) | \
     TT_FACT_BIT(TT_FACT_TEAM_FINISH) | TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD) |    \
     TT_FACT_BIT(TT_FACT_PRACTICE) | TT_FACT_BIT(TT_FACT_SWAP) | TT_FACT_BIT(TT_FACT_CHAT))

/* Of these, the kinds about a team: they belong to everybody who is in it. They have no client and
 * no session, so a search for a player finds them by the time in which he was in the team
 * (query_steps.h). */
#define ARCHIVE_TEAM_FACTS                                                                         \
    (TT_FACT_BIT(TT_FACT_TEAM_FINISH) | TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD) |    \
     TT_FACT_BIT(TT_FACT_PRACTICE))

/* Kinds that an index of the table has: they are searched in all recordings. The others are looked
 * for within the sessions of a player, where the primary key finds them. The same set as a number
 * is in schema.h; store_facts.c compares them. */
#define ARCHIVE_FACTS_ALONE                                                                        \
    (ARCHIVE_TEAM_FACTS | TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_LOGIN) |               \
     TT_FACT_BIT(TT_FACT_LOGOUT) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_CHAT))

/* Fields of a fact by column; NULL where the kind has none. */
struct archive_columns {
    const tt_field *team, *other, *value, *text, *uuid; /* of tt_fact_type(kind), constant */
};

/* For a kind; all NULL when out of range. */
struct archive_columns tti_archive_columns_of(tt_fact_kind kind);

/* One fact in columns. */
struct archive_row {
    tt_fact_kind kind;
    int32_t tick;
    int32_t cid;                /* -1 when it is about no client */
    int32_t team, other, value; /* by kind; else 0. `other` is negative for nobody */
    uint64_t session;           /* TT_SESSION_NONE when it is about no client */
    uint64_t other_session;     /* of `other`; TT_SESSION_NONE when it is not known */
    tt_uuid uuid;               /* by kind; else zeros */
    tt_bytes text;              /* by kind, a view into the fact; else empty */
};

/* The row of a fact; who asked knows `other_session`. False for a fact that is not kept: its kind
 * is none of ARCHIVE_FACTS, or it is a secret: a whisper, or chat with a password. */
bool tti_archive_row_of(const tt_fact *fact, struct archive_row *row);

#endif
