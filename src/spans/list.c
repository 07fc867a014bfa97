/* SPDX-License-Identifier: MIT
 *
 * Holds the spans of a recording (finishes, chat lines, sessions), and chooses one.
 *
 * survey.c adds a span for everything that it finds. This file leaves out spans, sorts them, and
 * chooses a single finish or chat line, or lists all of them for the user to choose.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/grow.h"
#include "reading/inside.h"
#include "spans/spans.h"
#include "teetape/secret.h"
#include "teetape/string.h"

enum { FINISHES_LISTED = 50, LINES_LISTED = 20 };

/* The first version_minor of recordings with finishes (DDNet 18.3). */
#define FINISHES_SINCE 8

#define ELLIPSIS "..."

#define LINE_MAX (120 - TT_NAME_CAP - sizeof ": " ELLIPSIS)

void tti_spans_add(tt_io_spans *spans, tt_io_span_list *list, const tt_io_span *span)
{
    tt_io_span *grown = tti_grow(list->span, &list->room, list->count + 1, sizeof *grown);
    if (grown == NULL) {
        spans->no_memory = true;
        return;
    }
    list->span = grown;
    list->span[list->count++] = *span;
}

static bool fit(tt_io_span *span, const tt_io_spans_options *options)
{
    if (options->every > 1) {
        span->from -= span->from % options->every;
    }
    return !span->is_left_out && span->to - span->from >= options->least;
}

/* Compares by begin, so that --split opens demos in the order of the pass. Equal spans are the same
 * session or finish, and sort() keeps one of them. */
static int by_begin(const void *a, const void *b)
{
    const tt_io_span *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    return x->cid != y->cid ? x->cid - y->cid : (x->run >= 0) - (y->run >= 0);
}

static void sort(tt_io_span_list *list)
{
    size_t kept = 0;
    if (list->count == 0) {
        return;
    }
    qsort(list->span, list->count, sizeof list->span[0], by_begin);
    for (size_t i = 1; i < list->count; i++) {
        if (by_begin(&list->span[kept], &list->span[i]) != 0) {
            list->span[++kept] = list->span[i];
        }
    }
    list->count = kept + 1;
}

/* Leaves out spans that the options exclude, after the survey, when all sessions of a name are
 * known. The finish of a team has no finder. */
void tti_spans_select(tt_io_spans *spans, const tt_io_spans_options *options)
{
    tt_io_span_list *found = &spans->found;
    size_t count = 0;
    for (size_t i = 0; i < found->count; i++) {
        tt_io_span span = found->span[i];
        if (spans->finder.count != 0 && !options->has_team &&
            !tti_io_people_have(&spans->finder, span.session, span.cid)) {
            continue;
        }
        bool is_good = fit(&span, options);
        spans->left_out += !is_good;
        found->span[count] = span;
        count += is_good;
    }
    found->count = count;
    if (options->by_begin) {
        sort(found);
    }
}

const char *tti_io_spans_check(const char *before, const char *after)
{
    int32_t ticks;
    return (before == NULL || tti_io_place_length(before, &ticks)) &&
                   (after == NULL || tti_io_place_length(after, &ticks))
               ? NULL
               : "`before` and `after` take seconds (5, 0.5) or a game time (1:00)";
}

/* Sets the span around a moment, whose tick is in it. A run may be longer than the recording, and a
 * finish near the last tick, so the ticks are limited. */
void tti_span_around(tt_io_span *span, const char *before, const char *after)
{
    int32_t before_ticks = 0, after_ticks = 0;
    tti_io_place_length(before != NULL ? before : TT_IO_SPANS_BEFORE, &before_ticks);
    tti_io_place_length(after != NULL ? after : TT_IO_SPANS_AFTER, &after_ticks);
    int64_t first = (int64_t)span->tick - (span->run > 0 ? span->run : 0) - before_ticks;
    int64_t end = (int64_t)span->tick + after_ticks + 1;
    span->from = first > 0 ? first : 0;
    span->to = end < TT_IO_PLACE_END ? end : TT_IO_PLACE_END;
}

/* Converts ASCII to lower case. Other letters are unchanged, because a search must not depend on a
 * locale. */
static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool has(tt_bytes line, const char *text)
{
    size_t size = strlen(text), same = 0;
    for (size_t i = 0; i + size <= line.size && same < size; i++) {
        same = 0;
        while (same < size && lower(line.data[i + same]) == lower((unsigned char)text[same])) {
            same++;
        }
    }
    return same == size;
}

bool tti_span_says(tt_io_span *span, const tt_fact *fact, const char *text)
{
    bool is_chat = fact->kind == TT_FACT_CHAT;
    tt_bytes line = is_chat ? fact->u.chat.text : fact->u.server_message.text;
    if ((!is_chat && fact->u.server_message.where != TT_SERVER_CHAT) || !has(line, text)) {
        return false;
    }
    /* Messages of this library show no secret. The line is cut between characters. */
    size_t open = tt_fact_open(fact, is_chat ? &fact->u.chat.text : &fact->u.server_message.text);
    open = open < line.size ? open : line.size;
    size_t shown = tt_utf8_cut((tt_bytes){line.data, open}, LINE_MAX);
    snprintf(span->said, sizeof span->said, "%s: %.*s%s", fact->cid >= 0 ? span->name : "***",
             (int)shown, (const char *)line.data,
             shown == line.size ? ""
             : shown == open    ? TT_SECRET_TEXT
                                : ELLIPSIS);
    return true;
}

