/* SPDX-License-Identifier: MIT
 *
 * Which records of a recording the user asked for.
 */
#include "host/posix.h"

#include "cli/read/select.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/read/jump.h"
#include "cli/read/place.h"
#include "cli/read/span.h"
#include "cli/shell/memory.h"
#include "cli/shell/outcome.h"
#include "host/message.h"

/* Forces a player to be a name, for names that are numbers. */
#define NAME_PREFIX "name:"

/* "0" to "127"; any other text is a name. */
static bool parse_cid(const char *text, int32_t *cid)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    long value = strtol(text, &end, 10);
    *cid = value < TT_CIDS ? (int32_t)value : TT_CIDS;
    return *end == 0;
}

const char *select_check_player(const char *text)
{
    int32_t cid;
    if (parse_cid(text, &cid) && cid >= TT_CIDS) {
        return "a player is a client id from 0 to 127 or a name; write name:200 for the name "
               "\"200\"";
    }
    return text[0] == 0 ? "a player is a client id or a name" : NULL;
}

const char *select_read_player(const char *text, int32_t *cid)
{
    size_t prefix = strlen(NAME_PREFIX);
    if (parse_cid(text, cid)) {
        return NULL;
    }
    return text + (strncmp(text, NAME_PREFIX, prefix) == 0 ? prefix : 0);
}

static bool is_chosen(const struct select *s, uint64_t session)
{
    return session / 8 < s->chosen_size && (s->chosen[session / 8] >> (session % 8) & 1) != 0;
}

/* One bit a stay, so that a recording of nothing but joins stays small in memory. */
void select_choose(struct select *s, uint64_t session)
{
    if (session / 8 >= s->chosen_size) {
        uint64_t size = session / 4 + 16;
        uint8_t *grown = size <= SIZE_MAX ? realloc(s->chosen, (size_t)size) : NULL;
        if (grown == NULL) {
            s->no_memory = true;
            return;
        }
        memset(grown + s->chosen_size, 0, (size_t)size - s->chosen_size);
        s->chosen = grown;
        s->chosen_size = (size_t)size;
    }
    s->chosen[session / 8] |= (uint8_t)(1u << (session % 8));
}

void select_follow(struct select *s, const tt_th_event *event, const tt_world *world,
                   const tt_th_change *change)
{
    bool may_name = event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME;
    if (s->by == SELECT_NAME && may_name && change->session != TT_SESSION_NONE &&
        strcmp(world->client[event->cid].name, s->name) == 0) {
        select_choose(s, change->session);
    }
}

