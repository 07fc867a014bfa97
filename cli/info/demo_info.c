/* SPDX-License-Identifier: MIT
 *
 * teetape info of a demo. Every snapshot is unpacked, for who was there; messages are counted as
 * they are packed.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/info/info_options.h"
#include "cli/read/demo_command.h"
#include "cli/read/demo_visit.h"
#include "cli/show/info_text.h"
#include "cli/show/json.h"
#include "cli/show/text.h"

struct findings {
    uint64_t chunks[TT_DEMO_KINDS];
    uint64_t keyframes;
};

static void read_chunks(struct demo_visit *v, struct findings *f)
{
    demo_visit_only(v, 0);
    while (demo_visit_next(v)) {
        const tt_demo_event *event = &v->r.event;
        f->chunks[event->kind]++;
        f->keyframes += event->kind == TT_DEMO_TICK && event->keyframe;
    }
}

static tt_recording_state state_of(const struct demo_recording *r)
{
    return issues_state(&r->issues, demo_recording_is_closed(r));
}

static void json_chunks(const struct demo_visit *v, const struct findings *f, struct json *j)
{
    const struct demo_recording *r = &v->r;
    json_uint(j, "bytes", r->bytes);
    json_bool(j, "complete", state_of(r) == TT_RECORDING_GOOD);
    json_text_c(j, "state", tt_recording_state_name(state_of(r)));
    json_int(j, "ticks", demo_recording_ticks(r));
    json_int(j, "first_tick", r->first_tick < 0 ? 0 : r->first_tick);
    json_int(j, "last_tick", r->last_tick < 0 ? 0 : r->last_tick);
    json_hundredths(j, "duration_s", (int64_t)demo_recording_ticks(r) * 100 / TT_TICKS_PER_SECOND);
    json_uint(j, "players", v->sessions);
    json_uint(j, "most_players", v->most_open);
    json_object_begin(j, "events");
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        if (f->chunks[kind] != 0) {
            json_uint(j, tt_demo_kind_name((tt_demo_kind)kind), f->chunks[kind]);
        }
    }
    json_object_end(j);
    json_uint(j, "keyframes", f->keyframes);
    issues_json_counts(&r->issues, j);
}

static void json_header(const tt_demo_header *header, struct json *j)
{
    uint8_t crc[4] = {(uint8_t)(header->map_crc >> 24), (uint8_t)(header->map_crc >> 16),
                      (uint8_t)(header->map_crc >> 8), (uint8_t)header->map_crc};
    json_object_begin(j, "header");
    json_text_c(j, "net_version", header->net_version);
    json_text_c(j, "type", header->type);
    json_text_c(j, "start_time", header->start_time);
    json_int(j, "length", header->length);
    json_text_c(j, "map_name", header->map_name);
    json_uint(j, "map_size", header->map_size);
    json_hex(j, "map_crc", (tt_bytes){crc, sizeof crc});
    if (header->has_sha256) {
        json_hex(j, "map_sha256",
                 (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes});
    }
    json_array_begin(j, "markers");
    for (int32_t i = 0; i < header->marker_count; i++) {
        json_int(j, NULL, header->markers[i]);
    }
    json_array_end(j);
    json_object_end(j);
}

static void print_json(const struct demo_visit *v, const struct findings *f)
{
    struct json j = json_begin(v->r.job->out);
    json_text_c(&j, "file", v->r.job->path);
    json_text_c(&j, "format", "demo");
    json_int(&j, "version", v->r.demo.header.version);
    if (!info_is_quick(v->r.job)) {
        json_chunks(v, f, &j);
    }
    json_header(&v->r.demo.header, &j);
    json_end(&j);
}

/* "demo 6, 544,784 bytes"; the size is known when all was read. */
static void print_format(const struct demo_recording *r)
{
    char bytes[TEXT_NUMBER];
    if (info_is_quick(r->job)) {
        info_line(r->job->out, "format", "demo %" PRId32, r->demo.header.version);
    } else {
        info_line(r->job->out, "format", "demo %" PRId32 ", %s bytes", r->demo.header.version,
                  text_number(bytes, r->bytes));
    }
}

