/* SPDX-License-Identifier: MIT
 *
 * Places in time, as users write them: a tick (1500), a game time (0:30, 1:02:03, 1:02:03.5), a
 * wall clock time (2026-11-21T20:14:00+0100; without a zone the recording's own zone counts), or a
 * marker of a demo (marker:2).
 */
#ifndef TEETAPE_IO_PLACE_H
#define TEETAPE_IO_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/demo_header.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The end of a span that has none: the tick after the last one that a recording can have. No
 * int32_t holds it, so ends are int64_t. */
#define TT_IO_PLACE_END ((int64_t)INT32_MAX + 1)

typedef enum tt_io_place_kind {
    TT_IO_PLACE_TICK,
    TT_IO_PLACE_CLOCK,
    TT_IO_PLACE_MARKER
} tt_io_place_kind;

typedef struct tt_io_place {
    enum tt_io_place_kind kind;
    int64_t
        tick; /**< TICK; a game time is one too, rounded up to the next tick; number of a MARKER */
    bool is_game_time; /**< TICK: counted from the start */
    int64_t ms;        /**< CLOCK: milliseconds since 1970, in UTC when it has a zone */
    bool has_zone;
} tt_io_place;

/** Reads a place. False when `text` is none. */
TT_IO_API bool tt_io_place_parse(tt_io_place *place, const char *text);

/** The tick of a place in a recording, for a range that begins or ends with it: the first tick that
 * is not before it. Clamped to 0 and TT_IO_PLACE_END. False when it is a marker, or a wall clock
 * time and the recording's header has no start time. */
TT_IO_API bool tt_io_place_tick(const tt_io_place *place, const tt_th_header *header,
                                int64_t *tick);

/** The same for a demo, in which game times count from the first tick marker. A clock time counts
 * from the header's start time, which is that marker's, and has no zone. False when there is no
 * start time or no such marker, or when the place has a zone: then *why says so. */
TT_IO_API bool tt_io_place_demo_tick(const tt_io_place *place, const tt_demo_header *header,
                                     int32_t first_tick, int64_t *tick, const char **why);

/** Reads a length of time: seconds (5, 0.5) or a game time (1:00:00), rounded up to whole ticks.
 * False when `text` is none, or longer than a recording can be. */
TT_IO_API bool tt_io_place_length(const char *text, int32_t *ticks);

/** The wall clock time of a tick as text, with hundredths and the recording's zone:
 * 2026-11-21T20:14:00.02+0100. `start` is that of the header. */
#define TT_IO_PLACE_CLOCK_TEXT 40
TT_IO_API void tt_io_place_clock(char dst[TT_IO_PLACE_CLOCK_TEXT], const tt_th_time *start,
                                 int32_t tick);

/** The same in a demo, `since_start` ticks after its first tick marker, and without a zone. False
 * when its header has no start time. */
TT_IO_API bool tt_io_place_demo_clock(char dst[TT_IO_PLACE_CLOCK_TEXT],
                                      const tt_demo_header *header, int32_t since_start);

#ifdef __cplusplus
}
#endif

#endif
