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

#include "cli/demo/demo.h"
#include "teetape/convert.h"
#include "teetape/io/file.h"
#include "teetape/io/stop.h"

/* What becomes of silence. */
enum convert_gaps {
    CONVERT_HOURS_GO,  /* what is longer than an hour is left out */
    CONVERT_IDLE_GOES, /* so is what is longer than a second and has nobody in it who plays */
    CONVERT_WHOLE      /* everything is there */
};
enum convert_gaps convert_gaps(const struct demo_options *options);

#define DEMO_BUFFER ((size_t)256 * 1024)

struct demo_view {
    tt_convert c;
    const tt_io_span *only; /* of its one demo; NULL when others may come to it */
    struct demo_view *next_of_cid;
    struct demo_lane *first;
    size_t fresh;
    int64_t tick;
    int32_t local;
    tt_demo_writer writer;
    size_t used;
    uint8_t buffer[DEMO_BUFFER];
    tt_demo_write_memory memory; /* of its writer; or of its one demo's */
};

struct demo_lane {
    tt_io_span *piece;
    struct demo_view *view;
    struct demo_lane *next;
    bool has_begun;
    tt_convert_view seen;
    int32_t local; /* and was in the last snapshot */
    tt_io_file *file;
    tt_demo_writer writer;
    int32_t first_tick;                     /* -1 or 0 before it has begun */
    uint64_t snapshots, messages, left_out; /* more than the view has */
    const char *path;
    char made[OUT_PATH];
};

struct demo_desk {
    const tt_io_stop *stop;
    const tt_th_history *past;
    tt_convert scratch;          /* for the first tick of a demo: a copy of its view's conversion */
    tt_snap_space space;         /* for a keyframe that a demo has for itself */
    tt_demo_write_memory memory; /* of the writers of demos that share a view */
};

void demo_view_add(struct demo_view *view, struct demo_lane *lane);
void demo_view_remove(struct demo_view *view, struct demo_lane *lane);

/* `header` is that of a demo. view->only is set. */
void demo_view_begin(struct demo_view *view, const tt_convert *base, const tt_demo_header *header);

/* Makes ticks from view->tick up to `end`; nothing happens in between. A failed demo is found by
 * its file's error. */
void demo_view_run(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                   int64_t end, enum convert_gaps gaps);

void demo_view_step(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                    int64_t end, enum convert_gaps gaps);

void demo_view_flush(struct demo_view *view);

#endif
