/* SPDX-License-Identifier: MIT
 *
 * teetape info: what is this recording.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/info/info_header.h"
#include "cli/read/reading.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/show/info_text.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "teetape/game.h"

static const char *const description[] = {
    "Tells what a recording is: which server and game made it, on which map, when and how long, "
    "how many players there were, what events it has, and whether it is whole.",
    "The whole file is read for that; with --quick only its header.",
    ("Of a demo, players are counted in all snapshots, as teetape-players(1) does. Messages and "
     "the embedded map are checked by teetape-verify(1) only."),
    NULL,
};

static const struct option options[] = {
    {'Q', "quick", NULL, OPTION_FLAG, offsetof(struct settings, quick),
     "read the header only: no length, players or events", 0, 0, NULL},
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
};

static const struct example examples[] = {
    {"What is this file?", "info FILE"},
    {"The maps of an archive:", "info -r --quick --json archive/ | jq -r .header.map_name"},
};

static const char *const json_intro[] = {
    "One object a recording. With --quick the keys from \"bytes\" to \"notes\" are left out, and "
    "\"state\" where the header is good. Where the header cannot be read, version and header are "
    "null.",
    NULL,
};

static const struct json_key json_keys[] = {
    {"file", "text", "as it was named"},
    {"format", "text", "\"teehistorian\", \"demo\", or null for a file that is something else"},
    {"version", "number", "of the format"},
    {"bytes", "number", "of the recording, after decompression"},
    {"complete", "boolean",
     "undamaged, and closed properly: by FINISH, a demo by the length in its header"},
    {"state", "text", "good (whole, and closed properly), unfinished (not closed), or damaged"},
    {"ticks", "number", "last tick minus first tick; 50 are a second"},
    {"first_tick", "number", "tick of the first event"},
    {"last_tick", "number", "tick of the last event"},
    {"duration_s", "number", "seconds of these ticks"},
    {"players", "number", "stays: how often a client came"},
    {"most_players", "number", "most clients at the same time"},
    {"events", "object", "how many of each kind; chunks of a demo"},
    {"keyframes", "number", "of a demo: ticks with a full snapshot"},
    {"errors, warnings, notes", "numbers", "see teetape-verify(1)"},
    {"header", "object",
     "the recording's own header, every key of it; what is secret, and what is neither known nor a "
     "number, is \"***\"; of a demo net_version, type (who recorded: "
     "client or server), start_time (without a zone), length (seconds), map_name, map_size (bytes, "
     "0 when it is not embedded), map_crc and map_sha256 (hex), markers (ticks)"},
};

/* Kinds of records, of whatever format. */
#define KINDS_MAX TT_TH_KINDS
_Static_assert(KINDS_MAX >= (int)TT_DEMO_KINDS, "a demo has more kinds");

/* What a pass over the records finds out. */
struct findings {
    uint64_t events[KINDS_MAX];
    uint64_t keyframes;
};

/* What differs from format to format. */
struct row {
    const char *missing_end;
    const char *(*kind_name)(int kind);
    void (*header)(const struct reading *r);
    void (*header_json)(const struct reading *r, struct json *j, char *space);
    int64_t (*version)(const struct reading *r);
    bool has_keyframes;
};

static const char *th_kind_name(int kind)
{
    return kind < TT_TH_KINDS ? tt_th_type((tt_th_kind)kind)->name : NULL;
}

static const char *demo_kind_name(int kind)
{
    return tt_demo_kind_name((tt_demo_kind)kind);
}

static int64_t th_version(const struct reading *r)
{
    return r->th_header.version;
}

static int64_t demo_version(const struct reading *r)
{
    return tt_recording_demo_header(r->rec)->version;
}

static const struct row *row_of(const struct reading *r)
{
    static const struct row rows[TT_FORMATS] = {
        [TT_FORMAT_TEEHISTORIAN] = {"no FINISH", th_kind_name, info_header_teehistorian,
                                    info_header_teehistorian_json, th_version, false},
        [TT_FORMAT_DEMO] = {"not closed by its recorder", demo_kind_name, info_header_demo,
                            info_header_demo_json, demo_version, true},
    };
    return &rows[reading_format(r)];
}

static void read_records(struct reading *r, struct findings *f)
{
    tt_recording_want(r->rec, TT_WANT_RECORDS | TT_WANT_NO_MESSAGES, 0);
    while (reading_next(r)) {
        const tt_demo_event *demo = r->item.demo;
        if (demo == NULL) {
            f->events[r->item.th->kind]++;
        } else if (demo->kind != TT_DEMO_MAP) {
            f->events[demo->kind]++;
            f->keyframes += demo->kind == TT_DEMO_TICK && demo->keyframe;
        }
    }
}

