/* SPDX-License-Identifier: MIT
 *
 * What a verb makes of a recording: spans of time, each with whom it is about, found in the facts
 * of the recording; and who is in them. The same for every format, for `teetape cut` and `teetape
 * demo`.
 */
#ifndef CLI_CUT_PLAN_H
#define CLI_CUT_PLAN_H

#include "cli/cut/cut_people.h"
#include "cli/read/reading.h"

/* Seconds before the moment, or the run that it ends, and after it, when they are not given. */
#define CUT_BEFORE "5"
#define CUT_AFTER "3"

/* A span: a session, a finish with its run, what is around a chat line, or the time of a session in
 * a team. */
struct cut_part {
    uint64_t session; /* of whom it is about; TT_SESSION_NONE for a team, or the server */
    int32_t cid;      /* -1 as well */
    int32_t team;     /* that finished; else -1 */
    int32_t tick;     /* of the finish, or the line */
    int32_t run;      /* ticks of the run that a finish ended; -1 for other spans */
    int64_t from, to; /* [from, to) in ticks */
    bool is_left_out; /* a session without a tee */
    bool is_done;     /* for those who write it: it needs no further look */
    char
        name[TT_NAME_CAP]; /* at the finish or the line, of a session the last one; "" if unknown */
    char said[140];        /* of a chat line, without what is secret */
};

/* A list that grows. */
struct cut_parts {
    struct cut_part *found; /* on the heap, freed by cut_plan_close */
    size_t count, capacity; /* entries; room for them */
    bool no_memory;
};

struct cut_plan;

/* What is looked for. */
struct cut_ask {
    struct span_options span;          /* where; without a player */
    struct texts kept, hidden, finder; /* players; a finder's spans alone are wanted */
    struct texts renamed;              /* players */
    bool needs_all;                    /* all of `hidden` and `renamed` must be in the recording */
    bool has_sessions, has_finishes, has_team;
    int32_t team;               /* whose members are kept, and whose finishes are wanted */
    const char *around_chat;    /* a part of a line, or NULL */
    const char *before, *after; /* the lengths around a moment, as in the options */
    int64_t every, least; /* spans begin at a multiple of it, and have at least that many ticks */
    size_t most;          /* no more spans than this are of interest, 0 for all */
    bool may_learn;       /* names may be looked for on the way, where a pass cannot be made */
    const char *what;     /* takes two passes: for the message */
    /* After the pass `r`, for `user`: false when there is nothing to be done, which was reported.
     */
    bool (*judge)(struct cut_plan *plan, struct reading *r, enum exit_status *status);
    void *user;
};

/* Made by cut_plan_open; what was found remains until cut_plan_close. The formats look at it for
 * each record. */
struct cut_plan {
    struct job *job;
    const struct cut_ask *ask;
    struct cut_people kept, hidden, finder, renamed; /* who of the words in `ask` */
    bool is_learning;                                /* names are looked for on the way */
    uint64_t first[TT_CIDS]; /* session in each slot, as far as is known; or TT_SESSION_NONE */
    struct cut_parts parts;  /* in the order of their facts */
    struct cut_parts teams;  /* who was in the team, and when */
    size_t left_out;         /* sessions without a tee, and what is too short */
};

/* Whether memory was missing for any part of it. */
static inline bool cut_plan_has_no_memory(const struct cut_plan *plan)
{
    return plan->parts.no_memory || plan->teams.no_memory || plan->kept.no_memory ||
           plan->hidden.no_memory || plan->finder.no_memory || plan->renamed.no_memory;
}

/* Whether who is meant, or is missing, is known only at the end of the recording. */
static inline bool cut_plan_has_names(const struct cut_plan *plan)
{
    return cut_people_have_names(&plan->kept) || cut_people_have_names(&plan->hidden) ||
           cut_people_have_names(&plan->finder) ||
           (plan->ask->needs_all && plan->hidden.count + plan->renamed.count != 0);
}

/* Reports as errors whom the recording, as far as it was read, does not have, and who must be in
 * it. False when there is one. */
bool cut_plan_has_all(const struct cut_plan *plan);

/* Warns of those who were not there before the span ended, of a recording that cannot be read
 * twice: whether they come later is not known. */
void cut_plan_warn_unseen(const struct cut_plan *plan);

/* Looks for all that is asked for in the job's recording: makes the pass over its facts, or those
 * of its index, that is needed. False when there is nothing to be done: that was reported, and
 * *status is how bad it is. cut_plan_close has to be called either way. */
bool cut_plan_open(struct cut_plan *plan, struct job *job, const struct cut_ask *ask,
                   enum exit_status *status);
void cut_plan_close(struct cut_plan *plan);

/* Reads the recording of a job once more, for the user to hear what is wrong with it. */
enum exit_status cut_plan_report_damage(struct job *job);

/* cut_survey.c: the pass, which leaves `r` open. False without memory for it. */
bool cut_survey(struct cut_plan *plan, struct reading *r);

/* cut_part.c */

/* Adds a span; NULL without memory. */
struct cut_part *cut_parts_add(struct cut_parts *parts, const struct cut_part *part);

/* Of what was found what is wanted. */
void cut_parts_select(struct cut_plan *plan);

/* In the order in which they begin, each once. */
void cut_parts_sort(struct cut_parts *parts);

/* Checks what is given around a moment: a sentence about what is wrong, or NULL. */
const char *cut_part_check_around(const char *before, const char *after);

/* Gives a finish or a line its span: from the start of the run, with what is given around it, in
 * seconds or as a game time, or NULL. */
void cut_part_around(struct cut_part *part, const char *before, const char *after);

/* The text of a line that is shown, if it has `text` in it; the case of ASCII letters does not
 * count. */
bool cut_part_says(struct cut_part *part, const tt_fact *fact, const char *text);

/* Of finishes or lines the one that is meant; `number` is 0 when none was chosen. NULL when there
 * is none, or there are several: that is reported. */
const struct cut_part *cut_parts_choose(const struct cut_plan *plan, const struct reading *r,
                                        int64_t number);

/* Why a recording may have no finish, after "no such finish is in it"; "" when it should have all.
 */
const char *cut_parts_why_none(const struct reading *r, bool is_team);

#endif
