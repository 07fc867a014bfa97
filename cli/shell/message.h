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
    MESSAGE_NOTE,    /* good to know; the result is right without it */
    MESSAGE_WARNING, /* read, but not as any writer makes it; damage with --strict */
    MESSAGE_ERROR,   /* also with --quiet */
    MESSAGE_NONE     /* only for message_least */
};

/* For main: the name in front of every line (kept, not copied), and a descriptor. */
void message_start(const char *program, int fd);

/* Leaves out what is below `least`; the default is MESSAGE_NOTE. */
void message_least(enum message_level least);

/* A sentence has no full stop and no newline, and is cut after 2000 bytes. `file` may be NULL; "-"
 * is shown as "stdin". Both are made safe for a terminal. */
void message_say(enum message_level level, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Replaces the status line, cut to the terminal's width; NULL takes it away. Does nothing unless
 * stderr understands escape sequences (terminal_smart). */
void message_status(const char *text);

#endif
