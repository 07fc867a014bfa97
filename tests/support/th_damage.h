/* SPDX-License-Identifier: MIT
 *
 * Plants damage in a recording, and knows how much of what follows it a repair found again.
 */
#ifndef TEST_TH_DAMAGE_H
#define TEST_TH_DAMAGE_H

#include "support/th_repair.h"

typedef enum th_damage_kind {
    TH_DAMAGE_OVERWRITTEN, /* by random bytes */
    TH_DAMAGE_ZEROED,
    TH_DAMAGE_DELETED,
    TH_DAMAGE_INSERTED, /* random bytes */
    TH_DAMAGE_FLIPPED,  /* one bit */
    TH_DAMAGES
} th_damage_kind;

typedef struct th_damage {
    th_make bytes;       /* the damaged recording */
    size_t begin, end;   /* of the damage in it */
    ptrdiff_t shift;     /* from a place after the damage to the same in the original */
    const uint8_t *kept; /* for each byte of the original, 1 where a record begins */
    size_t original;     /* its size */
} th_damage;

/* 1 for each byte of `m` where a record begins. To be freed. */
uint8_t *th_record_starts(const th_make *m);

/* The same `seed` gives the same damage. It begins after the header and ends `margin` bytes before
 * the end at the latest. th_damage_free when done. */
th_damage th_damage_of(const th_make *m, const uint8_t *starts, th_damage_kind kind, uint64_t seed,
                       size_t margin);
void th_damage_free(th_damage *damage);

/* Records of the original after the damage, and how many of them the repair did not see because it
 * was not yet in step with them again. */
typedef struct th_recovery {
    size_t records, missed;
    int gaps;
    int inside; /* gaps that end in what damage left: its last bytes happen to decode */
    int wrong;  /* gaps that end elsewhere, and not where the original has a record */
} th_recovery;

th_recovery th_recovery_of(const th_damage *damage, const th_repair *repair);

/* How many records of `repaired` are not in the original. Those of tees, inputs and ticks are not
 * looked at, but for PLAYER_NEW and INPUT_NEW. */
int th_false_records(const th_make *original, const th_make *repaired);

#endif
