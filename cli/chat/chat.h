/* SPDX-License-Identifier: MIT
 *
 * Shows what was said and done in words: facts of a recording, as JSON or as lines for eyes.
 */
#ifndef CLI_CHAT_H
#define CLI_CHAT_H

#include "cli/read/reading.h"
#include "cli/show/line.h"

struct chat {
    struct reading r;
    struct line line;
    bool is_demo;
    char names[TT_CIDS][TT_NAME_CAP]; /* as they were shown */
};

/* Takes the current fact, and shows it if it is in the span. */
void chat_take(struct chat *c);

/* chat_words.c: CHAT, SERVER_MESSAGE, COMMAND and votes. */
void chat_show_said(struct chat *c);
void chat_show_server(struct chat *c);
void chat_show_command(struct chat *c);
void chat_show_vote(struct chat *c);

/* chat_line.c: the beginning of an object, and of a line. */
struct json chat_begin_json(struct chat *c, const char *kind);
struct host_output *chat_begin_text(struct chat *c);

bool chat_wants_json(const struct chat *c);
bool chat_shows_secrets(const struct chat *c);

/* A reason in brackets after a blank, or nothing. */
void chat_reason_text(struct host_output *out, tt_bytes reason);

#endif
