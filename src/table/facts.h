/* SPDX-License-Identifier: MIT
 *
 * Which column of `facts` a field of facts.def is in.
 */
#ifndef TABLE_FACTS_H
#define TABLE_FACTS_H

#include "teetape/fact.h"

/* Its name. */
const char *tti_table_fact_column(const tt_field *field);

#endif
