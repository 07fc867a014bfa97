/* SPDX-License-Identifier: MIT
 *
 * Shows the facts about chat, messages, commands, votes and sessions, as JSON or as lines.
 *
 * Each kind of fact has a struct column_object, and a function that fills its row. The function
 * prints the row with chat_json, or as a line.
 */
#ifndef CLI_CHAT_H
#define CLI_CHAT_H

#include "cli/chat/log.h"
#include "cli/shell/reading.h"
#include "cli/show/line.h"
#include "cli/show/rows.h"

/* A chat that is being shown. Keeps the names that were shown, and hashes of the last texts, to
 * notice repetitions. */
struct chat {
    struct reading r;
    struct line line;
    bool is_demo, is_server;
    bool has_chat; /* true once a line of a player was shown */
    bool has_broadcast;
    uint64_t broadcast; /* hash of the text of the last broadcast */
    struct chat_vote {
        bool is_known; /* true: `tick` and `sum` are those of a vote; only in the demo of a
                          server, which has a copy of a vote for each client */
        int32_t tick;
        uint64_t sum;                 /* hash of the vote's texts, which are not kept */
    } votes[2];                       /* the last vote that began, and the last vote that ended */
    struct chat_log log;              /* has no line without --log */
    const char *log_name;             /* of a line of the log; else NULL */
    char names[TT_CIDS][TT_NAME_CAP]; /* the name of each client as the last line showed it */
};

/* Shows CHAT, SERVER_MESSAGE, COMMAND and votes. */
void chat_show_said(struct chat *c);
void chat_show_server(struct chat *c);
void chat_show_command(struct chat *c);
void chat_show_vote(struct chat *c);
extern const struct column_object chat_said, chat_server, chat_command, chat_vote;

extern const struct column chat_columns[];

/* With --json, prints the fact as an object of this kind. Returns false when text is wanted. */
bool chat_json(struct chat *c, const struct column_object *object, const void *row);

tt_io_output *chat_begin_text(struct chat *c);

/* The room for what precedes a secret, in bytes. A longer beginning is hidden with the secret. */
#define CHAT_SHOWN 1024

/* Returns a text of the current fact with "***" in place of secrets. The result points into `text`
 * or `space`. */
tt_bytes chat_shown(const struct chat *c, const tt_bytes *text, char space[CHAT_SHOWN]);

/* Prints " (reason)", or nothing for an empty reason. */
void chat_reason_text(tt_io_output *out, tt_bytes reason);

#endif
