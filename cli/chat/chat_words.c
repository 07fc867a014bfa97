/* SPDX-License-Identifier: MIT
 *
 * Shows chat, messages of the server, commands and votes. Most secrets are here, so each text
 * passes chat_shown before it becomes a row.
 */
#include <string.h>

#include "cli/chat/chat.h"
#include "cli/show/fields.h"
#include "cli/text/text.h"
#include "teetape/secret.h"

#define SUM_OF_NOTHING UINT64_C(0xcbf29ce484222325)

struct head {
    int32_t tick;
    const char *time, *kind;
    int32_t cid;
    const char *name;
};

const struct column chat_columns[] = {
    COLUMN(struct head, tick, "of the fact"),
    COLUMN_WALL(struct head),
    COLUMN(struct head, kind, "kind of the event, which decides the other keys, see below"),
    COLUMN(struct head, cid, "client id; -1 for the server"),
    COLUMN(struct head, name, "name of the client; null when it is unknown"),
    COLUMNS_END,
};

static bool shows_secrets(const struct chat *c)
{
    return c->r.job->settings->show_secrets;
}

/* A log has the names itself. */
static const char *name_of(const struct chat *c, int32_t cid)
{
    return c->log_name != NULL ? c->log_name : tt_recording_session(c->r.io.rec, cid).name;
}

/* Prints a fact as an object. `name` is the name at the moment of the fact. The server (cid -1) has
 * none, which prints null. */
bool chat_json(struct chat *c, const struct column_object *object, const void *row)
{
    const tt_fact *fact = c->r.io.item.fact;
    const char *name = name_of(c, fact->cid);
    if (!c->r.job->settings->json) {
        return false;
    }
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    const struct head head = {fact->tick, reading_clock(&c->r, clock, fact->tick), object->name,
                              fact->cid, name[0] != 0 ? name : NULL};
    rows_object(c->r.job, chat_columns, &head, object, tt_io_reading_format(&c->r.io), row);
    return true;
}

tt_io_output *chat_begin_text(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    line_time(&c->line, &c->r, fact->tick);
    line_player(&c->line, fact->cid, name_of(c, fact->cid));
    return line_output(&c->line);
}

void chat_reason_text(tt_io_output *out, tt_bytes reason)
{
    if (reason.size != 0) {
        tt_io_output_text(out, " (");
        text_safe(out, reason);
        tt_io_output_text(out, ")");
    }
}

tt_bytes chat_shown(const struct chat *c, const tt_bytes *text, char space[CHAT_SHOWN])
{
    size_t open = shows_secrets(c) ? SIZE_MAX : tt_fact_open(c->r.io.item.fact, text);
    if (open == SIZE_MAX) {
        return *text;
    }
    open = open < CHAT_SHOWN - sizeof TT_SECRET_TEXT ? open : 0;
    memcpy(space, text->data, open);
    memcpy(space + open, TT_SECRET_TEXT, sizeof TT_SECRET_TEXT);
    return (tt_bytes){(const uint8_t *)space, open + sizeof TT_SECRET_TEXT - 1};
}

/* Members from `to` on are only printed for a demo. */
struct said {
    bool team;
    const char *to;
    int32_t to_cid;
    const char *to_name;
    tt_bytes text;
};

const struct column_object chat_said = COLUMN_OBJECT(
    "chat", "a chat line; in a teehistorian file only of clients whose chat is recorded",
    TT_FORMAT_UNKNOWN, COLUMN(struct said, team, "only for a team"),
    COLUMN(struct said, to, "all, team, or player for a whisper", .where = TT_FORMAT_DEMO),
    COLUMN(struct said, to_cid, "of a whisper: to whom", .where = TT_FORMAT_DEMO,
           .is_optional = true),
    COLUMN(struct said, to_name, "name of the receiver of a whisper, or null",
           .where = TT_FORMAT_DEMO, .follows = true),
    COLUMN(struct said, text, "what was said"));

