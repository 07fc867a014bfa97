/* SPDX-License-Identifier: MIT
 *
 * teetape chat: what was said and done in words.
 */
#include <stdio.h>
#include <string.h>

#include "cli/read/demo_command.h"
#include "cli/read/span.h"
#include "cli/read/visit.h"
#include "cli/shell/cmd.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/secrets.h"
#include "cli/shell/source.h"
#include "cli/show/fields.h"
#include "cli/show/line.h"
#include "cli/show/text.h"
#include "host/message.h"

/* As 0.7 numbers the listeners of a chat line. */
enum { CHAT7_TEAM = 2, CHAT7_WHISPER = 3 };

static const char *const description[] = {
    ("Shows what players typed and what happened to them: chat commands, rcon and other "
     "console commands, joins, leaves, names, teams, rcon logins."),
    ("Of a demo it shows chat with sender and receiver, messages of the server (with 0.6 "
     "also joins and leaves), and votes."),
    NULL,
};

static const char *const details[] = {
    ("DDNet does not write plain chat to teehistorian files. It writes chat commands, and "
     "these are shown."),
    ("A demo of a client has the messages that this client received. A whisper that the "
     "client sent belongs to the player that it controlled at that time."),
    NULL,
};

struct chat_options {
    struct span_options span;
};

static const struct option options[] = {
    OPTION_ROW_FROM(struct chat_options),
    OPTION_ROW_TO(struct chat_options),
    OPTION_ROW_PLAYER(struct chat_options),
    OPTION_ROW_WALL(struct chat_options),
    OPTION_ROW_FOLLOW,
    OPTION_ROW_INDEX_DIR(struct chat_options),
    OPTION_ROW_NO_INDEX(struct chat_options),
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
};

static const struct example examples[] = {
    {"Who used rcon:", "chat --json FILE | jq 'select(.console == \"server\" and .cid >= 0)'"},
    {"The chat of a demo:", "chat FILE.demo"},
    {"Follow a running server:", "chat --follow FILE"},
};

static const char *const json_intro[] = {"One object a line, with \"tick\", \"kind\", \"cid\" and "
                                         "\"name\" (null when none is known). By kind:",
                                         NULL};

static const struct json_key json_keys[] = {
    {"command", "", "console (chat, server, econ, console), cmd, args"},
    {"join", "",
     "recorded: false when the client was first seen without a JOIN; in a demo no other keys"},
    {"leave", "", "reason"},
    {"name", "", "old_name: null for the first one"},
    {"team", "", "team"},
    {"login", "", "level (1 helper, 2 moderator, 3 admin), auth_name"},
    {"logout", "", "no other keys"},
    {"chat", "",
     "team, text; in a teehistorian file only of clients whose chat is recorded; in a demo also to "
     "(all, team or player), and of a whisper to_cid and to_name"},
    {"server", "of a demo", "text; cid is -1, as also in a vote of 0.6"},
    {"vote", "of a demo", "seconds (0 when it is over), description, reason"},
};

/* What is remembered to tell changes. */
struct chat {
    struct visit v;
    struct line line;
    char names[TT_CIDS][TT_NAME_CAP]; /* as they were shown */
    bool show_secrets;
};

static struct json begin_json(struct chat *c, const char *kind)
{
    const tt_th_event *event = &c->v.r.event;
    const char *name = visit_name(&c->v, event->cid);
    struct json j = json_begin(c->v.r.job->out);
    job_json_file(c->v.r.job, &j);
    json_int(&j, "tick", event->tick);
    json_text_c(&j, "kind", kind);
    json_int(&j, "cid", event->cid);
    json_text_c(&j, "name", name[0] != 0 ? name : NULL);
    return j;
}

/* Begins a line for eyes. */
static struct host_output *begin_text(struct chat *c)
{
    const tt_th_event *event = &c->v.r.event;
    line_th_time(&c->line, &c->v.r, event->tick);
    line_player(&c->line, event->cid, visit_name(&c->v, event->cid));
    return line_output(&c->line);
}

static bool wants_json(const struct chat *c)
{
    return c->v.r.job->settings->json;
}

