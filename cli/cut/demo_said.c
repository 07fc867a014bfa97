/* SPDX-License-Identifier: MIT
 *
 * Looks into chat lines.
 */
#include "cli/cut/demo_said.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cut/cut_options.h"
#include "cli/show/text.h"
#include "host/message.h"
#include "teetape/secret.h"
#include "teetape/string.h"

#define ELLIPSIS "..."

/* Bytes of what was said that have room beside a name and what stands for the rest. */
#define TEXT_MOST (DEMO_SAID_TEXT - TT_NAME_CAP - sizeof ": " ELLIPSIS)

void demo_said_init(struct demo_said *said, const struct cut_options *options)
{
    memset(said, 0, sizeof *said);
    said->text = options->around_chat;
    said->wanted = (uint64_t)options->number;
    said->tick = -1;
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
static void keep(struct demo_said_line *line, const char *name, bool is_whisper, tt_bytes text)
{
    size_t open = is_whisper ? 0 : tt_secret_sv_chat(text);
    size_t shown = tt_utf8_cut((tt_bytes){text.data, open}, TEXT_MOST);
    snprintf(line->text, sizeof line->text, "%s: %.*s%s", name, (int)shown, (const char *)text.data,
             shown == text.size ? ""
             : shown == open    ? TT_SECRET_TEXT
                                : ELLIPSIS);
}

void demo_said_take(struct demo_said *said, const tt_sv_msg *msg, const tt_world *world,
                    int32_t tick)
{
    bool is_7 = msg->kind == TT_SV7_CHAT;
    if (!is_7 && msg->kind != TT_SV_CHAT) {
        return;
    }
    tt_bytes text = is_7 ? msg->u.sv7_chat.message : msg->u.sv_chat.message;
    if (!has(text, said->text)) {
        return;
    }
    if (said->count < DEMO_SAID_LISTED) {
        struct demo_said_line *line = &said->line[said->count];
        int32_t cid = is_7 ? msg->u.sv7_chat.cid : msg->u.sv_chat.cid;
        bool is_client = cid >= 0 && cid < TT_CIDS;
        keep(line, is_client ? world->client[cid].name : "***", tt_secret_sv_whisper(msg), text);
        line->tick = tick;
    }
    said->count++;
    if (said->count == 1 || said->count == said->wanted) {
        said->tick = tick;
    }
}

bool demo_said_found(const struct demo_said *said, const struct job *job, int32_t first_tick)
{
    if (said->count == 0) {
        host_message(HOST_MESSAGE_ERROR, job->path, "no chat line contains '%s'", said->text);
        return false;
    }
    if (said->wanted == 0 ? said->count == 1 : said->wanted <= said->count) {
        return true;
    }
    for (size_t i = 0; i < said->count && i < DEMO_SAID_LISTED; i++) {
        char time[TEXT_TIME];
        int32_t tick = said->line[i].tick;
        text_time(time, tick > first_tick ? tick - first_tick : 0);
        host_message(HOST_MESSAGE_ERROR, job->path, "chat line %zu: at %s (tick %" PRId32 ") %s",
                     i + 1, time, tick, said->line[i].text);
    }
    host_message(HOST_MESSAGE_ERROR, job->path,
                 "it is said %" PRIu64 " times: choose one with --chat-number N, --from or --to",
                 said->count);
    return false;
}
