/* SPDX-License-Identifier: MIT
 *
 * What world and history of a recording have to agree on, however they came about.
 */
#ifndef TEST_TH_HISTORY_H
#define TEST_TH_HISTORY_H

#include "teetape/teehistorian_history.h"

/* Fails the test unless the flags are 0 or 1, texts end, numbers are in their bounds, and the
 * history says of connections what the world says. */
void th_history_check(const tt_th_history *history, const tt_world *world);

#endif
