/* SPDX-License-Identifier: MIT
 *
 * Goes to a place in a recording by its index.
 */
#include "cli/read/jump.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/read/place.h"
#include "cli/read/span.h"
#include "cli/show/text.h"
#include "host/message.h"

void jump_tell(const struct job *job, enum archive_index_status status,
               const struct host_error *error)
{
    static const char again[] = "teetape index makes a new one";
    char *path = archive_index_path(job->path, job->span->index_dir);
    if (path == NULL) {
        return;
    }
    switch (status) {
    case ARCHIVE_INDEX_OLD:
        host_message(HOST_MESSAGE_WARNING, path, "an index of an older version, and not used; %s",
                     again);
        break;
    case ARCHIVE_INDEX_DAMAGED:
        host_message(HOST_MESSAGE_WARNING, path,
                     "no index of this version, or a damaged one, and not used; %s", again);
        break;
    case ARCHIVE_INDEX_OTHER:
        host_message(HOST_MESSAGE_WARNING, path,
                     "of another recording, or the recording was changed; not used; %s", again);
        break;
    case ARCHIVE_INDEX_DIFFERS:
        host_message(HOST_MESSAGE_WARNING, path,
                     "does not agree with the recording: it is damaged, or the recording was "
                     "changed; %s",
                     again);
        break;
    case ARCHIVE_INDEX_GREW:
        host_message(HOST_MESSAGE_NOTE, path,
                     "the recording has grown since it was indexed; not used; teetape index makes "
                     "it longer");
        break;
    case ARCHIVE_INDEX_SYSTEM:
        host_message(HOST_MESSAGE_WARNING, path, "%s; not used", error->text);
        break;
    default:
        break;
    }
    free(path);
}

static void tell_unless_quiet(const struct recording *r, enum archive_index_status status,
                              const struct host_error *error)
{
    if (!r->issues.quiet) {
        jump_tell(r->job, status, error);
    }
}

/* The bytes of the header, to be freed. */
static tt_bytes header_of(const struct recording *r)
{
    size_t magic = sizeof tt_th_magic.bytes, size = magic + r->header.json.size + 1;
    uint8_t *bytes = malloc(size);
    if (bytes != NULL) {
        memcpy(bytes, tt_th_magic.bytes, magic);
        memcpy(bytes + magic, r->header.json.data, r->header.json.size);
        bytes[size - 1] = 0;
    }
    return (tt_bytes){bytes, bytes != NULL ? size : 0};
}

static struct archive_index *open_index(struct recording *r)
{
    struct host_error error;
    enum archive_index_status status = ARCHIVE_INDEX_NONE;
    char *path = archive_index_path(r->job->path, r->job->span->index_dir);
    struct archive_index *index = path != NULL ? archive_index_open(path, &status, &error) : NULL;
    free(path);
    if (index != NULL) {
        tt_bytes header = header_of(r);
        status = archive_index_fits(index, r->job->path, header);
        free((void *)header.data);
        error = *archive_index_error(index);
    }
    if (status != ARCHIVE_INDEX_GOOD) {
        tell_unless_quiet(r, status, &error);
        archive_index_close(index);
        return NULL;
    }
    return index;
}

struct archive_index *jump_index(struct recording *r)
{
    const struct settings *settings = r->job->settings;
    if (!r->looked_for_index && r->has_header) {
        r->looked_for_index = true;
        bool is_wanted =
            !r->job->span->no_index && !settings->follow && strcmp(r->job->path, "-") != 0;
        r->index = is_wanted ? open_index(r) : NULL;
    }
    return r->index;
}

void jump_forget(struct recording *r, enum archive_index_status status)
{
    struct host_error error = *archive_index_error(r->index);
    bool is_system = error.kind != HOST_ERROR_NONE || status == ARCHIVE_INDEX_SYSTEM;
    if (error.kind == HOST_ERROR_NONE) {
        host_error_system(&error, ENOMEM, "cannot be used"); /* or the recording, which will tell */
    }
    tell_unless_quiet(r, is_system ? ARCHIVE_INDEX_SYSTEM : status, &error);
    archive_index_close(r->index);
    r->index = NULL;
}

