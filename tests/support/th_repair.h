/* SPDX-License-Identifier: MIT
 *
 * Runs the repair of recordings over bytes and keeps what comes out.
 */
#ifndef TEST_TH_REPAIR_H
#define TEST_TH_REPAIR_H

#include "support/th_log.h"
#include "support/th_make.h"
#include "teetape/teehistorian_repair.h"

typedef struct th_repair {
    tt_th_repair r;
    tt_th_repair_view done; /* of `r` after the last piece */
    th_make out;
    tt_status status;
    tt_th_loss *loss;
    int losses;
    int puts_left; /* number of pieces that the output takes before it fails; -1: never fails */
    void *buffer;
} th_repair;

/* Repairs `data` in the pieces of `split`. A `buffer` of 0 means TT_TH_REPAIR_MIN. The caller frees
 * the result with th_repair_free. */
th_repair *th_repair_of(const void *data, size_t size, int resync, th_split split, size_t buffer);

/* Repairs `data` with an output that fails after `puts` pieces. */
th_repair *th_repair_failing(const void *data, size_t size, int puts);

void th_repair_free(th_repair *repair);

/* Fails unless a strict reader reads the output to its FINISH. `what` names the case in the
 * error. */
void th_repair_strict(const th_repair *repair, const char *what);

#endif
