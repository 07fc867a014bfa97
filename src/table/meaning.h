/* SPDX-License-Identifier: MIT
 *
 * What our columns mean, as pairs of texts in the metadata of formats that have such.
 *
 * A file then explains itself: who opens it without this project sees that x is in world units, and
 * whether a value was recorded or derived. Parquet and Arrow have it.
 *
 * The keys are the same in each of them, so that one program can look for them.
 */
#ifndef TABLE_MEANING_H
#define TABLE_MEANING_H

#include "teetape/io/table.h"

/* Pairs of each column: unit, source, meaning. And bytes of a key with its NUL: names are cut at
 * 64. */
#define TABLE_MEANINGS 3
#define TABLE_MEANING_KEY 128

/* Pair number `which`, from 0: writes the key, such as "teetape.tick.unit", and returns the value.
 */
const char *tti_table_meaning(const tt_io_column *column, int which, char key[TABLE_MEANING_KEY]);

#endif
