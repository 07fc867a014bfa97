/* SPDX-License-Identifier: MIT
 *
 * What the CPU that runs this has beyond what every CPU of its kind has.
 *
 * It is asked at each call of a function that has a faster form. A pointer that is set once would
 * be a variable that threads share, and ifunc does not exist with every libc, nor in static
 * programs of all. __builtin_cpu_supports reads a word that the compiler's own runtime library
 * (libgcc, compiler-rt) fills before main: a load and a test. In a freestanding build there need
 * not be such a library, and elsewhere no such CPU: there TTI_DISPATCH is 0, and what it guards is
 * not compiled.
 */
#ifndef TTI_WIRE_CPU_H
#define TTI_WIRE_CPU_H

#include "base/mem.h"

/* Can be set to 0 from outside, as the tests of the other forms do. */
#ifndef TTI_DISPATCH
#if defined(__x86_64__) && defined(__GNUC__) && !TTI_FREESTANDING
#define TTI_DISPATCH 1
#else
#define TTI_DISPATCH 0
#endif
#endif

#if TTI_DISPATCH
/* Vectors of 32 bytes with integers in them: varints_avx2.c. */
static inline int tti_cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

/* Shifts that leave the flags alone: huffman_decompress_bmi2.c. */
static inline int tti_cpu_has_bmi2(void)
{
    return __builtin_cpu_supports("bmi2") != 0;
}
#endif

#endif
