/* SPDX-License-Identifier: MIT
 *
 * Which sessions a caller is interested in: all, those in a slot, or every session of everyone who
 * ever had a name.
 *
 * A name chooses whole sessions, also the part before the client had it. So it takes a first pass
 * over the facts (or over those of an index), which learns the sessions:
 *
 *     tt_selection_name(&selection, bits, sizeof bits, "bob");
 *     tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME));
 *     ... for each fact: tt_selection_learn(&selection, item.fact);
 *
 * and a second pass that is given what was learned: tt_recording_select(&rec, &selection). Where
 * the input can be read only once, learn and select go together: then a session counts from the
 * fact on that names it. Example: examples/player_at.c.
 */
#ifndef TEETAPE_SELECTION_H
#define TEETAPE_SELECTION_H

#include "teetape/fact.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is chosen. Set by one of the first calls; `needed` may be looked at, the rest is for the
 * library. */
typedef struct tt_selection {
    size_t needed; /**< bytes of bits that the sessions so far need */
    /** @cond library */
    int by;
    int32_t cid;
    char name[32];
    uint8_t *bits;
    size_t size;
    int found;
    /** @endcond */
} tt_selection;

/** Everything. */
TT_API void tt_selection_all(tt_selection *selection);

/** Every session in slot `cid`. */
TT_API void tt_selection_cid(tt_selection *selection, int32_t cid);

/** Every session of everyone who ever had this name, compared byte by byte. `bits` holds one bit a
 * session, has `size` bytes, is zeroed here, and must remain valid; it remains the caller's.
 * TT_ERR_ARGUMENT for a name that no client can have: an empty one, or one of TT_NAME_CAP bytes and
 * more. */
TT_API tt_status tt_selection_name(tt_selection *selection, uint8_t *bits, size_t size,
                                   const char *name);

/** Every session that tt_selection_add adds. `bits` and `size` as for tt_selection_name. */
TT_API void tt_selection_sessions(tt_selection *selection, uint8_t *bits, size_t size);

/** Adds a session. TT_ERR_SPACE when `bits` is too small: then `needed` says how many bytes are
 * needed, and tt_selection_grow gives more. */
TT_API tt_status tt_selection_add(tt_selection *selection, uint64_t session);

/** Takes a fact: one of kind NAME with the chosen name adds its session. As tt_selection_add. */
TT_API tt_status tt_selection_learn(tt_selection *selection, const tt_fact *fact);

/** Moves to a larger place of `size` bytes, into which the bits are copied. The earlier one is not
 * needed afterwards. */
TT_API void tt_selection_grow(tt_selection *selection, uint8_t *bits, size_t size);

/** 1 when a session in slot `cid` is chosen; without a client (-1, TT_SESSION_NONE) only if
 * everything is. */
TT_API int tt_selection_has(const tt_selection *selection, uint64_t session, int32_t cid);

/** 1 when it is decided by the numbers of sessions, so that these have to be known. */
TT_API int tt_selection_needs_sessions(const tt_selection *selection);

/** 1 when anything can be chosen at all: not by name, or the name was found. */
TT_API int tt_selection_found(const tt_selection *selection);

#ifdef __cplusplus
}
#endif

#endif
