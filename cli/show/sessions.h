/* SPDX-License-Identifier: MIT
 *
 * The sessions of a recording, as a verb lists them: what it gathers of each while it lasts, and
 * what it prints of those that have ended, in the order of the joins. That goes in parts, so that
 * memory does not grow with the recording.
 *
 *     if (sessions_open(&s, job, &use)) {
 *         while (sessions_next(&s)) ... s.r.io.item, sessions_find(&s, session, cid) ...
 *     }
 *     return sessions_close(&s);
 */
#ifndef CLI_SESSIONS_H
#define CLI_SESSIONS_H

#include "cli/shell/reading.h"

/* The verb adds its own. */
#define SESSIONS_FACTS                                                                             \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME))

/* What stands for a name in a table or a picture. */
#define SESSION_UNNAMED "(no name known)"

enum session_left {
    LEFT_NOT,     /* it lasts at the end of the recording, or of the span */
    LEFT_DROP,    /* the connection ended */
    LEFT_REPLACED /* another client joined in its slot */
};

struct session {
    uint64_t number;       /* TT_SESSION_NONE in a slot where nobody is */
    int32_t cid;           /* its slot */
    int32_t joined, ended; /* ticks; `ended` is set before `end` is called */
    bool is_recorded;      /* the recording says that it began; else it was mentioned */
    enum session_left left;
    char name[TT_NAME_CAP]; /* the last one, "" when none is known */
};

/* What a verb makes of sessions. */
struct sessions_use {
    size_t size; /* of a struct that begins with a struct session */
    uint64_t facts;
    tt_th_tally *tally; /* see tt_io_reading_options; NULL: all records come */
    bool messages;      /* of a demo, in place of its ticks */
    /* All after its struct session is zeros. */
    void (*begin)(void *verb, struct session *s);
    /* `leave` is NULL at the end of the recording. */
    void (*end)(void *verb, struct session *s, const tt_fact *leave);
    /* False without memory. */
    bool (*print)(void *verb, const void *list, size_t count);
    void *verb;
};

struct sessions {
    struct reading r;
    struct sessions_use use;
    int32_t cids;           /* above all that were there */
    char *open;             /* one for each slot: TT_CIDS structs */
    char *ended;            /* those that are chosen, in the order of their ends */
    size_t count, capacity; /* of `ended`, in structs */
    bool no_memory;         /* the list is not whole; reported by the close */
};

/* Reads all sessions from the start, and records, or the ticks of a demo (with `messages` its
 * records). Sessions are chosen when they end. False when there is nothing to read. */
bool sessions_open(struct sessions *s, struct job *job, const struct sessions_use *use);

/* The next item in s->r.io.item. The session of a record or fact has begun, and that of a LEAVE has
 * ended. At the end everything is printed. */
bool sessions_next(struct sessions *s);

/* number is TT_SESSION_NONE when nobody is there. */
static inline struct session *sessions_at(const struct sessions *s, int32_t cid)
{
    return (struct session *)(void *)(s->open + (size_t)cid * s->use.size);
}

/* NULL when no open session has this number. */
static inline struct session *sessions_find(const struct sessions *s, uint64_t number, int32_t cid)
{
    bool is_client = cid >= 0 && cid < TT_CIDS && number != TT_SESSION_NONE;
    return is_client && sessions_at(s, cid)->number == number ? sessions_at(s, cid) : NULL;
}

/* The date with --wall, where it is known, else the game time. */
const char *sessions_time(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick);

/* To be called after sessions_open whatever it returned. */
enum exit_status sessions_close(struct sessions *s);

#endif
