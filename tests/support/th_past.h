/* SPDX-License-Identifier: MIT
 *
 * What world and past of a recording have to agree on, however they came about.
 */
#ifndef TEST_TH_PAST_H
#define TEST_TH_PAST_H

#include "teetape/teehistorian_past.h"

/* Fails the test unless the flags are 0 or 1, texts end, numbers are in their bounds, and the past
 * says of connections what the world says. */
void th_past_check(const tt_th_past *past, const tt_world *world);

#endif
