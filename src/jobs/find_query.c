/* SPDX-License-Identifier: MIT
 *
 * Checks the options of a search, and makes a query from them.
 */
#include "jobs/find.h"
#include "recording/format.h"
#include "wire/uuid.h"

#include <stdio.h>
#include <string.h>

#include "archive/inside.h"
#include "host/pattern.h"
#include "reading/inside.h"
#include "teetape/io/player.h"

#define MS_PER_TICK (1000 / TT_TICKS_PER_SECOND)

/* The longest length of time in a query: longer than any game, and far from an overflow. */
#define SECONDS_MOST INT64_C(1000000000)

/* Parses seconds (60.5) or a game time (1:00.5) into milliseconds. Returns false for any other
 * text, and for SECONDS_MOST seconds or more. */
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

/* Parses a date, in `zone` when it has none. An archive has no game time, so 20:14 and @20:14 are
 * the clock of today. */
static bool read_later(const char *text, tt_io_zone zone, int64_t later,
                       tt_io_archive_moment *moment)
{
    char whole[40];
    tt_io_place place;
    const char *clock = text + (text[0] == '@');
    bool is_clock = strspn(clock, "0123456789:.") == strlen(clock) && strchr(clock, ':') != NULL;
    int size =
        snprintf(whole, sizeof whole, "%s%s", is_clock ? "today " : "", is_clock ? clock : text);
    if (size >= (int)sizeof whole || !tt_io_place_parse(&place, whole) ||
        place.kind != TT_IO_PLACE_CLOCK) {
        return false;
    }
    place.zone = zone;
    place.ms += later; /* before the zone: a day of a clock change has 23 or 25 hours */
    place = tti_io_place_zoned(&place);
    *moment = (tt_io_archive_moment){true, place.has_zone, place.ms};
    return true;
}

static bool read_moment(const char *text, tt_io_zone zone, tt_io_archive_moment *moment)
{
    return read_later(text, zone, 0, moment);
}

/* Parses the end of the time, a date or a length from the begin on. */
static bool read_end(const tt_io_find_options *o, tt_io_archive_moment *to)
{
    tt_io_place place;
    if (!tt_io_place_parse(&place, o->to) || place.kind != TT_IO_PLACE_LENGTH) {
        return read_moment(o->to, o->zone, to);
    }
    if (o->from == NULL || !read_moment(o->from, o->zone, to)) {
        return false;
    }
    to->ms += place.tick * MS_PER_TICK;
    return true;
}

bool tti_find_asks(const tt_io_find_options *o)
{
    const char *const texts[] = {
        o->player, o->map,     o->server,      o->from,   o->to,           o->at,
        o->rcon,   o->save,    o->faster,      o->slower, o->kind,         o->chat,
        o->killer, o->console, o->same_client, o->format, o->min_duration, o->max_duration};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i] != NULL) {
            return true;
        }
    }
    return o->finish || o->load || o->limit != 0 || o->lists_all || o->damaged;
}

static const char *check_times(const tt_io_find_options *o)
{
    tt_io_archive_moment moment;
    int64_t ms;
    if (o->at != NULL && (o->from != NULL || o->to != NULL)) {
        return "`at` goes without `from` and `to`";
    }
    if ((o->from != NULL && !read_moment(o->from, o->zone, &moment)) ||
        (o->to != NULL && !read_end(o, &moment)) ||
        (o->at != NULL && !read_moment(o->at, o->zone, &moment))) {
        return "`from`, `to` and `at` take a date (2026-11-21, yesterday, -1d), a date and time "
               "(2026-11-21 20:14, yesterday 20:14, 2026-11-21T20:14:00+0100) or a clock of today "
               "(20:14); `to` also takes a length from `from` on (+1:00)";
    }
    if ((o->faster != NULL && !read_length(o->faster, &ms)) ||
        (o->slower != NULL && !read_length(o->slower, &ms)) ||
        (o->min_duration != NULL && !read_length(o->min_duration, &ms)) ||
        (o->max_duration != NULL && !read_length(o->max_duration, &ms))) {
        return "`faster`, `slower`, `min_duration` and `max_duration` take seconds, such as 60.5, "
               "or a time, such as 1:00.5";
    }
    return NULL;
}

