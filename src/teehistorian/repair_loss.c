/* SPDX-License-Identifier: MIT
 *
 * What a repair lost: counted, and reported as soon as it is known whole.
 */
#include "teehistorian/repair.h"

/* One row a kind. Names are those of the JSON output, so they are part of it. */
static const struct {
    const char *name, *doc;
} losses[TT_TH_LOSSES] = {
    [TT_TH_LOSS_MAGIC] = {"magic", "the first 16 bytes were damaged; the right ones were written"},
    [TT_TH_LOSS_RECORD] = {"record", "a record that makes no sense was left out"},
    [TT_TH_LOSS_REPAIRED] = {"repaired", "a tee that appears twice was written as one that moved"},
    [TT_TH_LOSS_GAP] = {"gap", "bytes that cannot be decoded were left out"},
    [TT_TH_LOSS_UNKNOWN] = {"unknown", "records that build on what a gap lost were left out"},
    [TT_TH_LOSS_REST] = {"rest", "everything from here on cannot be decoded"},
    [TT_TH_LOSS_CUT] = {"cut", "a record that is cut by the end was left out"},
    [TT_TH_LOSS_AFTER] = {"after", "bytes after FINISH were left out"},
};

const char *tt_th_loss_name(tt_th_loss_kind kind)
{
    return (unsigned)kind < TT_TH_LOSSES ? losses[kind].name : NULL;
}

const char *tt_th_loss_doc(tt_th_loss_kind kind)
{
    return (unsigned)kind < TT_TH_LOSSES ? losses[kind].doc : NULL;
}

/* Counted in any case; a program that does not listen has the sums. */
void tti_th_lose(tt_th_repair *repair, const tt_th_loss *loss)
{
    tt_th_loss_sum *sum = &repair->sum[loss->kind];
    sum->count++;
    sum->bytes += loss->bytes;
    sum->records += loss->records;
    if (repair->on_loss != NULL) {
        repair->on_loss(repair->loss_user, loss);
    }
}

/* There are fewer kinds of faults than places for them, so the loop always finds one. The offset is
 * that of the first record of its kind. */
static void count_fault(tt_th_repair *repair, tt_status status, uint64_t offset)
{
    for (int i = 0; i < TT_TH_REPAIR_FAULTS; i++) {
        tt_th_fault *fault = &repair->fault[i];
        if (fault->status == TT_OK) {
            fault->status = status;
            fault->offset = offset;
        }
        if (fault->status == status) {
            fault->count++;
            return;
        }
    }
}

/* A record that was repaired is not lost: it has no bytes and counts as none. */
void tti_th_lose_record(tt_th_repair *repair, tt_th_loss_kind kind, tt_status status, size_t size)
{
    tt_th_loss loss = {.kind = kind,
                       .status = status,
                       .tick = repair->tick,
                       .offset = repair->offset + repair->at,
                       .bytes = kind == TT_TH_LOSS_RECORD ? size : 0,
                       .records = kind == TT_TH_LOSS_RECORD};
    count_fault(repair, status, loss.offset);
    tti_th_lose(repair, &loss);
}

/* Reported together, not one by one: after a gap there may be thousands, until each client has a
 * PLAYER_NEW and an INPUT_NEW again. */
void tti_th_lose_unknown(tt_th_repair *repair)
{
    if (repair->unknown.records != 0) {
        tti_th_lose(repair, &repair->unknown);
    }
    repair->unknown.records = repair->unknown.bytes = 0;
}
