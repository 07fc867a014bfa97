/* SPDX-License-Identifier: MIT
 *
 * teetape info: summarizes a recording.
 *
 * One pass counts the records. With --quick there is no pass, and the output has only the
 * header.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/info/info.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "cli/text/text.h"
#include "teetape/game.h"

static const struct option options[] = {
    ROW_FLAG('Q', "quick", struct info_options, quick,
             "read the header only: no length, players or events"),
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
    OPTION_ROWS_EACH,
};

/* COLUMN_UNKNOWN leaves a number out. A column_own without a `write` function is unknown. */
struct object {
    const char *file, *format, *packed, *state;
    int64_t version, bytes, ticks, first_tick, last_tick, players, most_players, keyframes;
    int64_t errors, warnings, notes;
    struct column_own complete, duration_s, events, inputs, header;
};

static const struct column columns[] = {
    COLUMN(struct object, file, "as it was named"),
    COLUMN(struct object, format,
           "\"teehistorian\", \"demo\", or null for a file that is something else"),
    COLUMN(struct object, packed,
           "\"xz\", \"zst\", \"gz\" or \"tape\"; null when the file is not compressed"),
    COLUMN(struct object, version, "of the format"),
    COLUMN(struct object, bytes, "of the recording, after decompression", .is_optional = true),
    COLUMN(struct object, complete,
           "undamaged, and closed properly: by FINISH, a demo by the length in its header",
           .type = "boolean", .is_optional = true),
    COLUMN(struct object, state,
           "good (whole, and closed properly), unfinished (not closed), or damaged",
           .is_optional = true),
    COLUMN(struct object, ticks, "last tick minus first tick; 50 are a second",
           .is_optional = true),
    COLUMN(struct object, first_tick, "tick of the first event", .is_optional = true),
    COLUMN(struct object, last_tick, "tick of the last event", .is_optional = true),
    COLUMN(struct object, duration_s, "seconds of these ticks", .type = "number",
           .is_optional = true),
    COLUMN(struct object, players, "sessions: how often a client came", .is_optional = true),
    COLUMN(struct object, most_players, "most clients at the same time", .is_optional = true),
    COLUMN(struct object, events, "how many of each kind; chunks of a demo", .type = "object",
           .is_optional = true),
    COLUMN(struct object, keyframes, "of a demo: ticks with a full snapshot", .is_optional = true),
    COLUMN(struct object, inputs,
           "of a demo that holds inputs of other players: how many (count), of how many sessions "
           "(players), and the first and last tick for which they are (first_tick, last_tick)",
           .type = "object", .is_optional = true),
    COLUMN(struct object, errors, "see teetape-verify(1)", .is_optional = true),
    COLUMN(struct object, warnings, NULL, .is_optional = true),
    COLUMN(struct object, notes, NULL, .is_optional = true),
    COLUMN(struct object, header,
           "the recording's own header, every key of it; what is secret, and what is neither known "
           "nor a number, is \"***\"; of a demo net_version, type (who recorded: "
           "client or server), start_time (without a zone), length (seconds), map_name, map_size "
           "(bytes, 0 when it is not embedded), map_crc and map_sha256 (hex), markers (ticks)",
           .type = "object"),
    COLUMNS_END,
};

static void complete_json(struct json *j, const char *key, const void *of)
{
    json_bool(j, key, reading_state(of) == TT_RECORDING_GOOD);
}

/* Appends the duration. That of an unreadable recording is 0, without a fraction. */
static void duration_json(struct json *j, const char *key, const void *of)
{
    const struct reading *r = of;
    if (r->io.has_header) {
        json_hundredths(j, key, (int64_t)info_ticks(r) * 100 / TT_TICKS_PER_SECOND);
    } else {
        json_int(j, key, 0);
    }
}

static void events_json(struct json *j, const char *key, const void *of)
{
    const struct info *info = of;
    json_object_begin(j, key);
    for (int kind = 0; kind < INFO_KINDS_MAX; kind++) {
        if (info->events[kind] != 0) {
            json_uint(j, info_format(&info->r)->kind_name(kind), info->events[kind]);
        }
    }
    json_object_end(j);
}

static void inputs_json(struct json *j, const char *key, const void *of)
{
    const struct info_inputs *inputs = of;
    json_object_begin(j, key);
    json_uint(j, "count", inputs->count);
    json_uint(j, "players", inputs->players);
    json_int(j, "first_tick", inputs->first);
    json_int(j, "last_tick", inputs->last);
    json_object_end(j);
}