static bool allocate(struct jump *jump)
{
    jump->th = malloc(sizeof *jump->th);
    jump->own_world = malloc(sizeof *jump->own_world);
    jump->past = malloc(sizeof *jump->past);
    jump->world = jump->own_world;
    return jump->th != NULL && jump->own_world != NULL && jump->past != NULL;
}

/* The state at the begin of the block, and whether it is the one that the table tells of. */
static bool resume(struct jump *jump)
{
    tt_bytes state;
    struct recording *r = jump->r;
    tt_index_block block = archive_index_block(jump->index, jump->block);
    return archive_index_state(jump->index, jump->block, &state) &&
           tt_th_resume(jump->th, jump->own_world, r->scratch, RECORDING_SCRATCH, r->header.json,
                        jump->past, tt_recording_th_state(state)) == TT_OK &&
           tt_th_offset(jump->th) == block.begin && jump->world->tick == block.tick &&
           jump->past->sessions == block.first_session;
}

bool jump_open(struct jump *jump, struct recording *r, int64_t tick)
{
    *jump = (struct jump){.r = r, .index = jump_index(r)};
    if (jump->index == NULL) {
        return false;
    }
    jump->block = archive_index_find(jump->index, tick < PLACE_END ? (int32_t)tick : INT32_MAX);
    tt_index_block block = archive_index_block(jump->index, jump->block);
    /* With --strict, reading ends at the first error. */
    if (jump->block == 0 || (r->job->settings->strict && block.errors != 0)) {
        return false;
    }
    enum archive_index_status status = ARCHIVE_INDEX_SYSTEM;
    if (allocate(jump)) {
        status = resume(jump) ? archive_place_open(&jump->place, jump->index, jump->block,
                                                   r->job->path, r->job->stop)
                              : ARCHIVE_INDEX_DAMAGED;
    }
    if (status != ARCHIVE_INDEX_GOOD) {
        jump_drop(jump);
        jump_forget(r, status);
        return false;
    }
    return true;
}

/* What is wrong before the place counts, but is not told one by one. */
static void pass_over(struct recording *r, const tt_index_block *block)
{
    char time[TEXT_TIME];
    r->passed_errors = block->errors;
    r->passed_warnings = block->warnings;
    if (!r->issues.quiet && (block->errors != 0 || block->warnings != 0)) {
        host_message(HOST_MESSAGE_WARNING, r->job->path,
                     "%" PRIu32 " errors and %" PRIu32 " warnings before tick %" PRId32
                     " (%s) are not shown",
                     block->errors, block->warnings, block->tick, text_time(time, block->tick));
    }
}

void jump_take(struct jump *jump, tt_th_past *past)
{
    struct recording *r = jump->r;
    tt_index_block block = archive_index_block(jump->index, jump->block);
    jump->th->recover = r->th->recover;
    jump->th->on_issue = r->th->on_issue;
    jump->th->user = r->th->user;
    free(r->th);
    free(r->own_world);
    host_input_close(r->input);
    r->th = jump->th;
    r->own_world = jump->own_world;
    r->world = r->own_world;
    r->input = jump->place.input;
    r->interval = jump->place.data;
    r->bytes = block.begin + jump->place.size;
    tt_th_feed(r->th, jump->place.data, jump->place.size);
    if (past != NULL) {
        *past = *jump->past;
    }
    pass_over(r, &block);
    jump->th = NULL;
    jump->own_world = NULL;
    jump->place = (struct archive_place){NULL, NULL, 0};
    jump_drop(jump);
}

void jump_drop(struct jump *jump)
{
    archive_place_close(&jump->place);
    free(jump->th);
    free(jump->own_world);
    free(jump->past);
    jump->th = NULL;
    jump->own_world = NULL;
    jump->past = NULL;
}
