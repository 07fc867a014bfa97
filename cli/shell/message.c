/* SPDX-License-Identifier: MIT
 *
 * Prints messages. One lock guards stderr and all globals of this file.
 */
#include "cli/shell/message.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/shell/terminal.h"
#include "cli/text/text.h"
#include "teetape/io/output.h"
#include "teetape/string.h"

/* Most bytes of a sentence. A file name has half of that. */
#define SENTENCE 2000
#define STATUS 256       /* bytes of the status line, with its NUL */
#define ERASE "\r\033[K" /* moves to the first column and clears the line */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *program_name = "teetape";
static int target = STDERR_FILENO;
static enum message_level least_level = MESSAGE_NOTE;
static char status[STATUS]; /* text of the status line; "" without one */

/* A byte can become four when it is made safe. The buffer holds the longest file name and
 * sentence. */
struct line {
    char text[TT_UTF8_SAFE_BOUND(2 * SENTENCE)];
    size_t size;
};

static void append(struct line *line, const char *text)
{
    size_t size = strlen(text);
    size_t room = sizeof(line->text) - line->size;
    size = size < room ? size : room;
    memcpy(line->text + line->size, text, size);
    line->size += size;
}

/* Appends a text with its untrusted bytes made safe. `limit` keeps a long name from taking the room
 * of the sentence. */
static void append_safe(struct line *line, const char *text, size_t limit)
{
    const tt_bytes raw = {(const uint8_t *)text, strlen(text)};
    size_t room = sizeof(line->text) - line->size;
    line->size += tt_utf8_safe(line->text + line->size, limit < room ? limit : room, raw);
}

/* Appends the status line. message_say keeps STATUS bytes free for it. The status is text of this
 * program, and so safe. */
static void append_status(struct line *line)
{
    unsigned width = terminal_width(target);
    const tt_bytes text = {(const uint8_t *)status, strlen(status)};
    /* Some terminals wrap when the last column is written. */
    size_t size = text_cut(text, width > 1 ? width - 1 : 0).size;
    memcpy(line->text + line->size, status, size);
    line->size += size;
}

/* Writes a line to stderr. A single write keeps lines of several threads and programs apart, with
 * O_APPEND or on a terminal. */
static void write_line(const struct line *line)
{
    const tt_bytes bytes = {(const uint8_t *)line->text, line->size};
    tt_io_fd_write(target, bytes); /* an error of stderr cannot be reported anywhere */
}

void message_start(const char *program, int fd)
{
    pthread_mutex_lock(&lock);
    program_name = program;
    target = fd;
    pthread_mutex_unlock(&lock);
}

void message_least(enum message_level least)
{
    pthread_mutex_lock(&lock);
    least_level = least;
    pthread_mutex_unlock(&lock);
}

/* Prints a message. One write erases the status line, prints the message and draws the status line
 * again below. */
void message_say(enum message_level level, const char *file, const char *format, ...)
{
    static const char *const words[] = {"note: ", "warning: ", ""};
    char sentence[SENTENCE];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof(sentence), format, args);
    va_end(args);

    pthread_mutex_lock(&lock);
    if (level >= least_level && level < MESSAGE_NONE) {
        struct line line;
        line.size = 0;
        append(&line, status[0] != '\0' ? ERASE : "");
        append(&line, program_name);
        append(&line, ": ");
        if (file != NULL) {
            append_safe(&line, strcmp(file, "-") == 0 ? "stdin" : file, 2 * SENTENCE);
            append(&line, ": ");
        }
        append(&line, words[level]);
        append_safe(&line, sentence, sizeof(line.text) - line.size - STATUS - 1);
        append(&line, "\n");
        append_status(&line);
        write_line(&line);
    }
    pthread_mutex_unlock(&lock);
}

void message_status(const char *text)
{
    pthread_mutex_lock(&lock);
    bool shown = status[0] != '\0';
    if (terminal_smart(target) && (text != NULL || shown)) {
        snprintf(status, sizeof(status), "%s", text == NULL ? "" : text);
        struct line line;
        line.size = 0;
        append(&line, ERASE);
        append_status(&line);
        write_line(&line);
    }
    pthread_mutex_unlock(&lock);
}
