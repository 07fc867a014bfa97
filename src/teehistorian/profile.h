/* SPDX-License-Identifier: MIT
 *
 * What the clients of a recording said of themselves: for history.c, which keeps it, for
 * state_pack.c and state_resume.c, which pack it, and for the code that writes it into another
 * recording.
 */
#ifndef TTI_TEEHISTORIAN_PROFILE_H
#define TTI_TEEHISTORIAN_PROFILE_H

#include "teetape/teehistorian_history.h"

/* Room for the start info with any other name. */
#define TTI_TH_INFO_CAP (TT_TH_INFO_MAX + TT_NAME_CAP)

/* Takes an event that is about client `event->cid`. `is_taken`: the server took its message, if it
 * is an info message. */
void tti_th_profile_follow(tt_th_profile *profile, const tt_th_event *event, int is_taken);

/* Writes the start info with this name in place of its own to `dst`, and returns its size. 0: there
 * is no start info, or no room for it (TTI_TH_INFO_CAP suffices for names up to TT_NAME_CAP). */
size_t tti_th_profile_info(const tt_th_profile *profile, tt_bytes name, uint8_t *dst, size_t cap);

/* Country and skin of the start info; -1 and zeros when there is none. */
void tti_th_profile_looks(const tt_th_profile *profile, int32_t *country, tt_skin *skin);

/* The DDNet version that the client said; 0 when it said none. */
int32_t tti_th_profile_version(const tt_th_profile *profile);

/* 1 when the members could have come from tti_th_profile_follow: each size is in its bounds, and
 * the bytes are what this file writes. */
int tti_th_profile_is_good(const tt_th_profile *profile);

#endif
