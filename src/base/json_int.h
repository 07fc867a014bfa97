/* SPDX-License-Identifier: MIT
 *
 * Converts the text of a JSON number or string to a whole number of 64 bits.
 */
#ifndef TTI_BASE_JSON_INT_H
#define TTI_BASE_JSON_INT_H

#include "base/private_api.h"
#include "teetape/json.h"

/* Reads a whole number from a NUMBER's or STRING's text: an optional minus and digits, nothing
 * else. On failure `*value` is 0, and the result is TT_ERR_SYNTAX for other text or TT_ERR_RANGE
 * for more than 64 bits. */
TT_PRIVATE_API tt_status tti_json_int(int64_t *value, tt_bytes text);

#endif
