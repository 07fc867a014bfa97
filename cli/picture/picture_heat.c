/* SPDX-License-Identifier: MIT
 *
 * See picture_heat.h.
 */
#include "cli/picture/picture_heat.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/read/span.h"

/* World units. */
#define TILE 32

#define VALUE 24 /* bytes of a number with its unit */

/* Seconds, exact as long as they are few: a tick is two hundredths. From ten seconds on they are
 * rounded. */
static void write_time(char dst[VALUE], uint32_t ticks)
{
    unsigned whole = ticks / TT_TICKS_PER_SECOND, rest = ticks % TT_TICKS_PER_SECOND * 2;
    if (whole >= 10 || rest == 0) {
        snprintf(dst, VALUE, "%u s", whole + (rest >= TT_TICKS_PER_SECOND));
    } else if (rest % 10 == 0) {
        snprintf(dst, VALUE, "%u.%u s", whole, rest / 10);
    } else {
        snprintf(dst, VALUE, "%u.%02u s", whole, rest);
    }
}

/* Deaths are counted, the other two are times in ticks. */
static void write_value(char dst[VALUE], const tt_io_heat *heat, uint32_t value)
{
    if (heat->kind == TT_IO_HEAT_DEATHS) {
        snprintf(dst, VALUE, "%" PRIu32, value);
    } else {
        write_time(dst, value);
    }
}

/* Cells without anything are not part of the scale. */
static uint32_t least_of(const tt_heat *heat, uint32_t *most)
{
    uint32_t least = UINT32_MAX;
    *most = 0;
    for (int64_t i = 0; i < (int64_t)heat->columns * heat->rows; i++) {
        least = heat->cells[i] != 0 && heat->cells[i] < least ? heat->cells[i] : least;
        *most = heat->cells[i] > *most ? heat->cells[i] : *most;
    }
    return least;
}

/* The scale has words for its ends only, since a colour stands for a power between them. What does
 * not fit is cut. */
void heat_text(char dst[HEAT_TEXT], const tt_io_heat *heat, const char *player)
{
    static const char *const what[TT_IO_HEAT_KINDS] = {"time in a tile", "deaths",
                                                       "time hooked in a tile"};
    uint32_t most, least = least_of(&heat->heat, &most);
    char from[VALUE], to[VALUE];
    int32_t cid;
    write_value(from, heat, least);
    write_value(to, heat, most);
    int size = snprintf(dst, HEAT_TEXT, "%s: %s", what[heat->kind], from);
    if (least != most) {
        size += snprintf(dst + size, HEAT_TEXT - (size_t)size, " to %s", to);
    }
    if (heat->heat.cell != TILE) { /* a world of many millions of tiles */
        size += snprintf(dst + size, HEAT_TEXT - (size_t)size, " in %" PRId32 " tiles each way",
                         heat->heat.cell / TILE);
    }
    if (player != NULL) {
        const char *name = span_read_player(player, &cid);
        snprintf(dst + size, HEAT_TEXT - (size_t)size, "%s%s", name != NULL ? ", " : ", client ",
                 name != NULL ? name : player);
    }
}
