/* SPDX-License-Identifier: MIT
 *
 * The beginning of every object that dump prints.
 */
#ifndef CLI_HEAD_H
#define CLI_HEAD_H

#include "cli/show/rows.h"

extern const struct column head_columns[];

/* Begins an object of this kind: its file if there are several, then head_columns. `time` is the
 * clock of the tick, or NULL. */
struct json head_json(const struct job *job, int32_t tick, const char *time, const char *kind);

#endif
