/* SPDX-License-Identifier: MIT
 *
 * Checks a query without SQLite.
 */
#include "archive/query.h"
#include "host/error.h"

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

static bool refuse(tt_io_error *error, const char *sentence)
{
    return tti_error_say(error, TT_ERR_ARGUMENT, "%s", sentence);
}

static bool check_facts(const tt_io_archive_query *query, tt_io_error *error)
{
    if (query->kinds != 0) {
        return true;
    }
    if (query->chat != NULL || query->account != NULL || query->save != NULL ||
        tt_io_archive_who_is_given(&query->killer)) {
        return refuse(error, "chat, account, save and killer ask for different facts; no fact has "
                             "two of them");
    }
    if (query->min_value != INT64_MIN || query->max_value != INT64_MAX) {
        return refuse(error, "min_value and max_value need kinds: what a value means depends on "
                             "the kind of the fact");
    }
    return true;
}

static bool check_kept(const tt_io_archive_query *query, tt_io_error *error)
{
    const tt_type *type = NULL;
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        bool is_wanted = (query->kinds & TT_FACT_BIT(kind)) != 0;
        if (is_wanted && tt_io_archive_keeps((tt_fact_kind)kind)) {
            return true;
        }
        type = is_wanted && type == NULL ? tt_fact_type((tt_fact_kind)kind) : type;
    }
    return query->kinds == 0 ||
           tti_error_say(error, TT_ERR_ARGUMENT, "an archive keeps no facts of the kind %s",
                         type != NULL ? type->name : "that is asked for");
}

static bool check_who(const tt_io_archive_who *who, tt_io_error *error)
{
    return who->name != NULL || (who->cid >= -1 && who->cid < TT_CIDS) ||
           tti_error_say(error, TT_ERR_ARGUMENT, "%d is no client id; client ids are 0 to %d",
                         (int)who->cid, TT_CIDS - 1);
}

bool tti_archive_query_check(const tt_io_archive_query *query, tt_io_error *error)
{
    return check_facts(query, error) && check_kept(query, error) &&
           check_who(&query->player, error) && check_who(&query->killer, error);
}
