/* SPDX-License-Identifier: MIT
 *
 * Keeps which sessions had a name.
 *
 * A client id needs no memory of the past, a name does: the set of sessions is a bit for each
 * session number, so that memory is an eighth of a byte a session and a look-up is constant.
 */
#include "spans/inside.h"

#include <stdlib.h>
#include <string.h>

#include "spans/spans.h"
#include "teetape/io/player.h"

void tti_people_init(tt_io_people *p, const tt_io_texts *texts)
{
    memset(p, 0, sizeof *p);
    p->count = texts->count < TT_IO_PEOPLE_MAX ? texts->count : TT_IO_PEOPLE_MAX;
    tt_selection_sessions(&p->sessions, p->few, sizeof p->few);
    for (size_t i = 0; i < p->count; i++) {
        tt_io_person *person = &p->person[i];
        person->text = texts->text[i];
        tt_io_player_parse(texts->text[i], &person->cid, &person->name);
        if (person->name == NULL) {
            p->has_cid[person->cid] = true;
        }
    }
}

void tti_people_close(tt_io_people *p)
{
    free(p->more);
}

bool tti_people_have_names(const tt_io_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->person[i].name != NULL) {
            return true;
        }
    }
    return false;
}

/* A bit in a set that doubles: linear in the highest session number. Without memory the set is as
 * it was. */
void tti_people_choose(tt_io_people *p, uint64_t session)
{
    p->has_sessions = true;
    if (tt_selection_add(&p->sessions, session) != TT_ERR_SPACE) {
        return;
    }
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

static void name(tt_io_people *p, uint64_t session, tt_bytes name)
{
    for (size_t i = 0; i < p->count; i++) {
        tt_io_person *person = &p->person[i];
        if (person->name != NULL && tt_bytes_equal(name, tt_bytes_of(person->name))) {
            person->found = true;
            tti_people_choose(p, session);
        }
    }
}

void tti_people_take(tt_io_people *p, const tt_fact *fact)
{
    for (size_t i = 0; fact->kind == TT_FACT_JOIN && i < p->count; i++) {
        tt_io_person *person = &p->person[i];
        person->found |= person->name == NULL && person->cid == fact->cid;
    }
    if (fact->kind == TT_FACT_NAME && fact->session != TT_SESSION_NONE) {
        name(p, fact->session, fact->u.name.name);
    }
}

void tti_io_people_look(tt_io_people *p, const tt_recording *rec)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, cid);
        if (session.open) {
            name(p, session.number, tt_bytes_of(session.name));
        }
    }
}

bool tti_io_people_have(const tt_io_people *p, uint64_t session, int32_t cid)
{
    return (cid >= 0 && p->has_cid[cid]) ||
           (p->has_sessions && tt_selection_has(&p->sessions, session, cid) != 0);
}

const tt_io_person *tti_io_people_missing(const tt_io_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (!p->person[i].found) {
            return &p->person[i];
        }
    }
    return NULL;
}

void tti_io_people_none(const tt_io_people *p, const char *path, const tt_io_stop *stop,
                        tt_io_error *error)
{
    const tt_io_person *missing = tti_io_people_missing(p);
    if (missing != NULL && missing->name != NULL) {
        tt_io_player_none(error, path, missing->name, stop);
    } else {
        tt_io_error_say(error, TT_ERR_PLACE, "the chosen player is not in this span");
        tt_io_error_of(error, path);
    }
}
