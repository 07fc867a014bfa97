/* SPDX-License-Identifier: MIT
 *
 * All talk to the user: one line on stderr per message,
 *
 *     teetape: FILE: sentence
 *     teetape: FILE: warning: sentence
 *
 * and at most one status line below, for progress. Any thread may call these; lines do not mix.
 */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

enum message_level {
    MESSAGE_NOTE,    /* worth knowing; the result is right without it */
    MESSAGE_WARNING, /* readable, but unlike what any writer makes; damage with --strict */
    MESSAGE_ERROR,   /* shown with --quiet, too */
    MESSAGE_NONE     /* only for message_least */
};

/* To be called by main: sets the name before every line (not copied) and the descriptor. */
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
