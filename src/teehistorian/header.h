/* SPDX-License-Identifier: MIT
 *
 * Decodes the JSON header of a teehistorian file, and its start time.
 */
#ifndef TTI_TEEHISTORIAN_HEADER_H
#define TTI_TEEHISTORIAN_HEADER_H

#include "base/private_api.h"
#include "teetape/teehistorian_header.h"

/* Parses the JSON text between magic and NUL. `*header` is filled up to a failure; `error` (may be
 * NULL) then has the offset in `json`. Errors: TT_ERR_JSON_* for text that is not one JSON object,
 * TT_ERR_TH_NO_VERSION, TT_ERR_TH_VERSION for versions other than 1 and 2. Values of the wrong type
 * are no failure: they are marked in header->bad. Time is linear in the size. */
TT_PRIVATE_API tt_status tti_th_header_parse(tt_th_header *header, tt_bytes json, tt_error *error);

/* Reads a start_time in the form of version 1 (2017-09-28 02:42:35 +0200) or version 2
 * (2018-01-11T02:42:35+0200). Year 1 to 9999, zone within a day. TT_ERR_SYNTAX otherwise,
 * and `*time` is then all zeros. */
TT_PRIVATE_API tt_status tti_th_time_parse(tt_th_time *time, tt_bytes text);

/* Returns the value of a setting of the server, or `usual` when the header leaves it out or its
 * value is no whole number. The header has only settings that differ from their default. */
int64_t tti_th_header_setting(const tt_th_header *header, const char *name, int64_t usual);

/* Returns a setting in seconds as ticks. The game accepts 0 to 9999 seconds. */
int32_t tti_th_header_delay(const tt_th_header *header, const char *name, int32_t usual);

#endif
