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

/* States of the repair. From HEAD to RECORDS once; between RECORDS and LOST at each gap; DROP and
 * FAILED remain. */
enum {
    TTI_TH_REPAIR_HEAD,    /* magic and header */
    TTI_TH_REPAIR_RECORDS, /* a record comes next */
    TTI_TH_REPAIR_LOST,    /* a place to go on is looked for from `at` on */
    TTI_TH_REPAIR_DROP,    /* nothing that comes is taken any more: see gap */
    TTI_TH_REPAIR_FAILED   /* repair->error says why */
};

/* Values of `ended`: whether the input goes on after the window. A part ends where bytes are
 * missing that could not be decompressed; what comes after them is another part. */
enum {
    TTI_TH_GOES_ON,   /* more comes, and records may lie across the end */
    TTI_TH_ENDED,     /* nothing more comes */
    TTI_TH_PART_ENDED /* nothing that belongs to what is in the window */
};

/* A record in the window. Its views point into the window, so they are valid until that slides. */
typedef struct tti_th_found {
    tt_th_event event;           /* extensions are TT_TH_EX; the tick is set by who takes it */
    size_t size;                 /* bytes */
    unsigned odd;                /* of TT_ODD_* */
    int32_t ints[TT_INPUT_INTS]; /* those of an input, to which the event points */
} tti_th_found;

/* Decodes the record at this place of the window, which may have `max` bytes. TT_OK, or what a
 * reader says: TT_ERR_TRUNCATED when the window ends in it. Nothing of the state is looked at but
 * the window, so any place can be tried. */
tt_status tti_th_repair_decode(const tt_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found);

/* The client ids that spoke lately: a bit for each, 32 in an int. `cid` is in range. */
static inline int tti_th_seen(const uint32_t *seen, int32_t cid)
{
    return (int)(seen[cid / 32] >> cid % 32 & 1u);
}

static inline void tti_th_see(uint32_t *seen, int32_t cid)
{
    seen[cid / 32] |= 1u << cid % 32;
}

/* How much a record says that the place is right: TTI_TH_NEVER when no server writes such a one, 0
 * when it is strange, else the more the less it can be chance. `seen` are the ids that spoke
 * before; *is_new is 1 when it speaks of another one. Whether it is TTI_TH_NEVER depends on its
 * bytes alone and on the version of the file: a place that is dead remains so. */
#define TTI_TH_NEVER (-1)
int tti_th_weigh(const tt_th_repair *repair, const tti_th_found *found, const uint32_t *seen,
                 int *is_new);

/* Enough weight to go on after damage; and to believe that a single unusual record was no damage.
 * The first has to be so high that random bytes do not reach it, the second only says that the
 * records after it fit (docs/repair.md has what was measured). */
#define TTI_TH_WEIGHT_GAP 64
#define TTI_TH_WEIGHT_ODD 16

/* 1 when from this place of the window on the records together have the weight, with nothing in
 * them that no server writes. *end is then the place after them. Marks places as dead when it fails
 * by a record that never is. */
int tti_th_chain_holds(tt_th_repair *repair, size_t at, int weight, size_t *end);

/* Looks for the first place from `from` on where it can go on. TT_OK: *place is one. TT_MORE: not
 * before *place, more input is needed. TT_END: there is none before *place, where the input ends or
 * another recording begins. */
tt_status tti_th_place_find(tt_th_repair *repair, size_t from, size_t *place);

/* 1 when enough of the input is there to judge the place `at`. */
int tti_th_can_judge(const tt_th_repair *repair, size_t at);

/* Takes records out of the window as long as they lie in it whole. */
void tti_th_repair_records(tt_th_repair *repair);

/* Takes what is in the window to its end, and begins a gap after it. */
void tti_th_repair_break(tt_th_repair *repair);

/* Counts a loss and reports it. */
void tti_th_lose(tt_th_repair *repair, const tt_th_loss *loss);

/* A record at `at` that is left out or repaired. */
void tti_th_lose_record(tt_th_repair *repair, tt_th_loss_kind kind, tt_status status, size_t size);

/* What was left out since the last gap is reported. */
void tti_th_lose_unknown(tt_th_repair *repair);

#endif
