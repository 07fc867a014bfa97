/* SPDX-License-Identifier: MIT
 *
 * A set of chosen sessions, with one bit for each session.
 *
 * Every record looks its session up once, so a look-up must be fast.
 */
#include "teetape/selection.h"

#include "base/mem.h"
#include "recording/recording.h"
#include "recording/selection.h"
#include "teetape/schema.h"

/* The order matters: session numbers decide all selections after BY_CID. */
enum { BY_ALL, BY_CID, BY_NAME, BY_SESSIONS };

static tti_selection *init(tt_selection *outer, int by)
{
    tti_selection *selection = tti_selection_of(outer);
    tti_fill(selection, 0, sizeof *selection);
    selection->by = by;
    selection->cid = -1;
    return selection;
}

void tti_selection_all(tt_selection *selection)
{
    init(selection, BY_ALL);
}

void tti_selection_cid(tt_selection *selection, int32_t cid)
{
    init(selection, BY_CID)->cid = cid;
}

void tti_selection_sessions(tt_selection *outer, uint8_t *bits, size_t size)
{
    tti_selection *selection = init(outer, BY_SESSIONS);
    selection->bits = bits;
    selection->size = size;
    tti_fill(bits, 0, size);
}

tt_status tt_selection_name(tt_selection *outer, uint8_t *bits, size_t size, const char *name)
{
    tti_selection *selection = tti_selection_of(outer);
    size_t length = tti_strlen(name);
    tti_selection_sessions(outer, bits, size);
    selection->by = BY_NAME;
    if (length == 0 || length >= sizeof selection->name) {
        return TT_ERR_ARGUMENT;
    }
    tti_copy(selection->name, name, length);
    return TT_OK;
}

void tti_selection_fit(tt_selection *outer, tti_selection_fn *fits, void *user)
{
    tti_selection *selection = tti_selection_of(outer);
    selection->fits = fits;
    selection->user = user;
}

/* Adds a session. A session number beyond the array only raises `needed`, because the caller
 * allocates the bits. */
tt_status tti_selection_add(tt_selection *outer, uint64_t session)
{
    tti_selection *selection = tti_selection_of(outer);
    if (session == TT_SESSION_NONE || selection->by < BY_NAME) {
        return TT_ERR_ARGUMENT;
    }
    if (session / 8 >= selection->size) {
        size_t needed = session / 8 < SIZE_MAX ? (size_t)(session / 8) + 1 : SIZE_MAX;
        selection->needed = needed > selection->needed ? needed : selection->needed;
        return TT_ERR_SPACE;
    }
    selection->bits[session / 8] |= (uint8_t)(1u << session % 8);
    selection->found = true;
    return TT_OK;
}

tt_status tt_selection_learn(tt_selection *selection, const tt_fact *fact)
{
    return tti_selection_names(selection, fact) ? tti_selection_add(selection, fact->session)
                                                : TT_OK;
}

/* Gives the selection a larger array. `bits` may overlap the earlier array, so the bits are moved
 * and not copied. */
void tti_selection_grow(tt_selection *outer, uint8_t *bits, size_t size)
{
    tti_selection *selection = tti_selection_of(outer);
    size_t kept = selection->size < size ? selection->size : size;
    tti_move(bits, selection->bits, kept);
    tti_fill(bits + kept, 0, size - kept);
    selection->bits = bits;
    selection->size = size;
}

/* Compares bytes, because names in a recording may not be UTF-8. */
bool tti_selection_names(const tt_selection *outer, const tt_fact *fact)
{
    const tti_selection *selection = tti_selection_seen(outer);
    if (selection->by != BY_NAME || fact->kind != TT_FACT_NAME ||
        fact->session == TT_SESSION_NONE) {
        return false;
    }
    return selection->fits != NULL
               ? selection->fits(selection->user, fact->u.name.name)
               : tt_bytes_equal(fact->u.name.name, tt_bytes_of(selection->name));
}

/* Returns true when a record is selected. A record without a client has the id -1 and is chosen
 * only if everything is. */
bool tt_selection_has(const tt_selection *outer, uint64_t session, int32_t cid)
{
    const tti_selection *selection = tti_selection_seen(outer);
    switch (selection->by) {
    case BY_ALL:
        return true;
    case BY_CID:
        return cid >= 0 && cid == selection->cid;
    default:
        return session != TT_SESSION_NONE && session / 8 < selection->size &&
               (selection->bits[session / 8] >> session % 8 & 1) != 0;
    }
}

bool tti_selection_needs_sessions(const tt_selection *selection)
{
    return tti_selection_seen(selection)->by >= BY_NAME;
}

bool tt_selection_found(const tt_selection *outer)
{
    const tti_selection *selection = tti_selection_seen(outer);
    return selection->by != BY_NAME || selection->found;
}
