/* SPDX-License-Identifier: MIT
 *
 * Numbers of 64 bits of which most are small, in our own formats: seven bits a byte, lowest first,
 * with the top bit set while another byte follows. 1 to 10 bytes. The shortest form is the only
 * one, so that equal numbers have equal bytes. The game has nothing like it; its ints are varint.h.
 */
#ifndef TTI_BASE_U64_H
#define TTI_BASE_U64_H

#include "teetape/bytes.h"

/* Bytes of the longest form: 64 bits in groups of 7. */
#define TTI_U64_MAX 10

/* TT_ERR_SPACE remains in the packer when it does not fit. */
void tti_pack_u64(tt_packer *p, uint64_t value);

/* Remains in the unpacker, with 0 as result: TT_ERR_TRUNCATED; TT_ERR_RANGE for a number that is
 * above 64 bits, or longer than it needs to be. */
uint64_t tti_unpack_u64(tt_unpacker *u);

#endif
