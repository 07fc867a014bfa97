/* SPDX-License-Identifier: MIT
 *
 * Cuts recordings in memory, and compares worlds as far as a cut has to keep them.
 */
#ifndef TEST_TH_CUT_H
#define TEST_TH_CUT_H

#include "teetape/teehistorian_cut.h"
#include "th_source.h"

/* How a cut went. */
typedef struct th_cut_result {
    tt_status status; /* of the last tt_th_cut_next */
    uint64_t events, left_out;
    tt_uuid game_uuid, cut_of;
} th_cut_result;

/* Makes `out`, which is freed before, a cut of `m`. */
th_cut_result th_cut(th_make *out, const th_make *m, const tt_th_cut_options *options,
                     th_split split, int recover);

/* The span of everybody. */
#define TH_CUT_SPAN(first, end) (&(tt_th_cut_options){.from = (first), .to = (end)})

/* Whether the world of a cut is that of the whole recording at the same tick, for one client or
 * for all of them. A place of a tee that is not there does not count, nor when and how somebody
 * connected. A name that no info message brings about may be recorded instead of requested. NULL,
 * or what differs. */
const char *th_cut_client_differs(const tt_world *cut, const tt_world *whole, int32_t cid);
const char *th_cut_tee_differs(const tt_world *cut, const tt_world *whole, int32_t cid);
const char *th_cut_world_differs(const tt_world *cut, const tt_world *whole);

/* Fails unless a strict reader takes `m` to its FINISH. Without `odd`, it must not warn either. */
void th_cut_check_strictly(const th_make *m, int odd);

#endif
