/* SPDX-License-Identifier: MIT
 *
 * Detects instructions that only some CPUs of an architecture have.
 *
 * Functions with a faster form check the feature at each call. A pointer that is set once would be
 * a variable that threads share, and ifunc is missing in some libcs and in static programs.
 * __builtin_cpu_supports reads a word that libgcc or compiler-rt fills before main: a load and a
 * test. A freestanding build may lack that library; there TTI_DISPATCH is 0.
 */
#ifndef TTI_WIRE_CPU_H
#define TTI_WIRE_CPU_H

#include "base/mem.h"

/* Tests such as tests/test_huffman_plain.c define this macro as 0 to test the portable
 * functions. */
#ifndef TTI_DISPATCH
#if defined(__x86_64__) && defined(__GNUC__) && !TTI_FREESTANDING
#define TTI_DISPATCH 1
#else
#define TTI_DISPATCH 0
#endif
#endif

#if TTI_DISPATCH
static inline bool tti_cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static inline bool tti_cpu_has_bmi2(void)
{
    return __builtin_cpu_supports("bmi2") != 0;
}
#endif

#endif
