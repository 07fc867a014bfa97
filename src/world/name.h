/* SPDX-License-Identifier: MIT
 *
 * The name that a server gives to a client on its request.
 */
#ifndef TTI_WORLD_NAME_H
#define TTI_WORLD_NAME_H

#include "teetape/world.h"

/* Bytes of the longest name and clan: a server's buffers of 16 and 12 without the NUL. */
#define TTI_NAME_MAX 15
#define TTI_CLAN_MAX 11

/* Copies `raw` and a NUL to `dst` as a server cleans it. Control bytes become blanks, blanks at
 * both ends go (wire/blank.h), and a text longer than `limit` is cut between two code points.
 * Invalid UTF-8 remains: old recordings have it. `limit` is below TT_NAME_CAP. */
void tti_name_clean(char dst[TT_NAME_CAP], tt_bytes raw, size_t limit);

/* The name under which a server lets client `cid` in: `request` when it is free, otherwise with the
 * first free of "(1)", "(2)", ... before it. Names are compared byte by byte. */
void tti_name_choose(char dst[TT_NAME_CAP], const tt_world *world, int32_t cid,
                     const char request[TT_NAME_CAP]);

#endif
