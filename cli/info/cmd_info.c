/* SPDX-License-Identifier: MIT
 *
 * teetape info: what is this recording.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/info/info_options.h"
#include "cli/read/demo_command.h"
#include "cli/read/place.h"
#include "cli/read/recording.h"
#include "cli/read/span.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/source.h"
#include "cli/show/header_json.h"
#include "cli/show/info_text.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "teetape/secret.h"
#include "teetape/teehistorian_past.h"

static const char *const description[] = {
    "Shows what a recording is: which server and game made it, on which map, when and how long, "
    "how many players there were, what events it has, and whether it is whole.",
    "The whole file is read for that; with --quick only its header.",
    ("Of a demo, players are counted in all snapshots, as teetape-players(1) does. Messages and "
     "the embedded map are checked by teetape-verify(1) only."),
    NULL,
};

static const struct option options[] = {
    ROW_FLAG('Q', "quick", struct info_options, quick,
             "read the header only: no length, players or events"),
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

/* Room for a text of the header. */
#define HEADER_TEXT 1024

/* What a pass over the events finds out. */
struct findings {
    uint64_t events[TT_TH_KINDS];
    tt_th_past past;
    uint64_t remnants; /* stays that are none, see tt_th_change */
};

static void read_events(struct recording *r, struct findings *f)
{
    tt_th_past_init(&f->past);
    while (recording_next(r)) {
        f->events[r->event.kind]++;
        tt_th_change change = tt_th_past_follow(&f->past, &r->event, r->world);
        f->remnants += (uint64_t)change.remnant;
    }
}

static int32_t ticks_of(const struct recording *r)
{
    return r->first_tick < 0 ? 0 : r->world->tick - r->first_tick;
}

static tt_recording_state state_of(const struct recording *r)
{
    return issues_state(&r->issues, r->finished);
}

static void print_json_events(const struct recording *r, const struct findings *f, struct json *j)
{
    int32_t ticks = ticks_of(r);
    json_uint(j, "bytes", r->bytes);
    json_bool(j, "complete", state_of(r) == TT_RECORDING_GOOD);
    json_text_c(j, "state", tt_recording_state_name(state_of(r)));
    json_int(j, "ticks", ticks);
    json_int(j, "first_tick", r->first_tick < 0 ? 0 : r->first_tick);
    json_int(j, "last_tick", r->world->tick);
    json_hundredths(j, "duration_s", (int64_t)ticks * 100 / TT_TICKS_PER_SECOND);
    json_uint(j, "players", f->past.sessions - f->remnants);
    json_uint(j, "most_players", f->past.most_open);
    json_object_begin(j, "events");
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        if (f->events[kind] != 0) {
            json_uint(j, tt_th_type((tt_th_kind)kind)->name, f->events[kind]);
        }
    }
    json_object_end(j);
    issues_json_counts(&r->issues, j);
}

static bool print_json(const struct recording *r, const struct findings *f)
{
    char *space = malloc(r->header.json.size + 1);
    if (space == NULL) {
        memory_tell(r->job->path);
        return false;
    }
    struct json j = json_begin(r->job->out);
    json_text_c(&j, "file", r->job->path);
    json_text_c(&j, "format", "teehistorian");
    json_int(&j, "version", r->header.version);
    if (!info_is_quick(r->job)) {
        print_json_events(r, f, &j);
    }
    header_json(&j, r->header.json, space, r->job->settings->show_secrets);
    free(space);
    json_end(&j);
    return true;
}

/* Resolves a text of the header. Longer than any that DDNet writes: it is cut. */
static tt_bytes resolve(char text[HEADER_TEXT], tt_bytes raw)
{
    size_t size = tt_json_unescape(text, HEADER_TEXT, raw);
    return (tt_bytes){(const uint8_t *)text, size < HEADER_TEXT ? size : HEADER_TEXT};
}

static void header_text(struct host_output *out, tt_bytes raw)
{
    char text[HEADER_TEXT];
    text_safe(out, resolve(text, raw));
}

static void header_line(const struct recording *r, const char *name, tt_th_key key)
{
    if (r->header.raw[key].size != 0) {
        info_label(r->job->out, name);
        header_text(r->job->out, r->header.raw[key]);
        host_output_byte(r->job->out, '\n');
    }
}

/* "teehistorian 2.4, 45,051 bytes"; the size is known when all was read. */
static void print_format(const struct recording *r)
{
    char minor[48] = "", size[64] = "", bytes[TEXT_NUMBER];
    if (TT_TH_HAS(&r->header, version_minor)) {
        snprintf(minor, sizeof minor, ".%" PRId64, r->header.version_minor);
    }
    if (!info_is_quick(r->job)) {
        snprintf(size, sizeof size, ", %s bytes", text_number(bytes, r->bytes));
    }
    info_line(r->job->out, "format", "teehistorian %" PRId64 "%s%s", r->header.version, minor,
              size);
}

static void print_server(const struct recording *r)
{
    struct host_output *out = r->job->out;
    tt_bytes name = r->header.raw[TT_TH_KEY_server_name];
    tt_bytes version = r->header.raw[TT_TH_KEY_server_version];
    bool any = name.size != 0;
    if (!any && !TT_TH_HAS(&r->header, server_port) && version.size == 0) {
        return;
    }
    info_label(out, "server");
    header_text(out, name);
    if (TT_TH_HAS(&r->header, server_port)) {
        host_output_text(out, info_comma(&any));
        host_output_text(out, "port ");
        host_output_int(out, r->header.server_port);
    }
    if (version.size != 0) {
        host_output_text(out, info_comma(&any));
        host_output_text(out, "version ");
        header_text(out, version);
    }
    host_output_byte(out, '\n');
}

