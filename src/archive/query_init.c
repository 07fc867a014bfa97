/* SPDX-License-Identifier: MIT
 *
 * What a query says by itself. It needs no SQLite.
 */
#include "archive/inside.h"

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

uint64_t tti_archive_query_kinds(const tt_io_archive_query *query)
{
    const struct {
        bool is_given;
        uint64_t kinds;
    } members[] = {
        {query->chat != NULL, TT_FACT_BIT(TT_FACT_CHAT)},
        {query->account != NULL, TT_FACT_BIT(TT_FACT_LOGIN)},
        {query->save != NULL, TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD)},
        {tt_io_archive_who_is_given(&query->killer), TT_FACT_BIT(TT_FACT_KILL)},
    };
    uint64_t kinds = TT_FACTS_ALL;
    bool asks_for_facts = false;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        kinds &= members[i].is_given ? members[i].kinds : TT_FACTS_ALL;
        asks_for_facts |= members[i].is_given;
    }
    if (query->kinds != 0) {
        return query->kinds;
    }
    return asks_for_facts ? kinds : 0;
}