/* 0 before it. */
static int32_t first_tick(const struct reading *r)
{
    int32_t tick = tt_recording_first_tick(r->rec);
    return tick < 0 ? 0 : tick;
}

static int32_t ticks_of(const struct reading *r)
{
    return tt_recording_first_tick(r->rec) < 0 ? 0 : reading_last_tick(r) - first_tick(r);
}

static void json_findings(const struct reading *r, const struct findings *f, struct json *j)
{
    const struct row *row = row_of(r);
    int32_t ticks = ticks_of(r);
    json_uint(j, "bytes", r->bytes);
    json_bool(j, "complete", reading_state(r) == TT_RECORDING_GOOD);
    json_text_c(j, "state", tt_recording_state_name(reading_state(r)));
    json_int(j, "ticks", ticks);
    json_int(j, "first_tick", first_tick(r));
    json_int(j, "last_tick", reading_last_tick(r));
    json_hundredths(j, "duration_s", (int64_t)ticks * 100 / TT_TICKS_PER_SECOND);
    json_uint(j, "players", tt_recording_sessions(r->rec));
    json_uint(j, "most_players", tt_recording_most_open(r->rec));
    json_object_begin(j, "events");
    for (int kind = 0; kind < KINDS_MAX; kind++) {
        if (f->events[kind] != 0) {
            json_uint(j, row->kind_name(kind), f->events[kind]);
        }
    }
    json_object_end(j);
    if (row->has_keyframes) {
        json_uint(j, "keyframes", f->keyframes);
    }
    issues_json_counts(&r->issues, j);
}

static bool print_json(const struct reading *r, const struct findings *f)
{
    const struct row *row = row_of(r);
    char *space = memory_zeros(r->job->path, r->th_header.json.size + 1);
    if (space == NULL) {
        return false;
    }
    struct json j = json_begin(r->job->out);
    json_text_c(&j, "file", r->job->path);
    json_text_c(&j, "format", reading_format_name(r));
    json_int(&j, "version", row->version(r));
    if (!r->job->settings->quick) {
        json_findings(r, f, &j);
    }
    row->header_json(r, &j, space);
    json_end(&j);
    free(space);
    return true;
}

static void print_kinds(const struct reading *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    char number[TEXT_NUMBER];
    uint64_t all = 0;
    for (int kind = 0; kind < KINDS_MAX; kind++) {
        all += f->events[kind];
    }
    info_line(out, "events", "%s", text_number(number, all));
    for (int kind = 0; kind < KINDS_MAX; kind++) {
        if (f->events[kind] != 0) {
            info_line(out, "", "%10s %s", text_number(number, f->events[kind]),
                      row_of(r)->kind_name(kind));
        }
    }
}

static void print_findings(const struct reading *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    char time[TEXT_TIME];
    uint64_t sessions = tt_recording_sessions(r->rec);
    info_line(out, "length", "%s, ticks %" PRId32 " to %" PRId32, text_time(time, ticks_of(r)),
              first_tick(r), reading_last_tick(r));
    info_line(out, "players", "%" PRIu64 " %s, at most %" PRIu32 " at the same time", sessions,
              sessions == 1 ? "session" : "sessions", tt_recording_most_open(r->rec));
    print_kinds(r, f);
    info_state(out, &r->issues, reading_state(r), row_of(r)->missing_end);
}

static void print_text(const struct reading *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    text_safe(out, tt_bytes_of(r->job->path));
    host_output_byte(out, '\n');
    row_of(r)->header(r);
    if (!r->job->settings->quick) {
        print_findings(r, f);
    }
    if (r->job->is_one_of_many) {
        host_output_byte(out, '\n');
    }
}

static enum exit_status treat(struct job *job)
{
    struct reading r;
    struct findings findings = {.keyframes = 0};
    if (reading_open(&r, job, NULL)) {
        reading_skip_map(&r);
        if (!job->settings->quick) {
            read_records(&r, &findings);
        }
        if (!job->settings->json) {
            print_text(&r, &findings);
        } else if (!print_json(&r, &findings)) {
            r.status = EXIT_SYSTEM;
        }
    } else if (!r.is_skipped) {
        info_json_headless(&r.issues, reading_format_name(&r), r.bytes);
    }
    return reading_close(&r);
}

const struct command cmd_info = {
    .name = "info",
    .summary = "what is this recording",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .treat = treat,
    .folds = true,
};
