/* SPDX-License-Identifier: MIT
 *
 * Places in time, as users write them:
 *
 *     1500                        a tick
 *     0:30  1:02:03  1:02:03.5    a game time
 *     2026-11-21T20:14:00+0100    a date and time; without a zone that of the recording counts
 *     2026-11-21 20:14            seconds may be missing, and the T may be a blank
 *     2026-11-21  yesterday       the day's first moment; yesterday is that of this machine's clock
 *     yesterday 20:14  today 8:00
 *     @20:14                      the clock, on the day on which the recording began; a clock that
 *                                 was 12 hours before its start or more is that of the next day
 *     -1d  -2h  -30m  -2w         that long ago
 *     marker:2                    a timeline marker of a demo
 *     +60  +1:00                  so long after the begin of the span: only as its end
 *
 *     tt_io_place place;
 *     if (tt_io_place_parse(&place, "0:30"))
 *         ... place.tick is 1500 ...
 *
 * Any thread may call these functions.
 */
#ifndef TEETAPE_IO_PLACE_H
#define TEETAPE_IO_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/demo_header.h"
#include "teetape/io/export.h"
#include "teetape/teehistorian_header.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The end of a span that has none: the tick after the last one that a recording can have. An
 * int32_t cannot hold it, so ends are int64_t. */
#define TT_IO_PLACE_END ((int64_t)INT32_MAX + 1)

/** The forms of a place, for the sentence of an error. */
#define TT_IO_PLACE_FORMS                                                                          \
    "a tick (1500), a game time (1:02:03.5), a date (2026-11-21, 2026-11-21 20:14, yesterday "     \
    "20:14, -1d), a clock (@20:14) or a marker of a demo (marker:2)"

/** The forms of a place. */
typedef enum tt_io_place_kind {
    TT_IO_PLACE_TICK,   /**< a tick, or a game time */
    TT_IO_PLACE_CLOCK,  /**< a date and time */
    TT_IO_PLACE_MARKER, /**< a timeline marker of a demo */
    TT_IO_PLACE_LENGTH  /**< the length of a span, in place of its end */
} tt_io_place_kind;

/** The zones in which a date and time is written, and in which one without a zone is read. */
typedef enum tt_io_zone {
    TT_IO_ZONE_RECORDING, /**< the zone in the header of the recording */
    TT_IO_ZONE_UTC,       /**< UTC, written +0000 */
    TT_IO_ZONE_LOCAL      /**< the zone of this machine at that time */
} tt_io_zone;

/** A place in time. */
typedef struct tt_io_place {
    tt_io_place_kind kind; /**< form of the place */
    int64_t tick;          /**< TT_IO_PLACE_TICK: the tick; a game time is rounded up to one.
                              TT_IO_PLACE_MARKER: the number of the marker.
                              TT_IO_PLACE_LENGTH: a number of ticks */
    bool is_game_time;     /**< TT_IO_PLACE_TICK: a game time, which in a demo counts from the first
                              tick marker */
    int64_t ms;            /**< TT_IO_PLACE_CLOCK: milliseconds since 1970-01-01, in UTC when
                              `has_zone`, else in the zone of the recording. With `is_of_day`:
                              milliseconds since midnight */
    bool is_of_day;        /**< TT_IO_PLACE_CLOCK: the time of day on the day of the recording */
    bool has_zone;         /**< TT_IO_PLACE_CLOCK: the text has a zone */
    tt_io_zone zone;       /**< TT_IO_PLACE_CLOCK without a zone: the zone in which a teehistorian
                              file is asked for it. A parsed place has TT_IO_ZONE_RECORDING */
} tt_io_place;

/** Reads a place. Some forms depend on the clock of this machine. Returns false when `text` is no
 * place: then *place is undefined. */
TT_IO_API bool tt_io_place_parse(tt_io_place *place, const char *text);

/** Bytes of a date and time as text, with its NUL. */
#define TT_IO_PLACE_CLOCK_TEXT 40

/** Bytes of a game time as text, with its NUL: any int64_t of ticks needs 25. */
#define TT_IO_PLACE_TIME_TEXT 32

/** Writes a number of ticks as game time, H:MM:SS.cc, which is exact: a tick is two hundredths of a
 * second. Returns `dst`. */
TT_IO_API const char *tt_io_place_time(char dst[TT_IO_PLACE_TIME_TEXT], int64_t tick);

#ifdef __cplusplus
}
#endif

#endif
