/* SPDX-License-Identifier: MIT
 *
 * Prints the header of a teehistorian file for `info`. The release of the server decides which
 * keys there are (docs/format/teehistorian.md), and a line is printed only when its keys exist.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/info/info.h"
#include "cli/text/text.h"

/* Bytes of a header's text when it is printed. DDNet cuts the texts of a header at 127 bytes. */
#define HEADER_TEXT 1024

static tt_bytes resolve(char text[HEADER_TEXT], tt_bytes raw)
{
    size_t size = tt_json_unescape(text, HEADER_TEXT, raw);
    return (tt_bytes){(const uint8_t *)text, size < HEADER_TEXT ? size : HEADER_TEXT};
}

static void header_text(tt_io_output *out, tt_bytes raw)
{
    char text[HEADER_TEXT];
    text_safe(out, resolve(text, raw));
}

static void header_line(const struct reading *r, const char *name, tt_th_key key)
{
    if (r->io.th_header.raw[key].size != 0) {
        info_label(r->job->out, name);
        header_text(r->job->out, r->io.th_header.raw[key]);
        tt_io_output_byte(r->job->out, '\n');
    }
}

/* Prints "teehistorian 2.4, 45,051 bytes". The size is known at the end of the recording. */
static void print_format(const struct reading *r)
{
    char minor[48] = "", size[64] = "", bytes[TEXT_NUMBER];
    if (TT_TH_HAS(&r->io.th_header, version_minor)) {
        snprintf(minor, sizeof minor, ".%" PRId64, r->io.th_header.version_minor);
    }
    if (!info_is_quick(r->job)) {
        snprintf(size, sizeof size, ", %s bytes", text_number(bytes, r->io.bytes));
    }
    info_line(r->job->out, "format", "teehistorian %" PRId64 "%s%s", r->io.th_header.version, minor,
              size);
}

static void print_server(const struct reading *r)
{
    tt_io_output *out = r->job->out;
    tt_bytes name = r->io.th_header.raw[TT_TH_KEY_server_name];
    tt_bytes version = r->io.th_header.raw[TT_TH_KEY_server_version];
    bool any = name.size != 0;
    if (!any && !TT_TH_HAS(&r->io.th_header, server_port) && version.size == 0) {
        return;
    }
    info_label(out, "server");
    header_text(out, name);
    if (TT_TH_HAS(&r->io.th_header, server_port)) {
        tt_io_output_text(out, info_comma(&any));
        tt_io_output_text(out, "port ");
        tt_io_output_int(out, r->io.th_header.server_port);
    }
    if (version.size != 0) {
        tt_io_output_text(out, info_comma(&any));
        tt_io_output_text(out, "version ");
        header_text(out, version);
    }
    tt_io_output_byte(out, '\n');
}

static void print_map(const struct reading *r)
{
    tt_io_output *out = r->job->out;
    tt_bytes name = r->io.th_header.raw[TT_TH_KEY_map_name];
    bool any = name.size != 0;
    int64_t bytes = r->io.th_header.map_size;
    char size[TEXT_NUMBER];
    if (any || TT_TH_HAS(&r->io.th_header, map_size) || TT_TH_HAS(&r->io.th_header, map_crc)) {
        info_label(out, "map");
        header_text(out, name);
        if (TT_TH_HAS(&r->io.th_header, map_size)) {
            tt_io_output_text(out, info_comma(&any));
            /* The header may have any number, also a negative one. */
            tt_io_output_text(out, bytes < 0 ? "-" : "");
            tt_io_output_text(out,
                              text_number(size, bytes < 0 ? 0 - (uint64_t)bytes : (uint64_t)bytes));
            tt_io_output_text(out, " bytes");
        }
        if (TT_TH_HAS(&r->io.th_header, map_crc)) {
            tt_io_output_text(out, info_comma(&any));
            tt_io_output_text(out, "crc ");
            header_text(out, r->io.th_header.raw[TT_TH_KEY_map_crc]);
        }
        tt_io_output_byte(out, '\n');
    }
    header_line(r, "", TT_TH_KEY_map_sha256);
}

static size_t count_members(const struct reading *r, tt_th_part part)
{
    tt_th_iter iter = tt_th_iter_of(&r->io.th_header, part);
    tt_th_member member;
    size_t count = 0;
    while (tt_th_iter_next(&iter, &member)) {
        count++;
    }
    return count;
}

/* Shows the keys that this version does not know, from mods and later releases. A value that is no
 * number is hidden, because it may be a password. */
static void print_others(const struct reading *r)
{
    tt_th_iter iter = tt_th_iter_of(&r->io.th_header, TT_TH_OTHERS);
    tt_th_member member;
    while (tt_th_iter_next(&iter, &member)) {
        char key[HEADER_TEXT], value[HEADER_TEXT];
        bool is_secret = !r->job->settings->show_secrets &&
                         tt_secret_header(resolve(key, member.key), resolve(value, member.value));
        info_label(r->job->out, "also");
        header_text(r->job->out, member.key);
        tt_io_output_text(r->job->out, member.value.size != 0 ? " = " : " =");
        text_safe(r->job->out,
                  is_secret ? tt_bytes_of(TT_SECRET_TEXT) : resolve(value, member.value));
        tt_io_output_byte(r->job->out, '\n');
    }
}

static void print_header(const struct reading *r)
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

static void header_member(const struct reading *r, struct json *j, uint8_t *space)
{
    tt_bytes shown =
        tt_th_shown_header(space, r->io.th_header.json, r->job->settings->show_secrets);
    if (shown.size > 0) {
        json_word(j, "header", shown);
    }
}

static const char *kind_name(int kind)
{
    return tt_th_type((tt_th_kind)kind)->name;
}

static int64_t version(const struct reading *r)
{
    return r->io.th_header.version;
}

const struct info_format info_teehistorian = {"no FINISH", kind_name,    TT_TH_FINISH,
                                              version,     print_header, header_member};
