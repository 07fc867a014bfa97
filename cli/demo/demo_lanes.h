/* SPDX-License-Identifier: MIT
 *
 * The demos that `teetape demo` has open in a pass: each is a lane, without --split there is one.
 * What is written into them comes from their views (demo_view.h).
 */
#ifndef CLI_DEMO_LANES_H
#define CLI_DEMO_LANES_H

#include "cli/demo/convert_map.h"
#include "cli/demo/demo_eyes.h"
#include "cli/demo/demo_options.h"
#include "cli/demo/demo_view.h"
#include "cli/shell/reading.h"

/* Demos written at once: each has an open file and 80 KB. One that shows something of its own needs
 * more, 800 KB; and several recordings share what there is. */
#define DEMO_LANES 128
#define DEMO_LANES_OWN 64
#define DEMO_LANES_MANY 12

/* All that writing the demos of a recording takes, over its passes. Allocated once for a run, as it
 * has some hundred kilobytes without the views. Plan and map remain over all passes, the base
 * begins anew in each. */
struct demo_work {
    struct reading r;
    tt_io_spans plan;
    const tt_world *world; /* of the reading */
    struct convert_map map;
    tt_demo_header header; /* of every demo, without its length */
    tt_convert base;       /* follows everything that demos to come need; makes nothing */
    struct demo_lane *lane[DEMO_LANES]; /* in use are the first `lanes` */
    struct demo_view *view[DEMO_LANES]; /* in use are the first `views` */
    struct demo_view *of_cid[TT_CIDS];  /* those that show one client alone, by `next_of_cid` */
    size_t lanes, most_lanes, views;    /* in use; may be in use; in use */
    tt_io_span whole;          /* without --split the one piece, about nobody: its cid is -1 */
    struct demo_eyes eyes;     /* of --as in it */
    bool has_somebody;         /* one of those in focus is there in it */
    size_t next;               /* piece that may begin next */
    size_t waiting;            /* pieces for the next pass */
    size_t written, too_short; /* demos that are there; those that were dropped as too short */
    int64_t tick;              /* the next one to be made */
    bool is_later_pass;        /* from the second one on */
    enum exit_status status;
    struct demo_desk desk; /* what the views share */
};

/* Whether every demo shows something else than the others. Then a view is a conversion of its own
 * for every demo, and no two share a tick. */
static inline bool demo_is_own(const struct demo_options *options)
{
    return options->split == NULL || options->only || options->as != NULL;
}

/* Whether the views share what the base knows. With --only a demo shows few of all tees. Each would
 * follow all of them by itself, so they share what one base knows. */
static inline bool demo_shares(const struct demo_options *options)
{
    return options->split != NULL && options->only;
}

/* Opens the demo of a piece, from the next tick on. False when it cannot be, which the user was
 * reported, with the reason in w->status. */
bool demo_lane_open(struct demo_work *w, tt_io_span *piece);

/* Ends a demo, which gets its name if `is_whole`, and reports it. Another one takes its index. */
void demo_lane_close(struct demo_work *w, size_t index, bool is_whole);

#endif
