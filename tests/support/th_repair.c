/* SPDX-License-Identifier: MIT
 *
 * See th_repair.h.
 */
#include "support/th_repair.h"

#include <stdlib.h>

#include "cm.h"

static int put(void *user, tt_bytes piece)
{
    th_repair *repair = user;
    if (repair->puts_left == 0)
        return 1;
    repair->puts_left -= repair->puts_left > 0;
    th_make_bytes(&repair->out, piece.data, piece.size);
    return 0;
}

static void on_loss(void *user, const tt_th_loss *loss)
{
    th_repair *repair = user;
    if ((repair->losses & (repair->losses - 1)) == 0) { /* the number of losses is 0 or a power
                                                           of two */
        size_t room = repair->losses == 0 ? 1 : 2 * (size_t)repair->losses;
        repair->loss = realloc(repair->loss, room * sizeof *loss);
        assert_non_null(repair->loss);
    }
    repair->loss[repair->losses++] = *loss;
}

static th_repair *start(int resync, int puts, size_t buffer)
{
    th_repair *repair = calloc(1, sizeof *repair);
    size_t size = buffer != 0 ? buffer : TT_TH_REPAIR_MIN;
    assert_non_null(repair);
    repair->buffer = malloc(size);
    repair->puts_left = puts;
    const tt_th_repair_options options = {.resync = resync, .on_loss = on_loss, .user = repair};
    assert_int_equal(tt_th_repair_init(&repair->r, repair->buffer, size, put, repair, &options),
                     TT_OK);
    return repair;
}

static void run(th_repair *repair, const uint8_t *data, size_t size, th_split split)
{
    while (size > 0 && repair->status == TT_OK) {
        size_t part = th_split_next(&split, size);
        uint8_t *piece = malloc(part + 1); /* a copy, so that a piece that is kept too long is
                                              noticed */
        memcpy(piece, data, part);
        repair->status = tt_th_repair_feed(&repair->r, piece, part);
        free(piece);
        data += part;
        size -= part;
    }
    tt_status status = tt_th_repair_feed(&repair->r, NULL, 0);
    if (repair->status != TT_OK)
        assert_int_equal(status, repair->status);
    repair->status = status;
    repair->done = tt_th_repair_look(&repair->r);
    assert_int_equal(repair->done.error.status, status);
}

th_repair *th_repair_of(const void *data, size_t size, int resync, th_split split, size_t buffer)
{
    th_repair *repair = start(resync, -1, buffer);
    run(repair, data, size, split);
    return repair;
}

th_repair *th_repair_failing(const void *data, size_t size, int puts)
{
    th_repair *repair = start(0, puts, 0);
    run(repair, data, size, TH_ONE_PIECE);
    return repair;
}

void th_repair_free(th_repair *repair)
{
    th_make_free(&repair->out);
    free(repair->buffer);
    free(repair->loss);
    free(repair);
}

void th_repair_strict(const th_repair *repair, const char *what)
{
    if (repair->status != TT_OK)
        fail_msg("%s: %s", what, tt_status_name(repair->status));
    th_log log = th_log_of(repair->out.data, repair->out.size, 0, TH_ONE_PIECE, 0);
    if (log.status != TT_END || !tt_th_look(&log.th).finished)
        fail_msg("%s: what came out: %s @%llu of %zu", what, tt_status_name(log.status),
                 (unsigned long long)tt_th_look(&log.th).error->offset, repair->out.size);
    assert_int_equal(repair->done.written, repair->out.size);
    th_log_free(&log);
}
