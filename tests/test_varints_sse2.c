/* SPDX-License-Identifier: MIT
 *
 * The same tests over what an x86-64 without AVX2 runs, wire/varints_sse2.h; elsewhere they are
 * those of test_varints.c.
 */
#define TTI_DISPATCH 0
/* The library has the other ones under these names. */
#define tt_varints_decode sse2_varints_decode
#define tt_varints_encode sse2_varints_encode
#undef TT_SHARED
#include "wire/varints.c"

#include "test_varints.c"
