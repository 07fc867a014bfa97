/* SPDX-License-Identifier: MIT
 *
 * Copies what does not change from a reader to a writer.
 *
 * While the world of the reader and the tees of the writer agree, and both are at the same tick, a
 * run of frequent records means the same in the output. The fast loop (frequent.c) applies it to
 * the world, its bytes are copied, and no event is given. All other records are given one by one,
 * and the caller writes what becomes of them.
 *
 * The writer's tees do not follow each run. A tee is brought up to date before a record about it is
 * given (prepare), and compared with the world after the caller has written (compare). While one of
 * them differs, every record is given.
 */
#include "base/mem.h"
#include "teehistorian/record.h"
#include "teehistorian/write.h"

/* Compares the parts of a tee that later records build on. */
static bool is_same_tee(const tt_tee *a, const tt_tee *b)
{
    if (a->alive != b->alive || a->has_input != b->has_input) {
        return false;
    }
    return (!a->alive || (a->x == b->x && a->y == b->y)) &&
           (!a->has_input || tti_equal(a->input, b->input, sizeof a->input));
}

static void compare_tee(const tti_th *th, int32_t cid)
{
    tti_th_slot *slot = &th->copy->slot[cid];
    bool differs = !is_same_tee(&th->copy->tee[cid], &th->world->tee[cid]);
    th->copy->different += differs - slot->differs;
    slot->differs = differs;
}

void tti_th_copy_compare(tti_th *th)
{
    if (th->copied_cid >= 0) {
        compare_tee(th, th->copied_cid);
        th->copied_cid = -1;
    }
}

void tti_th_copy_prepare(tti_th *th, int32_t cid)
{
    bool is_client = cid >= 0 && cid < TT_CIDS;
    th->copied_cid = is_client ? cid : -1;
    if (is_client && !th->copy->slot[cid].differs) {
        th->copy->tee[cid] = th->world->tee[cid];
        th->copy->tee[cid].settled = th->copy->tee[cid].has_input;
    }
}

void tti_th_copy_begin(tti_th *th, tt_th_writer *writer)
{
    th->copy = tti_th_writer_of(writer);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        compare_tee(th, cid);
    }
    th->copied_cid = -1;
}

void tti_th_copy_end(tti_th *th)
{
    if (th->copy == NULL) {
        return;
    }
    tti_th_copy_compare(th);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_th_copy_prepare(th, cid);
    }
    th->copied_cid = -1;
    th->copy = NULL;
}
