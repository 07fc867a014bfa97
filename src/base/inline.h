/* SPDX-License-Identifier: MIT
 *
 * Attributes that keep a function out of its callers, or in them.
 */
#ifndef TTI_BASE_INLINE_H
#define TTI_BASE_INLINE_H

/* A long, seldom called function inside a short, frequent one makes every call save registers. */
#if defined(__GNUC__)
#define TTI_NOINLINE __attribute__((noinline))
#else
#define TTI_NOINLINE
#endif

#if defined(__GNUC__)
#define TTI_ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define TTI_ALWAYS_INLINE static inline
#endif

#endif
