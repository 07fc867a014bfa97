/* SPDX-License-Identifier: MIT
 *
 * The inside of a tt_selection, and the ways to select that are not public: all sessions, a client
 * id, session numbers.
 */
#ifndef TTI_RECORDING_SELECTION_H
#define TTI_RECORDING_SELECTION_H

#include "base/opaque.h"
#include "base/private_api.h"
#include "teetape/selection.h"
#include "teetape/world.h"

/* Returns true when a name is selected. */
typedef bool tti_selection_fn(void *user, tt_bytes name);

typedef struct tti_selection {
    size_t needed; /* bytes of `bits` that the sessions so far need */
    int by;        /* a BY_* in selection.c */
    int32_t cid;
    char name[TT_NAME_CAP];
    uint8_t *bits;          /* one bit for each session */
    size_t size;            /* bytes of `bits` */
    bool found;             /* true: a session was added */
    tti_selection_fn *fits; /* decides about names in place of `name`; NULL: none */
    void *user;             /* handed to `fits` */
} tti_selection;

TTI_OPAQUE(selection)

TT_PRIVATE_API void tti_selection_all(tt_selection *selection);

TT_PRIVATE_API void tti_selection_cid(tt_selection *selection, int32_t cid);

/* Selects the sessions that tti_selection_add adds, none at first. `bits` and `size` as for
 * tt_selection_name. */
TT_PRIVATE_API void tti_selection_sessions(tt_selection *selection, uint8_t *bits, size_t size);

/* Lets a function decide which names a selection by name has. `user` is handed to it. */
TT_PRIVATE_API void tti_selection_fit(tt_selection *selection, tti_selection_fn *fits, void *user);

/* Adds a session. TT_ERR_SPACE when `bits` is too small: `needed` is then the size in bytes for
 * tti_selection_grow. */
TT_PRIVATE_API tt_status tti_selection_add(tt_selection *selection, uint64_t session);

/* Moves the bits to a larger array of `size` bytes. The earlier array is not needed afterwards. */
TT_PRIVATE_API void tti_selection_grow(tt_selection *selection, uint8_t *bits, size_t size);

/* Returns true when session numbers decide, so the caller has to know them. */
TT_PRIVATE_API bool tti_selection_needs_sessions(const tt_selection *selection);

#endif
