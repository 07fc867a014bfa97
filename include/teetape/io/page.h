/* SPDX-License-Identifier: MIT
 *
 * Writes one HTML file that plays recordings in any browser, without a network: see
 * docs/page.md. The page has no secrets, unless the options ask for them.
 *
 *     tt_io_page page;
 *     tt_io_reading r = {0};
 *     tt_io_reading_options how = {0};
 *     tt_io_page_options options = {.output = "run.html"};
 *     bool is_good = tt_io_page_open(&page, &path, 1, &options, &how) &&
 *                    tt_io_reading_open(&r, path, &how) && tt_io_page_add(&page, &r, path);
 *     is_good = tt_io_page_close(&page, is_good);
 *     const tt_io_error *error = page.error.status != TT_OK ? &page.error : &r.error;
 *     if (!is_good)
 *         fprintf(stderr, "%s: %s\n", error->path, error->text);
 *     tt_io_reading_close(&r);
 *
 * Error sentences name options in backquotes: `key_file`, `output`.
 */
#ifndef TEETAPE_IO_PAGE_H
#define TEETAPE_IO_PAGE_H

#include "teetape/io/key.h"
#include "teetape/io/spans.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of the job. With only `output` set, the page has the recording without its secrets.
 * Texts must remain valid until the close. */
typedef struct tt_io_page_options {
    const char *output; /**< path of the output; "-" is stdout */
    bool force;         /**< replaces an existing output */
    const char *title;  /**< title of the page; NULL: "map · player · time" of its recording,
                           or "teetape" with several */
    const char *from;   /**< a place (place.h) where the part begins that the page gets of each
                           recording; NULL: at the start */
    const char *to;     /**< place before which the part ends; NULL: at the end */
    int64_t finish; /**< number of a finish of the only recording, from 1, among those of `player`
                       if one is named: the page gets the run before this finish. 0: no finish */
    const char *player; /**< a client id or a name: the page opens at this player's fastest
                           finish, else in the middle of its play; NULL: at the first tee */
    bool ghost; /**< the page has the part of the first of up to 8 recordings with its fastest run,
                   of `player` if there is one; the fastest runs of the others are ghosts that
                   start with it. Only the first is added */
    const char *url;  /**< address of the folder where the page will lie. For previews of links the
                         page then names itself and a picture of its first recording, which is
                         written beside it. NULL: it names neither. Not with `output` "-" */
    bool fetch;       /**< a page without a recording that may ask its own host for one */
    const char *map;  /**< path of the map, in place of one that is found */
    const char *data; /**< the game's data folder, as in tt_io_studio_options: the page
                         gets the images that its recordings show */
    bool no_art;      /**< no images of the game */
    bool anonymize;   /**< writes pseudonyms instead of names; teehistorian files only */
    const char *key, *key_file; /**< sources of `made_key`: see tt_io_key_get */
    const tt_io_key *made_key;  /**< the key for `anonymize` */
    tt_io_texts keep;           /**< with `anonymize`: names that are no secret */
    bool keep_time;             /**< with `anonymize`: keeps the date and time of the start */
    bool keep_inputs;       /**< keeps the inputs of players: a demo keeps those of other players; a
                               teehistorian file is in the page as it is, and not as a demo */
    bool no_note;           /**< does not say that a recording is reconstructed */
    bool show_secrets;      /**< keeps secrets; the page then says that it holds them */
    const tt_io_stop *stop; /**< ends the work early; may be NULL */
    tt_io_say_fn *on_say;   /**< receives errors, warnings and notes; may be NULL */
    void *user;             /**< handed to on_say */
} tt_io_page_options;

/** A page under way. The caller places it and does not move it. The last member is for the
 * library. */
typedef struct tt_io_page {
    tt_io_error error;   /**< the last of the worst errors so far. Empty when a reading could not be
                            opened, and when `stop` was raised */
    bool is_made;        /**< true: the output was written */
    bool has_picture;    /**< true: the picture for previews was written, run.png beside run.html */
    const char *output;  /**< path of the output, from the options */
    uint64_t bytes;      /**< bytes of the page */
    uint64_t finishes;   /**< finishes that `finish` chooses from; known after the open */
    uint64_t recordings; /**< recordings in the page so far */
    /** @cond library */
    struct tti_page *inside;
    /** @endcond */
} tt_io_page;

/** Begins a page of these recordings. A page without recordings lets its user open files. Sets in
 * `*how`, the options of a reading, what the page needs. With `how` NULL only checks the
 * options. False: TT_ERR_UNSUPPORTED when this build has no page, TT_ERR_ARGUMENT for wrong
 * options and an output that leads to a file that is read, TT_ERR_SYSTEM, with EEXIST for an
 * output that exists. tt_io_page_close has to be called either way. */
TT_IO_API bool tt_io_page_open(tt_io_page *page, const char *const *paths, size_t count,
                               const tt_io_page_options *options, tt_io_reading_options *how);

/** Adds the recording that `r` has opened, with its map. Damage is no failure: the page says where
 * it is. Returns false when the page is of no use without this recording. */
TT_IO_API bool tt_io_page_add(tt_io_page *page, tt_io_reading *r, const char *path);

/** Completes the page, or discards it when `is_wanted` is false, and frees everything. Returns
 * page->is_made. */
TT_IO_API bool tt_io_page_close(tt_io_page *page, bool is_wanted);

#ifdef __cplusplus
}
#endif

#endif
