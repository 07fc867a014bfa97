/* SPDX-License-Identifier: MIT
 *
 * Writes the demo of a teehistorian file into a page, so that the page shows no more of the inputs
 * than a server's own demo does.
 *
 * With `anonymize` the demo is that of an anonymized copy, a temporary file without a name.
 */
#include "jobs/page.h"

#include <inttypes.h>
#include <stdio.h>

#include "jobs/demo.h"

/* A stream that writes a demo into the page without the bytes [from, to), which are its map. */
struct part {
    struct page_block *block;
    uint64_t at, from, to;
    const tt_io_stop *stop;
};

static int put_part(void *user, tt_bytes piece)
{
    struct part *part = user;
    uint64_t end = part->at + piece.size;
    uint64_t before = part->from < end ? part->from : end;
    uint64_t after = part->to > part->at ? part->to : part->at;
    if (before > part->at) {
        tti_page_block_put(part->block, (tt_bytes){piece.data, (size_t)(before - part->at)});
    }
    if (end > after) {
        size_t skipped = (size_t)(after - part->at);
        tti_page_block_put(part->block, (tt_bytes){piece.data + skipped, piece.size - skipped});
    }
    part->at = end;
    return tt_io_stop_wanted(part->stop); /* the close of the page reports a failed output */
}

static void warn(void *user, const tt_io_demo_made *made)
{
    struct tti_page *p = user;
    if (made->left_out != 0) {
        tti_job_tell(&p->voice, TT_LEVEL_WARNING, p->path,
                     "%" PRIu64 " snapshots or messages did not fit and are left out",
                     made->left_out);
    }
}

/* Writes the demo with all silences, so that its ticks are those of the recording. */
static bool put_demo(struct tti_page *p, tt_io_reading *r, const tti_map_found *found,
                     struct page_block *block)
{
    struct part part = {.block = block, .stop = p->options.stop};
    const struct demo_sink sink = {put_part, &part, p->options.show_secrets};
    const tt_io_demo_options how = {.reading = {.stop = p->options.stop},
                                    .output = p->options.output,
                                    .map = found->path,
                                    .no_map = found->path == NULL,
                                    .whole = true,
                                    .no_note = p->options.no_note,
                                    .on_made = warn,
                                    .user = p};
    if (found->path != NULL) {
        part.from = TT_DEMO_HEADER_MAX;
        part.to = part.from + found->map.bytes.size;
    }
    return tti_demo_put(r, p->path, &how, &sink, &p->voice);
}

static bool anonymize(struct tti_page *p, tt_sink_fn *put, void *user)
{
    return tti_page_copy_teehistorian(p, put, user);
}

bool tti_page_put_demo(struct tti_page *p, const tti_map_found *found, struct page_block *block)
{
    struct page_part copy = {.fd = -1};
    /* a date would count from the start time of the copy, which has none */
    char from[24], to[24];
    snprintf(from, sizeof from, "%" PRId64, p->r->from);
    snprintf(to, sizeof to, "%" PRId64, p->r->to);
    tt_io_reading_options how = {.from = p->options.from != NULL ? from : NULL,
                                 .to = p->options.to != NULL ? to : NULL,
                                 .wants = TT_WANT_RECORDS,
                                 .wants_before = true};
    if (!p->options.anonymize) {
        return put_demo(p, p->r, found, block);
    }
    bool is_good =
        tti_page_part_open(p, anonymize, &how, &copy) && put_demo(p, &copy.r, found, block);
    tti_page_part_close(&copy);
    return is_good;
}
