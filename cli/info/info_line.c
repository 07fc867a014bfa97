/* SPDX-License-Identifier: MIT
 *
 * How a line of info is put together.
 *
 * Labels are two blanks in, and texts begin in one column, so that the lines of many files can be
 * compared.
 */
#include "cli/info/info.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/text/text.h"

#define LABEL_WIDTH 11 /* columns; the longest label is "game type" */

/* An empty name continues the line above. */
void info_label(tt_io_output *out, const char *name)
{
    tt_io_output_text(out, "  ");
    tt_io_output_text(out, name);
    tt_io_output_repeat(out, ' ', LABEL_WIDTH - strlen(name));
}

/* The whole text is made safe, as its parts may be a stranger's. 512 bytes are more than a line of
 * fields from a header of a demo can have. */
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

/* `any` says whether something is in the line; it is from now on. */
const char *info_comma(bool *any)
{
    const char *between = *any ? ", " : "";
    *any = true;
    return between;
}
