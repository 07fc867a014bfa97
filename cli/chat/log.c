/* SPDX-License-Identifier: MIT
 *
 * Reads the lines of a server's log one after the other, so that a log of any size takes the same
 * memory.
 */
#include "cli/chat/log.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "teetape/game.h"
#include "teetape/io/input.h"
#include "teetape/io/place.h"

/* Reads a line without its end into log->line. Returns false at the end of the log. */
static bool read_line(struct chat_log *log)
{
    bool has_any = false;
    log->size = 0;
    while (true) {
        if (log->piece.size == 0 && tt_io_input_next(log->in, &log->piece) != TT_IO_INPUT_PIECE) {
            log->line[log->size] = '\0';
            return has_any;
        }
        const uint8_t *end = memchr(log->piece.data, '\n', log->piece.size);
        size_t size = end != NULL ? (size_t)(end - log->piece.data) : log->piece.size;
        size_t room = LOG_LINE - log->size, part = size < room ? size : room;
        memcpy(log->line + log->size, log->piece.data, part);
        log->size += part;
        has_any = true;
        size += end != NULL;
        log->piece = (tt_bytes){log->piece.data + size, log->piece.size - size};
        if (end != NULL) {
            log->size -= log->size > 0 && log->line[log->size - 1] == '\r';
            log->line[log->size] = '\0';
            return true;
        }
    }
}

#define DATE_SIZE 19

/* Reads the date, and returns what follows it, or NULL. */
static const char *take_date(struct chat_log *log)
{
    const char *at = log->line + (log->line[0] == '[');
    char date[DATE_SIZE + 1];
    tt_io_place place;
    if (strnlen(at, DATE_SIZE + 1) <= DATE_SIZE) {
        return NULL;
    }
    memcpy(date, at, DATE_SIZE);
    date[DATE_SIZE] = '\0';
    if (!tt_io_place_parse(&place, date) || place.kind != TT_IO_PLACE_CLOCK || place.is_of_day) {
        return NULL;
    }
    log->tick = (place.ms / 1000 - log->start) * TT_TICKS_PER_SECOND;
    return at + DATE_SIZE;
}

/* Returns the text of a line of chat, or NULL for another line. */
static const char *after_system(const char *rest, bool *is_team)
{
    static const char *const systems[] = {
        " I chat: ", "][chat]: ", " I teamchat: ", "][teamchat]: "};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        if (strncmp(rest, systems[i], strlen(systems[i])) == 0) {
            *is_team = i >= 2;
            return rest + strlen(systems[i]);
        }
    }
    return NULL;
}

/* Lines of the server begin with "***" in place of a client id. */
static bool take_line(struct chat_log *log)
{
    const char *rest = take_date(log);
    rest = rest != NULL ? after_system(rest, &log->is_team) : NULL;
    if (rest == NULL) {
        return false;
    }
    char *end;
    long cid = strtol(rest, &end, 10);
    if (end == rest || *end != ':' || cid < 0 || cid >= TT_CIDS) {
        return false;
    }
    const char *team = end + 1;
    (void)strtol(team, &end, 10);
    log->cid = (int32_t)cid;
    log->said = end + 1;
    return end != team && *end == ':';
}

void chat_log_next(struct chat_log *log)
{
    log->has_line = false;
    while (!log->has_line && read_line(log)) {
        log->has_line = take_line(log);
    }
}

bool chat_log_open(struct chat_log *log, const struct job *job, const char *path,
                   const tt_th_time *start)
{
    const tt_io_input_options how = {.stop = job->stop};
    tt_io_error error;
    *log = (struct chat_log){.path = path, .start = start->unix_time + start->zone};
    log->in = tt_io_input_open(path, &how, &error);
    if (log->in == NULL) {
        message_say(MESSAGE_ERROR, path, "%s", error.text);
        return false;
    }
    chat_log_next(log);
    return true;
}

bool chat_log_close(struct chat_log *log)
{
    bool is_good = log->in == NULL || tt_io_input_error(log->in)->status == TT_OK;
    if (!is_good) {
        message_say(MESSAGE_ERROR, log->path, "%s", tt_io_input_error(log->in)->text);
    }
    tt_io_input_close(log->in);
    return is_good;
}
