/* SPDX-License-Identifier: MIT
 *
 * Shows summaries: as a table, or as JSON objects.
 */
#ifndef CLI_INPUTS_SUMMARY_PRINT_H
#define CLI_INPUTS_SUMMARY_PRINT_H

#include "cli/inputs/summary.h"

/* A list in its order. False when there is not enough memory. */
bool summary_table(const struct job *job, const struct recording *r, const struct summary *list,
                   size_t count);

void summary_json(const struct job *job, const struct summary *sum);

#endif