static void show_command(struct chat *c)
{
    const struct tt_th_console_command *command = &c->v.r.event.u.console_command;
    const char *console = field_console(command->flags);
    bool is_secret = !c->show_secrets && tt_secret_args(command->cmd, command->args);
    bool hides_name = !c->show_secrets && tt_secret_command_name(command->cmd);
    tt_bytes name = hides_name ? tt_bytes_of(TT_SECRET_TEXT) : command->cmd;
    if (wants_json(c)) {
        struct json j = begin_json(c, "command");
        json_text_c(&j, "console", console);
        json_text(&j, "cmd", name);
        field_texts_json(&j, "args", command->args, is_secret);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    bool is_chat = strcmp(console, "chat") == 0;
    host_output_text(out, is_chat ? "" : console);
    host_output_text(out, is_chat ? "/" : ": ");
    text_safe(out, name);
    tt_texts args = command->args;
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        host_output_text(out, arg.size != 0 || is_secret ? " " : " \"\"");
        text_safe(out, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : arg);
    }
    line_end(&c->line);
}

static void show_join(struct chat *c)
{
    const tt_th_event *event = &c->v.r.event;
    bool is_recorded = event->kind == TT_TH_JOIN;
    if (wants_json(c)) {
        struct json j = begin_json(c, "join");
        json_bool(&j, "recorded", is_recorded);
        json_end(&j);
        return;
    }
    int protocol = c->v.r.world->client[event->cid].protocol;
    struct host_output *out = begin_text(c);
    host_output_text(out, is_recorded ? "* joined" : "* is here");
    if (protocol != TT_PROTOCOL_UNKNOWN) {
        host_output_text(out, protocol == TT_PROTOCOL_7 ? " (0.7)" : " (0.6)");
    }
    line_end(&c->line);
}

