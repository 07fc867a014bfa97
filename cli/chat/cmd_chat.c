/* SPDX-License-Identifier: MIT
 *
 * teetape chat: shows what was said, who came and went, and under which names.
 */
#include <string.h>

#include "cli/chat/chat.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/text/text.h"

/* The struct of a fact is its row, unless a member has another type or meaning. */
struct join {
    bool recorded;
};

static const struct column_object chat_join = COLUMN_OBJECT(
    "join", "a client joined", TT_FORMAT_UNKNOWN,
    COLUMN(struct join, recorded, "false when the client was first seen without a JOIN",
           .where = TT_FORMAT_TEEHISTORIAN));

/* Shows a join. Prints "is here" for a session without a JOIN: a teehistorian file that begins late
 * mentions clients who joined before. */
static void show_join(struct chat *c)
{
    const struct tt_fact_join *join = &c->r.io.item.fact->u.join;
    const struct join row = {join->recorded != 0};
    if (join->silent || chat_json(c, &chat_join, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, join->recorded || c->is_demo ? "* joined" : "* is here");
    if (!c->is_demo && join->protocol != TT_PROTOCOL_UNKNOWN) {
        tt_io_output_text(out, join->protocol == TT_PROTOCOL_7 ? " (0.7)" : " (0.6)");
    }
    line_end(&c->line);
}

static const struct column_object chat_leave =
    COLUMN_OBJECT("leave", "a client left", TT_FORMAT_UNKNOWN,
                  COLUMN(struct tt_fact_leave, reason, "empty when none was given"));

/* Shows that a client left. A session that ends because another one took its slot has no line. The
 * reason may contain a code. */
static void show_leave(struct chat *c)
{
    char space[CHAT_SHOWN];
    const struct tt_fact_leave *leave = &c->r.io.item.fact->u.leave;
    struct tt_fact_leave row = *leave;
    row.reason = chat_shown(c, &leave->reason, space);
    if (row.how == TT_LEFT_REPLACED || row.silent || chat_json(c, &chat_leave, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* left");
    chat_reason_text(out, row.reason);
    line_end(&c->line);
}

struct name {
    const char *old_name;
};

static const struct column_object chat_name =
    COLUMN_OBJECT("name", "a client has this name now", TT_FORMAT_UNKNOWN,
                  COLUMN(struct name, old_name, "null for the first one"));

static void show_name(struct chat *c, const char *old)
{
    const struct name row = {old[0] != 0 ? old : NULL};
    if (chat_json(c, &chat_name, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, old[0] != 0 ? "* is now " : "* is ");
    text_safe(out, c->r.io.item.fact->u.name.name);
    if (old[0] != 0) {
        tt_io_output_text(out, ", was ");
        text_safe(out, tt_bytes_of(old));
    }
    line_end(&c->line);
}

/* Takes the name of a client, and shows a change. A client that reconnects sends its name again,
 * which is no change. The first change in the span shows the old name, so names before the span are
 * taken, too. */
static void take_name(struct chat *c)
{
    char old[TT_NAME_CAP];
    const tt_fact *fact = c->r.io.item.fact;
    tt_bytes name = fact->u.name.name;
    char *shown = c->names[fact->cid];
    if (name.size >= TT_NAME_CAP || tt_bytes_equal(name, tt_bytes_of(shown))) {
        return;
    }
    memcpy(old, shown, sizeof old);
    memcpy(shown, name.data, name.size);
    shown[name.size] = 0;
    if (c->r.io.in_span) {
        show_name(c, old);
    }
}

static const struct column_object chat_team =
    COLUMN_OBJECT("team", "a client joined a DDRace team", TT_FORMAT_UNKNOWN,
                  COLUMN(struct tt_fact_team, team, "its number; 0 is none", .is_any = true));

/* Shows that a client changed its team. Team 0 in this fact means that the client left its team. */
static void show_team(struct chat *c)
{
    const struct tt_fact_team *row = &c->r.io.item.fact->u.team;
    if (chat_json(c, &chat_team, row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* team ");
    tt_io_output_int(out, row->team);
    line_end(&c->line);
}

struct login {
    int32_t level;
    tt_bytes auth_name;
};

static const struct column_object chat_login =
    COLUMN_OBJECT("login", "a client logged in to rcon", TT_FORMAT_UNKNOWN,
                  COLUMN(struct login, level, "1 helper, 2 moderator, 3 admin", .is_any = true),
                  COLUMN(struct login, auth_name, "the account"));

/* Words for the auth levels of DDNet. A file may hold any int. */
static const char *level_word(int32_t level)
{
    static const char *const words[] = {"nobody", "helper", "moderator", "admin"};
    return level >= 0 && level < 4 ? words[level] : "unknown level";
}

static void show_login(struct chat *c)
{
    const struct tt_fact_login *login = &c->r.io.item.fact->u.login;
    char space[CHAT_SHOWN];
    const struct login row = {login->level, chat_shown(c, &login->account, space)};
    if (chat_json(c, &chat_login, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* logged in as ");
    tt_io_output_text(out, level_word(row.level));
    tt_io_output_text(out, ", account ");
    text_safe(out, row.auth_name);
    line_end(&c->line);
}

static const struct column_object chat_logout = {"logout", "a client logged out of rcon",
                                                 TT_FORMAT_UNKNOWN, NULL};

static void show_logout(struct chat *c)
{
    if (!chat_json(c, &chat_logout, NULL)) {
        tt_io_output_text(chat_begin_text(c), "* logged out");
        line_end(&c->line);
    }
}

static void show(struct chat *c)
{
    switch (c->r.io.item.fact->kind) {
    case TT_FACT_JOIN:
        show_join(c);
        break;
    case TT_FACT_LEAVE:
        show_leave(c);
        break;
    case TT_FACT_TEAM:
        show_team(c);
        break;
    case TT_FACT_LOGIN:
        show_login(c);
        break;
    case TT_FACT_LOGOUT:
        show_logout(c);
        break;
    case TT_FACT_COMMAND:
        chat_show_command(c);
        break;
    case TT_FACT_CHAT:
        chat_show_said(c);
        break;
    case TT_FACT_SERVER_MESSAGE:
        chat_show_server(c);
        break;
    case TT_FACT_VOTE_START:
    case TT_FACT_VOTE_END:
        chat_show_vote(c);
        break;
    default:
        break;
    }
}

/* The name may have ": " in it, so that of the session is tried first. */
static tt_bytes split_name(const struct chat_log *log, const char *known, char name[TT_NAME_CAP])
{
    size_t size = strlen(known);
    if (size == 0 || strncmp(log->said, known, size) != 0 ||
        strncmp(log->said + size, ": ", 2) != 0) {
        const char *colon = strstr(log->said, ": ");
        size = colon != NULL ? (size_t)(colon - log->said) : 0;
    }
    size_t part = size < TT_NAME_CAP ? size : TT_NAME_CAP - 1;
    memcpy(name, log->said, part);
    name[part] = '\0';
    return tt_bytes_of(log->said + size + (log->said[size] != '\0' ? 2 : 0));
}

/* Shows a line of the log as if the recording had it. */
static void show_log_line(struct chat *c)
{
    char name[TT_NAME_CAP];
    const tt_fact *fact = c->r.io.item.fact;
    const tt_session session = tt_recording_session(c->r.io.rec, c->log.cid);
    tt_fact said = {.kind = TT_FACT_CHAT,
                    .tick = (int32_t)c->log.tick,
                    .cid = c->log.cid,
                    .session = session.number,
                    .u.chat = {c->log.is_team ? TT_CHAT_TEAM : TT_CHAT_ALL, -1, {NULL, 0}}};
    said.u.chat.text = split_name(&c->log, session.name, name);
    c->r.io.item.fact = &said;
    c->log_name = name;
    if (tt_io_reading_has(&c->r.io, session.number, said.cid)) {
        chat_show_said(c);
    }
    c->log_name = NULL;
    c->r.io.item.fact = fact;
}

/* Shows what was said before a tick. */
static void show_log(struct chat *c, int64_t before)
{
    while (c->log.has_line && c->log.tick < before) {
        if (c->log.tick >= c->r.io.from && c->log.tick >= 0 && c->log.tick < c->r.io.to) {
            show_log_line(c);
        }
        chat_log_next(&c->log);
    }
}

static void take(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    c->has_chat = c->has_chat || (fact->kind == TT_FACT_CHAT && !c->is_demo);
    if (fact->kind == TT_FACT_JOIN) {
        c->names[fact->cid][0] = 0;
    }
    if (fact->kind == TT_FACT_NAME) {
        take_name(c);
    } else if (c->r.io.in_span) {
        show(c);
    }
}

struct chat_options {
    const char *log;
};

static const struct option options[] = {
    OPTION_ROWS_SPAN,
    OPTION_ROW_WALL,
    OPTION_ROWS_ZONE,
    ROW_FILE(0, "log", "FILE", struct chat_options, log,
             "show the chat of this log of the server, too"),
    OPTION_ROW_FOLLOW,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
    OPTION_ROWS_EACH,
};

static const struct column_object *const objects[] = {
    &chat_command, &chat_join, &chat_leave,  &chat_name, &chat_team, &chat_login,
    &chat_logout,  &chat_said, &chat_server, &chat_vote, NULL,
};

#define TH_FACTS                                                                                   \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_LOGIN) | TT_FACT_BIT(TT_FACT_LOGOUT) |        \
     TT_FACT_BIT(TT_FACT_COMMAND) | TT_FACT_BIT(TT_FACT_CHAT))

/* The facts that are shown of a demo. DEMO7_FACTS come in addition for 0.7: a server of 0.6 writes
 * joins and leaves to the chat. */
#define DEMO_FACTS                                                                                 \
    (TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE) |                             \
     TT_FACT_BIT(TT_FACT_VOTE_START) | TT_FACT_BIT(TT_FACT_VOTE_END))
#define DEMO7_FACTS (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE))

/* Opens the recording for the facts that are shown. A demo is read much faster without sessions,
 * and only 0.7 needs them. The first bytes show the format, and the header shows the version. */
static bool open_chat(struct chat *c, struct job *job)
{
    bool is_demo = source_look(job) == TT_FORMAT_DEMO;
    tt_io_reading_options how = job->settings->reading;
    how.wants = TT_WANT_FACTS;
    how.facts = is_demo ? DEMO_FACTS : TH_FACTS;
    how.wants |= is_demo ? TT_WANT_NO_SESSIONS | TT_WANT_COPIES : 0;
    how.wants_before = !is_demo; /* gives the names before the span, too */
    if (!reading_open(&c->r, job, &how, READING_USUAL) || !line_open(&c->line, &c->r, 0, 0)) {
        return false;
    }
    const tt_demo_header *header = tt_recording_demo_header(c->r.io.rec);
    if (header != NULL && tt_demo_protocol(header) == TT_PROTOCOL_7) {
        tt_io_reading_want(&c->r.io, TT_WANT_FACTS | TT_WANT_COPIES, DEMO_FACTS | DEMO7_FACTS);
    }
    c->is_server = header != NULL && tt_demo_is_server(header);
    return true;
}

/* Notes that a recording has no chat, although players may have written: servers of DDNet do not
 * record it. */
static void note_no_chat(const struct chat *c)
{
    const struct job *job = c->r.job;
    const struct chat_options *own = job->options;
    if (c->has_chat || job->settings->json || job->is_one_of_many ||
        tt_io_output_error(job->out) != 0) {
        return;
    }
    if (tt_recording_th_header(c->r.io.rec) != NULL && own->log == NULL) {
        message_say(MESSAGE_NOTE, job->path,
                    "teehistorian files hold no plain chat; commands, joins and names are shown");
    } else if (c->is_server && !job->asks_for_part && c->r.issues.errors == 0) {
        message_say(
            MESSAGE_NOTE, job->path,
            "a server recorded this demo, so it has no chat of players; demos of clients have it");
    }
}

/* Opens the log of the server for a teehistorian file whose header has the time of its start. */
static bool open_log(struct chat *c)
{
    const struct chat_options *own = c->r.job->options;
    const tt_th_header *header = tt_recording_th_header(c->r.io.rec);
    if (own->log == NULL || c->is_demo) {
        return true;
    }
    if (header == NULL || !TT_TH_HAS(header, start_time)) {
        message_say(MESSAGE_ERROR, c->r.job->path, "has no date, by which a log could be merged");
        return false;
    }
    return chat_log_open(&c->log, c->r.job, own->log, &header->start_time);
}

/* Shows a file. The note about missing chat comes before the close, which prints the notes about
 * the span and the player. */
static enum exit_status chat_file(struct job *job)
{
    struct chat c = {.is_demo = false};
    enum exit_status status = EXIT_GOOD;
    if (open_chat(&c, job)) {
        c.is_demo = tt_recording_demo_header(c.r.io.rec) != NULL;
        status = open_log(&c) ? EXIT_GOOD : EXIT_SYSTEM;
        while (status == EXIT_GOOD && reading_next(&c.r) && tt_io_output_error(job->out) == 0) {
            show_log(&c, c.r.io.item.fact->tick);
            take(&c);
        }
        if (status == EXIT_GOOD) {
            show_log(&c, (int64_t)tt_io_reading_last_tick(&c.r.io) + 1);
        }
        line_close(&c.line);
        note_no_chat(&c);
    }
    exit_worsen(&status, chat_log_close(&c.log) ? EXIT_GOOD : EXIT_SYSTEM);
    exit_worsen(&status, reading_close(&c.r));
    return status;
}

const struct command cmd_chat = {
    .name = "chat",
    .summary = "show chat and commands, and who came and went",
    .description =
        {("Shows chat and other events of players: chat commands, rcon and other console "
          "commands, joins, leaves, names, teams, rcon logins."),
         ("For a demo it shows chat with sender and receiver, messages of the server (in 0.6 "
          "also joins and leaves), and votes.")},
    .options = OPTION_TABLE(options, struct chat_options),
    .examples = {{"Who used rcon:",
                  "chat --json FILE | jq 'select(.console == \"server\" and .cid >= 0)'"},
                 {"The chat of a demo:", "chat FILE.demo"},
                 {"Follow a running server:", "chat --follow FILE"},
                 {"Chat of a server whose recordings have none:", "chat --log server.log FILE"}},
    .json_text = {"One object a line:"},
    .columns = chat_columns,
    .objects = objects,
    .how = &(const struct run_how){.process = chat_file, .lists = true},
};
