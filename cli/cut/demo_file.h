/* SPDX-License-Identifier: MIT
 *
 * A demo on its way to a file, which appears when the demo is whole.
 */
#ifndef CLI_DEMO_FILE_H
#define CLI_DEMO_FILE_H

#include "cli/shell/command.h"
#include "teetape/demo_write.h"
#include "teetape/io/file.h"

/* It must not be moved while it is open. */
struct demo_file {
    const struct job *job;
    const char *path;
    tt_demo_writer writer;
    tt_io_file *file; /* of the path; NULL when it is not open */
};

/* Opens the output, whose path has to remain valid, with a writer that uses `memory`. False when it
 * cannot be had, which was reported, with *status. */
bool demo_file_open(struct demo_file *f, const struct job *job, const char *path,
                    tt_demo_write_memory *memory, enum exit_status *status);

/* Whether it cannot be written; the commit reports it. */
bool demo_file_has_failed(const struct demo_file *f);

/* Gives the demo its name, with what `patch`, which may be NULL, puts into its header. False when
 * it cannot be, which was reported, with *status. Nothing when it is not open. */
bool demo_file_commit(struct demo_file *f, const tt_demo_patch *patch, enum exit_status *status);

/* Completes the demo, and does the same. */
bool demo_file_finish(struct demo_file *f, enum exit_status *status);
void demo_file_discard(struct demo_file *f);

/* What is said of a demo that was made, as far as it is the same for all: ": ... bytes". */
struct demo_file_facts {
    int32_t first_tick, last_tick;
    uint64_t snapshots, messages, bytes;
};
void demo_file_print(const struct job *job, const char *path, const struct demo_file_facts *facts,
                     const char *more);

#endif