static void show_leave(struct chat *c)
{
    tt_bytes reason = secrets_prose(c->v.r.event.u.drop.reason, c->show_secrets);
    if (wants_json(c)) {
        struct json j = begin_json(c, "leave");
        json_text(&j, "reason", reason);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    host_output_text(out, "* left");
    if (reason.size != 0) {
        host_output_text(out, " (");
        text_safe(out, reason);
        host_output_text(out, ")");
    }
    line_end(&c->line);
}

/* `old` is empty for the first name. */
static void show_name(struct chat *c, const char *old)
{
    const char *name = visit_name(&c->v, c->v.r.event.cid);
    if (wants_json(c)) {
        struct json j = begin_json(c, "name");
        json_text_c(&j, "old_name", old[0] != 0 ? old : NULL);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    host_output_text(out, old[0] != 0 ? "* is now " : "* is ");
    text_safe(out, tt_bytes_of(name));
    if (old[0] != 0) {
        host_output_text(out, ", was ");
        text_safe(out, tt_bytes_of(old));
    }
    line_end(&c->line);
}

static void show_team(struct chat *c)
{
    int32_t team = c->v.r.event.u.player_team.team;
    if (wants_json(c)) {
        struct json j = begin_json(c, "team");
        json_int(&j, "team", team);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    host_output_text(out, "* team ");
    host_output_int(out, team);
    line_end(&c->line);
}

static const char *level_word(int32_t level)
{
    static const char *const words[] = {"nobody", "helper", "moderator", "admin"};
    return level >= 0 && level < 4 ? words[level] : "unknown level";
}

static void show_login(struct chat *c, int32_t level, tt_bytes account)
{
    tt_bytes shown = c->show_secrets ? account : tt_bytes_of(TT_SECRET_TEXT);
    if (wants_json(c)) {
        struct json j = begin_json(c, "login");
        json_int(&j, "level", level);
        json_text(&j, "auth_name", shown);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    host_output_text(out, "* logged in as ");
    host_output_text(out, level_word(level));
    host_output_text(out, ", account ");
    text_safe(out, shown);
    line_end(&c->line);
}

static void show_logout(struct chat *c)
{
    if (wants_json(c)) {
        struct json j = begin_json(c, "logout");
        json_end(&j);
        return;
    }
    host_output_text(begin_text(c), "* logged out");
    line_end(&c->line);
}

static void show_chat(struct chat *c, bool team, bool is_whisper, tt_bytes said)
{
    bool is_secret = !c->show_secrets && (is_whisper || tt_secret_chat(said));
    tt_bytes shown = is_secret ? tt_bytes_of(TT_SECRET_TEXT) : said;
    if (wants_json(c)) {
        struct json j = begin_json(c, "chat");
        json_bool(&j, "team", team);
        json_text(&j, "text", shown);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c);
    host_output_text(out, team ? "(team) " : "");
    text_safe(out, shown);
    line_end(&c->line);
}

static void show_message(struct chat *c)
{
    const tt_msg *msg = c->v.r.event.u.message.decoded;
    if (msg != NULL && msg->kind == TT_MSG_CL_SAY) {
        show_chat(c, msg->u.cl_say.team != 0, false, msg->u.cl_say.message);
    } else if (msg != NULL && msg->kind == TT_MSG_CL7_SAY) {
        show_chat(c, msg->u.cl7_say.mode == CHAT7_TEAM, msg->u.cl7_say.mode == CHAT7_WHISPER,
                  msg->u.cl7_say.message);
    }
}

static void show_event(struct chat *c)
{
    const tt_th_event *event = &c->v.r.event;
    switch (event->kind) {
    case TT_TH_CONSOLE_COMMAND:
        show_command(c);
        break;
    case TT_TH_DROP:
        show_leave(c);
        break;
    case TT_TH_PLAYER_TEAM:
        show_team(c);
        break;
    case TT_TH_AUTH_INIT:
        show_login(c, event->u.auth_init.level, event->u.auth_init.auth_name);
        break;
    case TT_TH_AUTH_LOGIN:
        show_login(c, event->u.auth_login.level, event->u.auth_login.auth_name);
        break;
    case TT_TH_AUTH_LOGOUT:
        show_logout(c);
        break;
    case TT_TH_MESSAGE:
        show_message(c);
        break;
    default:
        break;
    }
}

/* Joins and names first: they tell who it is that says something. */
static void follow(struct chat *c)
{
    int32_t cid = c->v.r.event.cid;
    if (c->v.change.began2) {
        c->names[c->v.r.event.u.player_switch.cid2][0] = 0; /* that of who was there before */
    }
    if (cid >= 0 && c->v.change.began) {
        c->names[cid][0] = 0;
        if (c->v.in_span) {
            show_join(c);
        }
    }
    if (cid >= 0 && strcmp(c->names[cid], c->v.names[cid]) != 0) {
        char old[TT_NAME_CAP];
        memcpy(old, c->names[cid], sizeof old);
        memcpy(c->names[cid], c->v.names[cid], sizeof old);
        if (c->v.in_span && c->v.names[cid][0] != 0) {
            show_name(c, old);
        }
    }
    if (c->v.in_span) {
        show_event(c);
    }
}

static enum exit_status chat_of_recording(struct job *job)
{
    static const char no_chat[] =
        "teehistorian files hold no plain chat; commands, joins and names are shown";
    struct chat c = {0};
    c.show_secrets = job->settings->show_secrets;
    if (visit_open(&c.v, job, VISIT_SESSIONS | VISIT_BEFORE) &&
        line_open(&c.line, job, 0, &c.v.status)) {
        if (!job->settings->json && !job->is_one_of_many) {
            host_message(HOST_MESSAGE_NOTE, job->path, "%s", no_chat);
        }
        memcpy(c.names, c.v.names, sizeof c.names); /* behind a jump they are known already */
        while (visit_next(&c.v) && host_output_error(job->out) == 0) {
            follow(&c);
        }
        line_close(&c.line);
    }
    return visit_close(&c.v);
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct chat_options *own = given;
    (void)settings;
    return span_check(&own->span);
}

static enum exit_status process(struct job *job)
{
    const struct chat_options *own = job->options;
    span_take(job, &own->span);
    return source_look(job) == SOURCE_DEMO ? demo_chat(job) : chat_of_recording(job);
}

const struct command cmd_chat = {
    .name = "chat",
    .summary = "what was said and run, who came and went",
    .description = description,
    .details = details,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct chat_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .check = check,
    .process = process,
    .lists = true,
};
