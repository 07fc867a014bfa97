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

#endif

#endif
