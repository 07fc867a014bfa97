/* SPDX-License-Identifier: MIT
 *
 * Refuses to write a database in a build without SQLite.
 */
#include "table/format.h"

#include "host/error.h"

static bool refuse(struct table_writing *w, tt_io_error *error)
{
    (void)w;
    return tti_error_say(error, TT_ERR_UNSUPPORTED, "this build has no SQLite");
}

/* Takes the place of the function that adds rows. Never called, but every format must have one. */
static bool add(struct table_part *part, const tt_io_batch *batch)
{
    (void)part, (void)batch;
    return false;
}

const struct table_format tti_table_sqlite = {
    .is = {.name = "sqlite",
           .ending = ".sqlite",
           .doc = "database of SQLite",
           .in_order = 1,
           .needs_file = 1,
           .is_plain = true},
    .open = refuse,
    .part_add = add,
};
