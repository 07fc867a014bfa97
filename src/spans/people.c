/* SPDX-License-Identifier: MIT
 *
 * Holds the sessions that had a name, and writes the sentences about a player whom a recording does
 * not have, and about a span without a match.
 *
 * A client id needs no memory of the past, but a name does: its sessions are a bit for each session
 * number, so a look-up takes constant time.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/pattern.h"
#include "reading/inside.h"
#include "recording/selection.h"
#include "spans/spans.h"

void tti_people_init(tt_io_people *p, const tt_io_texts *texts)
{
    memset(p, 0, sizeof *p);
    p->count = texts->count < TT_IO_PEOPLE_MAX ? texts->count : TT_IO_PEOPLE_MAX;
    tti_selection_sessions(&p->sessions, p->few, sizeof p->few);
    for (size_t i = 0; i < p->count; i++) {
        tt_io_person *person = &p->person[i];
        person->text = texts->text[i];
        tt_io_player_parse(texts->text[i], &person->cid, &person->name);
        if (person->name == NULL) {
            p->has_cid[person->cid] = true;
        }
    }
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

/* Sets the bit of a session in a set that doubles: linear in the highest session number. Without
 * memory the set is unchanged. */
void tti_people_choose(tt_io_people *p, uint64_t session)
{
    p->has_sessions = true;
    if (tti_selection_add(&p->sessions, session) != TT_ERR_SPACE) {
        return;
    }
    size_t needed = tti_selection_seen(&p->sessions)->needed, size = needed * 2;
    uint8_t *bits = needed <= SIZE_MAX / 2 ? malloc(size) : NULL;
    if (bits == NULL) {
        p->no_memory = true;
        return;
    }
    tti_selection_grow(&p->sessions, bits, size);
    free(p->more);
    p->more = bits;
    tti_selection_add(&p->sessions, session);
}

bool tti_people_is(const tt_io_people *p, const tt_io_person *person, tt_bytes name)
{
    return p->has_patterns ? tti_pattern_name(person->name, p->ignore_case, name)
                           : tt_bytes_equal(name, tt_bytes_of(person->name));
}

static void name(tt_io_people *p, uint64_t session, tt_bytes name)
{
    for (size_t i = 0; i < p->count; i++) {
        tt_io_person *person = &p->person[i];
        if (person->name != NULL && tti_people_is(p, person, name)) {
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
           (p->has_sessions && tt_selection_has(&p->sessions, session, cid));
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
    } else if (p->count != 0) {
        tti_error_say(error, TT_ERR_PLACE,
                      "the player '%s' is not in this span; choose another player, `from` or `to`",
                      p->person[0].text);
        tti_error_of(error, path);
    } else {
        tti_error_say(error, TT_ERR_PLACE,
                      "nobody of the team is in this span; choose another team, `from` or `to`");
        tti_error_of(error, path);
    }
}

/* Finds the name that is nearest to the wanted one. Reading ends early at a name that differs only
 * in capitals. */
static void find_near(const char *path, const tt_io_stop *stop, tt_bytes asked,
                      char near[TT_NAME_CAP])
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(TT_FACT_NAME), .stop = stop};
    tt_io_reading r;
    size_t best = TTI_NAME_FAR;
    if (path == NULL || !tt_io_reading_is_file(path)) {
        return;
    }
    if (tt_io_reading_open(&r, path, &how)) {
        while (best != 0 && tt_io_reading_next(&r)) {
            tt_bytes name = r.item.fact->u.name.name;
            if (tti_name_is_nearer(asked, name, &best)) {
                snprintf(near, TT_NAME_CAP, "%.*s", (int)name.size, (const char *)name.data);
            }
        }
    }
    tt_io_reading_close(&r);
}

void tt_io_player_none(tt_io_error *error, const char *path, const char *name,
                       const tt_io_stop *stop)
{
    char near[TT_NAME_CAP] = "";
    if (tti_pattern_is_one(name)) {
        tti_error_say(error, TT_ERR_PLACE, "no player has a name that fits '%s'", name);
        tti_error_of(error, path);
        return;
    }
    find_near(path, stop, tt_bytes_of(name), near);
    tti_error_say(error, TT_ERR_PLACE, "no player has the name '%s'%s%s%s", name,
                  near[0] != 0 ? "; did you mean '" : "", near, near[0] != 0 ? "'?" : "");
    tti_error_of(error, path);
}

static bool is_date(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_CLOCK;
}

/* Returns true for a game time that looks like a time of day: two digits below 24 before the first
 * colon, and no hundredths. */
static bool looks_like_time_of_day(const char *text)
{
    unsigned hour;
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.is_game_time &&
           sscanf(text, "%2u:", &hour) == 1 && hour < 24 && strchr(text, '.') == NULL &&
           strcspn(text, ":") == 2;
}

/* Adds the dates of the recording to a message. A large game time may be meant as a time of day,
 * because few games last as long. */
static void put_more(const tt_io_reading *r, const char *from, bool asks_for_date, int32_t first,
                     int32_t tick, char *dst, size_t size)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT], clock[TT_IO_PLACE_CLOCK_TEXT];
    if (tt_io_reading_clock(r, clock, tick) == NULL ||
        tt_io_reading_clock(r, begin, first) == NULL) {
        return;
    }
    if (asks_for_date && r->is_at_end) {
        snprintf(dst, size, "; it is from %s to %s", begin, clock);
    } else if (asks_for_date) {
        snprintf(dst, size, ", %s", clock);
    } else if (r->is_at_end && looks_like_time_of_day(from)) {
        snprintf(dst, size, "; a time of day is written with an @: @%s", from);
    }
}

bool tt_io_spans_outside(const tt_io_reading *r, const char *from, const char *to,
                         tt_io_error *error)
{
    int32_t tick;
    char time[TT_IO_PLACE_TIME_TEXT], more[150] = "";
    if (!tti_io_reading_is_outside(r, &tick)) {
        return false;
    }
    bool is_demo = tt_io_reading_format(r) == TT_FORMAT_DEMO;
    put_more(r, from, is_date(from) || is_date(to),
             is_demo ? tt_recording_look(r->rec).first_tick : 0, tick, more, sizeof more);
    tti_error_say(error, TT_ERR_PLACE,
                  "the recording has nothing in this time: it %s at tick %" PRId32 " (%s)%s",
                  r->is_at_end ? "ends" : "begins", tick,
                  tt_io_place_time(time, tt_io_reading_time(r, tick)), more);
    return true;
}
