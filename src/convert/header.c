/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian recording -> the header of a demo.
 *
 * It is called before the first event, as settings and tunings decide how events are taken. What is
 * not known yet (length, markers) the writer fills in at the end.
 */
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/string.h"

/* Cut at a whole character. The rest of `dst` is 0 already, which ends the text. */
static void set_text(char *dst, size_t cap, tt_bytes text)
{
    text.size = tt_utf8_cut(text, cap - 1);
    tti_copy(dst, text.data, text.size);
}

/* Without a SHA-256 it is version 5: 6 is the one that has it. The net version is that of 0.6 also
 * where clients of 0.7 played, as all snapshots here are those of 0.6. The name is unescaped first
 * and cut then. A demo has the local time of the server, without a zone. */
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
