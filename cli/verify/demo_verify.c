/* SPDX-License-Identifier: MIT
 *
 * teetape verify of a demo: everything is unpacked and applied, and the embedded map is summed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/read/demo_command.h"
#include "cli/read/demo_recording.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "wire/crc32.h"
#include "wire/sha256.h"

/* The embedded map, as far as it was read. */
struct sums {
    tti_sha256 sha256;
    uint32_t crc;
    uint64_t size;
};

static void tell(struct demo_recording *r, tt_level level, tt_status status, uint64_t offset)
{
    tt_issue issue = {level, status, offset, r->demo.tick, tt_status_text(status)};
    r->demo.on_issue(r->demo.user, &issue);
}

static void check_map(struct demo_recording *r, struct sums *sums)
{
    const tt_demo_header *header = &r->demo.header;
    uint8_t sha256[TTI_SHA256_SIZE];
    uint64_t offset = tt_demo_offset(&r->demo) - sums->size;
    tti_sha256_finish(&sums->sha256, sha256);
    if (sums->crc != header->map_crc) {
        tell(r, TT_LEVEL_ERROR, TT_ERR_DEMO_MAP_CRC, offset);
    }
    if (header->has_sha256 && memcmp(sha256, header->map_sha256.bytes, sizeof sha256) != 0) {
        tell(r, TT_LEVEL_ERROR, TT_ERR_DEMO_MAP_SHA256, offset);
    }
}

static void read_all(struct demo_recording *r)
{
    struct sums sums = {.crc = 0};
    tti_sha256_start(&sums.sha256);
    while (demo_recording_next(r)) {
        tt_bytes data = r->event.data;
        if (r->event.kind != TT_DEMO_MAP) {
            continue;
        }
        tti_sha256_add(&sums.sha256, data.data, data.size);
        sums.crc = tti_crc32(sums.crc, data.data, data.size);
        sums.size += data.size;
        if (sums.size == r->demo.header.map_size) {
            check_map(r, &sums);
        }
    }
    int32_t length = demo_recording_ticks(r) / TT_TICKS_PER_SECOND;
    /* 0 stands in a demo whose recorder did not stop properly, which was noted */
    bool was_read = r->issues.errors == 0 && !host_stop_wanted(r->job->stop);
    if (was_read && r->demo.header.length > 0 && r->demo.header.length != length) {
        tell(r, TT_LEVEL_WARNING, TT_WARN_DEMO_LENGTH, 0);
    }
}

static void print_json(const struct demo_recording *r, tt_recording_state state)
{
    bool good = issues_state_is_good(&r->issues, state);
    struct json j = json_begin(r->job->out);
    job_json_file(r->job, &j);
    json_text_c(&j, "format", r->is_foreign ? NULL : "demo");
    json_text_c(&j, "state", tt_recording_state_name(state));
    json_bool(&j, "good", good);
    json_bool(&j, "complete", state == TT_RECORDING_GOOD);
    json_uint(&j, "bytes", r->bytes);
    json_int(&j, "last_tick", r->last_tick < 0 ? 0 : r->last_tick);
    issues_json_counts(&r->issues, &j);
    issues_json(&r->issues, &j);
    json_end(&j);
}

static void print_text(const struct demo_recording *r, tt_recording_state state)
{
    struct host_output *out = r->job->out;
    char time[TEXT_TIME], counts[128];
    text_safe(out, tt_bytes_of(r->job->path));
    bool is_damage = host_kind_is_damage(r->job->path, host_first_kind(&r->first));
    if (r->is_foreign && !is_damage) {
        host_output_text(out, ": no recording\n");
        return;
    }
    snprintf(counts, sizeof counts, ": %s, %" PRIu64 " bytes, %s%s", tt_recording_state_name(state),
             r->bytes, text_time(time, demo_recording_time(r, r->last_tick)),
             r->has_header && !demo_recording_is_closed(r) ? ", no length in the header" : "");
    host_output_text(out, counts);
    if (r->issues.errors != 0 || r->issues.warnings != 0) {
        snprintf(counts, sizeof counts, ", errors %" PRIu64 ", warnings %" PRIu64, r->issues.errors,
                 r->issues.warnings);
        host_output_text(out, counts);
    }
    host_output_byte(out, '\n');
}

enum exit_status demo_verify(struct job *job)
{
    struct demo_recording r;
    if (demo_recording_open(&r, job, DEMO_WANTS_MAP)) {
        read_all(&r);
    }
    if (!r.skipped && r.status != EXIT_SYSTEM) {
        tt_recording_state state =
            issues_state(&r.issues, r.has_header && demo_recording_is_closed(&r));
        if (job->settings->json) {
            print_json(&r, state);
        } else if (!job->settings->quiet || !issues_state_is_good(&r.issues, state)) {
            print_text(&r, state);
        }
    }
    return demo_recording_close(&r);
}
