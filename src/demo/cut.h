/* SPDX-License-Identifier: MIT
 *
 * Inside of the cut of demos: its parts and what they do for each other.
 *
 *     cut.c          events and messages -> span -> writer
 *     cut_edit.c     who is hidden, who has another name
 *     id.c           the mark in the header
 */
#ifndef TTI_DEMO_CUT_H
#define TTI_DEMO_CUT_H

#include "teetape/demo_cut.h"

/* Room for a message with another name in it. */
#define TTI_DEMO_EDITED_MAX 2048

/* Puts into the writer's header which cut it is, if it is one, and of which demo. */
void tti_demo_cut_mark(tt_demo_cut *cut);

/* The snapshot as it is to be in the cut: `snap` itself, or a copy in cut->space. */
tt_snap tti_demo_edit_snap(tt_demo_cut *cut, const tt_snap *snap);

/* The message as it is to be in the cut: 0 when it is left out; `*data` may become a view of
 * `edited`. */
int tti_demo_edit_message(tt_demo_cut *cut, const tt_sv_msg *msg, tt_bytes *data,
                          uint8_t edited[TTI_DEMO_EDITED_MAX]);

#endif
