/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints with AVX2, for CPUs that turn out to have it: see cpu.h and varints_fast.h.
 */
#ifndef TTI_WIRE_VARINTS_AVX2_H
#define TTI_WIRE_VARINTS_AVX2_H

#include "wire/cpu.h"
#include "wire/varints_plain.h"

#if TTI_DISPATCH

/* As tti_varints_decode_sse2 and tti_varints_encode_sse2; the CPU must have AVX2. */
void tti_varints_decode_avx2(tti_varints *v, int32_t *dst, const uint8_t *src);
void tti_varints_encode_avx2(tti_varints *v, uint8_t *dst, const int32_t *values);

/* By the top bits of nine bytes, the first of which begins an int: where the bytes of each of the
 * first eight ints go, four places for each, 0x80 for none. Those count that end among the nine,
 * and an int of five whose first four are there. */
extern const uint64_t tti_varints_pull[512][4];
/* How many ints those are, and how many bytes they have: 1 to 10. */
extern const uint8_t tti_varints_ints[512], tti_varints_bytes[512];

/* By the sizes of four ints less one, their low bits in bits 0 to 3 and their high ones in bits 4
 * to 7: which of the four bytes that each of them has before go where, and how many there are then.
 */
extern const uint64_t tti_varints_push[256][2];
extern const uint8_t tti_varints_pushed[256];

#endif

#endif
