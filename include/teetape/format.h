/* SPDX-License-Identifier: MIT
 *
 * The formats of recordings, and the properties of each. A program that asks for a property
 * instead of naming a format also works with future formats.
 *
 *     tt_format format = tt_format_begun(first_bytes);
 *     const tt_format_info *info = tt_format_info_of(format); // NULL: no recording
 *     int32_t zero = info->times_from_first_tick ? first_tick : 0;
 *     printf("%s, %d s\n", info->name, (last_tick - zero) / TT_TICKS_PER_SECOND);
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

/** Formats of recordings that this version reads. */
typedef enum tt_format {
    TT_FORMAT_UNKNOWN, /**< format that is not known yet, or no recording */
    TT_FORMAT_TEEHISTORIAN,
    TT_FORMAT_DEMO,
    TT_FORMATS /**< number of formats */
} tt_format;

/** Bytes from the start of a recording that are always enough for tt_format_begun. */
#define TT_FORMAT_FIRST 16

/** The properties of a format. Constants of the library. */
typedef struct tt_format_info {
    const char *name; /**< name of the format, such as "demo" */
    uint8_t
        times_from_first_tick; /**< 1: game time 0 is the first tick; 0: game time 0 is tick 0 */
    uint8_t has_snapshots;     /**< 1: the recording holds the snapshots that clients received; 0:
                                  pictures are reconstructed from positions */
    uint8_t has_end_record;    /**< 1: a last record closes the recording, and bytes after it do not
                                  count; 0: a length in the header closes it, and the recording ends
                                  with its bytes */
    tt_status
        not_closed;      /**< note for a recording without errors that its recorder did not close */
    tt_status no_header; /**< error for a recording that ends before its header does */
} tt_format_info;

/** Returns the properties of a format; NULL for TT_FORMAT_UNKNOWN and out of range. */
TT_API const tt_format_info *tt_format_info_of(tt_format format);

/** Returns the format of a recording with these first bytes. When they are fewer than
 * TT_FORMAT_FIRST, returns the format that they begin. TT_FORMAT_UNKNOWN when there are none, or
 * when no format begins like this. */
TT_API tt_format tt_format_begun(tt_bytes first);

#ifdef __cplusplus
}
#endif

#endif
