/* SPDX-License-Identifier: MIT
 *
 * Reports why the index of a recording is not used. Results are the same without it, but the user
 * has made it to save time and has to know that it does not.
 */
#ifndef CLI_INDEX_REPORT_H
#define CLI_INDEX_REPORT_H

#include "teetape/io/index.h"

/* Nothing for GOOD and NONE. `recording` is its path, `folder` as for tt_io_index_path; `error`
 * is looked at for SYSTEM alone. */
void index_report(const char *recording, const char *folder, tt_io_index_status status,
                  const tt_io_error *error);

#endif
