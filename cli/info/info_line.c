/* SPDX-License-Identifier: MIT
 *
 * Prints a line of `info`. All texts begin in the same column, so that a user can compare files.
 */
#include "cli/info/info.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/text/text.h"

#define LABEL_WIDTH 11 /* columns of a label; the longest label is "game type" */

void info_label(tt_io_output *out, const char *name)
{
    tt_io_output_text(out, "  ");
    tt_io_output_text(out, name);
    text_blanks(out, LABEL_WIDTH - strlen(name));
}

/* Headers are untrusted, so the line is made safe. No line about a demo reaches 512 bytes. */
void info_line(tt_io_output *out, const char *name, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    info_label(out, name);
    text_safe(out, tt_bytes_of(text));
    tt_io_output_byte(out, '\n');
}

const char *info_comma(bool *any)
{
    const char *between = *any ? ", " : "";
    *any = true;
    return between;
}
