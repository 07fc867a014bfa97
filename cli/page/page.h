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

/* Of the command; NULL and false: not given. */
struct page_options {
    const char *map;            /* a file, or NULL */
    const char *title;          /* or NULL */
    const char *key, *key_file; /* of the pseudonyms; one of them at most is used */
    bool empty, anonymize, keep_inputs;
};

/* A page on its way, for all of its recordings. */
struct page {
    const struct job *all;
    const struct page_options *own;
    const struct key *key; /* for --anonymize */
    tt_io_file *file;
    tt_io_output *out; /* of the file; where all parts of the page write */
    struct job job;    /* of the recording that is added */
    struct reading r;
    tt_sha256 *maps;         /* sums of those that are in the page already */
    size_t map_count;        /* of `maps` in use */
    uint64_t recordings;     /* in the page so far; also numbers those without a name */
    enum exit_status status; /* the worst so far */
};

/* A data block: base64 of gzip, where this build has zlib. Bytes go `to` the compression, from
 * there to `packed`, and from there through base64 to `out`. */
struct page_block {
    tt_io_output *out;
    struct base64 base64;
    tt_io_output packed;            /* gathers small pieces before base64 */
    tt_io_compression *compression; /* NULL: as it is */
    tt_io_output *to;               /* where its bytes go */
};

/* Reports that there is no memory for the recording that is added. Always false. */
bool page_no_memory(struct page *page);

/* A text between quotation marks or tags: valid UTF-8, and nothing that HTML takes for its own.
 * False when there is no memory. */
bool page_text(tt_io_output *out, const char *text);

/* Begins a block after the caller wrote `<script type="..." data-...`. False when there is no
 * memory. */
bool page_block_begin(struct page_block *block, tt_io_output *out);

/* A tt_sink_fn; `user` is the block. */
int page_block_put(void *user, tt_bytes bytes);

/* Ends it with the element. */
void page_block_end(struct page_block *block);

/* Adds recording number `index` of the inputs, and its map. False when the page cannot be made. */
bool page_add(struct page *page, size_t index);

/* Writes the recording that is open to a block, without what is secret in it; p->status says what
 * failed. */
bool page_copy_demo(struct page *page, struct page_block *block);
bool page_copy_teehistorian(struct page *page, struct page_block *block);

/* The map of the recording that is open, when it is not in it: its block, and `id` as text; "" for
 * none. */
bool page_add_map(struct page *page, char id[TT_SHA256_SIZE * 2 + 8]);

#endif
