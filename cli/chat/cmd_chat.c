/* SPDX-License-Identifier: MIT
 *
 * teetape chat: what was said and done in words.
 */
#include "cli/chat/chat.h"
#include "cli/shell/cmd.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/source.h"

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
    ("A demo that a server recorded has votes and its own messages, and chat of players "
     "only with sv_demo_chat 1. A demo "
     "of a client has the messages that this client received. A whisper that the "
     "client sent belongs to the player that it controlled at that time."),
    NULL,
};

static const struct option options[] = {
    OPTION_ROW_FROM,     OPTION_ROW_TO,           OPTION_ROW_PLAYER,
    OPTION_ROW_WALL,     OPTION_ROW_FOLLOW,       OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX, OPTION_ROW_SHOW_SECRETS, OPTION_ROW_WIDE,
};

static const struct example examples[] = {
    {"Who used rcon:", "chat --json FILE | jq 'select(.console == \"server\" and .cid >= 0)'"},
    {"The chat of a demo:", "chat FILE.demo"},
    {"Follow a running server:", "chat --follow FILE"},
};

static const char *const json_intro[] = {"One object a line:", NULL};

/* In the order of the manual: commands, who comes and goes and under which name, chat, and what
 * only demos have. */
static const struct column_object *const objects[] = {
    &chat_command, &chat_join, &chat_leave,  &chat_name, &chat_team, &chat_login,
    &chat_logout,  &chat_said, &chat_server, &chat_vote, NULL,
};

/* What is shown of a teehistorian file. */
#define TH_FACTS                                                                                   \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_LOGIN) | TT_FACT_BIT(TT_FACT_LOGOUT) |        \
     TT_FACT_BIT(TT_FACT_COMMAND) | TT_FACT_BIT(TT_FACT_CHAT))

/* Of a demo, and what 0.7 has in messages of its own; in 0.6 the server says it in chat. */
#define DEMO_FACTS                                                                                 \
    (TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE) |                             \
     TT_FACT_BIT(TT_FACT_VOTE_START) | TT_FACT_BIT(TT_FACT_VOTE_END))
#define DEMO7_FACTS (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE))

/* The format decides what is wanted before the reading is opened, since reading a demo without
 * sessions is much faster; so the first bytes are looked at first. Only 0.7 then needs sessions
 * after all, and the header says it. */
static bool open_chat(struct chat *c, struct job *job)
{
    static const char no_chat[] =
        "teehistorian files hold no plain chat; commands, joins and names are shown";
    bool is_demo = source_look(job) == TT_FORMAT_DEMO;
    tt_io_reading_options how = job->settings->reading;
    how.wants = TT_WANT_FACTS;
    how.facts = is_demo ? DEMO_FACTS : TH_FACTS;
    how.wants |= is_demo ? TT_WANT_NO_SESSIONS | TT_WANT_COPIES : 0;
    how.wants_before = !is_demo; /* the names from before */
    if (!reading_open(&c->r, job, &how, READING_USUAL) || !line_open(&c->line, &c->r, 0, 0)) {
        return false;
    }
    const tt_demo_header *header = tt_recording_demo_header(c->r.io.rec);
    if (header != NULL && tt_demo_protocol(header) == TT_PROTOCOL_7) {
        tt_io_reading_want(&c->r.io, TT_WANT_FACTS | TT_WANT_COPIES, DEMO_FACTS | DEMO7_FACTS);
    }
    c->is_server = header != NULL && tt_demo_is_server(header);
    if (header == NULL && !job->settings->json && !job->is_one_of_many) {
        message_say(MESSAGE_NOTE, job->path, "%s", no_chat);
    }
    return true;
}

/* Nobody is said to have been silent whose words are not in the file. */
static void note_no_chat(const struct chat *c)
{
    const struct job *job = c->r.job;
    if (c->is_server && !c->has_chat && !job->settings->json && !job->is_one_of_many &&
        !job->asks_for_part && c->r.issues.errors == 0 && tt_io_output_error(job->out) == 0) {
        message_say(MESSAGE_NOTE, job->path,
                    "a server recorded this demo, and no chat of players is in it; demos that "
                    "clients recorded have it");
    }
}

/* Ends early when nobody takes results any more. note_no_chat comes before the close, whose notes
 * are about the span and the player. */
static enum exit_status process(struct job *job)
{
    struct chat c = {.is_demo = false};
    if (open_chat(&c, job)) {
        c.is_demo = tt_recording_demo_header(c.r.io.rec) != NULL;
        while (reading_next(&c.r) && tt_io_output_error(job->out) == 0) {
            chat_take(&c);
        }
        line_close(&c.line);
        note_no_chat(&c);
    }
    return reading_close(&c.r);
}

const struct command cmd_chat = {
    .name = "chat",
    .summary = "what was said and run, who came and went",
    .description = description,
    .details = details,
    .options = SETTING_TABLE(options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = chat_columns,
    .objects = objects,
    .process = process,
    .lists = true,
};
