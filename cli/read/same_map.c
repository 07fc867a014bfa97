/* SPDX-License-Identifier: MIT
 *
 * Compares what headers of demos say of their maps; the maps themselves are not read.
 */
#include "cli/read/same_map.h"

#include <string.h>

bool same_map(const tt_demo_header *a, const tt_demo_header *b)
{
    bool same_sum = a->has_sha256 && b->has_sha256
                        ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                        : a->map_crc == b->map_crc;
    return same_sum && strcmp(a->map_name, b->map_name) == 0;
}
