/* SPDX-License-Identifier: MIT
 *
 * The query that every recording answers. It needs no SQLite.
 */
#include "teetape/io/query.h"

void tt_io_archive_query_init(tt_io_archive_query *query)
{
    *query = (tt_io_archive_query){
        .player = {NULL, -1},
        .killer = {NULL, -1},
        .max_ticks = INT64_MAX,
        .min_value = INT64_MIN,
        .max_value = INT64_MAX,
    };
}
