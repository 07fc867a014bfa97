/* SPDX-License-Identifier: MIT
 *
 * Makes demos from a recording. A plan lists them (demo_plan.c), and each pass over the recording
 * (demo_pass.c) writes as many demos at once as there is room for.
 *
 * A demo that is being written is a lane. Demos with the same snapshots share a view of the
 * recording: one conversion, which makes and packs every tick once and gives the bytes to each of
 * its demos. Each demo has a first tick of its own: a full snapshot, and the messages for a client
 * who begins to watch. Each demo also has keyframes of its own, because each is seen through
 * another client; the deltas between them are shared.
 *
 * A demo with snapshots that no other demo has gets a view for itself, which writes directly into
 * it.
 */
#ifndef JOBS_DEMO_H
#define JOBS_DEMO_H

#include "convert/convert.h"
#include "host/map.h"
#include "jobs/job.h"
#include "reading/replay.h"
#include "spans/spans.h"
#include "teetape/io/demo.h"
#include "teetape/io/map.h"

/* The fewest ticks of a demo that plays. */
#define DEMO_FEWEST 2

#define DEMO_BUFFER ((size_t)256 * 1024)

struct demo_view {
    tt_convert convert;
    tti_convert *c;         /* the inside of `convert` */
    const tt_io_span *only; /* the piece of the only demo of this view; NULL when other demos may
                               join */
    struct demo_view *next_of_cid;
    struct demo_lane *first;
    size_t fresh;
    int64_t tick;
    int32_t local;
    tt_demo_writer writer;
    size_t used;
    uint8_t buffer[DEMO_BUFFER];
    tt_demo_write_memory memory; /* for the writer of the view, or of its only demo */
};

struct demo_lane {
    tt_io_span *piece;
    struct demo_view *view;
    struct demo_lane *next;
    bool has_begun;
    tti_convert_view seen;
    int32_t local; /* the client through whom the last snapshot is seen */
    tt_io_file *file;
    tt_demo_writer writer;
    int32_t first_tick;                     /* first tick of the demo; -1 or 0 before it has
                                               begun */
    uint64_t snapshots, messages, left_out; /* counts of this demo, without those of the view */
    const char *path;
    char made[JOB_PATH];
};

struct demo_desk {
    const tt_io_demo_options *options;
    const tt_io_stop *stop;
    const tt_world *world;
    const tt_th_history *past;
    tt_convert scratch;          /* a copy of a view's conversion, for the first tick of a demo */
    tt_snap_space space;         /* space for a keyframe that only one demo needs */
    tt_demo_write_memory memory; /* shared by the writers of all demos of a view */
};

/* Begins a view (demo_view.c). `header` is that of a demo. The caller has set view->only. */
void tti_demo_view_begin(struct demo_view *view, const tt_convert *base,
                         const tt_demo_header *header);

/* Makes the tick view->tick, and advances it to the next one, up to `end`; no record is between
 * them. A failed demo has an error in its file. */
void tti_demo_view_step(struct demo_view *view, struct demo_desk *desk, int64_t end);

void tti_demo_view_flush(struct demo_view *view);

/* A sink for the bytes of a demo that becomes part of another output. */
struct demo_sink {
    tt_sink_fn *put;
    void *user;
    bool show_secrets; /* secrets remain in chat lines */
};

/* Makes one demo of the whole open reading `r`. Only the options `map`, `no_map`, `every`,
 * `skip_idle`, `whole` and `no_note` and the callbacks are used. Returns false after a report, or
 * when `sink` takes nothing. */
bool tti_demo_put(tt_io_reading *r, const char *path, const tt_io_demo_options *options,
                  const struct demo_sink *sink, struct job_voice *voice);

/* The clients that the option `as` selects, and the one of them whose view the demo shows. */
struct demo_eyes {
    const tt_io_people *meant;
    struct {
        uint64_t session; /* the open session of the slot, if `as` selects it; otherwise
                             TT_SESSION_NONE */
        bool has_name;
    } slot[TT_CIDS];
    size_t count;
    int32_t cid; /* the client whose view the demo has, or -1 */
    uint64_t session;
    bool is_settled; /* the chosen client had the name when it was chosen */

    int32_t shown;
    int32_t other; /* another client that `as` selects and that is there at the same time, or -1 */
    char name[TT_NAME_CAP];
};

void tti_demo_eyes_init(struct demo_eyes *eyes, const tt_io_people *meant);
void tti_demo_eyes_follow(struct demo_eyes *eyes, const tt_recording *rec, int32_t cid,
                          bool in_span);
void tti_demo_eyes_show(struct demo_eyes *eyes, const tt_recording *rec);

/* The most lanes of a pass. A lane has an open file and 80 KB, and 800 KB with a view for itself.
 * Several recordings at once share the limit. */