/* "2026-11-21 20:14:00, by a client". */
static void print_recorder(struct host_output *out, const tt_demo_header *header)
{
    char start[sizeof header->start_time];
    memcpy(start, header->start_time, sizeof start);
    for (char *c = start; *c != 0; c++) {
        if (*c == '_' || (*c == '-' && c - start > 10)) {
            *c = *c == '_' ? ' ' : ':';
        }
    }
    info_line(out, "recorded", "%s%sby a %s", start, start[0] != 0 ? ", " : "", header->type);
    info_line(out, "protocol", "%s", header->net_version);
}

static void print_map(struct host_output *out, const tt_demo_header *header)
{
    char size[TEXT_NUMBER];
    if (header->map_size != 0) {
        info_line(out, "map", "%s, embedded, %s bytes, crc %08" PRIx32, header->map_name,
                  text_number(size, header->map_size), header->map_crc);
    } else {
        info_line(out, "map", "%s, not embedded, crc %08" PRIx32, header->map_name,
                  header->map_crc);
    }
    if (header->has_sha256) {
        info_label(out, "");
        host_output_hex(out, (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes});
        host_output_byte(out, '\n');
    }
}

/* With --quick the first tick is not known, and so no game time. */
static void print_markers(const struct demo_recording *r)
{
    const tt_demo_header *header = &r->demo.header;
    char time[TEXT_TIME];
    for (int32_t i = 0; i < header->marker_count; i++) {
        const char *name = i == 0 ? "markers" : "";
        int32_t tick = header->markers[i];
        if (r->first_tick >= 0) {
            info_line(r->job->out, name, "%" PRId32 ": %s, tick %" PRId32, i + 1,
                      text_time(time, demo_recording_time(r, tick)), tick);
        } else {
            info_line(r->job->out, name, "%" PRId32 ": tick %" PRId32, i + 1, tick);
        }
    }
}

static void print_counts(struct host_output *out, const struct findings *f)
{
    char number[TEXT_NUMBER];
    uint64_t all = 0;
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        all += f->chunks[kind];
    }
    info_line(out, "events", "%s", text_number(number, all));
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        if (f->chunks[kind] != 0) {
            info_line(out, "", "%10s %s", text_number(number, f->chunks[kind]),
                      tt_demo_kind_name((tt_demo_kind)kind));
        }
    }
}

static void print_findings(const struct demo_visit *v, const struct findings *f)
{
    const struct demo_recording *r = &v->r;
    struct host_output *out = r->job->out;
    char time[TEXT_TIME];
    info_line(out, "length", "%s, ticks %" PRId32 " to %" PRId32,
              text_time(time, demo_recording_ticks(r)), r->first_tick < 0 ? 0 : r->first_tick,
              r->last_tick < 0 ? 0 : r->last_tick);
    info_line(out, "players", "%" PRIu64 " %s, at most %" PRIu32 " at the same time", v->sessions,
              v->sessions == 1 ? "session" : "sessions", v->most_open);
    print_counts(out, f);
    info_state(out, &r->issues, state_of(r), "not closed by its recorder");
}

static void print_text(const struct demo_visit *v, const struct findings *f)
{
    const struct demo_recording *r = &v->r;
    struct host_output *out = r->job->out;
    text_safe(out, tt_bytes_of(r->job->path));
    host_output_byte(out, '\n');
    print_format(r);
    print_recorder(out, &r->demo.header);
    print_map(out, &r->demo.header);
    print_markers(r);
    if (!info_is_quick(r->job)) {
        print_findings(v, f);
    }
    if (r->job->is_one_of_many) {
        host_output_byte(out, '\n');
    }
}

enum exit_status demo_info(struct job *job)
{
    struct demo_visit v;
    struct findings findings = {0};
    if (demo_visit_open(&v, job, 0)) {
        if (!info_is_quick(job)) {
            read_chunks(&v, &findings);
        }
        if (job->settings->json) {
            print_json(&v, &findings);
        } else {
            print_text(&v, &findings);
        }
    } else if (!v.r.skipped && !v.r.has_header) {
        info_json_headless(&v.r.issues, v.r.is_foreign ? NULL : "demo", v.r.bytes,
                           info_is_quick(job));
    }
    return demo_visit_close(&v);
}
