/* SPDX-License-Identifier: MIT
 *
 * The tests of test_mem.c over the loops of base/mem.h for builds without a C library.
 */
#define TTI_FREESTANDING 1
#include "test_mem.c"
