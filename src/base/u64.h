/* SPDX-License-Identifier: MIT
 *
 * Numbers of 64 bits, most of them small, in our own formats. A byte has seven bits, lowest first,
 * and its top bit is set while another byte follows. The shortest form is the only one, so equal
 * numbers have equal bytes. Ints of the game are in varint.h.
 */
#ifndef TTI_BASE_U64_H
#define TTI_BASE_U64_H

#include "teetape/bytes.h"

#define TTI_U64_MAX 10

void tti_pack_u64(tt_packer *p, uint64_t value);

/* Gives 0 and sets in the unpacker: TT_ERR_TRUNCATED; TT_ERR_RANGE for a number above 64 bits or in
 * a form that is too long. */
uint64_t tti_unpack_u64(tt_unpacker *u);

#endif
