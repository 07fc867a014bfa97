/* SPDX-License-Identifier: MIT
 *
 * The same tests with the portable code chosen.
 */
#define TTI_NO_SSE2 1
#include "test_input_add.c"
