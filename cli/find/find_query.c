/* SPDX-License-Identifier: MIT
 *
 * From the words of a command line to a query.
 *
 * What is wrong with the words is said before the database is opened. The query is made twice, for
 * the search and for the command lines, from the same words.
 */
#include "cli/find/find.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/word_list.h"
#include "teetape/io/place.h"
#include "teetape/io/player.h"

#define MS_PER_TICK (1000 / TT_TICKS_PER_SECOND)

/* Longer than any game, and small enough to be counted with. */
#define SECONDS_MOST INT64_C(1000000000)

/* In milliseconds. The value stops to grow at a bound, which is refused. */
static bool read_length(const char *text, int64_t *ms)
{
    tt_io_place place;
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    if (*rest == ':') {
        bool good = tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_TICK;
        *ms = place.tick * MS_PER_TICK;
        return good;
    }
    int64_t value = 0, unit = 100;
    for (size_t i = 0; i < digits && value < SECONDS_MOST; i++) {
        value = value * 10 + (text[i] - '0');
    }
    *ms = value * 1000;
    bool any = digits > 0;
    if (*rest == '.') {
        for (rest++, any = false; *rest >= '0' && *rest <= '9'; rest++, unit /= 10, any = true) {
            *ms += (*rest - '0') * unit;
        }
    }
    return any && *rest == '\0' && value < SECONDS_MOST;
}

static bool read_moment(const char *text, tt_io_archive_moment *moment)
{
    char whole[40];
    tt_io_place place;
    bool is_date = strlen(text) == 10 && text[4] == '-';
    snprintf(whole, sizeof whole, "%s%s", text, is_date ? "T00:00" : "");
    if (strlen(text) >= sizeof whole - 8 || !tt_io_place_parse(&place, whole) ||
        place.kind != TT_IO_PLACE_CLOCK) {
        return false;
    }
    *moment = (tt_io_archive_moment){true, place.has_zone, place.ms};
    return true;
}

bool find_asks(const struct find_options *s)
{
    const char *const texts[] = {s->player, s->map,    s->server, s->from,         s->to,
                                 s->rcon,   s->save,   s->faster, s->slower,       s->kinds,
                                 s->chat,   s->killer, s->format, s->min_duration, s->max_duration};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i] != NULL) {
            return true;
        }
    }
    return s->finishes || s->loads || s->limit != 0 || s->commands != NULL || s->damaged;
}

static const char *check_times(const struct find_options *s)
{
    tt_io_archive_moment moment;
    int64_t ms;
    if ((s->from != NULL && !read_moment(s->from, &moment)) ||
        (s->to != NULL && !read_moment(s->to, &moment))) {
        return "--from and --to take a date, or a date and time, such as 2026-11-21 or "
               "2026-11-21T20:14:00+0100";
    }
    if ((s->faster != NULL && !read_length(s->faster, &ms)) ||
        (s->slower != NULL && !read_length(s->slower, &ms)) ||
        (s->min_duration != NULL && !read_length(s->min_duration, &ms)) ||
        (s->max_duration != NULL && !read_length(s->max_duration, &ms))) {
        return "--faster, --slower, --min-duration and --max-duration take seconds, such as 60.5, "
               "or a time, such as 1:00.5";
    }
    return NULL;
}

/* A fact has one kind. --finish with --faster is one way. */
static const char *check_events(const struct find_options *s)
{
    bool times = s->finishes || s->faster != NULL || s->slower != NULL;
    int ways = times + (s->save != NULL || s->loads) + (s->rcon != NULL) + (s->chat != NULL) +
               (s->killer != NULL) + (s->kinds != NULL);
    tt_uuid uuid;
    if (ways > 1) {
        return "--finish (--faster, --slower), --save (--load), --rcon, --chat, --killer and "
               "--kind ask "
               "for different facts; give one of them";
    }
    if (s->save != NULL && tt_uuid_parse(&uuid, tt_bytes_of(s->save)) != TT_OK) {
        return "--save takes the id of a save, a UUID";
    }
    return NULL;
}

static bool is_format(const char *word)
{
    return strcmp(word, tt_format_name(TT_FORMAT_TEEHISTORIAN)) == 0 ||
           strcmp(word, tt_format_name(TT_FORMAT_DEMO)) == 0;
}

/* Digits are a name here: a slot is somebody else in each recording. */
static void who_of(tt_io_archive_who *who, const char *player)
{
    *who = (tt_io_archive_who){NULL, -1};
    if (player != NULL) {
        (void)tt_io_player_parse(player, &who->cid, &who->name);
        *who = (tt_io_archive_who){who->name != NULL ? who->name : player, -1};
    }
}

