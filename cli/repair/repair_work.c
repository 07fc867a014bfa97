/* SPDX-License-Identifier: MIT
 *
 * See repair_work.h.
 */
#include "cli/repair/repair_work.h"

#include <inttypes.h>
#include <string.h>

#include "cli/shell/issues.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "host/message.h"

void repair_work_fail(struct repair_work *w, enum exit_status status, const char *path,
                      const char *text)
{
    host_message(HOST_MESSAGE_ERROR, path, "%s", text);
    w->status = status;
}

/* Compressed data that is damaged ends here, and is repaired as far as it goes; or it goes on. */
static enum repair_status pass_damage(struct repair_work *w)
{
    struct host_error error = *host_input_error(w->input);
    w->ended = true;
    if (error.kind != HOST_ERROR_DAMAGED) {
        repair_work_fail(w, EXIT_SYSTEM, w->job->path, error.text);
        return REPAIR_STOPPED;
    }
    if (w->damages++ == 0) {
        w->damage = error;
    }
    if (w->damages <= ISSUES_TOLD) {
        host_message(HOST_MESSAGE_WARNING, w->job->path, "byte %" PRIu64 " of the file: %s",
                     error.offset, error.text);
    }
    bool can_pass = host_input_pass(w->input, &w->missing);
    w->could_pass = can_pass && !w->passes;
    w->ended = !can_pass || !w->passes;
    return w->ended ? REPAIR_END : REPAIR_GAP;
}

enum repair_status repair_work_next(struct repair_work *w, tt_bytes *piece)
{
    if (w->has_first) {
        w->has_first = false;
        *piece = w->first;
        return REPAIR_PIECE;
    }
    if (w->ended) {
        return REPAIR_END;
    }
    switch (host_input_next(w->input, piece)) {
    case HOST_INPUT_PIECE:
        run_progress(w->job, host_input_count(w->input).read);
        return REPAIR_PIECE;
    case HOST_INPUT_END:
        w->ended = true;
        return REPAIR_END;
    case HOST_INPUT_FAILED:
        return pass_damage(w);
    case HOST_INPUT_IDLE: /* nobody follows here */
    case HOST_INPUT_STOPPED:
        break;
    }
    return REPAIR_STOPPED;
}

bool repair_path(char path[OUT_PATH], const struct job *job, enum exit_status *status)
{
    const char *output = job->settings->output;
    const char *slash = strrchr(job->path, '/');
    const char *name = slash != NULL ? slash + 1 : job->path;
    bool good;
    if (!out_path_is_folder(output)) {
        good = out_path_copy(path, output);
    } else if (strcmp(job->path, "-") == 0) {
        host_message(HOST_MESSAGE_ERROR, output, "the output is a folder, and stdin has no name");
        *status = EXIT_USAGE;
        return false;
    } else {
        good = out_path_in_folder(path, output, name);
        if (good && !out_path_claim(path)) {
            *status = EXIT_USAGE;
            return false;
        }
    }
    *status = good ? *status : EXIT_SYSTEM;
    return good;
}

bool repair_work_output(struct repair_work *w)
{
    w->is_open = repair_path(w->path, w->job, &w->status) &&
                 target_open(&w->file, w->path, w->job, &w->status);
    return w->is_open;
}

bool repair_work_commit(struct repair_work *w)
{
    struct host_error error;
    w->is_open = false;
    if (host_compressed_file_commit(&w->file, &error)) {
        return true;
    }
    w->status = target_failed(w->path, &error);
    return false;
}

bool repair_work_open(struct repair_work *w, struct job *job)
{
    struct host_error error;
    w->job = job;
    w->input = source_open(job, &error);
    if (w->input == NULL) {
        repair_work_fail(w, EXIT_SYSTEM, job->path, error.text);
        return false;
    }
    switch (repair_work_next(w, &w->first)) {
    case REPAIR_PIECE:
        w->has_first = true;
        return true;
    case REPAIR_END:
        if (w->damage.kind == HOST_ERROR_NONE && source_is_passed_over(job, HOST_KIND_EMPTY)) {
            break; /* an empty file in a folder is no recording, unless its name says so */
        }
        repair_work_fail(w, EXIT_DAMAGED, job->path,
                         w->damage.kind == HOST_ERROR_NONE ? host_kind_reason(HOST_KIND_EMPTY)
                                                           : "nothing can be decompressed");
        break;
    case REPAIR_GAP: /* only behind the first piece, see w->passes */
    case REPAIR_STOPPED:
        break;
    }
    return false;
}

enum exit_status repair_work_close(struct repair_work *w)
{
    if (w->is_open) {
        host_compressed_file_discard(&w->file);
    }
    host_input_close(w->input);
    return w->status;
}
