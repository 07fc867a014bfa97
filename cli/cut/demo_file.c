/* SPDX-License-Identifier: MIT
 *
 * Opens files of demos, and gives those that are whole their names.
 *
 * The writer of the core gives bytes to the file (tt_io_file_put). What becomes known only at the
 * end, length and markers, is patched into the header before the file gets its name.
 */
#include "cli/cut/demo_file.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/shell/target.h"
#include "cli/show/text.h"

/* Patches are wanted because length and markers of a demo are in its header, but known when it ends
 * only. An output that cannot be changed in place is held back for them until the commit. */
bool demo_file_open(struct demo_file *f, const struct job *job, const char *path,
                    tt_demo_write_memory *memory, enum exit_status *status)
{
    f->job = job;
    f->path = path;
    f->file = target_open(path, TARGET_PATCHES, job, status);
    tt_demo_writer_init(&f->writer, memory, tt_io_file_put, f->file);
    return f->file != NULL;
}

bool demo_file_has_failed(const struct demo_file *f)
{
    return tt_io_output_error(tt_io_file_out(f->file)) != 0;
}

/* Without a patch the header remains as it was written: of an output that failed, whose commit then
 * reports why. The file is closed either way, so that a second call does nothing. */
bool demo_file_commit(struct demo_file *f, const tt_demo_patch *patch, enum exit_status *status)
{
    tt_io_error error;
    tt_io_file *file = f->file;
    if (file == NULL) {
        return false;
    }
    f->file = NULL;
    if (patch != NULL) {
        tt_io_file_patch(file, 0, (tt_bytes){patch->bytes, patch->size});
    }
    if (!tt_io_file_commit(file, &error)) {
        *status = target_failed(f->job, f->path, &error);
        return false;
    }
    return true;
}

/* For a demo that was written with the writer directly (--split), not with the core's cut. */
bool demo_file_finish(struct demo_file *f, enum exit_status *status)
{
    tt_demo_patch patch;
    bool is_whole = !demo_file_has_failed(f) && tt_demo_write_finish(&f->writer, &patch) == TT_OK;
    return demo_file_commit(f, is_whole ? &patch : NULL, status);
}

void demo_file_discard(struct demo_file *f)
{
    tt_io_file_discard(f->file);
    f->file = NULL;
}

/* One line for eyes: path as written by the user, made safe, and the numbers that every command
 * says of a demo. `more` is what a verb has besides. */
void demo_file_print(const struct job *job, const char *path, const struct demo_file_facts *facts,
                     const char *more)
{
    char length[TEXT_TIME], line[400];
    text_time(length, facts->last_tick - facts->first_tick);
    snprintf(line, sizeof line,
             ": %s long (ticks %" PRId32 " to %" PRId32 "), %" PRIu64 " snapshots, %" PRIu64
             " messages, %" PRIu64 " bytes%s\n",
             length, facts->first_tick, facts->last_tick, facts->snapshots, facts->messages,
             facts->bytes, more);
    text_safe(job->out, tt_bytes_of(path));
    tt_io_output_text(job->out, line);
}