/* Returns true for a UUID, and for what looks like a part of one. Other texts are names. */
static bool is_save_id(const char *text)
{
    return text[strspn(text, "0123456789abcdefABCDEF-")] == '\0';
}

/* Checks that one event is searched, because each fact has one kind. `finish` and `faster` together
 * count as one. */
static const char *check_events(const tt_io_find_options *o)
{
    bool times = o->finish || o->faster != NULL || o->slower != NULL;
    if (o->physics && !times) {
        return "`physics` goes with `finish`";
    }
    int ways = times + (o->save != NULL || o->load) + (o->rcon != NULL) + (o->chat != NULL) +
               (o->killer != NULL) + (o->kind != NULL) + (o->console != NULL);
    tt_uuid uuid;
    if (ways > 1) {
        return "`finish` (`faster`, `slower`), `save` (`load`), `rcon`, `chat`, `console`, "
               "`killer` and `kind` ask for different facts; give one of them";
    }
    if (o->save != NULL && is_save_id(o->save) &&
        tti_uuid_parse(&uuid, tt_bytes_of(o->save)) != TT_OK) {
        return "`save` takes the id of a save, a UUID, or a player (name:1234 for such a name)";
    }
    if (o->save != NULL && !is_save_id(o->save) && o->player != NULL) {
        return "with `player`, `save` takes the id of a save, a UUID";
    }
    return NULL;
}

/* Takes a player. Digits are a name here, not a client id: a slot has another player in each
 * recording. */
static void who_of(tt_io_archive_who *who, const char *player)
{
    *who = (tt_io_archive_who){NULL, -1};
    if (player != NULL) {
        (void)tt_io_player_parse(player, &who->cid, &who->name);
        *who = (tt_io_archive_who){who->name != NULL ? who->name : player, -1};
    }
}

static const char *check_players(const tt_io_find_options *o)
{
    const char *const players[] = {o->player, o->killer, o->save, o->same_client};
    if (o->same_client != NULL && o->player != NULL) {
        return "`same_client` and `player` both name a player; give one of them";
    }
    for (size_t i = 0; i < 4; i++) {
        tt_io_archive_who who;
        who_of(&who, players[i]);
        if (who.name != NULL && who.name[0] == '\0') {
            return i == 0   ? "`player` needs a name"
                   : i == 1 ? "`killer` needs a name"
                   : i == 2 ? "`save` needs a name or an id"
                            : "`same_client` needs a name";
        }
    }
    return NULL;
}

/* Removes the first word from `*list`. Returns false after the last one. */
static bool next_word(const char **list, tt_bytes *word)
{
    if (*list == NULL) {
        return false;
    }
    const char *comma = strchr(*list, ',');
    *word =
        (tt_bytes){(const uint8_t *)*list, comma != NULL ? (size_t)(comma - *list) : strlen(*list)};
    *list = comma != NULL ? comma + 1 : NULL;
    return true;
}

static bool kind_of(tt_bytes word, tt_fact_kind *kind)
{
    for (*kind = 0; *kind < TT_FACT_KINDS; ++*kind) {
        if (tt_io_archive_keeps(*kind) &&
            tt_bytes_equal(word, tt_bytes_of(tt_fact_type(*kind)->name))) {
            return true;
        }
    }
    return false;
}

static const char *check_kinds(const char *list)
{
    tt_bytes word;
    tt_fact_kind kind;
    while (next_word(&list, &word)) {
        if (!kind_of(word, &kind)) {
            return "`kind` takes kinds of facts that a database keeps, such as finish,kill";
        }
    }
    return NULL;
}

const char *tti_find_check(const tt_io_find_options *o)
{
    if (o->no_scan && o->forget) {
        return "`forget` needs a scan";
    }
    if (o->no_scan && o->import == NULL && o->expiry == NULL && !tti_find_asks(o)) {
        return "`no_scan` needs something to search for";
    }
    const char *problem = check_players(o);
    if (problem != NULL) {
        return problem;
    }
    if (o->chat != NULL && o->chat[0] == '\0') {
        return "`chat` takes a part of a chat line";
    }
    if (o->console != NULL && o->console[0] == '\0') {
        return "`console` takes a part of a command or vote";
    }
    if (o->format != NULL && strcmp(o->format, tti_format_name(TT_FORMAT_TEEHISTORIAN)) != 0 &&
        strcmp(o->format, tti_format_name(TT_FORMAT_DEMO)) != 0) {
        return "`format` is teehistorian or demo";
    }
    problem = check_times(o);
    problem = problem != NULL ? problem : check_events(o);
    return problem != NULL ? problem : check_kinds(o->kind);
}

