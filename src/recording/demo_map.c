/* SPDX-License-Identifier: MIT
 *
 * Whether the map in a demo is the one that the header names.
 *
 * The sums are made of the pieces as they come, so the map is never in memory as a whole. That only
 * happens with TT_WANT_MAP_SUMS, since a map can be larger than all the rest.
 */
#include "base/mem.h"
#include "recording/recording.h"
#include "teetape/hash.h"

void tti_demo_map_begin(tti_map_sums *sums)
{
    tt_sha256_start(&sums->sha256);
    sums->crc = sums->size = 0;
}

/* Reading goes on: no chunk depends on the map, so this is no gap either. The offset is that of the
 * map: the reader is after its last piece. */
static void report(const tti_recording *r, tt_status status)
{
    uint64_t offset = tt_demo_offset(&r->u.demo.demo) - r->u.demo.map.size;
    tt_issue issue = {TT_LEVEL_ERROR,         status, offset, r->u.demo.demo.tick,
                      tt_status_text(status), NULL};
    if (r->on_issue != NULL) {
        r->on_issue(r->user, &issue);
    }
}

/* Called for every piece. A demo that ends inside its map is an error of the reader. */
void tti_demo_map_add(tti_recording *r)
{
    tti_map_sums *sums = &r->u.demo.map;
    const tt_demo_header *header = &r->u.demo.demo.header;
    tt_bytes piece = r->u.demo.event.data;
    uint8_t sha256[TT_SHA256_SIZE];
    tt_sha256_add(&sums->sha256, piece.data, piece.size);
    sums->crc = tt_crc32(sums->crc, piece.data, piece.size);
    sums->size += (uint32_t)piece.size;
    /* the reader gives no more bytes than the header promises, so this is so once */
    if (sums->size != header->map_size) {
        return;
    }
    tt_sha256_finish(&sums->sha256, sha256);
    if (sums->crc != header->map_crc) {
        report(r, TT_ERR_DEMO_MAP_CRC);
    }
    if (header->has_sha256 && !tti_equal(sha256, header->map_sha256.bytes, sizeof sha256)) {
        report(r, TT_ERR_DEMO_MAP_SHA256);
    }
}
