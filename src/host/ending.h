/* SPDX-License-Identifier: MIT
 *
 * Endings of file names. Some systems and programs write them in capitals: A.DEMO is a.demo.
 */
#ifndef HOST_ENDING_H
#define HOST_ENDING_H

#include <stdbool.h>

#include "teetape/bytes.h"

/* Whether `name` has this ending and something before it. `ending` has no capitals; those of
 * `name` count as small letters, in ASCII alone. */
bool host_ending_is(tt_bytes name, const char *ending);

#endif
