/* SPDX-License-Identifier: MIT
 *
 * What rows may have of texts that can be secret: teetape/secret.h decides, as in every command.
 *
 * So a table shows no more than `dump` or `chat` do; the option show_secrets turns all of it off.
 */
#ifndef TABLE_SHOWN_H
#define TABLE_SHOWN_H

#include "table/table.h"

/* Puts what may be shown of a line that was said, or of a text of a server: TT_SECRET_TEXT takes
 * the place of the rest. */
void tti_table_put_line(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                        tt_bytes text);

/* Puts a text that somebody wrote, such as the reason of a leave: all or nothing of it. */
void tti_table_put_prose(tt_io_table *table, struct table_cells *cells, tt_bytes text);

/* Puts a text that is secret as a whole if `is_secret`. */
void tti_table_put_secret(tt_io_table *table, struct table_cells *cells, tt_bytes text,
                          bool is_secret);

/* Puts the arguments of a command as a JSON array. */
void tti_table_put_args(tt_io_table *table, struct table_cells *cells,
                        const struct tt_fact_command *command);

#endif
