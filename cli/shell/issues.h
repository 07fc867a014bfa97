/* SPDX-License-Identifier: MIT
 *
 * Collects what is wrong with a recording: counts it, keeps it for `verify`, and reports the first
 * issue.
 */
#ifndef CLI_ISSUES_H
#define CLI_ISSUES_H

#include "cli/shell/command.h"
#include "cli/text/json.h"
#include "teetape/io/error.h"
#include "teetape/status.h"
#include "teetape/uuid.h"

/* At most this many errors and as many warnings are reported: a lost byte can cause thousands. */
#define ISSUES_TOLD 10

/* Issues that are kept for the result of `verify`. */
#define ISSUES_KEPT 100

/* The tick of an issue before the first tick. */
#define ISSUES_NO_TICK (-1)

struct issues {
    const struct job *job;
    uint64_t errors, warnings, notes;  /* counts include those that are not reported */
    struct tt_issue kept[ISSUES_KEPT]; /* the first errors and warnings; notes are only counted */
    size_t kept_count;
    uint64_t unknown;         /* extensions that this version does not know */
    tt_uuid unknown_kinds[8]; /* the first kinds of unknown extensions */
    size_t unknown_count;
    bool is_unfinished; /* true when everything was read and the recorder has not written the end */
    tt_io_error damage; /* damage of the compressed data; status TT_OK without damage */
};

/* Counts and keeps the issue. Returns false for a note and for an issue above ISSUES_TOLD: these
 * are not reported. */
bool issues_take(struct issues *s, const tt_issue *issue);

/* Reports the issue. `since_start` is its game time in ticks, or ISSUES_NO_TICK. */
void issues_tell(const struct issues *s, const tt_issue *issue, int32_t since_start);

/* Reports a file that cannot be opened, read or decompressed. Counts damage as an error. */
enum exit_status issues_take_host(struct issues *s, const tt_io_error *error);

/* Notes that the recording lacks its end at `offset`. With --strict this is reported as damage. */
void issues_unfinished(struct issues *s, tt_status note, uint64_t offset);

/* Returns the state. With --strict a warning is damage. `is_closed`: the recorder wrote the end. */
tt_recording_state issues_state(const struct issues *s, bool is_closed);

/* Returns true if a recording of this state is accepted, which depends on --strict. */
bool issues_state_is_good(const struct issues *s, tt_recording_state state);

void issues_tell_rest(const struct issues *s);

/* Appends an array of the kept issues. `of` is a struct issues (column_own). */
void issues_json(struct json *j, const char *key, const void *of);

/* Prints the file name on a line of its own if there is more than one input. */
void job_text_file(const struct job *job);

/* Begins an object, with the member "file" if there is more than one input. */
void job_json_file(const struct job *job, struct json *j);

#endif
