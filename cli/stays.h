/* SPDX-License-Identifier: MIT
 *
 * Stays: who a record belongs to. A stay begins at JOIN or at the first record that speaks of
 * a client id, and ends at DROP or with the recording. Stays are numbered in the order in
 * which they begin.
 */
#ifndef CLI_STAYS_H
#define CLI_STAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/teehistorian.h"

#define STAY_NONE UINT64_MAX

/* What one event did to the stays. */
struct stay_change {
    uint64_t stay;   /* to which the event belongs; STAY_NONE when to none */
    uint64_t stay2;  /* of the second client that it is about, else STAY_NONE */
    bool began;      /* `stay` begins with this event */
    bool ended;      /* `stay` ends with this event */
    uint64_t broken; /* a stay that ends because another JOIN came without a DROP, or STAY_NONE */
};

/* The caller places it; all zeros at the start of a recording. */
struct stays {
    uint64_t count; /* stays so far */
    uint32_t open_count, most_open;
    struct {
        bool open, joined, any;
        uint64_t stay; /* the open one, else the last one */
    } slot[TT_CIDS];
};

/* Takes the next event of a recording. `world` is that of the reader, after the event. */
struct stay_change stays_follow(struct stays *stays, const tt_th_event *event,
                                const tt_world *world);

#endif
