/* SPDX-License-Identifier: MIT
 *
 * Where the file of a recording is among many: OUT/day=2026-11-21/UUID.csv.
 */
#ifndef CLI_TABLE_PARTITION_H
#define CLI_TABLE_PARTITION_H

#include "cli/read/reading.h"
#include "cli/shell/out_path.h"
#include "teetape/io/table_write.h"

/* The path for the recording of a reading, whose folders are made. False, after saying so, when
 * there is none, or another recording of this run has it; then *status says how that ends. */
bool partition_path(char dst[OUT_PATH], const struct reading *r, const tt_io_table_format *format,
                    enum exit_status *status);

#endif
