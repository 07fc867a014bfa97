/* SPDX-License-Identifier: MIT
 *
 * Inside of the repair of recordings: its parts and what they do for each other.
 *
 *     repair.c         the public calls: pieces -> window; the header; what was lost
 *     repair_record.c  one record: copied, left out, or repaired
 *     repair_find.c    where to go on after damage: how much a record looks like one of a server
 */
#ifndef TTI_TEEHISTORIAN_REPAIR_H
#define TTI_TEEHISTORIAN_REPAIR_H

#include "teehistorian/record.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_repair.h"

/* HEAD comes once, RECORDS and LOST alternate at gaps, DROP and FAILED remain. */
enum {
    TTI_TH_REPAIR_HEAD,
    TTI_TH_REPAIR_RECORDS,
    TTI_TH_REPAIR_LOST, /* a place to go on is looked for from `at` on */
    TTI_TH_REPAIR_DROP, /* nothing that comes is taken any more: see gap */
    TTI_TH_REPAIR_FAILED
};

/* A part ends where bytes are missing that could not be decompressed. */
enum {
    TTI_TH_GOES_ON,   /* more comes, and records may lie across the end */
    TTI_TH_ENDED,     /* nothing more comes */
    TTI_TH_PART_ENDED /* the next part has nothing of what is in the window */
};

typedef struct tti_th_found {
    tt_th_event event; /* extensions are TT_TH_EX; the tick is not set */
    size_t size;
    unsigned odd;                /* a sum of TT_ODD_* */
    int32_t ints[TT_INPUT_INTS]; /* the ints of an input; the event points here */
} tti_th_found;

/* Decodes the record at a place of the window, of at most `max` bytes. TT_ERR_TRUNCATED: the window
 * ends in it. Uses nothing of the state, so any place can be tried. */
tt_status tti_th_repair_decode(const tt_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found);

/* A bit for each client id that spoke lately. `cid` is in range. */
static inline int tti_th_seen(const uint32_t *seen, int32_t cid)
{
    return (int)(seen[cid / 32] >> cid % 32 & 1u);
}

static inline void tti_th_see(uint32_t *seen, int32_t cid)
{
    seen[cid / 32] |= 1u << cid % 32;
}

/* How unlikely the record is in random bytes; 0 for a strange one, TTI_TH_NEVER when no server
 * writes it. *is_new is 1 for a client id not in `seen`. TTI_TH_NEVER depends only on bytes and
 * version, so a dead place remains dead. */
#define TTI_TH_NEVER (-1)
int tti_th_weigh(const tt_th_repair *repair, const tti_th_found *found, const uint32_t *seen,
                 int *is_new);

/* Weights that end a gap, and that excuse a single unusual record (docs/repair.md). */
#define TTI_TH_WEIGHT_GAP 64
#define TTI_TH_WEIGHT_ODD 16

/* 1 when the records from `at` on reach the weight, without one that no server writes; *end is
 * after them. Marks places that lead to such a record as dead. */
int tti_th_chain_holds(tt_th_repair *repair, size_t at, int weight, size_t *end);

/* Looks for the first place to go on. TT_OK: *place. TT_MORE: not before *place. TT_END: none
 * before *place, where the input ends or another recording begins. */
tt_status tti_th_place_find(tt_th_repair *repair, size_t from, size_t *place);

int tti_th_can_judge(const tt_th_repair *repair, size_t at);

void tti_th_repair_records(tt_th_repair *repair);

void tti_th_repair_break(tt_th_repair *repair);

void tti_th_lose(tt_th_repair *repair, const tt_th_loss *loss);

void tti_th_lose_unknown(tt_th_repair *repair);

#endif
