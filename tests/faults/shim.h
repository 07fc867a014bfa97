/* SPDX-License-Identifier: MIT
 *
 * The shim: a library that is loaded before all others (LD_PRELOAD), counts the calls a program
 * makes of the system and of malloc, and lets one of them fail. docs/testing.md, "Faults", tells
 * how it is used.
 *
 *     TT_FAULT=KIND:NUMBER:WHAT[:on]
 *         what happens at call NUMBER (from 1) of KIND; with `on` at all later ones, too
 *     TT_FAULT_LOG=FD
 *         where "fired" is written when it happens, and all counts at the end
 *     TT_FAULT_FILE=PATH
 *         what `shrink` makes shorter
 *
 * WHAT is an errno value, or
 *     short       the call handles half of the bytes
 *     signal=N    signal N comes before the call; signal2=N: and once more, a second later
 *     shrink      TT_FAULT_FILE loses its second half before the call
 *     jump=N      the clock is N seconds further from here on
 */
#ifndef FAULTS_SHIM_H
#define FAULTS_SHIM_H

#include <stdbool.h>
#include <stddef.h>

enum kind {
#define KIND(id, name) KIND_##id,
#include "kinds.def"
#undef KIND
    KIND_COUNT
};

/* Counts a call. True when it has to fail: with errno set, or, after shim_is_short, partly. */
bool shim_due(enum kind kind);

/* The fault that is due is a call that handles half of its bytes. */
bool shim_is_short(void);

/* Seconds to add to a clock. */
long shim_jump(void);

/* The next library's function of this name; `slot` keeps it. */
void *shim_find(void **slot, const char *name);

/* The call has to fail, and `size` is made smaller when it is to handle half. */
bool shim_due_bytes(enum kind kind, size_t *size);

#endif
