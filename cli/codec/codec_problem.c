/* SPDX-License-Identifier: MIT
 *
 * Space for values, and what is wrong with them. A failure is only noted here: codec.c prints it,
 * in the form that the user wants.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/codec/codec.h"
#include "cli/shell/message.h"

/* Grows to what is asked for and no further, and never shrinks. Pointers into this space that were
 * handed out before are of no use after it. */
void *codec_space(struct codec *c, enum codec_space which, size_t size)
{
    if (c->spaces[which].size < size) {
        free(c->spaces[which].data); /* nothing in it is to be kept */
        c->spaces[which].data = malloc(size);
        c->spaces[which].size = c->spaces[which].data != NULL ? size : 0;
    }
    if (c->spaces[which].data == NULL) {
        c->no_memory = true;
        codec_fail(c, NULL, 0, "there is not enough memory");
    }
    return c->spaces[which].data;
}

bool codec_fail(struct codec *c, const char *unit, uint64_t place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->problem, sizeof c->problem, format, args);
    va_end(args);
    c->unit = unit;
    c->place = place;
    return false;
}

/* On stderr, since the line has its result all the same. */
void codec_warn(struct codec *c, const char *format, ...)
{
    char text[CODEC_PROBLEM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (c->line == 0) {
        message_say(MESSAGE_WARNING, NULL, "%s", text);
    } else {
        message_say(MESSAGE_WARNING, NULL, "line %" PRIu64 ": %s", c->line, text);
    }
}
