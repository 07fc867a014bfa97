/* SPDX-License-Identifier: MIT
 *
 * Lines of `info`.
 */
#include "cli/show/info_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/show/text.h"

#define LABEL_WIDTH 11

void info_label(struct host_output *out, const char *name)
{
    host_output_text(out, "  ");
    host_output_text(out, name);
    host_output_repeat(out, ' ', LABEL_WIDTH - strlen(name));
}

void info_line(struct host_output *out, const char *name, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    info_label(out, name);
    text_safe(out, tt_bytes_of(text));
    host_output_byte(out, '\n');
}

void info_state(struct host_output *out, const struct issues *issues, tt_recording_state state,
                const char *missing)
{
    bool is_unfinished = state == TT_RECORDING_UNFINISHED;
    info_line(out, "state", "%s%s%s, errors %" PRIu64 ", warnings %" PRIu64 ", notes %" PRIu64,
              tt_recording_state_name(state), is_unfinished ? ", " : "",
              is_unfinished ? missing : "", issues->errors, issues->warnings, issues->notes);
}

static void null_json(struct json *j, const char *key)
{
    json_word(j, key, tt_bytes_of("null"));
}

/* The keys of what was read, of which there is nothing. */
static void nothing_json(const struct issues *issues, struct json *j)
{
    static const char *const zeros[] = {"ticks",      "first_tick", "last_tick",
                                        "duration_s", "players",    "most_players"};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        json_uint(j, zeros[i], 0);
    }
    json_object_begin(j, "events");
    json_object_end(j);
    issues_json_counts(issues, j);
}

void info_json_headless(const struct issues *issues, const char *format, uint64_t bytes,
                        bool is_quick)
{
    const struct job *job = issues->job;
    if (!job->settings->json || issues->errors == 0) {
        return;
    }
    struct json j = json_begin(job->out);
    json_text_c(&j, "file", job->path);
    json_text_c(&j, "format", format);
    null_json(&j, "version");
    if (!is_quick) {
        json_uint(&j, "bytes", bytes);
        json_bool(&j, "complete", false);
    }
    json_text_c(&j, "state", tt_recording_state_name(TT_RECORDING_DAMAGED));
    if (!is_quick) {
        nothing_json(issues, &j);
    }
    null_json(&j, "header");
    json_end(&j);
}

const char *info_comma(bool *any)
{
    const char *between = *any ? ", " : "";
    *any = true;
    return between;
}
