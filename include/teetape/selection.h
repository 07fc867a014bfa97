/* SPDX-License-Identifier: MIT
 *
 * A set of sessions: all, those in a slot, or every session of everyone who ever had a name.
 *
 * A name chooses whole sessions, also the part before the client had the name. A first pass over
 * the facts (or over those of an index) therefore learns the sessions:
 *
 *     tt_selection_name(&selection, bits, sizeof bits, "bob");
 *     tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME));
 *     ... for each fact: tt_selection_learn(&selection, item.fact);
 *
 * A second pass uses them: tt_recording_select(&rec, &selection). When the input can be read
 * only once, one pass learns and selects: a session then counts from the fact that gives it the
 * name. Example: examples/player_at.c.
 */
#ifndef TEETAPE_SELECTION_H
#define TEETAPE_SELECTION_H

#include "teetape/fact.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Size of a tt_selection in 64-bit words; the library checks at compile time that it suffices. */
#define TT_SELECTION_WORDS 16

/** A set of sessions; the caller places it, and tt_selection_name sets it. */
typedef struct tt_selection {
    uint64_t words[TT_SELECTION_WORDS]; /**< private to the library */
} tt_selection;

/** Selects every session of everyone who ever had this name, compared byte by byte. `bits` has
 * `size` bytes, one bit for each session. This call zeroes them; they remain the caller's and must
 * remain valid. TT_ERR_ARGUMENT for a name that no client can have: an empty one, or one of
 * TT_NAME_CAP bytes and more. */
TT_API tt_status tt_selection_name(tt_selection *selection, uint8_t *bits, size_t size,
                                   const char *name);

/** Takes a fact: a NAME with the selected name adds its session. TT_ERR_SPACE when `bits` is too
 * small: fact->session / 8 + 1 bytes are needed for this fact. */
TT_API tt_status tt_selection_learn(tt_selection *selection, const tt_fact *fact);

/** Returns true when this session in slot `cid` is selected. Without a client (-1,
 * TT_SESSION_NONE), true only if every session is. */
TT_API bool tt_selection_has(const tt_selection *selection, uint64_t session, int32_t cid);

/** Returns true unless the selection is by name and no session had the name. */
TT_API bool tt_selection_found(const tt_selection *selection);

#ifdef __cplusplus
}
#endif

#endif
