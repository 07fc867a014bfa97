/* SPDX-License-Identifier: MIT
 *
 * Adds a recording to a page.
 *
 * For each recording: its map, if it is not inside of it and not yet in the page, then the
 * recording itself, as one element each. The browser cannot look for a map of its own.
 */
#include <stdio.h>
#include <string.h>

#include "cli/page/page.h"
#include "cli/shell/message.h"
#include "cli/shell/out_path.h"
#include "cli/shell/target.h"
#include "teetape/io/map_of.h"

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct page *p = user;
    exit_worsen(&p->status, target_say(&p->job, level, what));
}

/* A map that the user names counts in any case, as the embedded one may be damaged. */
static bool find(struct page *p, tt_io_map_found *found)
{
    const tt_io_map_ask ask = {.file = p->own->map,
                               .without = ", so the page has none",
                               .stop = p->job.stop,
                               .on_say = say,
                               .user = p};
    return tt_io_map_of(found, &p->r.io, p->job.path, &ask);
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

/* Recordings on the same map share its block. The page plays without a map. */
static bool add_map(struct page *p, char id[TT_SHA256_SIZE * 2 + 8])
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
        is_good = page_block_begin(&block, p->out) || page_no_memory(p);
        if (is_good) {
            page_block_put(&block, found.map.bytes);
            page_block_end(&block);
        }
    }
    tt_io_map_found_free(&found);
    return is_good;
}

/* The name of a file may say who is in it: with --anonymize it is a number. */
static bool put_name(struct page *p)
{
    const char *path = p->job.path;
    char name[256];
    if (p->own->anonymize || strcmp(path, "-") == 0) {
        snprintf(name, sizeof name, "recording %u", (unsigned)p->recordings + 1);
    } else {
        snprintf(name, sizeof name, "%s", out_path_name(path));
        const tt_io_compressor *kind = tt_io_compressor_of(name);
        if (kind != NULL) {
            name[strlen(name) - strlen(kind->ending)] = 0;
        }
    }
    return page_text(p->out, name) || page_no_memory(p);
}

static bool copy(struct page *p, const char *map_id)
{
    struct page_block block;
    bool is_demo = tt_recording_demo_header(p->r.io.rec) != NULL;
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-recording=\"");
    if (!put_name(p)) {
        return false;
    }
    tt_io_output_text(p->out, p->all->settings->show_secrets ? "\" data-shows-secrets" : "\"");
    if (map_id[0] != 0) {
        tt_io_output_text(p->out, " data-map=\"");
        tt_io_output_text(p->out, map_id);
        tt_io_output_text(p->out, "\"");
    }
    if (!page_block_begin(&block, p->out)) {
        return page_no_memory(p);
    }
    bool is_good = is_demo ? page_copy_demo(p, &block) : page_copy_teehistorian(p, &block);
    page_block_end(&block);
    p->recordings++;
    return is_good;
}

/* `data-goes-on`: there is something readable after the damage. */
static bool put_damage(struct page *p)
{
    const tt_io_error *packed = &p->r.issues.damage;
    const tt_issue *issue = issues_first_error(&p->r.issues);
    if (issue == NULL && packed->status == TT_OK) {
        return true;
    }
    int32_t last = tt_io_reading_last_tick(&p->r.io), tick = issue != NULL ? issue->tick : last;
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-damage=\"");
    bool is_good = page_text(p->out, issue != NULL ? issue->what : packed->text);
    tt_io_output_text(p->out, "\" data-offset=\"");
    tt_io_output_uint(p->out, issue != NULL ? issue->offset : p->r.io.bytes);
    tt_io_output_text(p->out, "\" data-tick=\"");
    tt_io_output_int(p->out, tick);
    tt_io_output_text(p->out, tick < last ? "\" data-goes-on></script>\n" : "\"></script>\n");
    return is_good || page_no_memory(p);
}

/* A demo has no anonymizer, so it is refused. Damage ends nothing. */
bool page_add(struct page *p, size_t index)
{
    const tt_io_reading_options how = {
        .no_index = true, .wants = TT_WANT_RECORDS, .wants_map = true};
    char map_id[TT_SHA256_SIZE * 2 + 8];
    p->job = job_of_path(p->all, p->all->paths[index]);
    bool is_good = false;
    if (reading_open(&p->r, &p->job, &how, READING_USUAL)) {
        if (p->own->anonymize && tt_recording_demo_header(p->r.io.rec) != NULL) {
            message_say(MESSAGE_ERROR, p->job.path, "a demo cannot be anonymized");
            p->status = EXIT_USAGE;
        } else {
            is_good = add_map(p, map_id) && copy(p, map_id) && !tt_io_stop_wanted(p->all->stop) &&
                      put_damage(p);
        }
    }
    tt_io_reading_stop(&p->r.io);
    exit_worsen(&p->status, reading_close(&p->r));
    return is_good && p->status != EXIT_SYSTEM;
}
