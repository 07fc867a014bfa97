/* SPDX-License-Identifier: MIT
 *
 * Takes the facts of a recording into its rows.
 */
#include "archive/read_facts.h"

#include "teetape/game.h"

/* The server says the name that the client asked for: that is no new name, and so no fact, but it
 * is certain from now on. The name is the last one of the client id, if it is of the same session.
 */
static void confirm_name(struct archive_facts *f, const tt_fact *fact)
{
    size_t at = f->name_fact[fact->cid];
    if (at != 0 && f->rows->facts[at - 1].kind == TT_FACT_NAME &&
        f->rows->facts[at - 1].session == fact->session) {
        f->rows->facts[at - 1].value = TT_NAME_RECORDED;
    }
}

/* Of a second client: the session that began last with this client id. A killer that left just
 * before its victim died still has it. */
static uint64_t session_of(const struct archive_facts *f, int32_t cid)
{
    bool is_known = cid >= 0 && cid < TT_CIDS && f->session[cid] != 0;
    return is_known ? f->session[cid] - 1 : TT_SESSION_NONE;
}

/* The place of a name is remembered only if it became a row: rows have a bound. Where it was left
 * out, name_fact leads to another row, so confirm_name looks at what that is. */
void tti_archive_facts_take(struct archive_facts *f, const tt_fact *fact)
{
    struct archive_row row;
    bool has_client = fact->cid >= 0 && fact->cid < TT_CIDS;
    if (fact->kind == TT_FACT_JOIN && has_client) {
        f->session[fact->cid] = fact->session + 1;
    }
    if (fact->kind == TT_FACT_NAME_CONFIRM) {
        confirm_name(f, fact);
    } else if (tti_archive_row_of(fact, &row)) {
        row.other_session = session_of(f, row.other);
        f->no_memory = f->no_memory || !tti_archive_rows_add(f->rows, &row);
    }
    if (fact->kind == TT_FACT_NAME && has_client) {
        f->name_fact[fact->cid] = f->rows->fact_count;
    }
}
