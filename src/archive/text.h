/* SPDX-License-Identifier: MIT
 *
 * Texts of strangers in a database, and how they are searched: as they are, without regard to
 * case, and with wildcards.
 */
#ifndef ARCHIVE_TEXT_H
#define ARCHIVE_TEXT_H

#include <stdbool.h>

#include "teetape/bytes.h"

/* A copy with U+FFFD in place of what is not UTF-8 (and of NULs), to be freed; NULL without
 * memory. */
char *tti_archive_text_valid(tt_bytes text);

/* A copy of valid UTF-8 in which upper and lower case are the same, to be freed: ASCII, Latin,
 * Greek, Cyrillic and Armenian letters one by one, nothing else. The same on every machine and in
 * every locale, because it is in databases. */
char *tti_archive_text_fold(const char *text);

/* Patterns: `*` stands for any characters, `?` for one, and a backslash takes the meaning from one
 * of these three characters after it; before any other it is itself. */

/* Whether anything in `pattern` is a wildcard. */
bool tti_archive_pattern_is_one(const char *pattern);

/* The text before the first wildcard, without backslashes; of a pattern without wildcards all of
 * it. To be freed; NULL without memory. */
char *tti_archive_pattern_begin(const char *pattern);

/* Whether all of `text` matches. Both are UTF-8; time is at most the product of their sizes. */
bool tti_archive_pattern_match(const char *pattern, const char *text);

#endif
