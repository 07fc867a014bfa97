/* SPDX-License-Identifier: MIT
 *
 * Keeps which sessions had a name.
 *
 * A client id needs no memory of the past, a name does: the set of sessions is a bit for each
 * session number, so that memory is an eighth of a byte a session and a look-up is constant.
 */
#include "cli/cut/cut_people.h"

#include <stdlib.h>
#include <string.h>

#include "cli/read/no_player.h"
#include "cli/read/span.h"
#include "cli/shell/message.h"

/* Client ids count in slots, without sessions: they need no pass. `few` has room for the sessions
 * of a short recording, so that most cuts allocate nothing here. */
void cut_people_init(struct cut_people *p, const struct texts *texts)
{
    memset(p, 0, sizeof *p);
    p->count = texts->count;
    tt_selection_sessions(&p->sessions, p->few, sizeof p->few);
    for (size_t i = 0; i < texts->count; i++) {
        struct cut_person *person = &p->person[i];
        person->text = texts->text[i];
        person->name = span_read_player(texts->text[i], &person->cid);
        if (person->name == NULL) {
            p->has_cid[person->cid] = true;
        }
    }
}

void cut_people_note_digits(const struct cut_people *p, const struct job *job)
{
    for (size_t i = 0; i < p->count; i++) {
        no_player_note_digits(job, p->person[i].text);
    }
}

void cut_people_close(struct cut_people *p)
{
    free(p->more);
}

/* Client ids alone need no pass over the recording. */
bool cut_people_have_names(const struct cut_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->person[i].name != NULL) {
            return true;
        }
    }
    return false;
}

/* Adds one session, a bit in the set. The set grows by doubling, so all of it costs time and
 * memory linear in the highest session number. Without memory the flag says so, and the set is
 * as it was. */
void cut_people_choose(struct cut_people *p, uint64_t session)
{
    p->has_sessions = true;
    if (tt_selection_add(&p->sessions, session) != TT_ERR_SPACE) {
        return;
    }
    /* Doubled, so that it grows seldom. */
    size_t size = p->sessions.needed * 2;
    uint8_t *bits = p->sessions.needed <= SIZE_MAX / 2 ? malloc(size) : NULL;
    if (bits == NULL) {
        p->no_memory = true;
        return;
    }
    tt_selection_grow(&p->sessions, bits, size);
    free(p->more);
    p->more = bits;
    tt_selection_add(&p->sessions, session);
}

/* Every text that has this name is found, not the first alone: the same name may be both hidden and
 * renamed, or given twice. */
static void name(struct cut_people *p, uint64_t session, tt_bytes name)
{
    for (size_t i = 0; i < p->count; i++) {
        struct cut_person *person = &p->person[i];
        if (person->name != NULL && tt_bytes_equal(name, tt_bytes_of(person->name))) {
            person->found = true;
            cut_people_choose(p, session);
        }
    }
}

/* A client id is found when a client ever joins with it; a name when a session ever has it. Facts
 * of other kinds change nothing. */
void cut_people_take(struct cut_people *p, const tt_fact *fact)
{
    for (size_t i = 0; fact->kind == TT_FACT_JOIN && i < p->count; i++) {
        struct cut_person *person = &p->person[i];
        person->found |= person->name == NULL && person->cid == fact->cid;
    }
    if (fact->kind == TT_FACT_NAME && fact->session != TT_SESSION_NONE) {
        name(p, fact->session, fact->u.name.name);
    }
}

/* For input that can be read once only. Sessions that lost the name before this call are not found,
 * so it has to be called after each record that can change a name. */
void cut_people_look(struct cut_people *p, const tt_recording *rec)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, cid);
        if (session.open) {
            name(p, session.number, tt_bytes_of(session.name));
        }
    }
}

/* Slots first: a client id needs no session, and its number may be unknown. */
bool cut_people_have(const struct cut_people *p, uint64_t session, int32_t cid)
{
    return (cid >= 0 && p->has_cid[cid]) ||
           (p->has_sessions && tt_selection_has(&p->sessions, session, cid) != 0);
}

/* Unlike cut_people_have this is about the present: of all who ever had a name, the one who has
 * it. */
bool cut_people_are_now(const struct cut_people *p, int32_t cid, const char *name)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct cut_person *person = &p->person[i];
        if (person->name != NULL ? strcmp(person->name, name) == 0 : person->cid == cid) {
            return true;
        }
    }
    return false;
}

/* For messages about one of them: the first in the order of the options. */
const struct cut_person *cut_people_missing(const struct cut_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (!p->person[i].found) {
            return &p->person[i];
        }
    }
    return NULL;
}

/* All of them are reported, so that the user can correct every name at once. */
bool cut_people_report_missing(const struct cut_people *p, const struct job *job)
{
    char text[NO_PLAYER_TEXT];
    for (size_t i = 0; i < p->count; i++) {
        const struct cut_person *person = &p->person[i];
        if (!person->found && person->name == NULL) {
            message_say(MESSAGE_ERROR, job->path, "client %s is not in it", person->text);
        } else if (!person->found) {
            /* each look for a similar name reads the recording once more */
            bool is_first = person == cut_people_missing(p);
            message_say(MESSAGE_ERROR, job->path, is_first ? "%s" : NO_PLAYER_NAMED,
                        is_first ? no_player_named(job, person->name, text) : person->name);
        }
    }
    return cut_people_missing(p) == NULL;
}

/* One sentence is enough: where a name is missing it is the reason why nobody is in the span. */
void cut_people_report_none(const struct cut_people *p, const struct job *job)
{
    char text[NO_PLAYER_TEXT];
    const struct cut_person *missing = cut_people_missing(p);
    if (missing != NULL && missing->name != NULL) {
        message_say(MESSAGE_ERROR, job->path, "%s", no_player_named(job, missing->name, text));
    } else {
        message_say(MESSAGE_ERROR, job->path, "the chosen player is not in this span");
    }
}
