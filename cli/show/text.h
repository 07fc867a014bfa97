/* SPDX-License-Identifier: MIT
 *
 * Small pieces of text that the commands share.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "host/output.h"

/* The descriptor of results; <unistd.h> is the host's business. */
#define STDOUT_NUMBER 1

/* Bytes that the functions below need. */
#define TEXT_TIME 32
#define TEXT_NUMBER 27
#define TEXT_VERSION 16

/* A tick as game time, H:MM:SS.cc, exact: there are 50 ticks a second. The result is `dst`. */
const char *text_time(char dst[TEXT_TIME], int64_t tick);

/* A number with its thousands apart: 45,051. The result is `dst`. */
const char *text_number(char dst[TEXT_NUMBER], uint64_t number);

/* A version of DDNet: 16040 is 16.4, 15091 is 15.9.1. "" for none, which is 0 or less. The result
 * is `dst`. */
const char *text_version(char dst[TEXT_VERSION], int32_t version);

/* Appends what a stranger wrote, made safe for a terminal. */
void text_safe(struct host_output *out, tt_bytes raw);

/* Appends blanks and a text of ours, or a number, so that it ends at `width` columns. */
void text_right(struct host_output *out, const char *text, size_t width);
void text_int_right(struct host_output *out, int32_t number, size_t width);

/* Appends a text of ours and blanks, up to `width` columns. */
void text_pad(struct host_output *out, const char *text, size_t width);

enum text_look { TEXT_NORMAL, TEXT_BOLD, TEXT_FAINT, TEXT_RED, TEXT_GREEN, TEXT_YELLOW, TEXT_CYAN };

/* The escape sequence of a look, "" without colour. Every look ends with TEXT_NORMAL. */
const char *text_look(enum text_look look, bool colour);

#endif
