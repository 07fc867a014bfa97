/* SPDX-License-Identifier: MIT
 *
 * All talk to the user: one line on stderr per message,
 *
 *     teetape: FILE: sentence
 *     teetape: FILE: warning: sentence
 *
 * and at most one status line below, for progress. Every function may be called by any
 * thread; a message is one write, so lines do not mix.
 */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

enum message_level {
    MESSAGE_NOTE,    /* good to know; the result is right without it */
    MESSAGE_WARNING, /* read, but not as any writer makes it; damage with --strict */
    MESSAGE_ERROR,   /* also with --quiet */
    MESSAGE_NONE     /* only for message_least */
};

/* For main: the name in front of every line (kept, not copied), and where to: 2. */
void message_start(const char *program, int fd);

/* Leaves out what is below `least`. The default is MESSAGE_NOTE: everything. */
void message_least(enum message_level least);

/* Says one sentence, without full stop and newline. `file` may be NULL; "-" is shown as "stdin".
 * File and sentence are made safe for a terminal, so they may hold a stranger's bytes. A
 * sentence over 2000 bytes is cut. */
void message_say(enum message_level level, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Shows `text` as the status line, cut to the terminal's width, in place of the one before; NULL
 * takes it away. Only for a terminal that understands escape sequences (terminal_smart),
 * else nothing happens. Messages go above it. */
void message_status(const char *text);

#endif
