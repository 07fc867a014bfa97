/* SPDX-License-Identifier: MIT
 *
 * Prints the counts of a scan of folders, for the verbs that update a database.
 */
#ifndef CLI_SCAN_H
#define CLI_SCAN_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/io/archive.h"

#define SCAN_TEXT 256

extern const struct column scan_columns[];

/* Writes "3 recordings known" and returns its size. */
int scan_say_known(char text[SCAN_TEXT], uint64_t files);

/* Writes the counts: "3 recordings known: 1 read, 1 damaged". */
void scan_say(char text[SCAN_TEXT], const tt_io_archive_counts *counts);

/* Reports what tt_io_find says. */
void scan_tell(tt_level level, const tt_io_error *what);

/* Prints the counts as a line, or as a JSON object. */
void scan_print(const struct job *job, const tt_io_archive_counts *counts);

#endif