static void list_one(const tt_io_spans_options *options, const tt_io_reading *r, const char *path,
                     size_t number, const tt_io_span *span)
{
    char at[TT_IO_PLACE_TIME_TEXT], run[TT_IO_PLACE_TIME_TEXT], text[sizeof span->said];
    tt_io_error line;
    tt_io_place_time(at, tt_io_reading_time(r, span->tick));
    tt_io_place_time(run, span->run > 0 ? span->run : 0);
    if (span->run < 0) {
        snprintf(text, sizeof text, "%s", span->said);
    } else if (span->team >= 0) {
        snprintf(text, sizeof text, "after %s, team %" PRId32, run, span->team);
    } else {
        snprintf(text, sizeof text, "after %s, %s (client id %" PRId32 ")", run, span->name,
                 span->cid);
    }
    tti_error_say(&line, TT_ERR_PLACE, "%s %zu: at %s (tick %" PRId32 ") %s",
                  options->has_finishes ? "finish" : "chat line", number, at, span->tick, text);
    tti_spans_say(options, TT_LEVEL_ERROR, &line, path);
}

static bool is_demo(const tt_io_reading *r)
{
    return tt_recording_demo_header(r->rec) != NULL;
}

static const char *why_none(const tt_io_reading *r, bool is_team)
{
    if (is_demo(r)) {
        return is_team ? "; demos have finishes of players, not of teams"
                       : "; a demo has only finishes that the server reported to clients";
    }
    return TT_TH_HAS(&r->th_header, version_minor) && r->th_header.version_minor >= FINISHES_SINCE
               ? ""
               : "; servers before DDNet 18.3 did not record finishes";
}

/* Returns true when only one span can be meant: the list has one, or the finish of one team. Its
 * members finish together, and the span is the same for all. */
static bool are_one(const tt_io_span_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        if (list->span[i].run < 0 || list->span[i].tick != list->span[0].tick ||
            list->span[i].run != list->span[0].run) {
            return false;
        }
    }
    return true;
}

void tti_io_spans_no_finish(const tt_io_reading *r, const tt_io_spans_options *options,
                            tt_io_error *error)
{
    const char *from = options->reading->from, *to = options->reading->to;
    char whose[80] = "", where[120] = "in this recording";
    if (options->has_team) {
        snprintf(whose, sizeof whose, " of team %" PRId32, options->team);
    } else if (options->finder.count == 1) {
        snprintf(whose, sizeof whose, " of '%.60s'", options->finder.text[0]);
    } else if (options->finder.count > 1) {
        snprintf(whose, sizeof whose, " of these players");
    }
    if (from != NULL && to != NULL) {
        snprintf(where, sizeof where, "between %.40s and %.40s", from, to);
    } else if (from != NULL || to != NULL) {
        snprintf(where, sizeof where, "%s %.40s", from != NULL ? "after" : "before",
                 from != NULL ? from : to);
    }
    tti_error_say(error, TT_ERR_PLACE, "there is no finish%s %s%s", whose, where,
                  why_none(r, options->has_team));
}

static void refuse_none(const tt_io_spans *spans, const tt_io_spans_options *options,
                        const tt_io_reading *r, tt_io_error *error)
{
    if (options->has_finishes) {
        tti_io_spans_no_finish(r, options, error);
    } else {
        tti_error_say(error, TT_ERR_PLACE, "no chat line contains '%s'%s", options->around_chat,
                      is_demo(r) || spans->has_chat ? ""
                                                    : "; teehistorian files hold no plain chat");
    }
}

static void refuse_several(const tt_io_spans *spans, const tt_io_reading *r, const char *path,
                           const tt_io_spans_options *options, int64_t number, tt_io_error *error)
{
    size_t count = spans->found.count;
    size_t most = options->has_finishes ? FINISHES_LISTED : LINES_LISTED;
    for (size_t i = 0; i < count && i < most; i++) {
        list_one(options, r, path, i + 1, &spans->found.span[i]);
    }
    if (!options->has_finishes) {
        tti_error_say(error, TT_ERR_PLACE,
                      "%zu chat lines have this text: choose one with `match` N, `from` or `to`",
                      count);
    } else if (number != 0) {
        tti_error_say(error, TT_ERR_PLACE,
                      "there are only %zu finishes: `match` %" PRId64 " is too high", count,
                      number);
    } else {
        tti_error_say(error, TT_ERR_PLACE,
                      "there are %zu finishes: choose one with `match` N, or by "
                      "`player`, `from` or `to`",
                      count);
    }
}

const tt_io_span *tti_spans_choose(const tt_io_spans *spans, const tt_io_reading *r,
                                   const char *path, const tt_io_spans_options *options,
                                   int64_t number, tt_io_error *error)
{
    const tt_io_span_list *found = &spans->found;
    if (found->count == 0) {
        refuse_none(spans, options, r, error);
    } else if (number == 0 ? are_one(found) : (uint64_t)number <= found->count) {
        return &found->span[number == 0 ? 0 : number - 1];
    } else {
        refuse_several(spans, r, path, options, number, error);
    }
    tti_error_of(error, path);
    return NULL;
}
