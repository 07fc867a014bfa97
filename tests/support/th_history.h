/* SPDX-License-Identifier: MIT
 *
 * What world and history of a recording have to agree on, however they came about.
 */
#ifndef TEST_TH_HISTORY_H
#define TEST_TH_HISTORY_H

#include "teetape/teehistorian_history.h"

/* Fails the test unless flags are 0 or 1, texts have a NUL, numbers are in range, and the history
 * has the same clients connected as the world. */
void th_history_check(const tt_th_history *history, const tt_world *world);

#endif
