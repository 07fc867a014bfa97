/* SPDX-License-Identifier: MIT
 *
 * What the clients of a recording said of themselves: for history.c, which keeps it, for
 * state.c, which packs it, and for the code that writes it into another
 * recording.
 */
#ifndef TTI_TEEHISTORIAN_PROFILE_H
#define TTI_TEEHISTORIAN_PROFILE_H

#include "teetape/teehistorian_history.h"

#define TTI_TH_INFO_CAP (TT_TH_INFO_MAX + TT_NAME_CAP)

void tti_th_profile_follow(tt_th_profile *profile, const tt_th_event *event, int is_taken);

/* Writes the start info with another name to `dst` and returns its size. 0: no start info, or no
 * room. TTI_TH_INFO_CAP suffices for names up to TT_NAME_CAP. */
size_t tti_th_profile_info(const tt_th_profile *profile, tt_bytes name, uint8_t *dst, size_t cap);

/* -1 and zeros without a start info. */
void tti_th_profile_looks(const tt_th_profile *profile, int32_t *country, tt_skin *skin);

int32_t tti_th_profile_version(const tt_th_profile *profile);

/* 1 when the members could have come from tti_th_profile_follow. */
int tti_th_profile_is_good(const tt_th_profile *profile);

#endif
