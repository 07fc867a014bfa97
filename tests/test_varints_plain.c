/* SPDX-License-Identifier: MIT
 *
 * The same tests over the portable loops, wire/varints_fast.h.
 */
#define TTI_NO_SSE2 1
#define TTI_DISPATCH 0
/* The library has the other ones under these names. */
#define tt_varints_decode plain_varints_decode
#define tt_varints_encode plain_varints_encode
#undef TT_SHARED
#include "wire/varints.c"

#include "test_varints.c"
