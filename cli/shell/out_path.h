/* SPDX-License-Identifier: MIT
 *
 * Where an output goes: -o FILE, or -o FOLDER/ for several.
 */
#ifndef CLI_OUT_PATH_H
#define CLI_OUT_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shell/command.h"

/* Bytes of a path that is made here, with its NUL: PATH_MAX of Linux. A longer one is reported. */
#define OUT_PATH 4096

/* The name of a file, without its folders. */
const char *out_path_name(const char *path);

/* It ends in a slash, or a folder has this name. */
bool out_path_is_folder(const char *path);

/* Something that is no folder has this name. */
bool out_path_is_file(const char *path);

/* Whether -o, which may be a folder, is given and can be met, and whether it can be for `count`
 * inputs: a sentence about what is wrong, or NULL. For command.check and check_count. */
const char *out_path_check(const struct settings *settings, const void *options);
const char *out_path_check_count(const struct settings *settings, const void *options,
                                 size_t count);

/* `folder/name`. False when it is too long, after saying so. */
bool out_path_join(char dst[OUT_PATH], const char *folder, const char *name);

/* Makes the folder of -o, which may be there already. False when that fails, after saying so. */
bool out_path_make_folder(const struct job *job);

/* Takes a name for one output of this run; from several threads, too. False when another one has it
 * already: of two recordings with the same name from two folders, --force would keep only one. Says
 * so of the input, whose output has no other name to be recognized by. */
bool out_path_claim(const char *path, const char *input);

/* Where the one output of a job goes: -o, or `name` in the folder that it is, which is made and
 * whose name is taken. False when that fails, after saying so, with *status. */
bool out_path_of_job(char dst[OUT_PATH], const struct job *job, const char *name,
                     enum exit_status *status);

#endif
