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
#include "teetape/scene.h"

/* The parts of the page from tools/page/make_page.c: up to the end of its policy, from the end of
 * the title up to the recordings, and the rest. All sizes are 0 in a build that has no page. */
extern const unsigned char tti_page_head[], tti_page_middle[], tti_page_tail[];
extern const unsigned long tti_page_head_size, tti_page_middle_size, tti_page_tail_size;

/* Title and place that a page has for a recording before the recording is opened. Texts are empty
 * where the recording cannot be read twice. */
struct page_look {
    char title[192]; /* title of the page: "map · player · time" */
    char about[192]; /* description of the page, a sentence */
    /* the moment and player at which a page for a player opens; -1: it opens at the first tee */
    int32_t tick, cid;
    int32_t best_tick, best_cid; /* the moment and player of a preview; -1: nobody is seen */
    int32_t middle; /* the middle tick of the part, for the preview of a part in which nobody is
                       seen; -1: there is no part */
};

struct tti_page {
    tt_io_page_options options;
    size_t count;          /* number of recordings that the page gets */
    bool lacks_art;        /* the game's images were wanted and not found */
    const char *first;     /* path of the first recording */
    struct page_look look; /* title and place of the first recording */
    /* the span and the player of a finish, which replace those of the options */
    char from_text[24], to_text[24], player_text[16];
    int32_t finish_tick;
    char picture[JOB_PATH]; /* path of the picture of the preview, or "" */
    struct page_art *art; /* images of the page; NULL: none is wanted, or no data folder has any */
    struct page_ghosts *ghosts; /* runs of the page; NULL without `ghost` */
    struct job_voice voice;
    tt_io_file *file;
    tt_io_output *out;
    tt_io_reading *r;
    const char *path;
    bool has_kept[TT_IO_PEOPLE_MAX]; /* true: somebody has the name of options.keep */
    uint64_t recordings; /* recordings in the page so far; the number also names a recording without
                            a name */
    size_t map_count;
    tt_sha256 maps[]; /* SHA-256 of each map in the page, with room for one map for each
                         recording */
};

/* A block of Base64, compressed by gzip if this build has zlib. Bytes go through `to`, the
 * compression, `packed`, Base64 and `out`. */
struct page_block {
    tt_io_output *out;
    struct base64 base64;
    tt_io_output packed; /* gathers small pieces before Base64 */
    struct host_compress compress;
    tt_io_output *to; /* takes the bytes: `compress.out`, or `packed` without zlib */
};

/* Reports a lack of memory, and returns false. */
bool tti_page_no_memory(struct tti_page *page);

/* Writes valid UTF-8, with the special characters of HTML escaped. Returns false after a report. */
bool tti_page_text(struct tti_page *page, const char *text);

/* Reads a recording to find what the page says of it (page_look.c). Returns false after a report,
 * or a stop. */
bool tti_page_look(struct tti_page *page, const char *path, struct page_look *look);

/* Finds the best moment of a recording, for a picture without a page: the tick of the fastest
 * finish of `player`, or of anybody if it is NULL, else the middle. Title, tick and client are set.
 * Returns false like tti_page_look, and when nobody has a tee. */
bool tti_best_look(const char *path, const char *player, const tt_io_stop *stop,
                   struct job_voice *voice, struct page_look *look);

/* Sets the path of the picture of a preview, which must not exist unless `force` is given. Returns
 * false after a report. */
bool tti_page_preview_open(struct tti_page *page);

/* Writes title and preview into the head of the page (page_preview.c). */
bool tti_page_preview_put(struct tti_page *page);

/* Draws the picture of the preview. Returns false after a report. */
bool tti_page_preview_draw(struct tti_page *page);

/* Begins a block of data. The caller has already written `<script type="..." data-...`. */
bool tti_page_block_begin(struct tti_page *page, struct page_block *block);

int tti_page_block_put(void *user, tt_bytes bytes);

void tti_page_block_end(struct page_block *block);

/* Copies a recording without its secrets. Returns false after a report, or when the output takes
 * nothing. `*has_inputs` becomes true when the copy has inputs of players. */
bool tti_page_copy_demo(struct tti_page *page, struct page_block *block, bool *has_inputs);
bool tti_page_copy_teehistorian(struct tti_page *page, tt_sink_fn *put, void *user);

/* Finds the game's images, and says so when there are none. Returns false after a report. */
bool tti_page_art_open(struct tti_page *page);

/* Notes the images that a recording needs, which is read once more. `map` is that of the disk. */
bool tti_page_art_note(struct tti_page *page, const char *path, tt_bytes map);

/* Notes the skin of a player. Returns false after a report. */
bool tti_page_art_note_skin(struct tti_page *page, const tt_scene_player *player);

/* Writes the images that were noted. */
bool tti_page_art_put(struct tti_page *page);
void tti_page_art_close(struct tti_page *page);

/* Puts a teehistorian file into the page as a demo, without the bytes of its map. Returns false
 * after a report, or when the output takes nothing. */
bool tti_page_put_demo(struct tti_page *page, const tti_map_found *found, struct page_block *block);

/* With `ghost`, reads the runs of all recordings, and sets player and part where the user gave
 * none. The page then has one recording, the first. Returns false after a report. */
bool tti_page_ghosts_open(struct tti_page *page, const char *const *paths);
void tti_page_ghosts_look(const struct tti_page *page, struct page_look *look);

/* Writes the runs, after their recording. */
bool tti_page_ghosts_put(struct tti_page *page);
void tti_page_ghosts_close(struct tti_page *page);

/* Returns true when the page gets a part of each recording. */
static inline bool page_has_part(const struct tti_page *page)
{
    return page->options.from != NULL || page->options.to != NULL;
}

/* page_part.c: finds the finish of the options, whose span and player become those of the page.
 * `*count` becomes the number of finishes. Returns false after a report, or a stop. */
bool tti_page_part_find(struct tti_page *page, uint64_t *count);

/* A recording in a temporary file without a name. */
struct page_part {
    tt_io_reading r;
    int fd; /* descriptor of the file; -1: none is open */
};

/* Opens what `maker` writes, with the options `how`. Returns false after a report, or a stop. The
 * caller closes the part either way. */
typedef bool page_write_fn(struct tti_page *page, tt_sink_fn *put, void *user);
bool tti_page_part_open(struct tti_page *page, page_write_fn *maker, tt_io_reading_options *how,
                        struct page_part *part);

/* Opens the part that the options select of the reading of the page. */
bool tti_page_part_cut(struct tti_page *page, struct page_part *part);
void tti_page_part_close(struct page_part *part);

#endif
