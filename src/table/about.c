/* SPDX-License-Identifier: MIT
 *
 * Which recording it is. A demo has no number of its own: its header, with map, server or client,
 * and time, takes its place.
 */
#include "table/about.h"

/* Years 1 to 9999 fit into microseconds. */
void tti_table_about(struct table_about *about, const tt_io_reading *r)
{
    const tt_th_header *th = &r->th_header;
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    *about = (struct table_about){.is_known = demo != NULL || r->has_header};
    if (demo != NULL) {
        tt_demo_header open = *demo;
        open.length = 0; /* written when the recorder stops, as are the markers */
        open.marker_count = 0;
        open.version = open.version > 6 ? 6 : open.version;
        about->recording = tt_uuid_from_name((tt_bytes){bytes, tt_demo_header_write(bytes, &open)});
    } else if (r->has_header) {
        about->recording = th->game_uuid;
        about->has_start = TT_TH_HAS(th, start_time) != 0;
        about->start_us = about->has_start ? th->start_time.unix_time * 1000000 : 0;
    }
}
