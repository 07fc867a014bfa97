/* SPDX-License-Identifier: MIT
 *
 * Where an output goes: -o FILE, or -o FOLDER/ for several.
 */
#ifndef CLI_OUT_PATH_H
#define CLI_OUT_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shell/command.h"

/* PATH_MAX of Linux, with the NUL. A longer path is reported. */
#define OUT_PATH 4096

const char *out_path_name(const char *path);

/* Ends in a slash, or is a folder. */
bool out_path_is_folder(const char *path);

/* Exists and is no folder. */
bool out_path_is_file(const char *path);

/* A sentence about -o, which may be a folder, and has to be one for several inputs; or NULL. */
const char *out_path_check(const struct shell *sh);

/* `folder/name`. False after a report when it is too long. */
bool out_path_join(char dst[OUT_PATH], const char *folder, const char *name);

/* Takes a name for one output of this run; any thread. False, after a report about `input`, when
 * another output has it: of two recordings with one name --force would keep only one. */
bool out_path_claim(const char *path, const char *input);

/* The one output of a job: -o, or `name` in the folder -o, which is made and whose name is taken.
 * False after a report, with *status. */
bool out_path_of_job(char dst[OUT_PATH], const struct job *job, const char *name,
                     enum exit_status *status);

#endif
