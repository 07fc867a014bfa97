/* SPDX-License-Identifier: MIT
 *
 * Reads one recording of any format from its path: opens, decompresses and decodes it, restricted
 * to a span of time and a player. An index beside it makes that faster and changes nothing else.
 *
 *     tt_io_reading r;
 *     tt_io_reading_options options = {.wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
 *     if (tt_io_reading_open(&r, path, &options))
 *         while (tt_io_reading_next(&r))
 *             printf("%d %s\n", (int)r.item.tick, tt_fact_type(r.item.fact->kind)->name);
 *     if (r.error.status != TT_OK)
 *         fprintf(stderr, "%s: %s\n", r.error.path, r.error.text);
 *     else if (!tt_io_reading_is_good(&r))
 *         fprintf(stderr, "%s: damaged\n", path); // on_issue takes each error
 *     tt_io_reading_close(&r);
 *
 * Memory: the reader, its input and, with an index, one block of it; no number in the file makes it
 * grow. One reading belongs to one thread at a time; different ones may be in different threads.
 */
#ifndef TEETAPE_IO_READING_H
#define TEETAPE_IO_READING_H

#include "teetape/follow.h"
#include "teetape/io/export.h"
#include "teetape/io/index.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"
#include "teetape/io/place.h"
#include "teetape/recording.h"
#include "teetape/selection.h"
#include "teetape/teehistorian_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a reading. With zeros all of the recording is read, and tt_io_reading_next gives no
 * item: the first call goes to the end. The header is never an item: the open reads it. Texts,
 * `stop` and `user` must remain valid until the close. */
typedef struct tt_io_reading_options {
    const char *from; /**< a place (place.h) where the span begins; NULL: at the start */
    const char *to; /**< place before which the span ends; NULL: at the end. A span that ends before
                       it begins has no items: see `from` of tt_io_reading */
    const char *player; /**< a client id or a name (player.h); NULL: everybody. In a name `*` stands
                           for any characters and `?` for one; a backslash before one of them, or
                           before a backslash, makes it a plain character. A name that nobody has
                           gives no items: see `selection` */
    bool ignore_case;   /**< upper and lower case of `player` are the same */
    tt_io_zone zone; /**< zone of tt_io_reading_clock, and of a date in `from` or `to` without one;
                        a demo has none: its clock does not change */
    const char *index_folder; /**< folder of index files; NULL: beside the recording */
    bool no_index;            /**< uses no index */
    bool checks_sum; /**< compares the whole recording with its checksum in a tape, and checks the
                        packed data to its end also after an error that ends the recording */
    bool no_seek;    /**< reads from the start; an index only gives the list of inputs that counted
                        late */
    unsigned wants;  /**< items that are given: a sum of TT_WANT_* (tt_recording_want) */
    uint64_t facts;  /**< facts that are given with TT_WANT_FACTS: a sum of TT_FACT_BIT */
    /** Counts the frequent records of a teehistorian file from the start of the span on, which are
     * then not given. The caller zeroes it; it must remain valid. NULL: all
     * records are given. */
    tt_th_tally *tally;
    /** Gets the frequent records of a teehistorian file that remain the same, which are then not
     * given: the caller writes the others to it (tt_th_anonymize_event). It has written nothing at
     * the open, and must remain valid. Not together with a span or a player. NULL: all records are
     * given. */
    tt_th_writer *copies_to;
    bool wants_id;  /**< demo: the open looks for the first keyframe, which names the recording
                       (tt_io_table_recording). Not together with wants_map */
    bool wants_map; /**< demo: the pieces of the map are items, too */
    /** Follows the states of tees, for tt_io_reading_tee, tables and paths. `wants` must then have
     * TT_WANT_TICKS. The open reads the map inside a demo, or looks for it on the disk. Not
     * together with wants_map. */
    bool wants_states;
    /** Computes the whole game of a teehistorian file (docs/physics.md) with its map, which is
     * looked for, for the column `applied` of tables and nothing else; tt_io_table_ask sets it.
     * Needs wants_states. The file is read from its start, whatever the span, or from where its
     * index has a state of the game. */
    bool wants_replay;
    bool wants_game; /**< seeks only to places where the index has a state of the game, and else
                        reads from the start: for scenes, which compute the game */
    const tt_terrain *terrain; /**< wants_states: the map, when the caller has it; may be NULL */
    const char *data;          /**< wants_states: the game's data folder, for maps; may be NULL */
    /** wants_states: this file is the map, whatever is inside the demo or in the game's folders.
     * The open fails with TT_ERR_ARGUMENT when it is not the map of the recording, and with
     * TT_ERR_SYSTEM when it cannot be read. NULL: none. */
    const char *map;
    /** Items before the span are given, too, and have a false `in_span`. With an index these are
     * facts from the index, at least those of the last session in each slot, and items from the
     * last access point before the span on. World and names are those of that access point while
     * facts of the index are given. */
    bool wants_before;
    /** The number of ticks before the span from which wants_before gives all items, also with an
     * index. A scene takes 800: chat of the last 16 seconds is still on the screen. */
    int32_t lead;
    /** Items of the whole recording are given, whatever the span, and outside of it have a false
     * `in_span`. When only facts in TT_INDEX_HOLDS are wanted, and there is an index, they come
     * from the index, and the recording is not read. */
    bool wants_all;
    bool wants_everybody; /**< items of other players are given, too; tt_io_reading_has
                             distinguishes them */
    bool ends_at_error; /**< ends reading at the first error; otherwise reading resumes where it can
                         */
    bool follow;        /**< waits for more bytes at the end of a regular file */
    const tt_io_stop *stop; /**< ends reading early; may be NULL */
    /** An open input of the same path that has given nothing yet. The reading owns it from the open
     * on, even when that fails. NULL: the path is opened. */
    tt_io_input *input;

    /** Receives errors, warnings and notes of the recording. All callbacks may be NULL. The thread
     * that calls tt_io_reading_* calls them, during the call. */
    void (*on_issue)(void *user, const tt_issue *issue);
    /** Called when the index is not used: `status` says why, and `error` explains
     * TT_IO_INDEX_SYSTEM. */
    void (*on_index)(void *user, tt_io_index_status status, const tt_io_error *error);
    /** Called when reading begins at this block of the index. Errors and warnings before the block
     * are counted, but not given to on_issue. */
    void (*on_seek)(void *user, const tt_index_block *block);
    /** Receives the bytes of the file, as stored, that were read or skipped so far. The first pass
     * that a name may need is not counted. */
    void (*on_progress)(void *user, uint64_t stored);
    /** Called when a followed file has nothing new. False: do not wait for more. */
    bool (*on_idle)(void *user);
    void *user; /**< handed to the callbacks */
    /** Set by tt_io_index_check_open to compare an index with the recording; then no items are
     * given. Not for stdin, not with `input`, and for one reading only. NULL: none. */
    struct tti_index_scan *scan;
} tt_io_reading_options;

