/* SPDX-License-Identifier: MIT
 *
 * Lines "  label      text" of `info`, and what it says of both formats.
 */
#ifndef CLI_INFO_TEXT_H
#define CLI_INFO_TEXT_H

#include <stdbool.h>

#include "cli/shell/issues.h"

/* The label, and blanks up to the text. */
void info_label(struct host_output *out, const char *name);

/* A whole line, made safe for a terminal. */
void info_line(struct host_output *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The line of the state, with what is missing at the end of an unfinished recording. */
void info_state(struct host_output *out, const struct issues *issues, tt_recording_state state,
                const char *missing);

/* The JSON object of a recording without a header that can be read, if JSON is wanted and the
 * recording is damaged; `format` may be NULL. With `is_quick`, only what a look at the header
 * gives. */
void info_json_headless(const struct issues *issues, const char *format, uint64_t bytes,
                        bool is_quick);

/* What separates the parts of a line: nothing before the first one. */
const char *info_comma(bool *any);

#endif
