/* SPDX-License-Identifier: MIT
 *
 * What the sources of `teetape demo` share: its options, the map, and the spans into which --split
 * divides a recording (a demo for each session of a player, or for each finish).
 */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include "cli/shell/out_path.h"
#include "cli/shell/span.h"
#include "cli/show/rows.h"
#include "teetape/io/map.h"
#include "teetape/io/spans.h"

/* NULL, 0 and false: not given. */
struct demo_options {
    bool only;
    const char *as;
    bool free_view;
    const char *split;  /* words with commas between them, or NULL */
    const char *before; /* seconds or game times, as they were written, or NULL */
    const char *after;
    const char *map;
    bool no_map;
    bool skip_idle;
    bool whole;
    int64_t every;
};

static inline const struct demo_options *demo_options_of(const struct job *job)
{
    return job->options;
}

extern const struct column convert_columns[];

enum exit_status demo_process(struct job *job);

/* A demo with fewer ticks does not play. */
#define DEMO_FEWEST 2

struct convert_map {
    tt_io_map_found found;
    tt_io_map_game game;
    bool is_loaded;
    const struct job *job;
    enum exit_status status;
};

/* Finds and loads the map of `header`, and says in the header how much of it is embedded. A missing
 * map is a warning. False after an error, with m->status. convert_map_free has to be called either
 * way. */
bool convert_map_open(struct convert_map *m, const struct job *job, const tt_io_reading *r,
                      tt_demo_header *header);

/* The same for another header of the same recording. */
void convert_map_embed(const struct convert_map *m, const struct job *job, tt_demo_header *header);

tt_bytes convert_map_bytes(const struct convert_map *m, const tt_demo_header *header);

void convert_map_free(struct convert_map *m);

const char *split_word(size_t index);

/* A sentence about what is wrong with the options, with or without --split, or NULL. */
const char *split_check(const struct settings *settings, const struct demo_options *options);

/* Looks for the spans, in order of their begin. The pass that writes reports damage.
 * tt_io_spans_close has to be called either way. */
enum exit_status split_plan_make(tt_io_spans *plan, struct job *job);

/* FOLDER/RECORDING.FROM-TO.CID.NAME.demo, with ".finish" for a finish. False when the path is too
 * long, after saying so. */
bool split_path(char dst[OUT_PATH], const struct job *job, const tt_io_span *part);

#endif
