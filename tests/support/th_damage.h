/* SPDX-License-Identifier: MIT
 *
 * Plants damage in a recording, and knows how much of what follows it a repair found again.
 */
#ifndef TEST_TH_DAMAGE_H
#define TEST_TH_DAMAGE_H

#include "support/th_repair.h"

typedef enum th_damage_kind {
    TH_DAMAGE_OVERWRITTEN, /* bytes are replaced by random ones */
    TH_DAMAGE_ZEROED,
    TH_DAMAGE_DELETED,
    TH_DAMAGE_INSERTED, /* random bytes are inserted */
    TH_DAMAGE_FLIPPED,  /* one bit is flipped */
    TH_DAMAGES
} th_damage_kind;

typedef struct th_damage {
    th_make bytes;       /* the damaged recording */
    size_t begin, end;   /* offsets of the damage in it */
    ptrdiff_t shift;     /* difference between an offset after the damage and the same record in
                            the original */
    const uint8_t *kept; /* for each byte of the original, 1 where a record begins */
    size_t original;     /* size of the original */
} th_damage;

/* Returns for each byte of `m` 1 where a record begins. The caller frees the result. */
uint8_t *th_record_starts(const th_make *m);

/* Makes a damage, which equal seeds make equal. The damage begins after the header and ends at
 * least `margin` bytes before the end. The caller frees it with th_damage_free. */
th_damage th_damage_of(const th_make *m, const uint8_t *starts, th_damage_kind kind, uint64_t seed,
                       size_t margin);
void th_damage_free(th_damage *damage);

/* Number of original records after the damage, and of those that the repair missed before it found
 * the records again. */
typedef struct th_recovery {
    size_t records, missed;
    int gaps;
    int inside; /* gaps that end in bytes that the damage has left, because these decode by
                   coincidence */
    int wrong;  /* gaps that end elsewhere, where the original has no record */
} th_recovery;

th_recovery th_recovery_of(const th_damage *damage, const th_repair *repair);

/* Returns how many records of `repaired` are not in the original. Records of tees, inputs and ticks
 * are ignored, except PLAYER_NEW and INPUT_NEW. */
int th_false_records(const th_make *original, const th_make *repaired);

#endif
