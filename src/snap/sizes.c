/* SPDX-License-Identifier: MIT
 *
 * The sizes of items that a protocol's writers and readers have agreed on, from type 0 on.
 * See docs/format/delta.md.
 */
#include "teetape/delta.h"

const tt_snap_sizes tt_snap_sizes_6 = {
    {0, 10, 6, 5, 4, 3, 8, 4, 15, 22, 5, 17, 3, 2, 2, 2, 2, 3, 3, 3, 3}};

/* Type 22 has 7 ints whatever older descriptions say; 23 and 24 exist but carry their size. */
const tt_snap_sizes tt_snap_sizes_7 = {
    {0, 10, 6, 5, 3, 3, 3, 2, 4, 15, 22, 3, 4, 58, 5, 32, 2, 2, 2, 2, 3, 3, 7}};

const tt_snap_sizes tt_snap_sizes_none = {{0}};
