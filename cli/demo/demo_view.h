/* SPDX-License-Identifier: MIT
 *
 * Demos that are written at once. Those that show the same are a view of the recording: one
 * conversion, of which every tick is made and packed once, and then goes to each of its demos as it
 * is. Its first tick is a demo's own: a full snapshot, and messages for who begins to look. So are
 * its keyframes, as each demo is seen through another client; the deltas between them are the same.
 *
 * A demo that shows something of its own has a view for itself, and its ticks go right into it.
 */
#ifndef CLI_DEMO_VIEW_H
#define CLI_DEMO_VIEW_H

#include "cli/demo/convert_pace.h"
#include "cli/demo/split_plan.h"
#include "teetape/convert.h"
#include "teetape/io/file.h"
#include "teetape/io/stop.h"

/* Bytes that are gathered before they go to the demos; a tick has less. */
#define DEMO_BUFFER ((size_t)256 * 1024)

/* One conversion, and what comes of it. Its demos are a list, so that a demo can come and go
 * between two ticks at no cost for the others. */
struct demo_view {
    tt_convert c;                  /* the conversion; the pass sets `focus` and `local` */
    const tt_io_span *only;        /* of its one demo; NULL when others may come to it */
    struct demo_view *next_of_cid; /* another one about the same client id */
    struct demo_lane *first;       /* its demos, by their `next` */
    size_t fresh;                  /* demos of it that have not begun */
    int64_t tick;                  /* the next one to be made */
    int32_t local;                 /* on whom its own view was in the last snapshot */
    tt_demo_writer writer;         /* into `buffer`; of a view with `only` it is not used */
    size_t used;                   /* bytes in it that were not handed over */
    uint8_t buffer[DEMO_BUFFER];
    tt_demo_write_memory memory; /* of its writer; or of its one demo's */
};

/* A demo that is being written. */
struct demo_lane {
    tt_io_span *piece;                      /* a part of the plan, or w->whole */
    struct demo_view *view;                 /* in which this one is; never NULL */
    struct demo_lane *next;                 /* in the same view */
    bool has_begun;                         /* its first tick was written */
    tt_convert_view seen;                   /* on whom the view is */
    int32_t local;                          /* and was in the last snapshot */
    tt_io_file *file;                       /* the output */
    tt_demo_writer writer;                  /* of the demo, into it */
    int32_t first_tick;                     /* -1 or 0 before it has begun */
    uint64_t snapshots, messages, left_out; /* more than the view has */
    const char *path;                       /* `made`, or that of -o */
    char made[OUT_PATH];                    /* the path of one of several */
};

/* What all views use, one after the other. */
struct demo_desk {
    const tt_io_stop *stop;
    const tt_th_history *past;   /* at the tick that is made */
    tt_convert scratch;          /* for the first tick of a demo: a copy of its view's conversion */
    tt_snap_space space;         /* for a keyframe that a demo has for itself */
    tt_demo_write_memory memory; /* of the writers of demos that share a view */
};

/* A demo comes to a view, before the view's next tick is made; or goes, after the last one. */
void demo_view_add(struct demo_view *view, struct demo_lane *lane);
void demo_view_remove(struct demo_view *view, struct demo_lane *lane);

/* Begins a view, whose `only` is set, with what `base` has followed. `header` is that of a demo. */
void demo_view_begin(struct demo_view *view, const tt_convert *base, const tt_demo_header *header);

/* Makes the ticks of a view from view->tick up to, but not including, `end`; nothing happens in
 * between, and no demo of it begins or ends. A demo that could not be written is found by its
 * file's error. Ends early when the user wants to leave. */
void demo_view_run(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                   int64_t end, enum convert_gaps gaps);

/* One of these ticks, and what is left out after it. */
void demo_view_step(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                    int64_t end, enum convert_gaps gaps);

/* Hands what was gathered to the demos of the view. */
void demo_view_flush(struct demo_view *view);

#endif