#define DEMO_LANES 128
#define DEMO_LANES_OWN 64
#define DEMO_LANES_MANY 12

/* A part [from, to) of a run in one recording. */
struct demo_leg {
    const char *path;
    int64_t from, to;
};

/* The option `run`. A tick of the demo is a tick of the first leg, and each further leg begins
 * where the one before ended. */
struct demo_run {
    struct demo_leg *leg;
    size_t count, at; /* `at`: the leg that is being written */
    bool has_start;   /* the race of the run began in the tick `start` of the demo */
    int32_t start;
    int32_t shift, gone; /* `shift`: shift of the conversion when the leg began; `gone`: ticks of
                            silence that earlier legs have left out */
    uint64_t nameless;
    uint64_t read; /* bytes read in earlier legs */
};

/* State of all passes: some hundred kilobytes without the views, on the heap. The plan and the map
 * remain from pass to pass. */
struct demo_work {
    const char *path;
    const tt_io_demo_options *options;
    const struct demo_sink *sink; /* takes the one demo in place of `output`; NULL: none */
    tt_io_reading *r;
    tt_io_reading_options how;
    struct job_voice voice;

    tt_io_reading_options survey_how;
    tt_io_spans_options ask;
    tt_io_spans plan;
    tt_io_reading survey;

    tti_map_found found;
    tt_terrain terrain; /* terrain of the map; its width is 0 when the map was not loaded */
    tt_bytes settings;  /* settings of the map */
    void *physics;      /* memory for the game that all views look at */
    tti_hints hints;
    tt_demo_header header;
    tt_convert convert;
    tti_convert *base; /* the inside of `convert`, which owns the game and follows all state that
                          later demos need, but writes no snapshots */
    struct demo_lane *lane[DEMO_LANES];
    struct demo_view *view[DEMO_LANES];
    struct demo_view *of_cid[TT_CIDS]; /* views that show only one client, by client id, linked by
                                          `next_of_cid` */
    size_t lanes, most_lanes, views;
    tt_io_span whole; /* the only piece without `split`; it has no player, so its cid is -1 */
    struct demo_eyes eyes;
    bool has_somebody;
    size_t next;
    size_t waiting;
    size_t written, too_short;
    int64_t tick;
    bool is_later_pass;
    struct demo_run run;
    struct demo_desk desk;
};

static inline bool demo_is_good(const struct demo_work *w)
{
    return tt_io_error_rank(w->voice.error) == 0;
}

/* Returns true while another leg of the run follows. */
static inline bool demo_goes_on(const struct demo_work *w)
{
    return w->run.at + 1 < w->run.count;
}

static inline bool demo_is_own(const tt_io_demo_options *options)
{
    return options->split == NULL || options->only || options->as != NULL;
}

static inline bool demo_shares(const tt_io_demo_options *options)
{
    return options->split != NULL && options->only;
}

/* Finds the pieces, sorted by their begin (demo_plan.c). Returns false, after a report, when no
 * demo is to be made. The writing pass reports damage. */
bool tti_demo_plan(struct demo_work *w);

/* Returns a sentence about wrong options, or NULL. */
const char *tti_demo_check(const tt_io_demo_options *o);

/* demo_run.c: fills w->run, whose `leg` the caller frees. Returns false after a report, and when
 * the user stopped. */
bool tti_demo_run_find(struct demo_work *w);

/* Checks the paths of all demos before the first is begun, so that a bad path does not stop the run
 * in the middle. Returns false after a report. */
bool tti_demo_check_paths(struct demo_work *w);

/* Writes FOLDER/RECORDING.FROM-TO.CID.NAME.demo, with ".finish" for a finish. Returns false, after
 * a report, when the path is too long. */
bool tti_demo_path(char dst[JOB_PATH], struct demo_work *w, const tt_io_span *piece);

/* demo_lanes.c: tti_demo_map_open finds and loads the map, and takes memory for the game. A missing
 * map is a warning. Returns false after an error. */
bool tti_demo_map_open(struct demo_work *w);
void tti_demo_map_close(struct demo_work *w);

/* Finds the late inputs of the open recording w->r, which has the map that was found. */
bool tti_demo_map_hints(struct demo_work *w);

/* Says in w->header how much of the map is embedded. */
void tti_demo_map_embed(struct demo_work *w);

/* Returns the terrain of the map; NULL without a map. */
static inline const tt_terrain *tti_demo_terrain(const struct demo_work *w)
{
    return w->terrain.width != 0 ? &w->terrain : NULL;
}

/* Opens a lane for a piece. Returns false after an error. */
bool tti_demo_lane_open(struct demo_work *w, tt_io_span *piece);
/* Continues the only lane with the next leg of the run. */
void tti_demo_lane_join(struct demo_work *w);
void tti_demo_lane_close(struct demo_work *w, size_t index, bool is_whole);

#endif
