/* SPDX-License-Identifier: MIT
 *
 * Cuts recordings in memory, and compares worlds as far as a cut has to keep them.
 */
#ifndef TEST_TH_CUT_H
#define TEST_TH_CUT_H

#include "teetape/teehistorian_cut.h"
#include "th_source.h"

/* The result of a cut. */
typedef struct th_cut_result {
    tt_status status; /* status of the last tt_th_cut_next */
    uint64_t events, left_out;
    tt_uuid game_uuid, cut_of;
} th_cut_result;

/* Frees `out` and makes it a cut of `m`. */
th_cut_result th_cut(th_make *out, const th_make *m, const tt_th_cut_options *options,
                     th_split split, int recover);

/* Options for a span with all players. */
#define TH_CUT_SPAN(first, end) (&(tt_th_cut_options){.from = (first), .to = (end)})

/* Compare the world of a cut with that of the whole recording at the same tick, for one client or
 * for all. The position of an absent tee is ignored, and so is when and how a client connected. A
 * recorded name may stand for a requested one that no info message can give. Return NULL, or what
 * differs. */
const char *th_cut_client_differs(const tt_world *cut, const tt_world *whole, int32_t cid);
const char *th_cut_tee_differs(const tt_world *cut, const tt_world *whole, int32_t cid);
const char *th_cut_world_differs(const tt_world *cut, const tt_world *whole);

/* Fails unless a strict reader reads `m` to its FINISH, and unless `odd` is set without a
 * warning. */
void th_cut_check_strictly(const th_make *m, int odd);

#endif
