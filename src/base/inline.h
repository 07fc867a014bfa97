/* SPDX-License-Identifier: MIT
 *
 * A word to the compiler about what belongs into which function.
 */
#ifndef TTI_BASE_INLINE_H
#define TTI_BASE_INLINE_H

/* Keeps a seldom used, long function out of a short, frequent one, which else would have to save
 * registers on every call. Other compilers may do as they like. */
#if defined(__GNUC__)
#define TTI_NOINLINE __attribute__((noinline))
#else
#define TTI_NOINLINE
#endif

/* For what a loop needs in registers, a part of a loop that is there more than once, or a function
 * that is compiled for another CPU in its way. */
#if defined(__GNUC__)
#define TTI_ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define TTI_ALWAYS_INLINE static inline
#endif

#endif
