/* SPDX-License-Identifier: MIT
 *
 * Texts that grow, and the end of a program of the build.
 */
#ifndef TOOLS_PAGE_TEXT_H
#define TOOLS_PAGE_TEXT_H

#include "teetape/bytes.h"

/* Ends with a NUL as soon as something was added. */
struct text {
    char *bytes;
    size_t size, room;
};

/* Prints "make_page: ABOUT: WHAT" and exits with 1. */
_Noreturn void fail(const char *what, const char *about);
/* Adds bytes to the struct text `user`. Returns 0, as a tt_sink_fn. */
int add(void *user, tt_bytes bytes);
void add_text(struct text *t, const char *text);
struct text load(const char *path);

#endif
