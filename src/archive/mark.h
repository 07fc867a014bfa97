/* SPDX-License-Identifier: MIT
 *
 * What an archive database keeps of a recording: the facts that people search for, as the table
 * `mark` has them. Its kinds and their numbers are those of archive/marks.def.
 */
#ifndef ARCHIVE_MARK_H
#define ARCHIVE_MARK_H

#include <stdbool.h>

#include "teetape/fact.h"

/* The rows: ARCHIVE_MARK(NAME, name, FACT, doc). */
enum archive_mark_kind {
#define ARCHIVE_MARK(NAME, name, fact, doc) ARCHIVE_MARK_##NAME,
#include "archive/marks.def"
    ARCHIVE_MARK_KINDS /* how many there are */
};

/* One fact as a row of the table. */
struct archive_told {
    enum archive_mark_kind kind;
    int32_t tick;
    int32_t cid;      /* -1 when it is about no client */
    int32_t value;    /* by kind, see the rows */
    uint64_t session; /* TT_SESSION_NONE when it is about no client */
    tt_uuid uuid;     /* by kind; else zeros */
    tt_bytes text;    /* by kind; else empty. Of a team the digits below */
    char digits[12];
};

/* The facts that become marks, a sum of TT_FACT_BIT. */
uint64_t archive_mark_facts(void);

/* The mark of a fact; its text is a view into one of the two. False when the kind is not kept. */
bool archive_mark_of(const tt_fact *fact, struct archive_told *mark);

/* The kind that a kind of facts becomes; ARCHIVE_MARK_KINDS for none. And the other way. */
enum archive_mark_kind archive_mark_kind_of(tt_fact_kind kind);
tt_fact_kind archive_mark_fact(enum archive_mark_kind kind);

/* The name of a kind, such as "join", and what it says; constant. NULL when out of range. */
const char *archive_mark_name(enum archive_mark_kind kind);
const char *archive_mark_doc(enum archive_mark_kind kind);

#endif
