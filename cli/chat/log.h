/* SPDX-License-Identifier: MIT
 *
 * The chat of a server's log, which its teehistorian files lack. A line of it is
 *
 *     2026-11-29 07:33:52 I chat: 3:-2:nameless: hello     DDNet 16.1 and later
 *     [2026-11-29 07:33:52][chat]: 3:-2:nameless: hello    before
 *
 * with the client id, the team (below 0: all) and the name. The date has no zone; it is that of the
 * server, as in the header of its recordings. Other lines are skipped.
 */
#ifndef CLI_CHAT_LOG_H
#define CLI_CHAT_LOG_H

#include "cli/shell/command.h"
#include "teetape/teehistorian_header.h"

/* Bytes. Longer lines are cut; the game has none. */
#define LOG_LINE 2048

struct chat_log {
    struct tt_io_input *in;
    const char *path;
    tt_bytes piece; /* what is not read of the last piece */
    int64_t start;  /* of the recording: seconds since 1970, local */
    bool has_line;  /* the members below are those of the next line */
    int64_t tick;   /* in the recording, perhaps before its begin */
    int32_t cid;
    bool is_team;
    const char *said; /* NAME: TEXT, in `line` */
    size_t size;
    char line[LOG_LINE + 1];
};

/* Opens the log, and reads its first line of chat. Reports a failure. */
bool chat_log_open(struct chat_log *log, const struct job *job, const char *path,
                   const tt_th_time *start);

/* Reads the next line of chat; has_line is false at the end. */
void chat_log_next(struct chat_log *log);

/* Returns false, after a report, when the log could not be read to its end. */
bool chat_log_close(struct chat_log *log);

#endif
