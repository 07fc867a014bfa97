/* SPDX-License-Identifier: MIT
 *
 * Finds the parts of a recording that options select, in the same way for every format: the
 * sessions of players, their finishes, the time around a chat line, the times in a team.
 *
 * A client id selects the client in the slot, a name every session of everyone who ever had it.
 * Names therefore need a pass over the facts of the recording, which an index makes short. If the
 * input can be read only once, a session counts from the record that names it.
 */
#ifndef TTI_SPANS_SPANS_H
#define TTI_SPANS_SPANS_H

#include "teetape/io/spans.h"

#include "host/error.h"

typedef struct tt_io_person {
    const char *text;
    const char *name; /* name of the player; NULL when a client id is meant */
    int32_t cid;      /* client id, 0 to 127; -1 when a name is meant */
    bool found;       /* true: the recording has a client with this id or name */
} tt_io_person;

/* A few players, and all their sessions. The struct points into itself and must not be moved. */
typedef struct tt_io_people {
    tt_io_person person[TT_IO_PEOPLE_MAX];
    size_t count;
    bool has_patterns, ignore_case; /* how names are compared */

    bool no_memory;
    bool has_cid[TT_CIDS];
    bool has_sessions;
    tt_selection sessions;
    uint8_t few[16], *more;
} tt_io_people;

typedef struct tt_io_span {
    uint64_t session; /* TT_SESSION_NONE for a span of a team or of the server */
    int32_t cid;      /* the slot of the session, or -1 */
    int32_t team;     /* the team that finished; otherwise -1 */
    int32_t tick;     /* the tick of the finish, or of the line */
    int32_t run;      /* ticks of the run that a finish ended; -1 for other spans */
    int64_t from;
    int64_t to;             /* the tick after the last one */
    bool is_left_out;       /* a session without a tee */
    bool is_done;           /* free for the caller's use */
    char name[TT_NAME_CAP]; /* the name at the finish or the chat line, or the last name of a
                               session; "" when unknown */
    char said[140];         /* the chat line, without secrets */
} tt_io_span;

typedef struct tt_io_span_list {
    tt_io_span *span; /* array of `count` spans */
    size_t count;
    size_t room;
} tt_io_span_list;

/* Options of tti_io_spans_find. Texts must remain valid until the close. */
typedef struct tt_io_spans_options {
    /* span, index and input of the pass; callbacks only for `again`; without a player */
    const tt_io_reading_options *reading;
    /* Must be all zeros. When a required player is missing in a damaged recording, the whole
     * recording is read again into this reading, with the callbacks. The reading then remains
     * open. */
    tt_io_reading *again;
    tt_io_texts kept, hidden, renamed; /* players whose sessions are wanted */
    tt_io_texts finder;                /* only spans of these players are wanted */
    bool needs_hidden; /* all of `hidden` must be in the recording, like all of `renamed` */
    bool has_sessions; /* a span for each session */
    /* a span for each finish, with its run; with has_team only finishes of the team */
    bool has_finishes;
    bool has_team;           /* the times of all sessions in `team`, and its finishes */
    int32_t team;            /* the number of the team, or -1 */
    const char *around_chat; /* a span for each chat line with this text, or NULL. The case of
                                ASCII letters does not count */
    const char *before;   /* time before a finish or a chat line, see tti_io_spans_check; NULL: the
                             usual one */
    const char *after;    /* time after a finish or a chat line, as `before` */
    int64_t every;        /* each span begins at a multiple of this many ticks */
    int64_t least;        /* spans with fewer ticks are left out */
    size_t most;          /* the most spans that matter; 0: all */
    bool by_begin;        /* the spans are in the order of their begin, each once; otherwise in
                             the order of their facts */
    bool may_learn;       /* names may be learned from the records, if a pass is impossible */
    const char *refusal;  /* the error for an input that cannot be read twice */
    tt_io_say_fn *on_say; /* receives all sentences but the last, which is the error; may be NULL */
    void *user;
} tt_io_spans_options;

/* The result of tti_io_spans_find. The struct must not be moved. */
typedef struct tt_io_spans {
    tt_io_people kept, hidden, finder, renamed; /* the players of the options of the same names */
    bool has_passed;                            /* a pass over the recording was made */
    /* no pass was made: names are learned from the records by tti_io_people_look */
    bool is_learning;
    uint64_t first[TT_CIDS]; /* the first session in each slot, or TT_SESSION_NONE */
    tt_io_span_list found;   /* the sessions, finishes and chat lines */
    tt_io_span_list teams;   /* the times of the players in the team */
    bool has_chat;           /* the recording has chat of players */
    size_t left_out;         /* the number of sessions that have no tee or are too short */

    bool no_memory;
} tt_io_spans;

