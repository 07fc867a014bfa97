/* SPDX-License-Identifier: MIT
 *
 * The parts of the teehistorian cut, and their shared declarations.
 *
 *     cut.c          events and the state -> records; the public calls
 *     cut_put.c      records -> writer; whose records are in it
 *     cut_header.c   the header's text
 *     cut_info.c     what clients say of themselves -> messages with the same effect
 */
#ifndef TTI_TEEHISTORIAN_CUT_H
#define TTI_TEEHISTORIAN_CUT_H

#include "teetape/teehistorian_cut.h"

#include "base/opaque.h"
#include "base/private_api.h"
#include "teehistorian/record.h"

typedef struct tti_th_cut {
    tt_th_cut_view done;
    tt_th_cut_options options;
    tt_th_writer *writer;
    bool began;    /* the state was written */
    bool is_later; /* the recording has a record after the span */
    struct {
        int32_t info_tick; /* the world's info_tick of this client before the next record */
        uint8_t protocol;  /* the world's protocol of this client before the next record */
        uint8_t lingers;   /* 1: the tee that was written belongs to a session that is over */
    } slot[TT_CIDS];
} tti_th_cut;

TTI_OPAQUE(th_cut)

/* The state after an event. While the cut writes the state at the start of its span, `event`,
 * `change` and `record` are not set. */
typedef struct tti_th_cut_at {
    const tt_world *world;
    const tti_th_history *history;
    const tt_th_event *event;
    const tt_th_change *change;
    tt_bytes record; /* bytes of the record, which have more than the event */
} tti_th_cut_at;

/* Room for name and clan with their NULs, the rest of a kept message, and a code. */
#define TTI_TH_CUT_INFO (2 * TT_NAME_CAP + TTI_TH_INFO_MAX + 8)

#define TTI_TH_CUT_MESSAGE 1400

/* Returns fatal errors of the writer. Counts other refusals and returns TT_OK. */
tt_status tti_th_cut_note_refusal(tti_th_cut *cut, tt_status status);

/* Writes an event in the writer's tick. A refused record is counted, and the result is TT_OK. */
tt_status tti_th_cut_put(tti_th_cut *cut, tt_th_event *event);

/* The next functions write a record about a client. tti_th_cut_put_version uses the text of the
 * profile if the profile has the version of the world. */
tt_status tti_th_cut_put_cid(tti_th_cut *cut, tt_th_kind kind, int32_t cid);
tt_status tti_th_cut_put_protocol(tti_th_cut *cut, int32_t cid, int32_t protocol);
tt_status tti_th_cut_put_drop(tti_th_cut *cut, int32_t cid);
tt_status tti_th_cut_put_message(tti_th_cut *cut, int32_t cid, tt_bytes msg);
tt_status tti_th_cut_put_name(tti_th_cut *cut, int32_t cid, const char *name);
tt_status tti_th_cut_put_team(tti_th_cut *cut, int32_t cid, int32_t team);
tt_status tti_th_cut_put_practice(tti_th_cut *cut, int32_t team, bool on);
tt_status tti_th_cut_put_version(tti_th_cut *cut, int32_t cid, const tt_world *world,
                                 const tti_th_profile *profile);

tt_status tti_th_cut_put_info(tti_th_cut *cut, int32_t cid, const tt_world *world,
                              const tti_th_profile *profile);

/* Returns true when the info message alone gives the right name, without a PLAYER_NAME after it. */
bool tti_th_cut_info_suffices(const tt_client *client);

tt_status tti_th_cut_message(tti_th_cut *cut, const tti_th_cut_at *at);

/* Notes info_tick and protocol of a client before the next record changes them. */
void tti_th_cut_note(tti_th_cut *cut, const tt_world *world, int32_t cid);

tt_status tti_th_cut_copy(tti_th_cut *cut, const tti_th_cut_at *at);

bool tti_th_cut_wants_slot(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid);

bool tti_th_cut_wants_team(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t team);

bool tti_th_cut_wants_event(const tti_th_cut *cut, const tti_th_cut_at *at);

/* Both functions write records that a selection needs before or after an event, even if the event
 * itself is left out. */
tt_status tti_th_cut_before(tti_th_cut *cut, const tti_th_cut_at *at, bool is_wanted);
tt_status tti_th_cut_after(tti_th_cut *cut, const tti_th_cut_at *at, bool is_wanted);

/* Takes the last event of `th`, which must be in the span. `history` has followed the event
 * already, and `change` is its result. Skips records about sessions that are not wanted. In the
 * recovery mode of the reader, a valid event with the same effect replaces one that is out of
 * order. */
TT_PRIVATE_API tt_status tti_th_cut_event(tt_th_cut *outer, const tt_th *th,
                                          const tt_th_event *event, const tt_th_history *history,
                                          const tt_th_change *change);

/* Writes the state. The caller calls this once, when the next record is the first one of tick
 * `from` or later. Errors of the cut: TT_ERR_TH_WRITE_PUT and TT_ERR_TH_WRITE_STATE; other refusals
 * of a writer are counted in `left_out`. */
TT_PRIVATE_API tt_status tti_th_cut_state(tt_th_cut *outer, const tt_world *world,
                                          const tt_th_history *history);

/* Notes that the recording has a record after the span, so that nothing changed up to its end. */
TT_PRIVATE_API void tti_th_cut_later(tt_th_cut *outer);

#endif
