/* SPDX-License-Identifier: MIT
 *
 * Keeps finishes and chat lines, and chooses one.
 */
#include "cli/cut/cut_moment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/show/text.h"
#include "host/message.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* How many are listed when there are several. */
enum { FINISHES_LISTED = 50, LINES_LISTED = 20 };

#define ELLIPSIS "..."

/* Bytes of what was said that have room beside a name and what stands for the rest. */
#define LINE_MAX (120 - TT_NAME_CAP - sizeof ": " ELLIPSIS)

void cut_moment_span(const char *before, const char *after, const struct cut_moment *moment,
                     int64_t *from, int64_t *to)
{
    int32_t before_ticks = 0, after_ticks = 0;
    tt_io_place_length(before != NULL ? before : CUT_BEFORE, &before_ticks);
    tt_io_place_length(after != NULL ? after : CUT_AFTER, &after_ticks);
    int64_t run = moment->ticks > 0 ? moment->ticks : 0;
    int64_t first = (int64_t)moment->tick - run - before_ticks;
    int64_t end = (int64_t)moment->tick + after_ticks + 1;
    *from = first > 0 ? first : 0;
    *to = end < TT_IO_PLACE_END ? end : TT_IO_PLACE_END;
}

static struct cut_moment *add(struct cut_moments *m, const tt_fact *fact)
{
    struct cut_moment *grown = memory_grow(m->found, m->count, &m->capacity, sizeof *grown);
    if (grown == NULL) {
        m->no_memory = true;
        return NULL;
    }
    m->found = grown;
    m->found[m->count] =
        (struct cut_moment){.tick = fact->tick, .cid = fact->cid, .session = fact->session};
    return &m->found[m->count++];
}

void cut_moments_add_finish(struct cut_moments *m, const tt_fact *fact, const char *name)
{
    char run[TEXT_TIME];
    struct cut_moment *moment = add(m, fact);
    if (moment == NULL) {
        return;
    }
    bool is_team = fact->kind == TT_FACT_TEAM_FINISH;
    moment->ticks = is_team ? fact->u.team_finish.ticks : fact->u.finish.ticks;
    text_time(run, moment->ticks > 0 ? moment->ticks : 0);
    if (is_team) {
        snprintf(moment->text, sizeof moment->text, "after %s, team %" PRId32, run,
                 fact->u.team_finish.team);
    } else {
        snprintf(moment->text, sizeof moment->text, "after %s, %s (client id %" PRId32 ")", run,
                 name, fact->cid);
    }
}

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool begins_with(const uint8_t *at, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (lower(at[i]) != lower((unsigned char)text[i])) {
            return false;
        }
    }
    return true;
}

static bool has(tt_bytes line, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= line.size; i++) {
        if (begins_with(line.data + i, text, size)) {
            return true;
        }
    }
    return false;
}

/* "alice: hello" */
void cut_moments_add_chat(struct cut_moments *m, const tt_fact *fact, const char *name,
                          const char *text)
{
    bool is_chat = fact->kind == TT_FACT_CHAT;
    if (!is_chat && fact->u.server_message.where != TT_SERVER_CHAT) {
        return;
    }
    tt_bytes line = is_chat ? fact->u.chat.text : fact->u.server_message.text;
    struct cut_moment *moment = has(line, text) ? add(m, fact) : NULL;
    if (moment == NULL) {
        return;
    }
    bool is_whisper = is_chat && fact->u.chat.to == TT_CHAT_PLAYER;
    size_t open = is_whisper ? 0 : tt_secret_sv_chat(line);
    size_t shown = tt_utf8_cut((tt_bytes){line.data, open}, LINE_MAX);
    snprintf(moment->text, sizeof moment->text, "%s: %.*s%s", fact->cid >= 0 ? name : "***",
             (int)shown, (const char *)line.data,
             shown == line.size ? ""
             : shown == open    ? TT_SECRET_TEXT
                                : ELLIPSIS);
}

static void list(const struct cut_moments *m, const struct reading *r, const char *what,
                 size_t most)
{
    for (size_t i = 0; i < m->count && i < most; i++) {
        const struct cut_moment *moment = &m->found[i];
        char at[TEXT_TIME];
        text_time(at, tt_io_reading_time(&r->io, moment->tick));
        host_message(HOST_MESSAGE_ERROR, r->job->path, "%s %zu: at %s (tick %" PRId32 ") %s", what,
                     i + 1, at, moment->tick, moment->text);
    }
}

/* The members of a team finish together. */
static bool are_one(const struct cut_moments *m)
{
    for (size_t i = 1; i < m->count; i++) {
        if (m->found[i].tick != m->found[0].tick || m->found[i].ticks != m->found[0].ticks) {
            return false;
        }
    }
    return true;
}

const struct cut_moment *cut_moments_finish(const struct cut_moments *m, const struct reading *r,
                                            int64_t number)
{
    const char *path = r->job->path;
    if (m->count == 0) {
        bool has_finishes =
            TT_TH_HAS(&r->io.th_header, version_minor) && r->io.th_header.version_minor >= 8;
        host_message(HOST_MESSAGE_ERROR, path, "no such finish is in it%s",
                     has_finishes ? "" : "; servers before DDNet 18.3 did not record them");
        return NULL;
    }
    if (number == 0 ? are_one(m) : (uint64_t)number <= m->count) {
        return &m->found[number == 0 ? 0 : number - 1];
    }
    list(m, r, "finish", FINISHES_LISTED);
    if (number != 0) {
        host_message(HOST_MESSAGE_ERROR, path, "there are %zu finishes: no number %" PRId64,
                     m->count, number);
    } else {
        host_message(HOST_MESSAGE_ERROR, path,
                     "there are %zu finishes: choose one with --finish-number N, or by --player, "
                     "--from or --to",
                     m->count);
    }
    return NULL;
}

const struct cut_moment *cut_moments_chat(const struct cut_moments *m, const struct reading *r,
                                          const char *text, int64_t number)
{
    if (m->count == 0) {
        host_message(HOST_MESSAGE_ERROR, r->job->path, "no chat line contains '%s'", text);
        return NULL;
    }
    if (number == 0 ? m->count == 1 : (uint64_t)number <= m->count) {
        return &m->found[number == 0 ? 0 : number - 1];
    }
    list(m, r, "chat line", LINES_LISTED);
    host_message(HOST_MESSAGE_ERROR, r->job->path,
                 "it is said %zu times: choose one with --chat-number N, --from or --to", m->count);
    return NULL;
}

void cut_moments_close(struct cut_moments *m)
{
    free(m->found);
}
