/* SPDX-License-Identifier: MIT
 *
 * What the parts of the small command have in common.
 */
#ifndef LIBRARY_TOOL_H
#define LIBRARY_TOOL_H

#include <teetape/io.h>
#include <teetape/teetape.h>

enum { TOOL_GOOD, TOOL_DAMAGED, TOOL_USAGE, TOOL_FAILED };

/* Raised by a signal. */
extern tt_io_stop tool_stop;

/* Reports an error, or a status alone. Any thread. */
void tool_say(const tt_io_error *error);
void tool_worsen(int status);

/* read.c; each prints to stdout */
void tool_facts(char **words);
void tool_players(char **words);
void tool_part(char **words);

/* search.c */
void tool_find(char **words);

/* json.c: an object, member by member; begins with the file, ends with the line. */
void tool_begin(tt_io_output *out, tt_bytes file);
void tool_int(tt_io_output *out, const char *key, int64_t value);
void tool_text(tt_io_output *out, const char *key, tt_bytes text); /* null without data */
void tool_end(tt_io_output *out);

/* Standard output; closed with a look at whether all was written. */
void tool_out_open(tt_io_output *out);
void tool_out_close(tt_io_output *out);

#endif
