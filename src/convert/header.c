/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian recording -> the header of a demo.
 */
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/date.h"
#include "teetape/string.h"

#define SECONDS_OF_DAY 86400

static void set_text(char *dst, size_t cap, tt_bytes text)
{
    text.size = tt_utf8_cut(text, cap - 1);
    tti_copy(dst, text.data, text.size);
}

/* `digits` digits of a number at `dst`. */
static void put_number(char *dst, int32_t number, int digits)
{
    while (digits > 0) {
        dst[--digits] = (char)('0' + number % 10);
        number /= 10;
    }
}

/* 2026-11-21_20-14-00, in the server's own zone. */
static void set_time(char dst[20], const tt_th_time *time)
{
    int64_t local = time->unix_time + time->zone;
    int64_t second = (local % SECONDS_OF_DAY + SECONDS_OF_DAY) % SECONDS_OF_DAY;
    int32_t year, month, day, clock = (int32_t)second;
    if (!tt_date_from_days((local - second) / SECONDS_OF_DAY, &year, &month, &day)) {
        return;
    }
    tti_copy(dst, "0000-00-00_00-00-00", 20);
    put_number(dst, year, 4);
    put_number(dst + 5, month, 2);
    put_number(dst + 8, day, 2);
    put_number(dst + 11, clock / 3600, 2);
    put_number(dst + 14, clock / 60 % 60, 2);
    put_number(dst + 17, clock % 60, 2);
}

void tt_convert_header(tt_convert *c, const tt_th_header *recording, tt_demo_header *demo)
{
    char name[4 * sizeof demo->map_name] = "";
    tti_game_read(c, recording);
    tti_tuning_read(c, recording);
    c->is_client = c->local >= 0;
    tti_fill(demo, 0, sizeof *demo);
    demo->has_sha256 = TT_TH_HAS(recording, map_sha256);
    demo->version = demo->has_sha256 ? 6 : 5;
    demo->map_sha256 = recording->map_sha256;
    demo->map_crc = recording->map_crc;
    set_text(demo->net_version, sizeof demo->net_version, tt_bytes_of(TT_NET_VERSION_6));
    set_text(demo->type, sizeof demo->type, tt_bytes_of(c->is_client ? "client" : "server"));
    tt_json_unescape(name, sizeof name, recording->map_name);
    set_text(demo->map_name, sizeof demo->map_name, tt_bytes_of(name));
    if (TT_TH_HAS(recording, start_time)) {
        set_time(demo->start_time, &recording->start_time);
    }
}
