/* SPDX-License-Identifier: MIT
 *
 * Text that the commands share: times, numbers and versions. Makes text safe for a terminal,
 * measures its columns and cuts it.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/io/output.h"
#include "teetape/io/place.h"

/* The descriptor of results. <unistd.h> is reserved for the files that call the system. */
#define STDOUT_NUMBER 1

/* Sizes of `dst` for the functions below. */
#define TEXT_TIME TT_IO_PLACE_TIME_TEXT
#define TEXT_NUMBER 27  /* size of any uint64_t: 20 digits, 6 commas, NUL */
#define TEXT_VERSION 16 /* size of any int32_t: 2147483.64.7 and NUL are 13 */

/* Separates the names of a player. */
#define TEXT_RENAMED " > "

/* Writes a tick as game time, H:MM:SS.cc, which is exact at 50 ticks a second. Returns `dst`. */
static inline const char *text_time(char dst[TEXT_TIME], int64_t tick)
{
    return tt_io_place_time(dst, tick);
}

void text_blanks(tt_io_output *out, size_t count);

/* Writes a number with separated thousands: 45,051. Returns `dst`. */
const char *text_number(char dst[TEXT_NUMBER], uint64_t number);

/* Writes a version of DDNet: 16040 is 16.4, 15091 is 15.9.1, 0 and below is "". Returns `dst`. */
const char *text_version(char dst[TEXT_VERSION], int32_t version);

/* Names, chat and file names are untrusted. Text output makes all of them safe, also in a file,
 * because a terminal may show the file later. */

/* Appends `raw` made safe (tt_utf8_safe). */
void text_safe(tt_io_output *out, tt_bytes raw);

/* Returns the columns that a text takes on a terminal. The system's table is used when main has
 * set a UTF-8 locale (terminal_start). Otherwise each code point counts one. A byte that is not
 * UTF-8 counts one, too. */
size_t text_width(tt_bytes text);

/* Returns the longest beginning of `text` that takes at most `width` columns, including combining
 * marks of its last character. */
tt_bytes text_cut(tt_bytes text, size_t width);

/* Appends blanks and then trusted text or a number, so that it ends at `width` columns. */
void text_right(tt_io_output *out, const char *text, size_t width);
void text_int_right(tt_io_output *out, int32_t number, size_t width);

/* Appends trusted text and then blanks, up to `width` columns. */
void text_pad(tt_io_output *out, const char *text, size_t width);

enum text_look { TEXT_NORMAL, TEXT_BOLD, TEXT_FAINT, TEXT_RED, TEXT_GREEN, TEXT_YELLOW, TEXT_CYAN };

/* Returns the escape sequence of a look, or "" without colour. Every look ends with TEXT_NORMAL. */
const char *text_look(enum text_look look, bool colour);

#endif
