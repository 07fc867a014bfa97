/* SPDX-License-Identifier: MIT
 *
 * How far a tt_unpacker has read, for the offsets of errors.
 */
#ifndef TTI_BASE_CURSOR_H
#define TTI_BASE_CURSOR_H

#include "teetape/bytes.h"

/* Returns how many bytes were read. After an error the value that failed does not count as read. */
size_t tti_unpacker_offset(const tt_unpacker *u);

#endif
