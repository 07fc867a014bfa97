/* SPDX-License-Identifier: MIT
 *
 * The layers of a map as rows, in the order in which they are drawn.
 */
#ifndef CLI_MAP_LAYERS_H
#define CLI_MAP_LAYERS_H

#include "cli/show/rows.h"

extern const struct column map_layers_columns[];

/* Prints them. The result is EXIT_DAMAGED when the bytes are no map, EXIT_SYSTEM when there is no
 * memory: that was reported. */
enum exit_status map_layers_print(const struct job *job, tt_bytes map);

#endif
