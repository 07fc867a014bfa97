/* SPDX-License-Identifier: MIT
 *
 * Whether two demos were played on one map, so that they can be one demo, or one picture.
 */
#ifndef CLI_SAME_MAP_H
#define CLI_SAME_MAP_H

#include <stdbool.h>

#include "teetape/demo_header.h"

/* By name and hash; by the check sum where one of them has no hash. */
bool same_map(const tt_demo_header *a, const tt_demo_header *b);

#endif
