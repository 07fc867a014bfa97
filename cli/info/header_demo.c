/* SPDX-License-Identifier: MIT
 *
 * Prints the header of a demo (docs/format/demo.md) for `info`. The header names neither server
 * nor game type.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/info/info.h"
#include "cli/text/text.h"

/* Prints "demo 6, 544,784 bytes". The decompressed size is known at the end of the recording. */
static void print_format(const struct reading *r)
{
    int32_t version = tt_recording_demo_header(r->io.rec)->version;
    char bytes[TEXT_NUMBER];
    if (info_is_quick(r->job)) {
        info_line(r->job->out, "format", "demo %" PRId32, version);
    } else {
        info_line(r->job->out, "format", "demo %" PRId32 ", %s bytes", version,
                  text_number(bytes, r->io.bytes));
    }
}

/* Prints "2026-11-21 20:14:00, by a client". The header has 2026-11-21_20-14-00, another text,
 * or none. */
static void print_recorder(tt_io_output *out, const tt_demo_header *header)
{
    char start[sizeof header->start_time];
    memcpy(start, header->start_time, sizeof start);
    for (char *c = start; *c != 0; c++) {
        /* Index 10 separates date and time. */
        if (*c == '_' || (*c == '-' && c - start > 10)) {
            *c = *c == '_' ? ' ' : ':';
        }
    }
    info_line(out, "recorded", "%s%sby a %s", start, start[0] != 0 ? ", " : "", header->type);
    info_line(out, "protocol", "%s", header->net_version);
}

/* Prints the name, the size and the sums of the map. When the demo does not embed its map, the game
 * looks for a map with this name and sum. */
static void print_map(tt_io_output *out, const tt_demo_header *header)
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
        tt_io_output_hex(out,
                         (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes});
        tt_io_output_byte(out, '\n');
    }
}

/* Prints the timeline markers, counted from 1 as in --from marker:1. With --quick the first tick is
 * unknown, so they have no game time. */
static void print_markers(const struct reading *r)
{
    const tt_demo_header *header = tt_recording_demo_header(r->io.rec);
    char time[TEXT_TIME];
    for (int32_t i = 0; i < header->marker_count; i++) {
        const char *name = i == 0 ? "markers" : "";
        int32_t tick = header->markers[i];
        if (tt_recording_look(r->io.rec).first_tick >= 0) {
            info_line(r->job->out, name, "%" PRId32 ": %s, tick %" PRId32, i + 1,
                      text_time(time, tt_io_reading_time(&r->io, tick)), tick);
        } else {
            info_line(r->job->out, name, "%" PRId32 ": tick %" PRId32, i + 1, tick);
        }
    }
}

static void print_header(const struct reading *r)
{
    const tt_demo_header *header = tt_recording_demo_header(r->io.rec);
    print_format(r);
    print_recorder(r->job->out, header);
    print_map(r->job->out, header);
    print_markers(r);
}

/* Appends the header. The CRC of the map is printed big-endian, as other programs show it. */
static void header_member(const struct reading *r, struct json *j, uint8_t *space)
{
    const tt_demo_header *header = tt_recording_demo_header(r->io.rec);
    uint8_t crc[4] = {(uint8_t)(header->map_crc >> 24), (uint8_t)(header->map_crc >> 16),
                      (uint8_t)(header->map_crc >> 8), (uint8_t)header->map_crc};
    (void)space;
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

static const char *kind_name(int kind)
{
    return tt_demo_kind_name((tt_demo_kind)kind);
}

static int64_t version(const struct reading *r)
{
    return tt_recording_demo_header(r->io.rec)->version;
}

const struct info_format info_demo = {
    "not closed by its recorder", kind_name, -1, version, print_header, header_member};
