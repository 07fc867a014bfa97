/* SPDX-License-Identifier: MIT
 *
 * Refuses what no archive can answer: an empty result would look like an answer.
 */
#include "archive/query_check.h"

static bool refuse(tt_io_error *error, const char *sentence)
{
    tt_io_error_say(error, TT_ERR_ARGUMENT, "%s", sentence);
    return false;
}

/* Members that are about facts, and no kind of facts that has them. kinds is 0 also when two
 * members were given whose facts have no kind in common. */
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

/* One kind that is kept is enough: the others have no answers. */
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
    if (query->kinds != 0) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "an archive keeps no facts of the kind %s",
                        type != NULL ? type->name : "that is asked for");
    }
    return query->kinds == 0;
}

/* With a name the client id is not looked at. */
static bool check_who(const tt_io_archive_who *who, tt_io_error *error)
{
    bool is_good = who->name != NULL || (who->cid >= -1 && who->cid < TT_CIDS);
    if (!is_good) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "%d is no client id: those are 0 to %d",
                        (int)who->cid, TT_CIDS - 1);
    }
    return is_good;
}

bool tti_archive_query_check(const tt_io_archive_query *query, tt_io_error *error)
{
    return check_facts(query, error) && check_kept(query, error) &&
           check_who(&query->player, error) && check_who(&query->killer, error);
}
