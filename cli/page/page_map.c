/* SPDX-License-Identifier: MIT
 *
 * The map of a recording that has none inside: named by the user, or where the game keeps it.
 *
 * The browser cannot look for files, so the map has to be in the page. Two recordings of the same
 * map share it.
 */
#include <stdio.h>
#include <string.h>

#include "cli/page/page.h"
#include "cli/shell/map_of.h"

/* Finds it; not when it is inside of the recording. A map that the user names counts in any case,
 * as the embedded one may be damaged. */
static bool find(struct page *p, tt_io_map_found *found)
{
    tt_demo_header header;
    if (!map_of_header(&header, &p->r.io, &p->job, &p->status)) {
        return false;
    }
    bool is_inside = tt_recording_demo_header(p->r.io.rec) != NULL && header.map_size != 0;
    return (!is_inside || p->own->map != NULL) &&
           map_of_find(found, p->own->map, NULL, &header, &p->job, "the page has none", &p->status);
}

/* Linear, as a page has few maps. */
static bool is_there(const struct page *p, const tt_sha256 *sum)
{
    for (size_t i = 0; i < p->map_count; i++) {
        if (memcmp(&p->maps[i], sum, sizeof *sum) == 0) {
            return true;
        }
    }
    return false;
}

/* The id is the SHA-256, so recordings that were played on the same map share its block. False
 * only when the page cannot be made; a map that is missing was reported, and the page plays
 * without it. */
bool page_add_map(struct page *p, char id[TT_SHA256_SIZE * 2 + 8])
{
    tt_io_map_found found = {.path = NULL};
    struct page_block block;
    id[0] = 0;
    if (!find(p, &found)) {
        tt_io_map_found_free(&found);
        return p->status != EXIT_SYSTEM && p->status != EXIT_USAGE;
    }
    char *at = id + sprintf(id, "map-");
    for (size_t i = 0; i < TT_SHA256_SIZE; i++) {
        at += sprintf(at, "%02x", found.map.sha256.bytes[i]);
    }
    bool is_good = true;
    if (!is_there(p, &found.map.sha256)) {
        p->maps[p->map_count++] = found.map.sha256;
        tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" id=\"");
        tt_io_output_text(p->out, id);
        tt_io_output_text(p->out, "\"");
        is_good = page_block_begin(&block, p->out) || page_no_memory(p);
        if (is_good) {
            page_block_put(&block, found.map.bytes);
            page_block_end(&block);
        }
    }
    tt_io_map_found_free(&found);
    return is_good;
}
