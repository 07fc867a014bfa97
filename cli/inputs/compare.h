/* SPDX-License-Identifier: MIT
 *
 * What compare.c counts and compare_rows.c prints.
 */
#ifndef CLI_INPUTS_COMPARE_H
#define CLI_INPUTS_COMPARE_H

#include "cli/inputs/stretches.h"

enum { PLACES, KEYS, KINDS };

/* Counts of the input that a session repeats of another one that was there at the same time. */
struct likeness {
    bool is_known;
    uint64_t with;
    int32_t with_cid;
    char with_name[TT_NAME_CAP];
    uint64_t events[KINDS], same[KINDS];
    int32_t percent[KINDS]; /* hundredths of a per cent, COLUMN_UNKNOWN with too few events */
    int32_t lag;            /* the most frequent lag in ticks */
    uint32_t longest;
    int32_t longest_tick;
};

/* The session comes first, as sessions.h requires. */
struct compared {
    struct session session;
    uint64_t events[KINDS];
    struct likeness best;
    uint32_t others[KINDS][101]; /* number of likenesses by their per cent, the best one included */
    uint64_t samples;            /* number of stretches that were looked up among earlier ones */
    struct repeat repeat; /* the earlier session of which most stretches are repeated; `same` is 0
                             without one */
    struct sender of;     /* the session that `repeat` is about */
    bool is_of_other_file;
    bool is_asked[2]; /* the session is one of the first, or of the second player of --compare */
};

/* Fewer equal samples than this may be chance. */
#define REPEAT_LEAST 3

/* Prints ended sessions. Sessions that were alone, sent too little and repeated nothing have no
 * row. Over several recordings only repeated stretches are printed. */
bool compare_print(const struct reading *r, const struct compared *list, size_t count);

#endif