static void header_member_json(struct json *j, const char *key, const void *of)
{
    const struct info *info = of;
    (void)key;
    info_format(&info->r)->header_json(&info->r, j, info->space);
}

/* Fills the members about the state and the issues. Without a header all numbers are 0, but the
 * counts of issues are right. */
static void fill_findings(struct object *o, const struct info *info)
{
    const struct reading *r = &info->r;
    o->bytes = (int64_t)r->io.bytes;
    o->complete = (struct column_own){complete_json, r};
    o->state = tt_recording_state_name(reading_state(r));
    o->ticks = o->first_tick = o->last_tick = o->players = o->most_players = 0;
    o->duration_s = (struct column_own){duration_json, r};
    o->events = (struct column_own){events_json, info};
    o->inputs.write = info->inputs.count != 0 ? inputs_json : NULL;
    o->inputs.of = &info->inputs;
    o->errors = (int64_t)r->issues.errors;
    o->warnings = (int64_t)r->issues.warnings;
    o->notes = (int64_t)r->issues.notes;
    if (r->io.has_header) {
        tt_session_counts sessions = tt_recording_sessions(r->io.rec);
        o->ticks = info_ticks(r);
        o->first_tick = info_first_tick(r);
        o->last_tick = tt_io_reading_last_tick(&r->io);
        o->players = (int64_t)sessions.count;
        o->most_players = sessions.most_open;
        o->keyframes = reading_is_demo(r) ? info->keyframes : COLUMN_UNKNOWN;
    }
}

/* Prints the object. A damaged header makes a recording damaged, also with --quick. */
static void print_json(const struct info *info)
{
    const struct reading *r = &info->r;
    const int64_t none = COLUMN_UNKNOWN;
    struct object o = {.file = r->job->path,
                       .format = reading_format_name(r),
                       .packed = r->io.packed,
                       .version = none,
                       .bytes = none,
                       .ticks = none,
                       .first_tick = none,
                       .last_tick = none,
                       .players = none,
                       .most_players = none,
                       .keyframes = none,
                       .errors = none,
                       .warnings = none,
                       .notes = none};
    if (!info_is_quick(r->job)) {
        fill_findings(&o, info);
    }
    if (r->io.has_header) {
        o.version = info_format(r)->version(r);
        o.header = (struct column_own){header_member_json, info};
    } else {
        o.state = tt_recording_state_name(TT_RECORDING_DAMAGED);
    }
    struct json j = json_begin(r->job->out);
    rows_members(&j, columns, tt_io_reading_format(&r->io), &o);
    json_end(&j);
}

/* Counts an input of a demo. One that comes before the JOIN of its session counts for that session.
 */
static void count_input(struct info *info)
{
    struct info_inputs *inputs = &info->inputs;
    tt_recorded_input input;
    if (!tt_item_input(&info->r.io.item, &input)) {
        return;
    }
    int32_t tick = input.intended_tick;
    uint64_t session = info->r.io.item.session, *seen = &inputs->last_seen[input.cid];
    bool is_known = session != TT_SESSION_NONE;
    inputs->players += *seen == 0 || (is_known && *seen != 1 && *seen != session + 2);
    *seen = is_known || *seen == 0 ? session + 2 : *seen;
    inputs->first = inputs->count == 0 || tick < inputs->first ? tick : inputs->first;
    inputs->last = inputs->count == 0 || tick > inputs->last ? tick : inputs->last;
    inputs->count++;
}

/* Reads to the end and counts the records. The reader counts the frequent records of a teehistorian
 * file itself, which is several times as fast. */
static void read_records(struct info *info)
{
    const tt_item *item = &info->r.io.item;
    while (reading_next(&info->r)) {
        if (item->th != NULL) {
            info->events[item->th->kind]++;
        } else {
            info->events[item->demo->kind]++;
            count_input(info);
            info->keyframes += item->demo->kind == TT_DEMO_TICK && item->demo->keyframe;
        }
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        info->events[TT_TH_PLAYER_DIFF] += info->tally.moves[cid];
        info->events[TT_TH_INPUT_DIFF] += info->tally.inputs[cid];
    }
    info->events[TT_TH_TICK_SKIP] += info->tally.tick_skips;
}

static void print_kinds(const struct info *info)
{
    tt_io_output *out = info->r.job->out;
    char number[TEXT_NUMBER];
    uint64_t all = 0;
    for (int kind = 0; kind < INFO_KINDS_MAX; kind++) {
        all += info->events[kind];
    }
    info_line(out, "events", "%s", text_number(number, all));
    for (int kind = 0; kind < INFO_KINDS_MAX; kind++) {
        if (info->events[kind] != 0) {
            info_line(out, "", "%10s %s", text_number(number, info->events[kind]),
                      kind == info_format(&info->r)->end_kind
                          ? "FINISH, the end of the recording"
                          : info_format(&info->r)->kind_name(kind));
        }
    }
}

