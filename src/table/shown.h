/* SPDX-License-Identifier: MIT
 *
 * What rows may have of texts that can be secret: tt_fact_open decides, as in every command.
 *
 * So a table shows no more than `dump` or `chat` do; the option show_secrets turns all of it off.
 */
#ifndef TABLE_SHOWN_H
#define TABLE_SHOWN_H

#include "table/table.h"

/* True when a member of fact->u is secret and not asked for. */
bool tti_table_hides(const tt_io_table *table, const tt_fact *fact, const void *member);

/* Puts what may be shown of a text in fact->u: TT_SECRET_TEXT takes the place of the rest. */
void tti_table_put_line(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                        const tt_bytes *text);

/* Puts the arguments of a command as a JSON array. */
void tti_table_put_args(tt_io_table *table, struct table_cells *cells, const tt_fact *fact);

#endif
