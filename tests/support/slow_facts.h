/* SPDX-License-Identifier: MIT
 *
 * The facts of a teehistorian file a second time, slow and plain: each record is compared with the
 * whole world before it, and sessions are counted with a number for each slot. Only the reader is
 * the library's.
 */
#ifndef TEST_SLOW_FACTS_H
#define TEST_SLOW_FACTS_H

#include "teetape/fact.h"

/* The facts that the model does not give: gaps by damage, and looks of clients. */
#define SLOW_FACTS_NOT                                                                             \
    (TT_FACT_BIT(TT_FACT_GAP) | TT_FACT_BIT(TT_FACT_COUNTRY) | TT_FACT_BIT(TT_FACT_SKIN) |         \
     TT_FACT_BIT(TT_FACT_MAP))

/* Returns a line for each fact, as rec_log_fact writes it. The caller frees the text. Errors of the
 * recording are ignored. */
char *slow_facts(tt_bytes bytes);

#endif