static void print_map(const struct recording *r)
{
    struct host_output *out = r->job->out;
    tt_bytes name = r->header.raw[TT_TH_KEY_map_name];
    bool any = name.size != 0;
    int64_t bytes = r->header.map_size;
    char size[TEXT_NUMBER];
    if (any || TT_TH_HAS(&r->header, map_size) || TT_TH_HAS(&r->header, map_crc)) {
        info_label(out, "map");
        header_text(out, name);
        if (TT_TH_HAS(&r->header, map_size)) {
            host_output_text(out, info_comma(&any));
            /* any number may stand there */
            host_output_text(out, bytes < 0 ? "-" : "");
            host_output_text(out,
                             text_number(size, bytes < 0 ? 0 - (uint64_t)bytes : (uint64_t)bytes));
            host_output_text(out, " bytes");
        }
        if (TT_TH_HAS(&r->header, map_crc)) {
            host_output_text(out, info_comma(&any));
            host_output_text(out, "crc ");
            header_text(out, r->header.raw[TT_TH_KEY_map_crc]);
        }
        host_output_byte(out, '\n');
    }
    header_line(r, "", TT_TH_KEY_map_sha256);
}

static size_t count_members(const struct recording *r, tt_th_part part)
{
    tt_th_iter iter = tt_th_iter_of(&r->header, part);
    tt_th_member member;
    size_t count = 0;
    while (tt_th_iter_next(&iter, &member)) {
        count++;
    }
    return count;
}

/* Keys that are in no DDNet release: those of mods, or of releases to come. */
static void print_others(const struct recording *r)
{
    tt_th_iter iter = tt_th_iter_of(&r->header, TT_TH_OTHERS);
    tt_th_member member;
    while (tt_th_iter_next(&iter, &member)) {
        char key[HEADER_TEXT], value[HEADER_TEXT];
        bool is_secret = !r->job->settings->show_secrets &&
                         tt_secret_header(resolve(key, member.key), resolve(value, member.value));
        info_label(r->job->out, "also");
        header_text(r->job->out, member.key);
        host_output_text(r->job->out, member.value.size != 0 ? " = " : " =");
        text_safe(r->job->out,
                  is_secret ? tt_bytes_of(TT_SECRET_TEXT) : resolve(value, member.value));
        host_output_byte(r->job->out, '\n');
    }
}

static void print_header(const struct recording *r)
{
    print_format(r);
    header_line(r, "game", TT_TH_KEY_game_uuid);
    header_line(r, "cut of", TT_TH_KEY_cut_of);
    header_line(r, "after", TT_TH_KEY_prev_game_uuid);
    header_line(r, "started", TT_TH_KEY_start_time);
    print_server(r);
    header_line(r, "game type", TT_TH_KEY_game_type);
    print_map(r);
    info_line(r->job->out, "settings", "%zu changed, %zu tunings changed",
              count_members(r, TT_TH_CONFIG), count_members(r, TT_TH_TUNING));
    print_others(r);
}

static void print_kinds(const struct recording *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    char number[TEXT_NUMBER];
    uint64_t all = 0;
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        all += f->events[kind];
    }
    info_line(out, "events", "%s", text_number(number, all));
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        if (f->events[kind] != 0) {
            info_line(out, "", "%10s %s", text_number(number, f->events[kind]),
                      tt_th_type((tt_th_kind)kind)->name);
        }
    }
}

static void print_state(const struct recording *r)
{
    info_state(r->job->out, &r->issues, state_of(r), "no FINISH");
}

static void print_findings(const struct recording *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    char time[TEXT_TIME];
    uint64_t sessions = f->past.sessions - f->remnants;
    info_line(out, "length", "%s, ticks %" PRId32 " to %" PRId32, text_time(time, ticks_of(r)),
              r->first_tick < 0 ? 0 : r->first_tick, r->world->tick);
    info_line(out, "players", "%" PRIu64 " %s, at most %" PRIu32 " at the same time", sessions,
              sessions == 1 ? "session" : "sessions", f->past.most_open);
    print_kinds(r, f);
    print_state(r);
}

static void print_text(const struct recording *r, const struct findings *f)
{
    struct host_output *out = r->job->out;
    text_safe(out, tt_bytes_of(r->job->path));
    host_output_byte(out, '\n');
    print_header(r);
    if (!info_is_quick(r->job)) {
        print_findings(r, f);
    }
    if (r->job->is_one_of_many) {
        host_output_byte(out, '\n');
    }
}

static enum exit_status info_of_recording(struct job *job)
{
    struct recording r;
    struct findings findings = {0};
    if (recording_open(&r, job)) {
        if (!info_is_quick(job)) {
            read_events(&r, &findings);
        }
        if (!job->settings->json) {
            print_text(&r, &findings);
        } else if (!print_json(&r, &findings)) {
            r.status = EXIT_SYSTEM;
        }
    } else if (!r.skipped) {
        info_json_headless(&r.issues, recording_format(&r), r.bytes, info_is_quick(job));
    }
    return recording_close(&r);
}

static enum exit_status process(struct job *job)
{
    static const struct span_options all;
    span_take(job, &all);
    return source_look(job) == SOURCE_DEMO ? demo_info(job) : info_of_recording(job);
}

const struct command cmd_info = {
    .name = "info",
    .summary = "what is this recording",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct info_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .process = process,
    .folds = true,
};