static void print_state(const struct reading *r)
{
    tt_recording_state state = reading_state(r);
    bool is_unfinished = state == TT_RECORDING_UNFINISHED;
    info_line(r->job->out, "state",
              "%s%s%s, errors %" PRIu64 ", warnings %" PRIu64 ", notes %" PRIu64,
              tt_recording_state_name(state), is_unfinished ? ", " : "",
              is_unfinished ? info_format(r)->missing_end : "", r->issues.errors,
              r->issues.warnings, r->issues.notes);
}

static void print_findings(const struct info *info)
{
    const struct reading *r = &info->r;
    tt_io_output *out = r->job->out;
    char time[TEXT_TIME], number[TEXT_NUMBER];
    tt_session_counts sessions = tt_recording_sessions(r->io.rec);
    info_line(out, "length", "%s, ticks %" PRId32 " to %" PRId32, text_time(time, info_ticks(r)),
              info_first_tick(r), tt_io_reading_last_tick(&r->io));
    info_line(out, "players", "%" PRIu64 " %s, at most %" PRIu32 " at the same time",
              sessions.count, sessions.count == 1 ? "session" : "sessions", sessions.most_open);
    print_kinds(info);
    if (info->inputs.count != 0) {
        info_line(out, "holds",
                  "inputs of %" PRIu64 " other %s: %s, for ticks %" PRId32 " to %" PRId32,
                  info->inputs.players, info->inputs.players == 1 ? "player" : "players",
                  text_number(number, info->inputs.count), info->inputs.first, info->inputs.last);
    }
    print_state(r);
}

static void print_text(const struct info *info)
{
    const struct job *job = info->r.job;
    text_safe(job->out, tt_bytes_of(job->path));
    tt_io_output_byte(job->out, '\n');
    info_format(&info->r)->header(&info->r);
    if (!info_is_quick(job)) {
        print_findings(info);
    }
    if (job->is_one_of_many) {
        tt_io_output_byte(job->out, '\n');
    }
}

/* Prints the result. A damaged recording that could not be read is an object with --json, and
 * nothing as text. */
static void print(struct info *info)
{
    struct reading *r = &info->r;
    if (!r->job->settings->json) {
        if (r->io.has_header) {
            print_text(info);
        }
    } else if (r->io.has_header || (!r->is_skipped && r->issues.errors != 0)) {
        info->space = memory_zeros(r->job->path, TT_TH_SHOWN_HEADER(r->io.th_header.json.size));
        if (info->space != NULL) {
            print_json(info);
        } else {
            reading_fail(r, EXIT_SYSTEM);
        }
        free(info->space);
    }
}

/* Handles a file. The inputs of a demo are messages, and its snapshots give the number of players.
 * no_ways: moves are only counted, not measured. */
static enum exit_status info_file(struct job *job)
{
    struct info info = {.tally = {.no_ways = 1}};
    bool is_quick = info_is_quick(job);
    const tt_io_reading_options how = {
        .no_index = true,
        .wants = is_quick ? 0 : TT_WANT_RECORDS | TT_WANT_MAP_SUMS,
        .tally = &info.tally,
    };
    if (reading_open(&info.r, job, &how, READING_USUAL) && !is_quick) {
        read_records(&info);
    }
    print(&info);
    return reading_close(&info.r);
}

const struct command cmd_info = {
    .name = "info",
    .summary = "show what a recording is",
    .description =
        {("Summarizes a recording: server, game, map, date, length, number of players and "
          "events, and whether it is complete and undamaged."),
         "The whole file is read; with --quick only the header.",
         ("The players of a demo are those in its snapshots, as in teetape-players(1). The "
          "embedded "
          "map is not checked: teetape-verify(1) does that. A client's demo may have inputs of "
          "other players, which teetape-inputs(1) shows.")},
    .options = OPTION_TABLE(options, struct info_options),
    .examples = {{"What is this file?", "info FILE"},
                 {"The maps of an archive:",
                  "info --quick --json archive/ | jq -r .header.map_name"}},
    .json_text = {(
        "One object a recording. With --quick the keys from \"bytes\" to \"notes\" are left "
        "out, and \"state\" where the header is good. Where the header cannot be read, "
        "version and header are null.")},
    .columns = columns,
    .how = &(const struct run_how){.process = info_file, .folds = true},
};