bool select_is_file(const char *path)
{
    struct stat about;
    /* What cannot be looked at is opened, which tells why not. */
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

static void on_name(void *user, const tt_fact *fact)
{
    struct select *s = user;
    if (fact->session != TT_SESSION_NONE &&
        tt_bytes_equal(fact->u.name.name, tt_bytes_of(s->name))) {
        select_choose(s, fact->session);
    }
}

/* The same from an index. False when there is none that can be used. */
static bool find_in_index(struct select *s, struct recording *r)
{
    struct archive_index *index = jump_index(r);
    if (index == NULL || (r->job->settings->strict && archive_index_foot(index)->errors != 0)) {
        return false; /* with --strict, reading ends at the first error */
    }
    uint32_t blocks = archive_index_foot(index)->blocks;
    if (archive_index_each(index, 0, blocks, TT_FACT_BIT(TT_FACT_NAME), on_name, s)) {
        return true;
    }
    free(s->chosen);
    s->chosen = NULL;
    s->chosen_size = 0;
    jump_forget(r, ARCHIVE_INDEX_DAMAGED);
    return false;
}

/* Whether the file is shorter by now than it was when it was opened: a pass may have missed some.
 */
static bool became_shorter(const struct recording *r)
{
    struct stat about;
    return stat(r->job->path, &about) == 0 &&
           (uint64_t)about.st_size < host_input_count(r->input).size;
}

/* Goes through the whole recording for the stays that bear the name. Other than EXIT_GOOD when not
 * all of it could be read, which the user was told. */
static enum exit_status find_sessions(struct select *s, const struct recording *first)
{
    struct settings settings = *first->job->settings;
    struct job pass = *first->job;
    struct recording r;
    tt_th_past past;
    tt_th_past_init(&past);
    settings.follow = false;
    pass.settings = &settings;
    if (recording_open_quietly(&r, &pass)) {
        while (recording_next(&r) && !s->no_memory) {
            tt_th_change change = tt_th_past_follow(&past, &r.event, r.world);
            select_follow(s, &r.event, r.world, &change);
        }
    }
    if (recording_close(&r) == EXIT_SYSTEM) {
        return EXIT_SYSTEM;
    }
    if (became_shorter(first)) {
        host_message(HOST_MESSAGE_ERROR, pass.path, "the file became shorter while it was read");
        return EXIT_DAMAGED;
    }
    return EXIT_GOOD;
}

/* The tick of a place; without one, `otherwise`. */
static bool resolve(const struct recording *r, const char *text, int64_t otherwise, int64_t *tick,
                    enum exit_status *status)
{
    struct place place;
    *tick = otherwise;
    if (text == NULL || (place_parse(&place, text) && place_tick(&place, &r->header, tick))) {
        return true;
    }
    bool is_marker = place_parse(&place, text) && place.kind == PLACE_MARKER;
    *status = outcome_nothing(
        r->job, "%s, so %s cannot be found in it",
        is_marker ? "only demos have markers" : "the header has no start time", text);
    return false;
}

int64_t select_ticks(const struct select *s, int32_t since, int32_t tick)
{
    int64_t from = since > s->from ? since : s->from;
    int64_t to = tick < s->to ? tick : s->to;
    return to > from ? to - from : 0;
}

void select_parse_player(struct select *s, const struct span_options *span)
{
    s->by = SELECT_ALL;
    if (span->player != NULL) {
        s->name = select_read_player(span->player, &s->cid);
        s->by = s->name != NULL ? SELECT_NAME : SELECT_CID;
    }
}

bool select_open(struct select *s, struct recording *r, enum exit_status *status)
{
    const struct span_options *span = r->job->span;
    *s = (struct select){0};
    if (!resolve(r, span->from, 0, &s->from, status) ||
        !resolve(r, span->to, PLACE_END, &s->to, status)) {
        return false;
    }
    if (s->from >= s->to && r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
    } else if (s->from >= s->to) {
        host_message(HOST_MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s",
                     span->from != NULL ? span->from : "0",
                     span->to != NULL ? span->to : "the end");
    }
    select_parse_player(s, span);
    if (s->by != SELECT_NAME) {
        return true;
    }
    *status = EXIT_GOOD;
    if (select_is_file(r->job->path) && !find_in_index(s, r)) {
        *status = find_sessions(s, r);
    }
    if (s->no_memory) {
        memory_tell(r->job->path);
        *status = EXIT_SYSTEM;
    }
    return *status == EXIT_GOOD;
}

void select_close(struct select *s)
{
    free(s->chosen);
}

bool select_found(const struct select *s)
{
    return s->by != SELECT_NAME || s->chosen_size != 0;
}

bool select_session(const struct select *s, uint64_t session, int32_t cid)
{
    switch (s->by) {
    case SELECT_CID:
        return cid == s->cid;
    case SELECT_NAME:
    case SELECT_SESSIONS:
        return session != TT_SESSION_NONE && is_chosen(s, session);
    default:
        return true;
    }
}

bool select_player(const struct select *s, const tt_th_event *event, const tt_th_change *change)
{
    if (s->by == SELECT_ALL) {
        return true;
    }
    if (event->cid >= 0 && select_session(s, change->session, event->cid)) {
        return true;
    }
    return event->kind == TT_TH_PLAYER_SWITCH &&
           select_session(s, change->session2, event->u.player_switch.cid2);
}
