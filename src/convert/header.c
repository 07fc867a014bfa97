/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian recording -> the header of a demo.
 */
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/string.h"

static void set_text(char *dst, size_t cap, tt_bytes text)
{
    text.size = tt_utf8_cut(text, cap - 1);
    tti_copy(dst, text.data, text.size);
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
        tt_demo_set_start_time(demo, recording->start_time.unix_time + recording->start_time.zone);
    }
}
