/* SPDX-License-Identifier: MIT
 *
 * Spans of a recording: finishes, chat lines, sessions; and the one that is meant.
 *
 * The survey adds a span for each thing that was found; here they are narrowed down, sorted, and
 * for --finish and --around-chat one is chosen, or all are listed for the user to choose from.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_plan.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/show/lacks.h"
#include "cli/show/text.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* How many are listed when there are several. */
enum { FINISHES_LISTED = 50, LINES_LISTED = 20 };

#define ELLIPSIS "..."

/* Bytes of what was said that have room beside a name and what stands for the rest. */
#define LINE_MAX (120 - TT_NAME_CAP - sizeof ": " ELLIPSIS)

/* Amortized constant; entries may move, so no pointer to one lasts over the next call. A failure is
 * kept in the list and ends the survey, see has_room. */
struct cut_part *cut_parts_add(struct cut_parts *parts, const struct cut_part *part)
{
    struct cut_part *grown =
        memory_grow(parts->found, parts->count, &parts->capacity, sizeof *grown);
    if (grown == NULL) {
        parts->no_memory = true;
        return NULL;
    }
    parts->found = grown;
    parts->found[parts->count] = *part;
    return &parts->found[parts->count++];
}

/* Whether it is long enough, once demos that share their snapshots begin at the same ones. */
static bool fit(struct cut_part *part, const struct cut_ask *ask)
{
    if (ask->every > 1) {
        part->from -= part->from % ask->every;
    }
    return !part->is_left_out && part->to - part->from >= ask->least;
}

/* Drops, in place and in the order in which they were found, spans of players who were not asked
 * for, and those that are too short. With --team the finish is that of the team, so the finder does
 * not count. Called once the survey is over, when all sessions of a name are known. */
void cut_parts_select(struct cut_plan *plan)
{
    struct cut_parts *parts = &plan->parts;
    size_t count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        struct cut_part part = parts->found[i];
        if (plan->finder.count != 0 && !plan->ask->has_team &&
            !cut_people_have(&plan->finder, part.session, part.cid)) {
            continue;
        }
        bool is_good = fit(&part, plan->ask);
        plan->left_out += !is_good;
        parts->found[count] = part;
        count += is_good;
    }
    parts->count = count;
}

/* By time, so that --split opens demos in the order in which the pass comes to them. The rest makes
 * the order total: equal means the same session or finish, and cut_parts_sort keeps one of them. A
 * session and a finish with the same span are two. */
static int by_begin(const void *a, const void *b)
{
    const struct cut_part *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    return x->cid != y->cid ? x->cid - y->cid : (x->run >= 0) - (y->run >= 0);
}

/* Equal spans are the same session or finish, found twice; one of them remains. Sorting costs n log
 * n of the spans. */
void cut_parts_sort(struct cut_parts *parts)
{
    size_t kept = 0;
    if (parts->count == 0) {
        return;
    }
    qsort(parts->found, parts->count, sizeof parts->found[0], by_begin);
    for (size_t i = 1; i < parts->count; i++) {
        if (by_begin(&parts->found[kept], &parts->found[i]) != 0) {
            parts->found[++kept] = parts->found[i];
        }
    }
    parts->count = kept + 1;
}

/* The lengths themselves are read when a moment is found (cut_part_around), which relies on
 * this. */
const char *cut_part_check_around(const char *before, const char *after)
{
    int32_t ticks;
    return (before == NULL || tt_io_place_length(before, &ticks)) &&
                   (after == NULL || tt_io_place_length(after, &ticks))
               ? NULL
               : "--before and --after take seconds (5, 0.5) or a game time (1:00)";
}

/* Saturates on both sides: a run may be longer than the recording, as the server counts it, and
 * a finish may be near the last tick that there can be. The tick of the moment itself is in the
 * span. */
void cut_part_around(struct cut_part *part, const char *before, const char *after)
{
    int32_t before_ticks = 0, after_ticks = 0;
    tt_io_place_length(before != NULL ? before : CUT_BEFORE, &before_ticks);
    tt_io_place_length(after != NULL ? after : CUT_AFTER, &after_ticks);
    int64_t first = (int64_t)part->tick - (part->run > 0 ? part->run : 0) - before_ticks;
    /* The end is after the tick of the moment, so that tick is in the span. */
    int64_t end = (int64_t)part->tick + after_ticks + 1;
    part->from = first > 0 ? first : 0;
    part->to = end < TT_IO_PLACE_END ? end : TT_IO_PLACE_END;
}

/* ASCII only: the case of other letters depends on a locale, and a search is not to depend on
 * it. */
static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* A plain search, quadratic at worst: lines have at most some 255 bytes. An empty text is in every
 * line. */
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

