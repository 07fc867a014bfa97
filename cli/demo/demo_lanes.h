/* SPDX-License-Identifier: MIT
 *
 * The demos that `teetape demo` has open in a pass: each is a lane, without --split there is one.
 * What is written into them comes from their views (demo_view.h).
 */
#ifndef CLI_DEMO_LANES_H
#define CLI_DEMO_LANES_H

#include "cli/demo/demo_view.h"
#include "cli/shell/command.h"
#include "cli/shell/reading.h"
#include "teetape/io/spans.h"

/* Who is there of those who are meant, and who of them is seen. */
struct demo_eyes {
    const tt_io_people *meant;
    struct {
        uint64_t session; /* that is open and is meant; else TT_SESSION_NONE */
        bool has_name;
    } slot[TT_CIDS];
    size_t count;
    int32_t cid; /* the one that was chosen, or -1 */
    uint64_t session;
    bool is_settled; /* it had the name */

    int32_t shown;
    int32_t other; /* one who was there at the same time, or -1 */
    char name[TT_NAME_CAP];
};

void demo_eyes_init(struct demo_eyes *eyes, const tt_io_people *meant);

void demo_eyes_follow(struct demo_eyes *eyes, const tt_recording *rec, int32_t cid, bool in_span);

void demo_eyes_show(struct demo_eyes *eyes, const tt_recording *rec);

void demo_eyes_warn(const struct demo_eyes *eyes, const struct job *job);

/* Each has an open file and 80 KB. One that shows something of its own needs 800 KB; several
 * recordings share what there is. */
#define DEMO_LANES 128
#define DEMO_LANES_OWN 64
#define DEMO_LANES_MANY 12

/* Some hundred kilobytes without the views, allocated once for a run. Plan and map remain over all
 * passes. */
struct demo_work {
    struct reading r;
    tt_io_spans plan;
    const tt_world *world; /* of the reading */
    struct convert_map map;
    tt_demo_header header;
    tt_convert base; /* follows everything that demos to come need; makes nothing */
    struct demo_lane *lane[DEMO_LANES];
    struct demo_view *view[DEMO_LANES];
    struct demo_view *of_cid[TT_CIDS]; /* those that show one client alone, by `next_of_cid` */
    size_t lanes, most_lanes, views;   /* in use; may be in use; in use */
    tt_io_span whole; /* without --split the one piece, about nobody: its cid is -1 */
    struct demo_eyes eyes;
    bool has_somebody;
    size_t next;
    size_t waiting;
    size_t written, too_short;
    int64_t tick;
    bool is_later_pass;
    enum exit_status status;
    struct demo_desk desk;
};

static inline bool demo_is_own(const struct demo_options *options)
{
    return options->split == NULL || options->only || options->as != NULL;
}

static inline bool demo_shares(const struct demo_options *options)
{
    return options->split != NULL && options->only;
}

/* False after reporting, with the reason in w->status. */
bool demo_lane_open(struct demo_work *w, tt_io_span *piece);

void demo_lane_close(struct demo_work *w, size_t index, bool is_whole);

#endif
