/* SPDX-License-Identifier: MIT
 *
 * The parts of the repair, and their shared declarations.
 *
 *     repair.c         the public calls: pieces -> window; the header; what was lost
 *     repair_record.c  one record: copied, left out, or repaired
 *     repair_find.c    where to go on after damage: how likely a record is a server's
 */
#ifndef TTI_TEEHISTORIAN_REPAIR_H
#define TTI_TEEHISTORIAN_REPAIR_H

#include "base/opaque.h"
#include "teehistorian/record.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_repair.h"

typedef struct tti_th_repair {
    tt_th_repair_options options;
    tt_th_repair_view done; /* the counts for tt_th_repair_look, which sets `written` and adds
                               the records that the writer copied */
    tt_th_writer writer;
    uint8_t *window, *dead;
    size_t cap, at, filled;
    uint64_t offset; /* offset of the window in the input */
    unsigned state;
    int ended;
    bool magic_is_bad;
    uint8_t finish[8], finish_size; /* a FINISH that has bytes after it */
    int32_t last_cid;
    uint64_t trusted, hopeless;
    tt_th_loss gap, unknown;
    uint32_t seen[TT_CIDS / 32];
    uint8_t tee_unknown[TT_CIDS], input_unknown[TT_CIDS];
} tti_th_repair;

TTI_OPAQUE(th_repair)

/* The state: HEAD comes once, RECORDS and LOST alternate at gaps, DROP and FAILED last to the
 * end. */
enum {
    TTI_TH_REPAIR_HEAD,
    TTI_TH_REPAIR_RECORDS,
    TTI_TH_REPAIR_LOST, /* the end of the gap is searched from `at` on */
    TTI_TH_REPAIR_DROP, /* the rest of the input is dropped; `gap` has the reason */
    TTI_TH_REPAIR_FAILED
};

/* A part of the input ends before bytes that could not be decompressed. */
enum {
    TTI_TH_GOES_ON, /* more input comes, and a record may be split at the end of the window */
    TTI_TH_ENDED,
    TTI_TH_PART_ENDED /* the next part does not continue the bytes of the window */
};

typedef struct tti_th_found {
    tt_th_event event; /* extensions are TT_TH_EX; the tick is not set */
    size_t size;
    unsigned odd;                /* oddities of the record, a sum of TT_ODD_* */
    int32_t ints[TT_INPUT_INTS]; /* the ints of an input, to which `event` points */
} tti_th_found;

/* Decodes the record at offset `at` of the window, which must have at most `max` bytes.
 * TT_ERR_TRUNCATED: the record is not whole in the window. Decoding uses no state, so any offset
 * can be tried. */
tt_status tti_th_repair_decode(const tti_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found);

/* Returns true when `seen` has the bit of a client id, which means a recent record. `cid` must be
 * in range. */
static inline int tti_th_was_seen(const uint32_t *seen, int32_t cid)
{
    return (int)(seen[cid / 32] >> cid % 32 & 1u);
}

static inline void tti_th_see(uint32_t *seen, int32_t cid)
{
    seen[cid / 32] |= 1u << cid % 32;
}

/* Returns the weight of a record, which is higher the less likely random bytes form it: 0 for a
 * strange record, TTI_TH_NEVER for one that no server writes. Sets *is_new to true for a client id
 * that is not in `seen`. TTI_TH_NEVER depends only on the bytes and the version, so a dead offset
 * remains dead. */
#define TTI_TH_NEVER (-1)
int tti_th_weigh(const tti_th_repair *repair, const tti_th_found *found, const uint32_t *seen,
                 bool *is_new);

/* The weights that a run must reach to end a gap, and to excuse one unusual record
 * (docs/repair.md). */
#define TTI_TH_WEIGHT_GAP 64
#define TTI_TH_WEIGHT_ODD 16

/* Returns true when a run of records from `at` on reaches the weight, before a record that no
 * server writes. `*end` is the offset after the run. Offsets that lead to such a record are marked
 * as dead. */
bool tti_th_chain_holds(tti_th_repair *repair, size_t at, int weight, size_t *end);

/* Searches the first offset at which the recording continues. TT_OK: *place is the offset. TT_MORE:
 * more input is needed, and no offset before *place is suitable. TT_END: the input ends or another
 * recording begins at *place, and no offset before it is suitable. */
tt_status tti_th_place_find(tti_th_repair *repair, size_t from, size_t *place);

bool tti_th_can_judge(const tti_th_repair *repair, size_t at);

void tti_th_repair_records(tti_th_repair *repair);

void tti_th_repair_break(tti_th_repair *repair);

void tti_th_lose(tti_th_repair *repair, const tt_th_loss *loss);

void tti_th_lose_unknown(tti_th_repair *repair);

#endif
