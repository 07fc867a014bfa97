/* SPDX-License-Identifier: MIT
 *
 * Counts the issues of a recording and prints the first ones.
 */
#include "cli/shell/issues.h"

#include <inttypes.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/text/text.h"

static void take_unknown(struct issues *s, const uint8_t *uuid)
{
    size_t i = 0;
    s->unknown++;
    while (i < s->unknown_count && memcmp(s->unknown_kinds[i].bytes, uuid, sizeof(tt_uuid)) != 0) {
        i++;
    }
    if (i == s->unknown_count && i < sizeof s->unknown_kinds / sizeof s->unknown_kinds[0]) {
        memcpy(s->unknown_kinds[s->unknown_count++].bytes, uuid, sizeof(tt_uuid));
    }
}

/* Counts an issue. Errors and warnings have separate limits, so that a thousand warnings do not
 * hide the first error. */
bool issues_take(struct issues *s, const tt_issue *issue)
{
    uint64_t *count = issue->level == TT_LEVEL_ERROR     ? &s->errors
                      : issue->level == TT_LEVEL_WARNING ? &s->warnings
                                                         : &s->notes;
    ++*count;
    if (issue->uuid != NULL) {
        take_unknown(s, issue->uuid);
    }
    if (issue->level == TT_LEVEL_NOTE) {
        return false;
    }
    if (s->kept_count < ISSUES_KEPT) {
        s->kept[s->kept_count++] = *issue;
    }
    return *count <= ISSUES_TOLD;
}

/* Reports an issue. Prints the offset first: a hex editor needs it, and it is known even without a
 * tick. */
void issues_tell(const struct issues *s, const tt_issue *issue, int32_t since_start)
{
    char time[TEXT_TIME];
    enum message_level level = issue->level == TT_LEVEL_ERROR ? MESSAGE_ERROR : MESSAGE_WARNING;
    if (since_start == ISSUES_NO_TICK) {
        message_say(level, s->job->path, "offset %" PRIu64 ": %s", issue->offset, issue->what);
        return;
    }
    message_say(level, s->job->path, "offset %" PRIu64 ", tick %" PRId32 " (%s): %s", issue->offset,
                issue->tick, text_time(time, since_start), issue->what);
}

enum exit_status issues_take_host(struct issues *s, const tt_io_error *error)
{
    char text[TT_IO_ERROR_TEXT];
    /* A missing decompressor is not damage: another build may find the recording good. */
    bool is_system = error->status == TT_ERR_SYSTEM || error->status == TT_ERR_UNSUPPORTED;
    message_say(MESSAGE_ERROR, s->job->path, "%s", tt_io_error_text(text, error));
    if (!is_system) {
        s->damage = *error;
        s->errors++;
    }
    return is_system ? EXIT_SYSTEM : EXIT_DAMAGED;
}

/* Notes a recording that lacks its end, because the server crashed or still runs. */
void issues_unfinished(struct issues *s, tt_status note, uint64_t offset)
{
    s->is_unfinished = true;
    if (s->job->settings->strict) {
        message_say(MESSAGE_ERROR, s->job->path, "offset %" PRIu64 ": %s", offset,
                    tt_status_text(note));
    }
}

tt_recording_state issues_state(const struct issues *s, bool is_closed)
{
    uint64_t warnings = s->job->settings->strict ? s->warnings : 0;
    return tt_recording_state_of(s->errors + warnings, is_closed);
}

bool issues_state_is_good(const struct issues *s, tt_recording_state state)
{
    return state == TT_RECORDING_GOOD ||
           (state == TT_RECORDING_UNFINISHED && !s->job->settings->strict);
}

static void tell_rest(const struct issues *s, uint64_t count, const char *what)
{
    if (count > ISSUES_TOLD) {
        message_say(MESSAGE_NOTE, s->job->path, "%" PRIu64 " more %s like these are not shown",
                    count - ISSUES_TOLD, what);
    }
}

static void tell_unknown(const struct issues *s)
{
    enum { MOST = sizeof s->unknown_kinds / sizeof s->unknown_kinds[0] };
    char kinds[MOST * (TT_UUID_TEXT + 1)];
    size_t size = 0;
    for (size_t i = 0; i < s->unknown_count; i++) {
        memcpy(kinds + size, ", ", 2);
        size += i > 0 ? 2 : 0;
        tt_uuid_format(kinds + size, &s->unknown_kinds[i]);
        size += TT_UUID_TEXT - 1;
    }
    if (s->unknown > 0) {
        message_say(MESSAGE_NOTE, s->job->path,
                    "%" PRIu64 " record%s of %zu%s kind%s that this version does not know: %s",
                    s->unknown, s->unknown == 1 ? "" : "s", s->unknown_count,
                    s->unknown_count == MOST ? " or more" : "", s->unknown_count == 1 ? "" : "s",
                    kinds);
    }
}

void issues_tell_rest(const struct issues *s)
{
    tell_unknown(s);
    tell_rest(s, s->errors, "errors");
    tell_rest(s, s->warnings, "warnings");
}

static void damage_json(const tt_io_error *damage, struct json *j)
{
    if (damage->status == TT_OK) {
        return;
    }
    json_object_begin(j, NULL);
    json_text_c(j, "level", "error");
    json_text_c(j, "status", tt_status_name(damage->status) + strlen("TT_ERR_"));
    json_uint(j, "file_offset", damage->offset);
    json_text_c(j, "what", damage->text);
    json_object_end(j);
}

void issues_json(struct json *j, const char *key, const void *of)
{
    const struct issues *s = of;
    json_array_begin(j, key);
    for (size_t i = 0; i < s->kept_count; i++) {
        const tt_issue *issue = &s->kept[i];
        json_object_begin(j, NULL);
        json_text_c(j, "level", issue->level == TT_LEVEL_ERROR ? "error" : "warning");
        json_text_c(j, "status", tt_status_name(issue->status));
        json_uint(j, "offset", issue->offset);
        json_int(j, "tick", issue->tick);
        json_text_c(j, "what", issue->what);
        json_object_end(j);
    }
    damage_json(&s->damage, j);
    json_array_end(j);
}

/* Prints the name of the file when there are many. A folder counts as many inputs, even with one
 * file, so that its output always has the same form. */
void job_text_file(const struct job *job)
{
    if (job->is_one_of_many) {
        text_safe(job->out, tt_bytes_of(job->path));
        tt_io_output_byte(job->out, '\n');
    }
}

void job_json_file(const struct job *job, struct json *j)
{
    if (job->is_one_of_many) {
        json_text_c(j, "file", job->path);
    }
}
