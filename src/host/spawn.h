/* SPDX-License-Identifier: MIT
 *
 * A program of the system that reads its input from a pipe, such as an encoder.
 */
#ifndef HOST_SPAWN_H
#define HOST_SPAWN_H

#include "teetape/io/error.h"
#include "teetape/io/output.h"

struct tti_program {
    const char *name;
    long id; /* id of the process; 0 for none */
    tt_io_output out;
};

/* Starts `arguments[0]`, which is searched in PATH; the list ends with NULL. Its stdout and stderr
 * are ours. Bytes are written to program->out; the caller must ignore SIGPIPE, which a program that
 * ends early would send. False with *error: TT_ERR_UNSUPPORTED when there is no such program, and
 * in a build that cannot start one; TT_ERR_SYSTEM. */
bool tti_program_start(struct tti_program *program, const char *const *arguments,
                       tt_io_error *error);

/* Closes the pipe and waits until the program has ended. False with *error when the program failed,
 * or did not read everything. A program that has not been started is fine. */
bool tti_program_end(struct tti_program *program, tt_io_error *error);

#endif
