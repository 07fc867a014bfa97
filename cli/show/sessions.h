/* SPDX-License-Identifier: MIT
 *
 * Lists the sessions of a recording. A verb gathers data while a session lasts, and prints the
 * ended sessions in the order of their joins. Sessions are printed in parts, so that memory does
 * not grow with the recording.
 *
 *     if (sessions_open(&s, job, &use)) {
 *         while (sessions_next(&s)) ... s.r.io.item, sessions_find(&s, session, cid) ...
 *     }
 *     return sessions_close(&s);
 */
#ifndef CLI_SESSIONS_H
#define CLI_SESSIONS_H

#include "cli/shell/reading.h"

/* The facts that sessions need. A verb adds more. */
#define SESSIONS_FACTS                                                                             \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME))

/* The text for an unknown name in a table or a picture. */
#define SESSION_UNNAMED "(no name known)"

enum session_left {
    LEFT_NOT,     /* lasts beyond the end of the recording or the span */
    LEFT_DROP,    /* the connection ended */
    LEFT_REPLACED /* another client joined in its slot */
};

struct session {
    uint64_t number;       /* number of the session; TT_SESSION_NONE in an empty slot */
    int32_t cid;           /* client id: the slot of the session */
    int32_t joined, ended; /* ticks of begin and end; `ended` is set before the callback `end` */
    bool is_recorded;      /* the recording has its JOIN; false: it was only mentioned */
    enum session_left left;
    char name[TT_NAME_CAP]; /* the last name, "" when it is unknown */
};

/* The callbacks of a verb that reads sessions. */
struct sessions_use {
    size_t size; /* bytes of the verb's struct, which begins with a struct session */
    uint64_t facts;
    tt_th_tally *tally; /* see tt_io_reading_options; NULL when every record is read */
    bool messages;      /* read the messages of a demo instead of its ticks */
    /* Gets a session whose struct is zeroed after its struct session. */
    void (*begin)(void *verb, struct session *s);
    /* Called when a session ends. `leave` is NULL for a session that lasts to the end of the
     * recording. */
    void (*end)(void *verb, struct session *s, const tt_fact *leave);
    /* Prints sessions. Returns false without memory. */
    bool (*print)(void *verb, const void *list, size_t count);
    void *verb;
};

struct sessions {
    struct reading r;
    struct sessions_use use;
    int32_t cids;           /* one above the highest client id so far */
    char *open;             /* open sessions, TT_CIDS structs, one for each slot */
    char *ended;            /* ended sessions that were chosen, in the order of their ends */
    size_t count, capacity; /* number of ended sessions, and those that fit */
    bool no_memory;         /* true when sessions are missing; sessions_close reports it */
};

/* Reads sessions and records from the start of the recording. In a demo it reads the ticks, or
 * with `messages` the chunks. Sessions are chosen when they end. Returns false when there is
 * nothing to read. */
bool sessions_open(struct sessions *s, struct job *job, const struct sessions_use *use);

/* Advances to the next item, s->r.io.item. When it is a record or a fact, its session has begun;
 * when it is a LEAVE, its session has ended. At the end of the recording this ends the open
 * sessions, prints the last part and returns false. */
bool sessions_next(struct sessions *s);

/* Returns the session in a slot. In an empty slot its number is TT_SESSION_NONE. */
static inline struct session *sessions_at(const struct sessions *s, int32_t cid)
{
    return (struct session *)(void *)(s->open + (size_t)cid * s->use.size);
}

/* Returns the open session with this number, or NULL when there is none. */
static inline struct session *sessions_find(const struct sessions *s, uint64_t number, int32_t cid)
{
    bool is_client = cid >= 0 && cid < TT_CIDS && number != TT_SESSION_NONE;
    return is_client && sessions_at(s, cid)->number == number ? sessions_at(s, cid) : NULL;
}

/* Returns the date with --wall when it is known, else the game time. */
const char *sessions_time(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick);

/* Ends the list and returns the exit status. Call it after sessions_open, whatever that returned.
 */
enum exit_status sessions_close(struct sessions *s);

#endif
