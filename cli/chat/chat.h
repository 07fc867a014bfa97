/* SPDX-License-Identifier: MIT
 *
 * Shows what was said and done in words: facts of a recording, as JSON or as lines.
 *
 * Each kind of fact has a struct column_object, and a function that makes its row and shows it
 * with chat_json, or as a line.
 */
#ifndef CLI_CHAT_H
#define CLI_CHAT_H

#include "cli/shell/reading.h"
#include "cli/show/line.h"
#include "cli/show/rows.h"

/* Remembers what a line says beyond its fact: an old name, a vote that was shown already. */
struct chat {
    struct reading r;
    struct line line;
    bool is_demo, is_server; /* a demo, and of a server */
    bool has_chat;           /* a line of a player was shown */
    bool has_broadcast;
    uint64_t broadcast; /* the sum of the last one's text */
    struct chat_vote {
        bool is_known; /* false where votes have no copies: not the demo of a server */
        int32_t tick;
        uint64_t sum; /* of its texts: they are valid only while they are the current item */
    } votes[2];       /* the last one that began, and the last one that ended */
    char names[TT_CIDS][TT_NAME_CAP]; /* as they were shown */
};

/* chat_words.c: CHAT, SERVER_MESSAGE, COMMAND and votes. */
void chat_show_said(struct chat *c);
void chat_show_server(struct chat *c);
void chat_show_command(struct chat *c);
void chat_show_vote(struct chat *c);
extern const struct column_object chat_said, chat_server, chat_command, chat_vote;

extern const struct column chat_columns[];

/* With --json prints the fact as an object of this kind. False when text is wanted. */
bool chat_json(struct chat *c, const struct column_object *object, const void *row);

tt_io_output *chat_begin_text(struct chat *c);

/* A longer beginning of a text with a secret is hidden with it. */
#define CHAT_SHOWN 1024

/* The text with "***" for its secrets. Points into `text` or `space`. */
tt_bytes chat_shown(const struct chat *c, const tt_bytes *text, char space[CHAT_SHOWN]);

/* A reason in brackets after a blank, or nothing. */
void chat_reason_text(tt_io_output *out, tt_bytes reason);

#endif