static uint64_t kinds_of(const tt_io_find_options *o)
{
    uint64_t kinds = 0;
    const char *list = o->kind;
    tt_bytes word;
    tt_fact_kind kind;
    if (o->finish || o->faster != NULL || o->slower != NULL) {
        kinds |= TT_FACT_BIT(TT_FACT_FINISH);
    }
    if (o->console != NULL) {
        kinds |= TT_FACT_BIT(TT_FACT_COMMAND) | TT_FACT_BIT(TT_FACT_VOTE_START);
    }
    if (o->load) {
        kinds |= TT_FACT_BIT(TT_FACT_LOAD);
    } else if (o->save != NULL && !is_save_id(o->save)) {
        kinds |= TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD);
    }
    while (next_word(&list, &word)) {
        kinds |= kind_of(word, &kind) ? TT_FACT_BIT(kind) : 0;
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

/* Returns the pattern of a server's name. A text without a wildcard is a part of the name. */
static const char *server_of(struct find_query *q, const char *text)
{
    bool is_pattern = text == NULL || tti_pattern_is_one(text);
    bool fits =
        !is_pattern && snprintf(q->server, sizeof q->server, "*%s*", text) < (int)sizeof q->server;
    return fits ? q->server : text;
}

/* Sets the span of `at`: a second when the text has seconds, which follow a second colon before
 * the zone, a day when it is a date alone, else a minute. */
static void put_moment(tt_io_archive_query *query, const tt_io_find_options *o)
{
    const char *minutes = strchr(o->at, ':');
    bool has_seconds = minutes != NULL && minutes[1 + strspn(minutes + 1, "0123456789")] == ':';
    bool is_day = minutes == NULL && o->at[0] != '-';
    read_moment(o->at, o->zone, &query->from);
    read_later(o->at, o->zone, is_day ? 86400000 : has_seconds ? 1000 : 60000, &query->to);
}

void tti_find_query(struct find_query *q, const tt_io_find_options *o)
{
    tt_uuid uuid;
    tt_io_archive_query *query = &q->query;
    tt_io_archive_query_init(query);
    query->map = o->map;
    query->server = server_of(q, o->server);
    query->account = o->rcon;
    query->ignore_case = o->ignore_case;
    query->with_teams = o->with_teams;
    query->limit = o->limit;
    query->damaged = o->damaged;
    query->kinds = kinds_of(o);
    bool is_saved = o->save != NULL && !is_save_id(o->save);
    query->same_client = o->same_client != NULL;
    who_of(&query->player, is_saved ? o->save : query->same_client ? o->same_client : o->player);
    who_of(&query->killer, o->killer);
    query->chat = o->console != NULL ? o->console : o->chat;
    query->format = o->format;
    if (o->from != NULL) {
        read_moment(o->from, o->zone, &query->from);
    }
    if (o->to != NULL) {
        read_end(o, &query->to);
    }
    if (o->at != NULL) {
        put_moment(query, o);
    }
    query->max_value = o->faster != NULL ? ticks_up(o->faster) - 1 : INT64_MAX;
    query->min_value = o->slower != NULL ? ticks_down(o->slower) + 1 : INT64_MIN;
    query->min_ticks = o->min_duration != NULL ? ticks_up(o->min_duration) : 0;
    query->max_ticks = o->max_duration != NULL ? ticks_down(o->max_duration) : INT64_MAX;
    if (o->save != NULL && !is_saved && tti_uuid_parse(&uuid, tt_bytes_of(o->save)) == TT_OK) {
        tt_uuid_format(q->save, &uuid);
        query->save = q->save;
    }
    query->kinds = tti_archive_query_kinds(query);
}

bool tti_find_is_empty(const tt_io_archive_query *query)
{
    const tt_io_archive_moment *from = &query->from, *to = &query->to;
    return from->is_given && to->is_given && from->has_zone == to->has_zone && from->ms >= to->ms;
}
