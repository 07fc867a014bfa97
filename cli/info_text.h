/* SPDX-License-Identifier: MIT
 *
 * Lines "  label      text" of `info`.
 */
#ifndef CLI_INFO_TEXT_H
#define CLI_INFO_TEXT_H

#include <stdbool.h>

#include "host/output.h"

/* The label, and blanks up to the text. */
void info_label(struct host_output *out, const char *name);

/* A whole line, made safe for a terminal. */
void info_line(struct host_output *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What separates the parts of a line: nothing before the first one. */
const char *info_comma(bool *any);

#endif
