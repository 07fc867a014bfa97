/* SPDX-License-Identifier: MIT
 *
 * Unit, source and meaning of a column, by name.
 */
#include "table/meaning.h"

#include <stdio.h>

const char *tti_table_meaning(const tt_io_column *column, int which, char key[TABLE_MEANING_KEY])
{
    static const char *const endings[TABLE_MEANINGS] = {".unit", ".source", ".meaning"};
    const char *const values[TABLE_MEANINGS] = {
        column->unit, column->source == TT_VALUE_DERIVED ? "derived" : "recorded", column->meaning};
    snprintf(key, TABLE_MEANING_KEY, "teetape.%.64s%s", column->name, endings[which]);
    return values[which];
}
