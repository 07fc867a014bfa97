/* SPDX-License-Identifier: MIT
 *
 * Texts from strangers, and three kinds of search: exact, without regard to case, and with
 * wildcards.
 */
#ifndef HOST_PATTERN_H
#define HOST_PATTERN_H

#include <stdbool.h>

#include "teetape/bytes.h"

/* Replaces NULs and what is not UTF-8 by U+FFFD. The caller frees the result, NULL without
 * memory. */
char *tti_text_valid(tt_bytes text);

/* Folds ASCII, Latin, Greek, Cyrillic and Armenian letters one by one. Databases hold the result,
 * so it is the same on every machine. The caller frees it. */
char *tti_text_fold(const char *text);

/* Patterns: `*` matches any characters, `?` one. A backslash before one of `*`, `?` and `\` makes
 * it a plain character; before any other character it is itself. */

bool tti_pattern_is_one(const char *pattern);

/* Returns the pattern up to its first wildcard, without backslashes. The caller frees it; NULL
 * without memory. */
char *tti_pattern_begin(const char *pattern);

/* Returns true when the whole text fits the pattern. Both are UTF-8. `ignore_case` compares folded
 * letters. Time is at most the product of their sizes. */
bool tti_pattern_match(const char *pattern, const char *text, bool ignore_case);

/* Returns true when a name in a recording fits the pattern, or is the same bytes. Only a name of
 * less than TT_NAME_CAP bytes fits a pattern. */
bool tti_pattern_name(const char *wanted, bool ignore_case, tt_bytes name);

#endif