/* "alice: hello" */
bool cut_part_says(struct cut_part *part, const tt_fact *fact, const char *text)
{
    bool is_chat = fact->kind == TT_FACT_CHAT;
    tt_bytes line = is_chat ? fact->u.chat.text : fact->u.server_message.text;
    if ((!is_chat && fact->u.server_message.where != TT_SERVER_CHAT) || !has(line, text)) {
        return false;
    }
    /* A message of ours says no secret. The line is cut between characters, and what stands for the
     * rest says which of both cut it. */
    size_t open = tt_fact_open(fact, is_chat ? &fact->u.chat.text : &fact->u.server_message.text);
    open = open < line.size ? open : line.size;
    size_t shown = tt_utf8_cut((tt_bytes){line.data, open}, LINE_MAX);
    snprintf(part->said, sizeof part->said, "%s: %.*s%s", fact->cid >= 0 ? part->name : "***",
             (int)shown, (const char *)line.data,
             shown == line.size ? ""
             : shown == open    ? TT_SECRET_TEXT
                                : ELLIPSIS);
    return true;
}

/* One line of the list from which the user chooses: for a finish how long the run took and of whom
 * it was, for a line what was said. */
static void list_one(const struct reading *r, const char *what, size_t number,
                     const struct cut_part *part)
{
    char at[TEXT_TIME], run[TEXT_TIME], text[sizeof part->said];
    text_time(at, tt_io_reading_time(&r->io, part->tick));
    text_time(run, part->run > 0 ? part->run : 0);
    if (part->run < 0) {
        snprintf(text, sizeof text, "%s", part->said);
    } else if (part->team >= 0) {
        snprintf(text, sizeof text, "after %s, team %" PRId32, run, part->team);
    } else {
        snprintf(text, sizeof text, "after %s, %s (client id %" PRId32 ")", run, part->name,
                 part->cid);
    }
    message_say(MESSAGE_ERROR, r->job->path, "%s %zu: at %s (tick %" PRId32 ") %s", what, number,
                at, part->tick, text);
}

/* A header that could not be read makes it no demo, for the words of a message only. */
static bool is_demo(const struct reading *r)
{
    return tt_recording_demo_header(r->io.rec) != NULL;
}

/* An old server recorded no finishes: without this sentence the user would look for a mistake in
 * the options. */
const char *cut_parts_why_none(const struct reading *r, bool is_team)
{
    if (is_demo(r)) {
        return is_team ? "; demos do not have those of teams, but of their members"
                       : "; demos have those that the server reported to clients";
    }
    return TT_TH_HAS(&r->io.th_header, version_minor) &&
                   r->io.th_header.version_minor >= LACKS_FINISHES_BEFORE
               ? ""
               : "; " LACKS_FINISHES "them";
}

/* The members of a team finish together. Each line is one. Without this a team of four would
 * always be asked to choose among four equal cuts. Client ids do not matter: the span is the
 * same for all. */
static bool are_one(const struct cut_parts *parts)
{
    for (size_t i = 1; i < parts->count; i++) {
        if (parts->found[i].run < 0 || parts->found[i].tick != parts->found[0].tick ||
            parts->found[i].run != parts->found[0].run) {
            return false;
        }
    }
    return true;
}

/* The question was about finishes or about a line; each has its own reason why a recording may have
 * none. */
static void report_none(const struct cut_plan *plan, const struct reading *r)
{
    const struct cut_ask *ask = plan->ask;
    if (ask->has_finishes) {
        message_say(MESSAGE_ERROR, r->job->path, "no such finish is in it%s",
                    cut_parts_why_none(r, ask->has_team));
    } else {
        message_say(MESSAGE_ERROR, r->job->path, "no chat line contains '%s'%s", ask->around_chat,
                    is_demo(r) ? "" : "; " LACKS_CHAT);
    }
}

/* Lists what there is, up to a screenful, and says which options choose one. All of it is one
 * error, on stderr. */
static void report_several(const struct cut_plan *plan, const struct reading *r, int64_t number)
{
    const struct cut_parts *parts = &plan->parts;
    bool is_finish = plan->ask->has_finishes;
    size_t most = is_finish ? FINISHES_LISTED : LINES_LISTED;
    for (size_t i = 0; i < parts->count && i < most; i++) {
        list_one(r, is_finish ? "finish" : "chat line", i + 1, &parts->found[i]);
    }
    if (!is_finish) {
        message_say(MESSAGE_ERROR, r->job->path,
                    "it is said %zu times: choose one with --chat-number N, --from or --to",
                    parts->count);
    } else if (number != 0) {
        message_say(MESSAGE_ERROR, r->job->path, "there are %zu finishes: no number %" PRId64,
                    parts->count, number);
    } else {
        message_say(MESSAGE_ERROR, r->job->path,
                    "there are %zu finishes: choose one with --finish-number N, or by --player, "
                    "--from or --to",
                    parts->count);
    }
}

/* A number counts from 1, in order of time. It was checked to be at least 1 if given, so the cast
 * holds. */
const struct cut_part *cut_parts_choose(const struct cut_plan *plan, const struct reading *r,
                                        int64_t number)
{
    const struct cut_parts *parts = &plan->parts;
    if (parts->count == 0) {
        report_none(plan, r);
        return NULL;
    }
    if (number == 0 ? are_one(parts) : (uint64_t)number <= parts->count) {
        return &parts->found[number == 0 ? 0 : number - 1];
    }
    report_several(plan, r, number);
    return NULL;
}