/** Private state of a reading. */
struct tti_reading;

/** A recording that is being read. The caller places it, does not move it while it is open, and
 * changes nothing in it. The last member is for the library. */
typedef struct tt_io_reading {
    tt_recording *rec; /**< the reader, for its world, names and headers; owned by the reading.
                          NULL when there was no memory */
    tt_item item;      /**< item of the last tt_io_reading_next */
    int64_t from;  /**< first tick of the span; not less than `to` when the span is empty, which is
                      no error */
    int64_t to;    /**< tick after the last one of the span; TT_IO_PLACE_END for no end */
    bool has_span; /**< `from` and `to` are known; in a demo they may depend on its first tick */
    bool in_span;  /**< `item` is in the span */
    tt_selection selection; /**< sessions of the player. tt_selection_found is 0 when nobody has the
                               name, which is no error. For a file this is known from the open on,
                               for a pipe only after the last item */
    const char *near_name;  /**< when nobody has the player's name: the name most like it, or "";
                               NULL without a name */
    tt_th_header th_header; /**< teehistorian file: its header, once has_header; demo: zeros */
    bool has_header;        /**< the header was read; for a demo see tt_recording_demo_header */
    bool is_at_end;         /**< all of the recording was read */
    bool is_later; /**< reading ended at the first record after the span; the tick of this record is
                      item.tick */
    bool is_ended; /**< no more items come */
    bool is_unfinished; /**< all was read, and the recorder did not close the recording */
    bool lacks_map;     /**< a state was asked for that needs the map, which is not there */
    const char *packed; /**< how the file is compressed: "xz", "zst", "gz" or "tape"; NULL: not at
                           all, or nothing was read */
    uint64_t bytes;     /**< bytes of the recording read so far, after decompression */
    uint64_t errors, warnings, notes; /**< numbers of issues of the recording so far */
    /** First error that on_issue received. When packed data is corrupt: TT_ERR_COMPRESSED_DATA with
     * the text of `error`, at the end of what was read. Level TT_LEVEL_NOTE while there is none. */
    tt_issue damage;
    uint64_t passed_errors, passed_warnings; /**< parts of `errors` and `warnings` that come before
                                                the block of on_seek */
    /** Why reading failed or ended early: TT_ERR_SYSTEM; TT_ERR_UNSUPPORTED;
     * TT_ERR_COMPRESSED_DATA, which counts as one error; TT_ERR_CHANGED: the file was changed
     * meanwhile; TT_ERR_PLACE: a place is unknown in this recording; TT_ERR_ARGUMENT: `map` is not
     * the map of this recording; TT_ERR_FORMAT: the open was
     * false because the file is no recording, or its header is damaged. TT_ERR_FORMAT goes to
     * on_issue, too, with its own status; other errors of the recording itself go to on_issue only.
     * Items before TT_ERR_COMPRESSED_DATA may be wrong, because a decompressor gives data before it
     * compares its sum. The first error of a packed file is therefore a reason to check the whole
     * file: reading ends with TT_ERR_COMPRESSED_DATA where on_issue would get an error from less
     * than 4 MiB before corrupt data. A pipe cannot be checked: on_issue gets such errors. */
    tt_io_error error;

    /** @cond library */
    struct tti_reading *inside;
    /** @endcond */
} tt_io_reading;

