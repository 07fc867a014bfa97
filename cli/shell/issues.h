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

/* Reported issues, of errors and of warnings each: a lost byte can make thousands. */
#define ISSUES_TOLD 10

/* Issues that are kept for the result of `verify`. */
#define ISSUES_KEPT 100

/* No tick is known yet. */
#define ISSUES_NO_TICK (-1)

struct issues {
    const struct job *job;
    uint64_t errors, warnings, notes;  /* all of them, reported or not */
    struct tt_issue kept[ISSUES_KEPT]; /* the first errors and warnings; notes are only counted */
    size_t kept_count;
    uint64_t unknown;         /* extensions that this version does not know */
    tt_uuid unknown_kinds[8]; /* the first of them */
    size_t unknown_count;
    bool is_unfinished; /* all was read, and its recorder did not write the end of it */
    tt_io_error damage; /* of the compressed data; status TT_OK when there is none */
};

/* Counts and keeps the issue. False for a note or one of too many, which are not reported. */
bool issues_take(struct issues *s, const tt_issue *issue);

/* `since_start` is the game time of the issue in ticks, or ISSUES_NO_TICK. */
void issues_tell(const struct issues *s, const tt_issue *issue, int32_t since_start);

/* Reports that the file cannot be opened, read or decompressed, and counts damage as an error. */
enum exit_status issues_take_host(struct issues *s, const tt_io_error *error);

/* Notes that the recording ends at this offset without the end that its recorder writes. With
 * --strict that is damage, and is reported. */
void issues_unfinished(struct issues *s, tt_status note, uint64_t offset);

/* With --strict a warning is damage. `is_closed`: the recorder wrote the end. */
tt_recording_state issues_state(const struct issues *s, bool is_closed);

/* --strict, if given, accepts a recording of this state. */
bool issues_state_is_good(const struct issues *s, tt_recording_state state);

void issues_tell_rest(const struct issues *s);

/* Appends an array of the kept issues; `of` is a struct issues (column_own). */
void issues_json(struct json *j, const char *key, const void *of);

/* Names the file on a line of its own if there is more than one input. */
void job_text_file(const struct job *job);

/* Begins an object, with "file" if there is more than one input. */
void job_json_file(const struct job *job, struct json *j);

#endif