void chat_show_said(struct chat *c)
{
    static const char *const listeners[] = {"all", "team", "player"};
    char space[CHAT_SHOWN];
    const struct tt_fact_chat *said = &c->r.io.item.fact->u.chat;
    bool is_whisper = said->to == TT_CHAT_PLAYER;
    const char *name =
        is_whisper && c->is_demo ? tt_recording_session(c->r.io.rec, said->to_cid).name : "";
    const struct said row = {
        .team = said->to == TT_CHAT_TEAM,
        .to = listeners[said->to],
        .to_cid = is_whisper ? said->to_cid : COLUMN_UNKNOWN,
        .to_name = name[0] != 0 ? name : NULL,
        .text = chat_shown(c, &said->text, space),
    };
    c->has_chat = true;
    if (chat_json(c, &chat_said, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    if (row.team) {
        tt_io_output_text(out, "(team) ");
    } else if (is_whisper && c->is_demo) {
        tt_io_output_text(out, "(whisper to ");
        text_safe(out, tt_bytes_of(name[0] != 0 ? name : "somebody"));
        tt_io_output_text(out, ") ");
    }
    text_safe(out, row.text);
    line_end(&c->line);
}

struct server {
    const char *where;
    tt_bytes text;
};

const struct column_object chat_server =
    COLUMN_OBJECT("server", "a message of the server", TT_FORMAT_DEMO,
                  COLUMN(struct server, where, "chat, broadcast, motd (of the day), or alert"),
                  COLUMN(struct server, text, "what it said"));

/* Adds a text to an FNV-1a hash. Different texts almost never have the same hash. */
static uint64_t sum_of(uint64_t sum, tt_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        sum = (sum ^ text.data[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

/* Returns true for a broadcast that was shown already. A server repeats a broadcast for as long as
 * players see it. */
static bool is_repeated(struct chat *c, const struct tt_fact_server_message *said)
{
    uint64_t sum = sum_of(SUM_OF_NOTHING, said->text);
    bool is_same = said->text.size == 0 || (c->has_broadcast && c->broadcast == sum);
    c->has_broadcast = true;
    c->broadcast = sum;
    return is_same;
}

void chat_show_server(struct chat *c)
{
    static const char *const places[] = {"chat", "broadcast", "motd", "alert"};
    static const char *const heads[] = {"* ", "* (broadcast) ", "* (message of the day) ", "* "};
    char space[CHAT_SHOWN];
    const struct tt_fact_server_message *said = &c->r.io.item.fact->u.server_message;
    if (said->where == TT_SERVER_BROADCAST && is_repeated(c, said)) {
        return;
    }
    const struct server row = {places[said->where], chat_shown(c, &said->text, space)};
    if (chat_json(c, &chat_server, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, heads[said->where]);
    text_safe(out, row.text);
    line_end(&c->line);
}

/* column_own takes one pointer, so this struct bundles the arguments. */
struct args {
    tt_texts texts;
    bool is_secret;
};

struct command_run {
    const char *console;
    tt_bytes cmd;
    struct column_own args;
};

const struct column_object chat_command = COLUMN_OBJECT(
    "command", "a command was run", TT_FORMAT_UNKNOWN,
    COLUMN(struct command_run, console, "chat, server, econ, or console"),
    COLUMN(struct command_run, cmd, "its name"), COLUMN(struct command_run, args, "its arguments"));

static void args_json(struct json *j, const char *key, const void *of)
{
    const struct args *args = of;
    field_texts_json(j, key, args->texts, args->is_secret);
}

/* Hides a command name that holds more than the name. Each secret argument becomes "***", so that
 * the number of arguments remains visible. Quotation marks show an empty argument. */
void chat_show_command(struct chat *c)
{
    char space[CHAT_SHOWN];
    const tt_fact *fact = c->r.io.item.fact;
    const struct tt_fact_command *ran = &fact->u.command;
    bool is_secret = !shows_secrets(c) && tt_fact_open(fact, &ran->args) != SIZE_MAX;
    const struct args shown = {ran->args, is_secret};
    const struct command_run row = {
        .console = field_console(ran->console),
        .cmd = chat_shown(c, &ran->name, space),
        .args = {args_json, &shown},
    };
    if (chat_json(c, &chat_command, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    bool is_chat = strcmp(row.console, "chat") == 0;
    tt_io_output_text(out, is_chat ? "" : row.console);
    tt_io_output_text(out, is_chat ? "/" : ": ");
    text_safe(out, row.cmd);
    tt_texts args = ran->args;
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        tt_io_output_text(out, arg.size != 0 || is_secret ? " " : " \"\"");
        text_safe(out, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : arg);
    }
    line_end(&c->line);
}

const struct column_object chat_vote =
    COLUMN_OBJECT("vote", "a vote begins or ends; in 0.6 cid is -1", TT_FORMAT_DEMO,
                  COLUMN(struct tt_fact_vote_start, seconds, "duration of the vote; 0 at its end",
                         .is_any = true),
                  COLUMN(struct tt_fact_vote_start, description, "of what is voted on"),
                  COLUMN(struct tt_fact_vote_start, reason, "reason, as the player wrote it"));

/* Returns true for a vote that was shown already. A server's demo has a vote once for each client.
 * Equal chat lines of a tick may really have been said twice, and are all shown. The hash stands
 * for the texts of the vote. */
static bool is_copy(struct chat *c, bool is_over, tt_bytes what, tt_bytes reason)
{
    struct chat_vote *last = &c->votes[is_over];
    const struct chat_vote now = {.is_known = c->is_server,
                                  .tick = c->r.io.item.fact->tick,
                                  .sum = sum_of(sum_of(SUM_OF_NOTHING, what) + 1, reason)};
    bool is_same = last->is_known && now.tick == last->tick && now.sum == last->sum;
    *last = now;
    return is_same;
}

/* Shows the begin or the end of a vote. The object for the end has the row of the begin, so that
 * both have the same keys. */
void chat_show_vote(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    bool is_over = fact->kind == TT_FACT_VOTE_END;
    char spaces[2][CHAT_SHOWN];
    const tt_bytes *what =
        is_over ? &fact->u.vote_end.description : &fact->u.vote_start.description;
    const tt_bytes *reason = is_over ? &fact->u.vote_end.reason : &fact->u.vote_start.reason;
    if (is_copy(c, is_over, *what, *reason)) {
        return;
    }
    const struct tt_fact_vote_start row = {
        .seconds = is_over ? 0 : fact->u.vote_start.seconds,
        .description = chat_shown(c, what, spaces[0]),
        .reason = chat_shown(c, reason, spaces[1]),
    };
    if (chat_json(c, &chat_vote, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    if (is_over) {
        tt_io_output_text(out, "* the vote is over");
    } else {
        tt_io_output_text(out, "* a vote: ");
        text_safe(out, row.description);
        chat_reason_text(out, row.reason);
    }
    line_end(&c->line);
}