/** Checks span and player of the options without a recording. Returns a sentence about what is
 * wrong, with `from` or `to` in backquotes, or NULL. */
TT_IO_API const char *tt_io_reading_check(const tt_io_reading_options *options);

/** Opens a recording, reads its header, and finds span and player in it. `path` "-" is stdin; NULL
 * when the option `input` has no path. `options` may be NULL and is copied. Returns false when
 * nothing can be read: r->error says why, and is empty when `stop` was raised. After true and after
 * false tt_io_reading_close has to be called. After false only these calls are allowed before it:
 * tt_io_reading_next, _next_tick and _is_outside, which give false, _last_tick, which gives 0,
 * _is_good, _format, _kind and _stop. */
TT_IO_API bool tt_io_reading_open(tt_io_reading *r, const char *path,
                                  const tt_io_reading_options *options);

/** Frees everything, r->rec too. A second call is fine, and so is a reading that is all zero. */
TT_IO_API void tt_io_reading_close(tt_io_reading *r);

/** Puts the next item into r->item, which is valid until the next call. False at the end of the
 * span, after an error that ends reading, on failure (see r->error), and when `stop` was raised.
 * Chunks of demos are given for everybody. */
TT_IO_API bool tt_io_reading_next(tt_io_reading *r);

/** Changes the options `wants` and `facts` from the next item on, for example once the header is
 * known. */
TT_IO_API void tt_io_reading_want(tt_io_reading *r, unsigned wants, uint64_t facts);

/** Ends reading: tt_io_reading_next is false from now on. */
TT_IO_API void tt_io_reading_stop(tt_io_reading *r);

/** Returns true when this session, in slot `cid`, is one of the player's. Without a player every
 * session is. */
TT_IO_API bool tt_io_reading_has(const tt_io_reading *r, uint64_t session, int32_t cid);

/** Fills the state of a tee (teetape/follow.h), or returns false when it is not in the world, or
 * the options had no wants_states. `tick` is that of the last item of kind TT_ITEM_TICK; in a demo
 * a later one, before that of the next such item, is computed. A teehistorian file has positions
 * and inputs: the other parts are unknown. Example: examples/io_tees.c. */
TT_IO_API bool tt_io_reading_tee(tt_io_reading *r, int32_t cid, int32_t tick, tt_tee_state *state);

/** Writes the date and time of a tick into `text` and returns it; NULL when they are unknown. */
TT_IO_API const char *tt_io_reading_clock(const tt_io_reading *r, char text[TT_IO_PLACE_CLOCK_TEXT],
                                          int32_t tick);

/** Returns the game time of a tick, in ticks. In a demo it counts from the first tick marker. */
TT_IO_API int32_t tt_io_reading_time(const tt_io_reading *r, int32_t tick);

/** Returns true when nothing is wrong with the recording, as far as it was read: `errors` is 0 and
 * `error` is empty. */
TT_IO_API bool tt_io_reading_is_good(const tt_io_reading *r);

/** Returns the last tick that was read; 0 before the first one. */
TT_IO_API int32_t tt_io_reading_last_tick(const tt_io_reading *r);

/** Returns the format by the first bytes, also for a file that ends inside the magic. */
TT_IO_API tt_format tt_io_reading_format(const tt_io_reading *r);

/** Returns the kind of the file by its first bytes. */
TT_IO_API tt_io_kind tt_io_reading_kind(const tt_io_reading *r);

/** Returns true when a path can be read twice, which a pipe cannot. Where it can be read once only,
 * the sessions of a name count from the record that gives the name. */
TT_IO_API bool tt_io_reading_is_file(const char *path);

#ifdef __cplusplus
}
#endif

#endif
