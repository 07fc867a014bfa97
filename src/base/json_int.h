/* SPDX-License-Identifier: MIT
 *
 * Reads ints of JSON.
 */
#ifndef TTI_BASE_JSON_INT_H
#define TTI_BASE_JSON_INT_H

#include "base/private_api.h"
#include "teetape/json.h"

/* Reads a whole number from a NUMBER's or STRING's text: an optional minus and digits, nothing
 * else. TT_ERR_SYNTAX or TT_ERR_RANGE otherwise, and `*value` is 0. */
TT_PRIVATE_API tt_status tti_json_int(int64_t *value, tt_bytes text);

#endif
