/* SPDX-License-Identifier: MIT
 *
 * Messages for the user, one line on stderr each:
 *
 *     teetape: FILE: sentence
 *     teetape: FILE: warning: sentence
 *
 * At most one status line for progress is below them. Any thread may call these functions; lines
 * do not mix.
 */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

enum message_level {
    MESSAGE_NOTE,    /* a fact worth knowing; the result is right without it */
    MESSAGE_WARNING, /* the file is readable, but no writer makes such a file; damage with
                        --strict */
    MESSAGE_ERROR,   /* a failure, shown with --quiet, too */
    MESSAGE_NONE     /* the level above all others, only for message_least */
};

/* Sets the name at the begin of each line (not copied), and the descriptor. main calls this first.
 */
void message_start(const char *program, int fd);

/* Hides messages below `least`. The default is MESSAGE_NOTE. */
void message_least(enum message_level least);

/* Prints a sentence, which has no full stop and no newline and is cut at 2000 bytes. `file` may be
 * NULL; "-" is shown as "stdin". Both are made safe for a terminal. */
void message_say(enum message_level level, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Replaces the status line, cut to the terminal's width. NULL removes it. Does nothing unless
 * stderr understands escape sequences (terminal_smart). */
void message_status(const char *text);

#endif
