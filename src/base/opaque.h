/* SPDX-License-Identifier: MIT
 *
 * The inside of the contexts that a caller places. The public struct tt_NAME is an array of 64-bit
 * words, and the private struct tti_NAME lies in it:
 *
 *     include/teetape/...      typedef struct tt_NAME { uint64_t words[TT_NAME_WORDS]; } tt_NAME;
 *     a private header         typedef struct tti_NAME { ... } tti_NAME;
 *                              TTI_OPAQUE(NAME)
 *
 * Words that are left over let a later release add members without another size.
 */
#ifndef TTI_BASE_OPAQUE_H
#define TTI_BASE_OPAQUE_H

#include <stdint.h>

/* Defines tti_NAME_of and tti_NAME_seen, which give the inside of a context, and checks that the
 * inside fits. */
#define TTI_OPAQUE(name)                                                                           \
    _Static_assert(sizeof(tti_##name) <= sizeof(tt_##name), "tt_" #name " has too few words");     \
    _Static_assert(_Alignof(tti_##name) <= _Alignof(uint64_t), "tt_" #name " is not aligned");     \
    static inline tti_##name *tti_##name##_of(tt_##name *outer)                                    \
    {                                                                                              \
        return (tti_##name *)(void *)outer;                                                        \
    }                                                                                              \
    static inline const tti_##name *tti_##name##_seen(const tt_##name *outer)                      \
    {                                                                                              \
        return (const tti_##name *)(const void *)outer;                                            \
    }

#endif
