/* SPDX-License-Identifier: MIT
 *
 * Adds a recording to a page.
 *
 * For each recording: its map, if it is not inside of it and not yet in the page, then the
 * recording itself, as one element each. The browser cannot look for a map of its own.
 */
#include "jobs/page.h"

#include <stdio.h>
#include <string.h>

#include "host/inside.h"
#include "jobs/map_of.h"

/* A map that the user names counts in any case, as the embedded one may be damaged. */
static bool find(struct tti_page *p, tt_io_map_found *found)
{
    const tt_io_map_ask ask = {.file = p->options.map,
                               .without = ", so the page has none",
                               .stop = p->options.stop,
                               .on_say = tti_job_say,
                               .user = &p->voice};
    return tti_io_map_of(found, p->r, p->path, &ask);
}

static bool is_there(const struct tti_page *p, const tt_sha256 *sum)
{
    for (size_t i = 0; i < p->map_count; i++) {
        if (memcmp(&p->maps[i], sum, sizeof *sum) == 0) {
            return true;
        }
    }
    return false;
}

/* Recordings on the same map share its block. The page plays without a map. */
static bool add_map(struct tti_page *p, char id[TT_SHA256_SIZE * 2 + 8])
{
    tt_io_map_found found;
    struct page_block block;
    id[0] = 0;
    bool is_good = find(p, &found);
    if (found.path == NULL) {
        tt_io_map_found_free(&found);
        return is_good;
    }
    char *at = id + sprintf(id, "map-");
    for (size_t i = 0; i < TT_SHA256_SIZE; i++) {
        at += sprintf(at, "%02x", found.map.sha256.bytes[i]);
    }
    if (!is_there(p, &found.map.sha256)) {
        p->maps[p->map_count++] = found.map.sha256;
        tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" id=\"");
        tt_io_output_text(p->out, id);
        tt_io_output_text(p->out, "\"");
        is_good = tti_page_block_begin(p, &block);
        if (is_good) {
            tti_page_block_put(&block, found.map.bytes);
            tti_page_block_end(&block);
        }
    }
    tt_io_map_found_free(&found);
    return is_good;
}

/* The name of a file may say who is in it: in an anonymized page it is a number. */
static bool put_name(struct tti_page *p)
{
    const char *slash = strrchr(p->path, '/');
    char name[256];
    if (p->options.anonymize || strcmp(p->path, "-") == 0) {
        snprintf(name, sizeof name, "recording %u", (unsigned)p->recordings + 1);
    } else {
        snprintf(name, sizeof name, "%s", slash != NULL ? slash + 1 : p->path);
        const tt_io_compressor *kind = tt_io_compressor_of(name);
        if (kind != NULL) {
            name[strlen(name) - strlen(kind->ending)] = 0;
        }
    }
    return tti_page_text(p, name);
}

static bool copy(struct tti_page *p, const char *map_id)
{
    struct page_block block;
    bool is_demo = tt_recording_demo_header(p->r->rec) != NULL;
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-recording=\"");
    if (!put_name(p)) {
        return false;
    }
    tt_io_output_text(p->out, p->options.show_secrets ? "\" data-shows-secrets" : "\"");
    if (map_id[0] != 0) {
        tt_io_output_text(p->out, " data-map=\"");
        tt_io_output_text(p->out, map_id);
        tt_io_output_text(p->out, "\"");
    }
    if (!tti_page_block_begin(p, &block)) {
        return false;
    }
    bool is_good = is_demo ? tti_page_copy_demo(p, &block) : tti_page_copy_teehistorian(p, &block);
    tti_page_block_end(&block);
    p->recordings++;
    return is_good;
}

/* `data-goes-on`: there is something readable after the damage. */
static bool put_damage(struct tti_page *p)
{
    const tt_io_error *packed = &p->r->error;
    const tt_issue *issue = p->r->damage.level == TT_LEVEL_ERROR ? &p->r->damage : NULL;
    if (issue == NULL && packed->status != TT_ERR_COMPRESSED_DATA) {
        return true;
    }
    int32_t last = tt_io_reading_last_tick(p->r), tick = issue != NULL ? issue->tick : last;
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-damage=\"");
    bool is_good = tti_page_text(p, issue != NULL ? issue->what : packed->text);
    tt_io_output_text(p->out, "\" data-offset=\"");
    tt_io_output_uint(p->out, issue != NULL ? issue->offset : p->r->bytes);
    tt_io_output_text(p->out, "\" data-tick=\"");
    tt_io_output_int(p->out, tick);
    tt_io_output_text(p->out, tick < last ? "\" data-goes-on></script>\n" : "\"></script>\n");
    return is_good;
}

/* A demo has no anonymizer, so it is refused. Damage ends nothing. */
bool tti_page_recording(struct tti_page *p)
{
    char map_id[TT_SHA256_SIZE * 2 + 8];
    if (p->options.anonymize && tt_recording_demo_header(p->r->rec) != NULL) {
        return tti_job_fail(&p->voice, TT_ERR_ARGUMENT, p->path, "a demo cannot be anonymized");
    }
    return add_map(p, map_id) && copy(p, map_id) && !tt_io_stop_wanted(p->options.stop) &&
           put_damage(p);
}