static bool on_any(void *user, const tt_io_archive_answer *answer)
{
    (void)answer;
    *(bool *)user = true;
    return false;
}

bool find_settle(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_archive_who *who,
                 const char *player, tt_io_error *error)
{
    tt_io_archive_query named;
    int32_t cid;
    const char *name;
    bool is_there = false;
    if (player == NULL || tt_io_player_parse(player, &cid, &name) != TT_OK || name != NULL) {
        return true;
    }
    tt_io_archive_query_init(&named);
    named.roots = query->roots;
    named.root_count = query->root_count;
    named.player.name = player;
    if (!tt_io_archive_search(archive, &named, on_any, &is_there, error)) {
        return false;
    }
    if (!is_there) {
        *who = (tt_io_archive_who){NULL, cid};
        message_say(MESSAGE_NOTE, NULL, "nobody has the name '%s': it is taken as a client id",
                    player);
    }
    return true;
}

static const char *check_players(const struct find_options *s)
{
    const char *const players[] = {s->player, s->killer};
    for (size_t i = 0; i < 2; i++) {
        tt_io_archive_who who;
        who_of(&who, players[i]);
        if (who.name != NULL && who.name[0] == '\0') {
            return i == 0 ? "--player needs a name" : "--killer needs a name";
        }
    }
    return NULL;
}

const char *find_check(const struct find_options *s)
{
    const char *problem = check_players(s);
    if (problem != NULL) {
        return problem;
    }
    if (s->chat != NULL && s->chat[0] == '\0') {
        return "--chat takes a part of a chat line";
    }
    if (s->format != NULL && !is_format(s->format)) {
        return "--format is teehistorian or demo";
    }
    if (find_verb(s->commands) == FIND_NO_VERB) {
        return "--commands makes lines of cut, demo or page: --commands=cut, --commands=demo, "
               "--commands=page";
    }
    problem = check_times(s);
    return problem != NULL ? problem : check_events(s);
}

static uint64_t kinds_of(const struct find_options *s)
{
    uint64_t kinds = 0;
    if (s->finishes || s->faster != NULL || s->slower != NULL) {
        kinds |= TT_FACT_BIT(TT_FACT_FINISH);
    }
    kinds |= s->loads ? TT_FACT_BIT(TT_FACT_LOAD) : 0;
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        kinds |=
            word_list_has(s->kinds, tt_fact_type((tt_fact_kind)kind)->name) ? TT_FACT_BIT(kind) : 0;
    }
    return kinds;
}

static int64_t ticks_up(const char *text)
{
    int64_t ms = 0;
    read_length(text, &ms);
    return (ms + MS_PER_TICK - 1) / MS_PER_TICK;
}

static int64_t ticks_down(const char *text)
{
    int64_t ms = 0;
    read_length(text, &ms);
    return ms / MS_PER_TICK;
}

void find_query_of(struct find_query *q, const struct find_options *s)
{
    tt_uuid uuid;
    tt_io_archive_query *query = &q->query;
    tt_io_archive_query_init(query);
    query->map = s->map;
    query->server = s->server;
    query->account = s->rcon;
    query->ignore_case = s->ignore_case;
    query->with_teams =
        s->player != NULL && s->commands != NULL && find_verb(s->commands) == FIND_CUT;
    query->limit = s->limit;
    query->damaged = s->damaged;
    query->kinds = kinds_of(s);
    who_of(&query->player, s->player);
    who_of(&query->killer, s->killer);
    query->chat = s->chat;
    query->format = s->format;
    if (s->from != NULL) {
        read_moment(s->from, &query->from);
    }
    if (s->to != NULL) {
        read_moment(s->to, &query->to);
    }
    query->max_value = s->faster != NULL ? ticks_up(s->faster) - 1 : INT64_MAX;
    query->min_value = s->slower != NULL ? ticks_down(s->slower) + 1 : INT64_MIN;
    query->min_ticks = s->min_duration != NULL ? ticks_up(s->min_duration) : 0;
    query->max_ticks = s->max_duration != NULL ? ticks_down(s->max_duration) : INT64_MAX;
    if (s->save != NULL && tt_uuid_parse(&uuid, tt_bytes_of(s->save)) == TT_OK) {
        tt_uuid_format(q->save, &uuid);
        query->save = q->save;
    }
    query->kinds = tt_io_archive_query_kinds(query);
}

bool find_span_is_empty(const tt_io_archive_query *query)
{
    const tt_io_archive_moment *from = &query->from, *to = &query->to;
    return from->is_given && to->is_given && from->has_zone == to->has_zone && from->ms >= to->ms;
}
