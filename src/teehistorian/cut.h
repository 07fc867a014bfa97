/* SPDX-License-Identifier: MIT
 *
 * Inside of the teehistorian cut: its parts and what they do for each other.
 *
 *     cut.c          events -> records; the public calls
 *     cut_put.c      records -> writer
 *     cut_header.c   the header's text
 *     cut_state.c    the state -> records
 *     cut_info.c     what clients say of themselves -> messages with the same effect
 *     cut_select.c   whose records are in it
 */
#ifndef TTI_TEEHISTORIAN_CUT_H
#define TTI_TEEHISTORIAN_CUT_H

#include "teetape/teehistorian_cut.h"

/* Where the cut is: the recording after `event`. While the state is written there is no event: then
 * the last three are not set. */
typedef struct tti_th_cut_at {
    const tt_world *world;        /* of the reader, after the event */
    const tt_th_history *history; /* the same */
    const tt_th_event *event;     /* the one to be taken */
    const tt_th_change *change;   /* what it did to the sessions */
    tt_bytes record;              /* its bytes, for what cannot be made of the event */
} tti_th_cut_at;

/* Room for an info message that is made here: name and clan with their NULs, the rest of a kept
 * one, and a code. */
#define TTI_TH_CUT_INFO (2 * TT_NAME_CAP + TT_TH_INFO_MAX + 8)

/* The largest info message that is changed as it is. Network chunks are smaller; for a larger one,
 * what the profile keeps of it takes its place. */
#define TTI_TH_CUT_MESSAGE 1400

/* Errors of the writer that remain. What else it refuses is a matter of one record: counted, and
 * TT_OK. So a cut of a damaged recording has what can be had. */
tt_status tti_th_cut_note_refusal(tt_th_cut *cut, tt_status status);

/* Writes a record of our own in the writer's tick; `event->tick` is set here. TT_OK also when it
 * was refused, which is counted. */
tt_status tti_th_cut_put(tt_th_cut *cut, tt_th_event *event);

/* Shorter forms of it. A name and a version are those of the original's world; put_version takes
 * the text of the profile if it says the same version. */
tt_status tti_th_cut_put_cid(tt_th_cut *cut, tt_th_kind kind, int32_t cid);
tt_status tti_th_cut_put_protocol(tt_th_cut *cut, int32_t cid, int32_t protocol);
tt_status tti_th_cut_put_drop(tt_th_cut *cut, int32_t cid);
tt_status tti_th_cut_put_message(tt_th_cut *cut, int32_t cid, tt_bytes msg);
tt_status tti_th_cut_put_name(tt_th_cut *cut, int32_t cid, const char *name);
tt_status tti_th_cut_put_team(tt_th_cut *cut, int32_t cid, int32_t team);
tt_status tti_th_cut_put_practice(tt_th_cut *cut, int32_t team, int on);
tt_status tti_th_cut_put_version(tt_th_cut *cut, int32_t cid, const tt_world *world,
                                 const tt_th_profile *profile);

/* Writes an info message that gives the client name and clan as they are now. */
tt_status tti_th_cut_put_info(tt_th_cut *cut, int32_t cid, const tt_world *world,
                              const tt_th_profile *profile);

/* 1 when that message makes the name come out as it is, as far as no other client has it: no
 * PLAYER_NAME has to follow. */
int tti_th_cut_info_suffices(const tt_client *client);

/* Takes a MESSAGE of the recording: copies it, or writes one with the effect that it had. */
tt_status tti_th_cut_message(tt_th_cut *cut, const tti_th_cut_at *at);

/* Keeps what was true of a client before the next record: after that one the world says something
 * else, and the cut has to know what a reader of the original knew. */
void tti_th_cut_note(tt_th_cut *cut, const tt_world *world, int32_t cid);

/* Copies the record of `at`: its event, or its bytes where ints were longer than needed. */
tt_status tti_th_cut_copy(tt_th_cut *cut, const tti_th_cut_at *at);

/* 1 when who is connected in this slot is wanted. */
int tti_th_cut_wants_slot(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t cid);

/* With a selection: 1 when somebody who is wanted is in this team. */
int tti_th_cut_wants_team(const tt_th_cut *cut, const tti_th_cut_at *at, int32_t team);

/* With a selection: 1 when the record of `at` is wanted. */
int tti_th_cut_wants_event(const tt_th_cut *cut, const tti_th_cut_at *at);

/* With a selection, before and after an event was written or passed over: what has to be said
 * because slots change hands. */
tt_status tti_th_cut_before(tt_th_cut *cut, const tti_th_cut_at *at, int is_wanted);
tt_status tti_th_cut_after(tt_th_cut *cut, const tti_th_cut_at *at, int is_wanted);

#endif
