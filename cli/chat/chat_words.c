/* SPDX-License-Identifier: MIT
 *
 * What was said: chat, messages of the server, commands and votes.
 */
#include <string.h>

#include "cli/chat/chat.h"
#include "cli/shell/secrets.h"
#include "cli/show/fields.h"
#include "cli/show/text.h"

/* Of a text of a demo that has a secret, what comes before it is shown. */
#define SHOWN_SIZE 1024

/* What may be shown of a line, and "***" for the rest. Nothing of what one player said to another.
 */
static tt_bytes shown_text(const struct chat *c, tt_bytes text, bool is_whisper,
                           char space[SHOWN_SIZE])
{
    size_t open;
    if (c->is_demo) {
        open = is_whisper ? 0 : tt_secret_sv_chat(text);
    } else {
        open = is_whisper || tt_secret_chat(text) ? 0 : text.size;
    }
    if (open == text.size && !(is_whisper && !c->is_demo)) {
        return text;
    }
    if (chat_shows_secrets(c)) {
        return text;
    }
    open = open < SHOWN_SIZE - sizeof TT_SECRET_TEXT ? open : 0;
    memcpy(space, text.data, open);
    memcpy(space + open, TT_SECRET_TEXT, sizeof TT_SECRET_TEXT);
    return (tt_bytes){(const uint8_t *)space, open + sizeof TT_SECRET_TEXT - 1};
}

static void said_json(struct chat *c, const struct tt_fact_chat *said, tt_bytes text)
{
    static const char *const listeners[] = {"all", "team", "player"};
    struct json j = chat_begin_json(c, "chat");
    json_bool(&j, "team", said->to == TT_CHAT_TEAM);
    if (c->is_demo) {
        json_text_c(&j, "to", listeners[said->to]);
    }
    if (c->is_demo && said->to == TT_CHAT_PLAYER) {
        const char *name = tt_io_reading_name(&c->r.io, said->to_cid);
        json_int(&j, "to_cid", said->to_cid);
        json_text_c(&j, "to_name", name[0] != 0 ? name : NULL);
    }
    json_text(&j, "text", text);
    json_end(&j);
}

void chat_show_said(struct chat *c)
{
    char space[SHOWN_SIZE];
    const struct tt_fact_chat *said = &c->r.io.item.fact->u.chat;
    tt_bytes text = shown_text(c, said->text, said->to == TT_CHAT_PLAYER, space);
    if (chat_wants_json(c)) {
        said_json(c, said, text);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    if (said->to == TT_CHAT_TEAM) {
        host_output_text(out, "(team) ");
    } else if (said->to == TT_CHAT_PLAYER && c->is_demo) {
        const char *name = tt_io_reading_name(&c->r.io, said->to_cid);
        host_output_text(out, "(whisper to ");
        text_safe(out, tt_bytes_of(name[0] != 0 ? name : "somebody"));
        host_output_text(out, ") ");
    }
    text_safe(out, text);
    line_end(&c->line);
}

void chat_show_server(struct chat *c)
{
    char space[SHOWN_SIZE];
    const struct tt_fact_server_message *said = &c->r.io.item.fact->u.server_message;
    tt_bytes text = shown_text(c, said->text, false, space);
    if (said->where != TT_SERVER_CHAT && said->where != TT_SERVER_ALERT) {
        return;
    }
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "server");
        json_text(&j, "text", text);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, "* ");
    text_safe(out, text);
    line_end(&c->line);
}

void chat_show_command(struct chat *c)
{
    const struct tt_fact_command *ran = &c->r.io.item.fact->u.command;
    const char *console = field_console(ran->console);
    bool is_secret = !chat_shows_secrets(c) && tt_secret_args(ran->name, ran->args);
    bool hides_name = !chat_shows_secrets(c) && tt_secret_command_name(ran->name);
    tt_bytes name = hides_name ? tt_bytes_of(TT_SECRET_TEXT) : ran->name;
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "command");
        json_text_c(&j, "console", console);
        json_text(&j, "cmd", name);
        field_texts_json(&j, "args", ran->args, is_secret);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    bool is_chat = strcmp(console, "chat") == 0;
    host_output_text(out, is_chat ? "" : console);
    host_output_text(out, is_chat ? "/" : ": ");
    text_safe(out, name);
    tt_texts args = ran->args;
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        host_output_text(out, arg.size != 0 || is_secret ? " " : " \"\"");
        text_safe(out, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : arg);
    }
    line_end(&c->line);
}

/* One that is over has no seconds. */
void chat_show_vote(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    bool is_over = fact->kind == TT_FACT_VOTE_END;
    int32_t seconds = is_over ? 0 : fact->u.vote_start.seconds;
    tt_bytes what = is_over ? fact->u.vote_end.description : fact->u.vote_start.description;
    tt_bytes reason = is_over ? fact->u.vote_end.reason : fact->u.vote_start.reason;
    what = secrets_prose(what, chat_shows_secrets(c));
    reason = secrets_prose(reason, chat_shows_secrets(c));
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "vote");
        json_int(&j, "seconds", seconds);
        json_text(&j, "description", what);
        json_text(&j, "reason", reason);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    if (is_over) {
        host_output_text(out, "* the vote is over");
    } else {
        host_output_text(out, "* a vote: ");
        text_safe(out, what);
        chat_reason_text(out, reason);
    }
    line_end(&c->line);
}
