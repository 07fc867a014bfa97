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

/* Members that are about facts, and no kind of facts that has them. */
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

bool tti_archive_query_check(const tt_io_archive_query *query, tt_io_error *error)
{
    return check_facts(query, error);
}
