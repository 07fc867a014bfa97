/* SPDX-License-Identifier: MIT
 *
 * From the facts of a recording to rows, whether they come from the recording or from its index.
 */
#ifndef ARCHIVE_READ_FACTS_H
#define ARCHIVE_READ_FACTS_H

#include "archive/rows.h"

/* The kinds that have to be given. NAME_CONFIRM is no row of its own: it changes that of the name.
 */
#define ARCHIVE_READ_FACTS (ARCHIVE_FACTS | TT_FACT_BIT(TT_FACT_NAME_CONFIRM))

/* All zero but for `rows` at the start of a recording. Facts carry what they are about as a client
 * id; the session of a second client is what is remembered here. */
struct archive_facts {
    struct archive_rows *rows; /* where they go */
    size_t name_fact[TT_CIDS]; /* the last one of each client id, plus 1 */
    uint64_t session[TT_CIDS]; /* that began last, plus 1 */
    bool no_memory;            /* remains once it is true; the rows are of no use then */
};

/* The next fact. */
void tti_archive_facts_take(struct archive_facts *facts, const tt_fact *fact);

#endif
