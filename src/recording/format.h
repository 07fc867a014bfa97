/* SPDX-License-Identifier: MIT
 *
 * Rules that differ between the formats of recordings.
 */
#ifndef TTI_RECORDING_FORMAT_H
#define TTI_RECORDING_FORMAT_H

#include "base/private_api.h"
#include "teetape/format.h"

/* Returns the name of a format, such as "demo"; "unknown" for TT_FORMAT_UNKNOWN. NULL when out of
 * range. */
TT_PRIVATE_API const char *tti_format_name(tt_format format);

/* Returns the length of a recording in ticks, from its first tick to its last. 0 when a tick is
 * negative, which means none. */
TT_PRIVATE_API int32_t tti_format_length(int32_t first_tick, int32_t last_tick);

/* Returns the tick of game time 0 in a recording with this first tick. 0 when `first_tick` is
 * negative, which means none, or when the format is unknown. */
TT_PRIVATE_API int32_t tti_format_time_zero(tt_format format, int32_t first_tick);

#endif
