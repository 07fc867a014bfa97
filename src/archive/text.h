/* SPDX-License-Identifier: MIT
 *
 * Texts of strangers in a database, and how they are searched: as they are, without regard to
 * case, and with wildcards.
 */
#ifndef ARCHIVE_TEXT_H
#define ARCHIVE_TEXT_H

#include <stdbool.h>

#include "teetape/bytes.h"

/* U+FFFD replaces what is not UTF-8, and NULs. To be freed; NULL without memory. */
char *tti_archive_text_valid(tt_bytes text);

/* Folds ASCII, Latin, Greek, Cyrillic and Armenian letters one by one. Databases hold the result,
 * so it is the same on every machine. To be freed. */
char *tti_archive_text_fold(const char *text);

/* Patterns: `*` stands for any characters, `?` for one, and a backslash takes the meaning from one
 * of these three characters after it; before any other it is itself. */

bool tti_archive_pattern_is_one(const char *pattern);

/* Returns the pattern up to its first wildcard, without backslashes. To be freed; NULL without
 * memory. */
char *tti_archive_pattern_begin(const char *pattern);

/* Both are UTF-8; time is at most the product of their sizes. */
bool tti_archive_pattern_match(const char *pattern, const char *text);

#endif