/* Returns true when this session in slot `cid` belongs to one of the players. */
bool tti_io_people_have(const tt_io_people *p, uint64_t session, int32_t cid);

/* Takes the names that clients have after the current record, if no pass was made. */
void tti_io_people_look(tt_io_people *p, const tt_recording *rec);

/* Returns the first player who is no client in the recording; NULL when there is none. */
const tt_io_person *tti_io_people_missing(const tt_io_people *p);

/* Fills *error with the reason why none of the players is in the span, such as a name that nobody
 * in the recording has. */
void tti_io_people_none(const tt_io_people *p, const char *path, const tt_io_stop *stop,
                        tt_io_error *error);

/* Checks the lengths before and after a moment. Each is NULL, seconds, or a game time. Returns a
 * sentence about what is wrong, or NULL. */
const char *tti_io_spans_check(const char *before, const char *after);

/* Frees the lists of the result. */
void tti_io_spans_close(tt_io_spans *spans);

/* Finds the spans of the options in the recording `path`, with a pass over its facts if needed. `r`
 * is all zeros; after a pass it remains open for its header and span, and the caller closes it
 * either way. The pass takes the input of the options, and calls no callbacks. Returns false when
 * the caller must stop, with the reason in *error. *error is empty if r->error has the reason, and
 * after `stop` was raised. TT_ERR_PLACE: a required player is missing. TT_ERR_ARGUMENT: the input
 * can be read only once. TT_ERR_CHANGED and TT_ERR_SYSTEM are failures of the file. Damage alone is
 * no failure. tti_io_spans_close has to be called either way. */
bool tti_io_spans_find(tt_io_spans *spans, tt_io_reading *r, const char *path,
                       const tt_io_spans_options *options, tt_io_error *error);

/* Fills *error with a sentence for options that no finish matches: whose finish was looked for,
 * where, and why the recording may lack finishes. */
void tti_io_spans_no_finish(const tt_io_reading *r, const tt_io_spans_options *options,
                            tt_io_error *error);

void tti_people_init(tt_io_people *p, const tt_io_texts *texts);

/* Returns true when the name of a client is the one of this person, or fits its pattern. */
bool tti_people_is(const tt_io_people *p, const tt_io_person *person, tt_bytes name);
bool tti_people_have_names(const tt_io_people *p);
void tti_people_take(tt_io_people *p, const tt_fact *fact);
void tti_people_choose(tt_io_people *p, uint64_t session);

/* Reports the players that the recording, as far as it was read, lacks (find.c). *error is the last
 * sentence; on_say received the earlier ones. */
bool tti_spans_have_all(const tt_io_spans *spans, const char *path,
                        const tt_io_spans_options *options, tt_io_error *error);

/* Warns of players that a pipe did not show before the span ended. */
void tti_spans_warn_unseen(const tt_io_spans *spans, const char *path,
                           const tt_io_spans_options *options);

void tti_spans_read_damage(const char *path, const tt_io_spans_options *options);

/* tti_spans_no_memory reports a lack of memory. tti_spans_have_names is true for options with
 * names, which are known only at the end of the recording. */
bool tti_spans_no_memory(const tt_io_spans *spans);
bool tti_spans_have_names(const tt_io_spans *spans, const tt_io_spans_options *options);

bool tti_spans_survey(tt_io_spans *spans, tt_io_reading *r, const char *path,
                      const tt_io_spans_options *options, tt_io_input *input);

void tti_spans_add(tt_io_spans *spans, tt_io_span_list *list, const tt_io_span *span);
void tti_spans_select(tt_io_spans *spans, const tt_io_spans_options *options);

void tti_span_around(tt_io_span *span, const char *before, const char *after);

bool tti_span_says(tt_io_span *span, const tt_fact *fact, const char *text);

/* Returns the chosen finish or chat line; `number` counts from 1, and 0 means that none was chosen.
 * NULL when no span fits or several do. */
const tt_io_span *tti_spans_choose(const tt_io_spans *spans, const tt_io_reading *r,
                                   const char *path, const tt_io_spans_options *options,
                                   int64_t number, tt_io_error *error);

static inline void tti_spans_say(const tt_io_spans_options *options, tt_level level,
                                 tt_io_error *what, const char *path)
{
    tti_error_of(what, path);
    if (options->on_say != NULL) {
        options->on_say(options->user, level, what);
    }
}

#endif
