/* SPDX-License-Identifier: MIT
 *
 * What the files of teetape page share.
 */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "cli/page/base64.h"
#include "cli/shell/command.h"
#include "cli/shell/key.h"
#include "cli/shell/reading.h"
#include "teetape/io/compress.h"
#include "teetape/io/file.h"
#include "teetape/io/map.h"

struct page_options {
    const char *map;
    const char *title;
    const char *key, *key_file;
    bool empty, anonymize, keep_inputs;
};

struct page {
    const struct job *all;
    const struct page_options *own;
    const struct key *key;
    tt_io_file *file;
    tt_io_output *out;
    struct job job;
    struct reading r;
    tt_sha256 *maps;
    size_t map_count;
    uint64_t recordings; /* in the page so far; also numbers those without a name */
    enum exit_status status;
};

/* Base64 of gzip, where this build has zlib: `to`, the compression, `packed`, base64, `out`. */
struct page_block {
    tt_io_output *out;
    struct base64 base64;
    tt_io_output packed;            /* gathers small pieces before base64 */
    tt_io_compression *compression; /* NULL: as it is */
    tt_io_output *to;               /* where its bytes go */
};

bool page_no_memory(struct page *page);

/* Valid UTF-8, without what HTML takes for its own. False without memory. */
bool page_text(tt_io_output *out, const char *text);

/* The caller has written `<script type="..." data-...`. */
bool page_block_begin(struct page_block *block, tt_io_output *out);

int page_block_put(void *user, tt_bytes bytes);

void page_block_end(struct page_block *block);

bool page_add(struct page *page, size_t index);

/* Leaves out what is secret; p->status says what failed. */
bool page_copy_demo(struct page *page, struct page_block *block);
bool page_copy_teehistorian(struct page *page, struct page_block *block);

#endif
