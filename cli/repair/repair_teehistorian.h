/* SPDX-License-Identifier: MIT
 *
 * Repairs a teehistorian file.
 */
#ifndef CLI_REPAIR_TEEHISTORIAN_H
#define CLI_REPAIR_TEEHISTORIAN_H

#include "cli/repair/repair_work.h"

/* It begins as one does. One whose first bytes are damaged does not, and can be repaired too. */
bool repair_is_teehistorian(const struct repair_work *w);

/* Writes the output, and says what was lost. `w` is behind repair_work_open. */
void repair_teehistorian(struct repair_work *w);

#endif
