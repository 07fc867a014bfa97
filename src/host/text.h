/* SPDX-License-Identifier: MIT
 *
 * Text for eyes: made harmless for a terminal, measured in columns, cut to a width.
 *
 * Names, chat and file names are written by strangers. Whatever of theirs is shown as
 * text goes through host_text_safe first, to a terminal or not, for a file may be shown later.
 */
#ifndef HOST_TEXT_H
#define HOST_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"

/* The most bytes that `size` bytes become when made safe. */
#define HOST_TEXT_SAFE_BOUND(size) ((size_t)4 * (size))

/* Writes `raw` made safe to `dst`: valid UTF-8 on one line that cannot move the cursor, start
 * an escape sequence or turn the direction of what follows. ASCII control bytes become \xNN;
 * invalid UTF-8, C1 controls, line and paragraph separators and bidirectional controls become
 * U+FFFD. What does not fit into `cap` is left out, never a part of a character. The result is
 * the size; no NUL is added. */
size_t host_text_safe(char *dst, size_t cap, tt_bytes raw);

/* Columns that a text takes on a terminal: by wcwidth when main has set a UTF-8 locale with
 * setlocale(LC_CTYPE, ""), else one per code point. A byte that is not UTF-8 counts one. */
size_t host_text_width(tt_bytes text);

/* The longest beginning of `text` that takes at most `width` columns, with the combining marks
 * that belong to its last character. */
tt_bytes host_text_cut(tt_bytes text, size_t width);

#endif
