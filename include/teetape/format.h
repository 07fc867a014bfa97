/* SPDX-License-Identifier: MIT
 *
 * Which formats of recordings there are, and what holds for every recording of one. Who asks here
 * instead of naming a format is right for the next one too.
 *
 *     tt_format format = tt_format_of(first_bytes);
 *     int32_t zero = tt_format_time_zero(format, first_tick);
 *     printf("%s, %d s\n", tt_format_name(format), (last_tick - zero) / TT_TICKS_PER_SECOND);
 */
#ifndef TEETAPE_FORMAT_H
#define TEETAPE_FORMAT_H

#include <stdint.h>

#include "teetape/bytes.h"
#include "teetape/export.h"
#include "teetape/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a recording is. */
typedef enum tt_format {
    TT_FORMAT_UNKNOWN,      /**< not known yet, or none of these */
    TT_FORMAT_TEEHISTORIAN, /**< a teehistorian file */
    TT_FORMAT_DEMO,         /**< a demo */
    TT_FORMATS              /**< how many there are */
} tt_format;

/** Bytes from the start of a recording that are always enough for tt_format_of. */
#define TT_FORMAT_FIRST 16

/** What holds for every recording of a format. A constant of the library. */
typedef struct tt_format_info {
    const char *name;              /**< such as "demo" */
    uint8_t times_from_first_tick; /**< 1: game time 0 is the first tick; 0: it is tick 0 */
    uint8_t has_snapshots;  /**< 1: what clients were sent is in it; 0: pictures are reconstructed
                               from where tees were */
    uint8_t has_end_record; /**< 1: its recorder closes it with a last record, after which nothing
                               counts; 0: with a length in the header, and it ends where its bytes
                               do */
    tt_status not_closed;   /**< the note of a whole recording that was not closed */
    tt_status no_header;    /**< the error of one that ends before its header does */
} tt_format_info;

/** What holds for a format; NULL for TT_FORMAT_UNKNOWN and what is out of range. */
TT_API const tt_format_info *tt_format_info_of(tt_format format);

/** The name of a format, such as "demo"; "unknown" of TT_FORMAT_UNKNOWN. NULL when out of range. */
TT_API const char *tt_format_name(tt_format format);

/** The format that a recording with these first bytes has. TT_FORMAT_UNKNOWN also when there are
 * too few of them: TT_FORMAT_FIRST are always enough. */
TT_API tt_format tt_format_of(tt_bytes first);

/** The same, but where bytes are too few, the format that they begin. TT_FORMAT_UNKNOWN when there
 * are none, or when no format begins like this. */
TT_API tt_format tt_format_begun(tt_bytes first);

/** The tick that is game time 0 in a recording with this first tick, which is negative when there
 * is none: then, and of an unknown format, it is 0. */
TT_API int32_t tt_format_time_zero(tt_format format, int32_t first_tick);

#ifdef __cplusplus
}
#endif

#endif
