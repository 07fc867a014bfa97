/* SPDX-License-Identifier: MIT
 *
 * Makes the paths of outputs: -o FILE, or -o FOLDER/ for several.
 */
#ifndef CLI_OUT_PATH_H
#define CLI_OUT_PATH_H

#include <stdbool.h>

#include "cli/shell/command.h"

/* PATH_MAX of Linux, with the NUL. A longer path is an error. */
#define OUT_PATH 4096

const char *out_path_name(const char *path);

/* Returns true for a path that ends in a slash or is a folder. */
bool out_path_is_folder(const char *path);

/* Returns true for a path that exists and is no folder. */
bool out_path_is_file(const char *path);

/* Returns a sentence when -o does not fit the inputs (several need a folder), or NULL. */
const char *out_path_check(const struct shell *sh);

/* Returns false, after reporting, for a path that was cut, because it could name another file.
 * `size` is the result of snprintf into OUT_PATH bytes. */
bool out_path_fits(int size, const char *path);

/* Writes `folder/name`. Returns false, after reporting, when it is too long. */
bool out_path_join(char dst[OUT_PATH], const char *folder, const char *name);

/* Claims a path for one output of this run. Returns false, after a report about `input`, when
 * another output has claimed it: with --force one of two recordings with the same name would be
 * lost. Any thread may call it. */
bool out_path_claim(const char *path, const char *input);

/* Does the same, but the same input may claim its path again. */
bool out_path_claim_again(const char *path, const char *input);

/* Gives the path for the one output of a job: -o, or `name` in the folder -o. `name` is NULL for
 * stdin, which a folder does not take. Makes the folder and claims the name. Returns false, after
 * reporting, with *status. */
bool out_path_of_job(char dst[OUT_PATH], const struct job *job, const char *name,
                     enum exit_status *status);

#endif
