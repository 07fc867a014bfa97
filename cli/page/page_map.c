/* SPDX-License-Identifier: MIT
 *
 * The map of a recording that has none inside: named by the user, or where the game keeps it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/page/page.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/convert.h"

/* What the recording says about its map; false when that is inside of it. */
static bool map_header(struct page *p, tt_demo_header *header)
{
    const tt_demo_header *demo = tt_recording_demo_header(p->r.io.rec);
    if (demo != NULL) {
        *header = *demo;
        return demo->map_size == 0 || p->own->map != NULL;
    }
    tt_convert *convert = memory_zeros(p->job.path, sizeof *convert);
    if (convert == NULL) {
        p->status = EXIT_SYSTEM;
        return false;
    }
    tt_convert_init(convert);
    tt_convert_header(convert, &p->r.io.th_header, header);
    free(convert);
    return true;
}

static bool find(struct page *p, tt_io_map_found *found, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (p->own->map != NULL) {
        if (!tt_io_map_find_at(found, p->own->map, header, p->all->stop)) {
            message_say(MESSAGE_ERROR, p->own->map, "%s", found->why);
            p->status = found->is_system ? EXIT_SYSTEM : EXIT_USAGE;
            return false;
        }
    } else if (!tt_io_map_find(found, header, p->all->stop)) {
        tt_io_map_name(name, header);
        message_say(MESSAGE_WARNING, p->job.path,
                    "its map %s is not here, so the page has none; --map FILE names one", name);
        return false;
    }
    return true;
}

static bool is_there(const struct page *p, const tt_sha256 *sum)
{
    for (size_t i = 0; i < p->map_count; i++) {
        if (memcmp(&p->maps[i], sum, sizeof *sum) == 0) {
            return true;
        }
    }
    return false;
}

bool page_add_map(struct page *p, char id[TT_SHA256_SIZE * 2 + 8])
{
    tt_demo_header header;
    tt_io_map_found found = {.path = NULL};
    struct page_block block;
    id[0] = 0;
    if (!map_header(p, &header) || !find(p, &found, &header)) {
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
