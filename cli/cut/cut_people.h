/* SPDX-License-Identifier: MIT
 *
 * Who is meant by client ids and names: a client id means who is in the slot, a name every session
 * of everyone who ever had it.
 *
 * The sessions of a name are known after a pass over the facts of the recording. Where the input
 * can be read only once, a session counts from the record on that names it.
 */
#ifndef CLI_CUT_PEOPLE_H
#define CLI_CUT_PEOPLE_H

#include "cli/shell/command.h"
#include "teetape/recording.h"

/* One word of --player, --hide or --rename. */
struct cut_person {
    const char *text; /* as it was written */
    const char *name; /* NULL for a client id */
    int32_t cid;      /* 0 to 127; with a name -1 */
    bool found;       /* a client in the recording was meant */
};

/* A few words, and all sessions that they mean. Filled by a survey, or on the way (is_learning). */
struct cut_people {
    struct cut_person person[TEXTS_MAX];
    size_t count;   /* of `person` */
    bool no_memory; /* a session could not be added; nothing is to be written then */

    /* for cut_people.c */
    bool has_cid[TT_CIDS];  /* a client id */
    bool has_sessions;      /* `sessions` has some: else it is not asked */
    tt_selection sessions;  /* of the names, and those that were chosen by themselves */
    uint8_t few[16], *more; /* bits of the first 128 sessions; of all, on the heap, or NULL */
};

/* Those of an option, which span_check_player found good. */
void cut_people_init(struct cut_people *p, const struct texts *texts);

/* See no_player_note_digits. */
void cut_people_note_digits(const struct cut_people *p, const struct job *job);
void cut_people_close(struct cut_people *p);

/* There are names, for which the facts JOIN and NAME are needed. */
bool cut_people_have_names(const struct cut_people *p);

/* Takes a fact of the recording. */
void cut_people_take(struct cut_people *p, const tt_fact *fact);

/* In place of NAME facts: takes the names that clients have after the current record. */
void cut_people_look(struct cut_people *p, const tt_recording *rec);

/* Adds a session. */
void cut_people_choose(struct cut_people *p, uint64_t session);

/* Whether this session in slot `cid` is of one of them. */
bool cut_people_have(const struct cut_people *p, uint64_t session, int32_t cid);

/* Whether a client with this name, in this slot, is one of them by what he is called now. */
bool cut_people_are_now(const struct cut_people *p, int32_t cid, const char *name);

/* The first one whom no client in the recording was, NULL when there is none. */
const struct cut_person *cut_people_missing(const struct cut_people *p);

/* Reports as an error each of them whom no client in the recording was. False when there is one. */
bool cut_people_report_missing(const struct cut_people *p, const struct job *job);

/* Reports as an error that none of them is in the span: a name that nobody has is the reason. */
void cut_people_report_none(const struct cut_people *p, const struct job *job);

#endif
