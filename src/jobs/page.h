/* SPDX-License-Identifier: MIT
 *
 * Shared parts of the files that write a page.
 */
#ifndef JOBS_PAGE_H
#define JOBS_PAGE_H

#include "host/compress_calls.h"
#include "jobs/base64.h"
#include "jobs/job.h"
#include "teetape/io/compress.h"
#include "teetape/io/page.h"

/* The parts of the page from tools/page/make_page.c: up to the title, up to the recordings, and the
 * rest. All sizes are 0 in a build that has no page. */
extern const unsigned char tti_page_head[], tti_page_middle[], tti_page_tail[];
extern const unsigned long tti_page_head_size, tti_page_middle_size, tti_page_tail_size;

struct tti_page {
    tt_io_page_options options;
    struct job_voice voice;
    tt_io_file *file;
    tt_io_output *out;
    tt_io_reading *r;
    const char *path;
    uint64_t recordings; /* recordings in the page so far; the number also names a recording without
                            a name */
    size_t map_count;
    tt_sha256 maps[]; /* SHA-256 of each map in the page, with room for one map for each
                         recording */
};

/* A block of Base64, of gzip if this build has zlib. Bytes go through `to`, the compression,
 * `packed`, Base64 and `out`. */
struct page_block {
    tt_io_output *out;
    struct base64 base64;
    tt_io_output packed; /* gathers small pieces before Base64 */
    struct host_compress compress;
    tt_io_output *to; /* takes the bytes: `compress.out`, or `packed` without zlib */
};

/* Reports a lack of memory. Always returns false. */
bool tti_page_no_memory(struct tti_page *page);

/* Writes valid UTF-8, with the special characters of HTML escaped. Returns false after a report. */
bool tti_page_text(struct tti_page *page, const char *text);

/* Begins a block of data. The caller has already written `<script type="..." data-...`. */
bool tti_page_block_begin(struct tti_page *page, struct page_block *block);

int tti_page_block_put(void *user, tt_bytes bytes);

void tti_page_block_end(struct page_block *block);

/* Copies a recording without its secrets. Returns false after a report, or when the output takes
 * nothing. `*has_inputs` becomes true when the copy has inputs of players. */
bool tti_page_copy_demo(struct tti_page *page, struct page_block *block, bool *has_inputs);
bool tti_page_copy_teehistorian(struct tti_page *page, tt_sink_fn *put, void *user);

/* Puts a teehistorian file into the page as a demo, without the bytes of its map. The result is as
 * above. */
bool tti_page_put_demo(struct tti_page *page, const tti_map_found *found, struct page_block *block);

#endif
