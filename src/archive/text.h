/* SPDX-License-Identifier: MIT
 *
 * Texts from strangers in a database, and three kinds of search: exact, without regard to case, and
 * with wildcards.
 */
#ifndef ARCHIVE_TEXT_H
#define ARCHIVE_TEXT_H

#include <stdbool.h>

#include "teetape/bytes.h"

/* Replaces NULs and what is not UTF-8 by U+FFFD. The caller frees the result, NULL without
 * memory. */
char *tti_archive_text_valid(tt_bytes text);

/* Folds ASCII, Latin, Greek, Cyrillic and Armenian letters one by one. Databases hold the result,
 * so it is the same on every machine. The caller frees it. */
char *tti_archive_text_fold(const char *text);

/* Patterns: `*` matches any characters, `?` one. A backslash before one of `*`, `?` and `\` makes
 * it a plain character; before any other character it is itself. */

bool tti_archive_pattern_is_one(const char *pattern);

/* Returns the pattern up to its first wildcard, without backslashes. The caller frees it; NULL
 * without memory. */
char *tti_archive_pattern_begin(const char *pattern);

/* Returns true when the whole text fits the pattern. Both are UTF-8. Time is at most the product of
 * their sizes. */
bool tti_archive_pattern_match(const char *pattern, const char *text);

#endif
