/* SPDX-License-Identifier: MIT
 *
 * What is wrong with one recording: counted, kept for `verify`, and the first of it reported.
 */
#ifndef CLI_ISSUES_H
#define CLI_ISSUES_H

#include "cli/shell/command.h"
#include "cli/text/json.h"
#include "teetape/io/error.h"
#include "teetape/status.h"
#include "teetape/uuid.h"

/* Issues of one recording that are reported one by one, of errors and of warnings each; the rest is
 * counted. One lost byte of a recording can make an error of every record after it. */
#define ISSUES_TOLD 10

/* Issues that are kept for the result of `verify`. */
#define ISSUES_KEPT 100

/* Where no tick is known yet, in place of the ticks since the start. */
#define ISSUES_NO_TICK (-1)

struct issues {
    const struct job *job;
    bool quiet; /* a first pass: nothing is reported but what the system refused */
    uint64_t errors, warnings, notes;  /* all of them, reported or not */
    struct tt_issue kept[ISSUES_KEPT]; /* the first errors and warnings; notes are only counted */
    size_t kept_count;                 /* of kept */
    uint64_t unknown;                  /* extensions that this version does not know */
    tt_uuid unknown_kinds[8];          /* the first of them */
    size_t unknown_count;              /* of unknown_kinds */
    bool is_unfinished; /* all was read, and its recorder did not write the end of it */
    tt_io_error damage; /* of the compressed data; status TT_OK when there is none */
};

/* Counts and keeps it. Whether it is to be reported: no note, and not one of too many. */
bool issues_take(struct issues *s, const tt_issue *issue);

/* Reports an issue with its place. `since_start` is the game time of its tick, in ticks, or
 * ISSUES_NO_TICK. */
void issues_tell(const struct issues *s, const tt_issue *issue, int32_t since_start);

/* The file cannot be opened, read or decompressed: reports it, and counts damage as an error. What
 * that makes of the exit status. */
enum exit_status issues_take_host(struct issues *s, const tt_io_error *error);

/* It ends at this offset without what its recorder writes last, which `note` says. With --strict
 * that is damage, and is reported. */
void issues_unfinished(struct issues *s, tt_status note, uint64_t offset);

/* What the recording is; `is_closed` is whether its recorder wrote the end of it. With --strict a
 * warning is damage. */
tt_recording_state issues_state(const struct issues *s, bool is_closed);

/* Whether --strict, if it is given, has nothing against a recording of this state. */
bool issues_state_is_good(const struct issues *s, tt_recording_state state);

/* The first error of the recording, of those that were kept; NULL without one. Damage of the
 * compressed data is none: it has no place in the recording. */
const tt_issue *issues_first_error(const struct issues *s);

/* Says how many were not reported. */
void issues_tell_rest(const struct issues *s);

/* Appends the members "errors", "warnings" and "notes". */
void issues_json_counts(const struct issues *s, struct json *j);

/* Appends an array of what was kept; `of` is a struct issues. For struct column_own. */
void issues_json(struct json *j, const char *key, const void *of);

/* Names the file on a line of its own if there is more than one input; for text. */
void job_text_file(const struct job *job);

/* Appends "file" to a JSON object that begins if there is more than one input. */
void job_json_file(const struct job *job, struct json *j);

#endif
