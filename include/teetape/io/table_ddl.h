/* SPDX-License-Identifier: MIT
 *
 * Statements of ClickHouse that create a table for files of the format "native". Table and file
 * have their types from the same rows of tables.def.
 *
 *     tt_io_table_options options = {.kind = TT_TABLE_TICKS, .is_one_of_many = true};
 *     tt_io_table_ddl_options ddl = {.has_codecs = false};
 *     if (tt_io_table_plan_init(&plan, &options, &error))
 *         tt_io_table_ddl(&plan, &ddl, out, &error);
 *
 * A table has two columns before those of the plan: `day`, on which the recording began, and
 * `server`, the server's name. The table is partitioned by `day`. The rows of one recording are
 * written to a stage table first, where both columns have their default value, and attached from
 * there. docs/scale.md has all steps.
 */
#ifndef TEETAPE_IO_TABLE_DDL_H
#define TEETAPE_IO_TABLE_DDL_H

#include "teetape/io/output.h"
#include "teetape/io/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of tt_io_table_ddl. Zeros are the defaults. */
typedef struct tt_io_table_ddl_options {
    bool has_codecs; /**< false: statements for version 18.16 and newer, ordered by server,
                        recording, tick, cid. true: a codec for each column, which 18.16 does not
                        know; ordered by server, recording, cid, tick */
    const tt_io_reading
        *stage_of; /**< NULL: makes the table itself, and for the table `recordings` also the table
                      `loads` and the view `loaded`, which note what was loaded. Otherwise a reading
                      whose header was read: makes the table NAME_stage for its rows, after dropping
                      an existing one */
} tt_io_table_ddl_options;

/** Writes the statements, each with ";" and a line end after it. False without memory: *error,
 * which may be NULL, says so; failures of the output are reported by it. */
TT_IO_API bool tt_io_table_ddl(const tt_io_table_plan *plan, const tt_io_table_ddl_options *options,
                               tt_io_output *out, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
