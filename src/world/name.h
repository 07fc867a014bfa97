/* SPDX-License-Identifier: MIT
 *
 * What a server makes of the name that a client asks for.
 */
#ifndef TTI_WORLD_NAME_H
#define TTI_WORLD_NAME_H

#include "teetape/world.h"

/* Longest name and clan that a server keeps, in bytes: its buffers of 16 and 12 without the NUL. */
#define TTI_NAME_MAX 15
#define TTI_CLAN_MAX 11

/* Copies `raw`, cleaned as a server cleans it, and a NUL to `dst`: control bytes become blanks,
 * blanks at both ends go (those of wire/blank.h), and what is longer than `limit` bytes is cut
 * between two code points. Invalid UTF-8 is kept: old recordings have it. `limit` is below
 * TT_NAME_CAP. */
void tti_name_clean(char dst[TT_NAME_CAP], tt_bytes raw, size_t limit);

/* The name under which a server lets client `cid` in: `request` itself when it is free, else with
 * the first of "(1)", "(2)", ... before it that is. Names are compared byte by byte; DDNet also
 * refuses names that look alike. */
void tti_name_choose(char dst[TT_NAME_CAP], const tt_world *world, int32_t cid,
                     const char request[TT_NAME_CAP]);

#endif
