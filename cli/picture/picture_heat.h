/* SPDX-License-Identifier: MIT
 *
 * What the colours of a heat map are of, in words: "deaths: 1 to 3".
 */
#ifndef CLI_PICTURE_HEAT_H
#define CLI_PICTURE_HEAT_H

#include "teetape/io/paths.h"

#define HEAT_TEXT 250

/* After tt_io_heat_end. `player` is that of the options, or NULL. */
void heat_text(char dst[HEAT_TEXT], const tt_io_heat *heat, const char *player);

#endif
