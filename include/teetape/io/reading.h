/* SPDX-License-Identifier: MIT
 *
 * One recording of any format, from its path to the items that are asked for: opened,
 * decompressed, read, cut down to a span of time and a player. An index beside it makes that
 * faster and changes nothing else.
 *
 *     tt_io_reading r;
 *     tt_io_reading_options how = {.player = "nameless tee", .wants = TT_WANT_FACTS,
 *                                  .facts = TT_FACTS_ALL};
 *     if (tt_io_reading_open(&r, path, &how)) {
 *         while (tt_io_reading_next(&r)) ... r.item, tt_recording_world(r.rec, r.item.view) ...
 *     }
 *     if (r.error.status != TT_OK) ... r.error.text ...
 *     tt_io_reading_close(&r);
 *
 * Memory: the reader, its input (input.h) and, with an index, one block of it; nothing grows with
 * a number in the file. Different readings may be in different threads.
 */
#ifndef TEETAPE_IO_READING_H
#define TEETAPE_IO_READING_H

#include "teetape/io/export.h"
#include "teetape/io/index.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"
#include "teetape/io/place.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_reading tt_io_reading;

/** How a recording is read; all zero is all of it, and no items but its header. */
typedef struct tt_io_reading_options {
    const char *from, *to;    /**< places (place.h); NULL: from its start, to its end */
    const char *player;       /**< a client id or a name (tt_io_player_parse); NULL: everybody */
    const char *index_folder; /**< where index files are; NULL: beside the recording */
    bool no_index;            /**< an index is not looked for */
    unsigned wants;           /**< for tt_recording_want */
    uint64_t facts;
    bool wants_map; /**< the pieces of a demo's map are records, too; else the map is left out */
    /** Items before the span, too: see in_span. With an index these are the facts that it keeps, at
     * least those of the last session in each slot, and the items from its last access point
     * before the span on. World and names are those of that point while its facts are given. */
    bool wants_before;
    /** Facts of the whole recording, whatever the span: see in_span. With an index they are those
     * that it keeps, and the recording is not read. */
    bool wants_all;
    bool wants_everybody; /**< items of players that were not chosen, too: see tt_io_reading_has */
    bool ends_at_error;   /**< reading ends at the first error; else it goes on where it can */
    bool follow;          /**< at the end of a regular file wait for more */
    const tt_io_stop *stop; /**< ends reading early; may be NULL */
    /** What was opened from the path already, and of which nothing was taken; from the call on it
     * is the reading's. NULL: the path is opened. */
    tt_io_input *input;

    /** Callbacks, each of which may be NULL, during the calls below alone. */
    /** What is wrong with the recording, and its notes. */
    void (*on_issue)(void *user, const tt_issue *issue);
    /** Why the index is not used. `error` counts for TT_IO_INDEX_SYSTEM alone. */
    void (*on_index)(void *user, tt_io_index_status status, const tt_io_error *error);
    /** Reading begins at this access point of the index. What is wrong before it counts (in
     * `errors` and `warnings`), but is not reported by on_issue. */
    void (*on_seek)(void *user, const tt_index_block *block);
    /** This many bytes of the file, as it is stored, are read or left out by now. Of the first pass
     * that a name may need nothing is reported. */
    void (*on_progress)(void *user, uint64_t stored);
    /** A file that is followed has nothing new. */
    void (*on_idle)(void *user);
    /** The bytes of the recording, in order, while they are read. The map is read then. */
    void (*on_piece)(void *user, tt_bytes piece);
    /** The places where decompression could begin; never for stdin, nor with `input`. */
    tt_io_access_point_fn *on_access_point;
    void *user;
} tt_io_reading_options;

/** The caller places it and looks at what comes before `inside`; nothing of it is the caller's to
 * change. It must not be moved while it is open. */
typedef struct tt_io_reading {
    tt_recording *rec;      /**< NULL when there was no memory for it */
    tt_item item;           /**< the current item, after tt_io_reading_next */
    int64_t from, to;       /**< the span, [from, to) in ticks; no end is TT_IO_PLACE_END */
    bool has_span;          /**< from and to are known: in a demo that may take its first tick */
    bool in_span;           /**< the current item is in it */
    tt_selection selection; /**< the player */
    tt_th_header th_header; /**< of a teehistorian file */
    bool has_header;
    bool is_at_end;     /**< all of it was read */
    bool is_later;      /**< reading has ended before a record of tick item.tick: see _until */
    bool is_ended;      /**< there are no more items, for whatever reason */
    bool is_unfinished; /**< is_at_end, and its recorder did not write the end of it */
    uint64_t bytes;     /**< of the recording, after decompression, as far as it was read */
    uint64_t errors, warnings; /**< that are in it, as far as it was read */
    uint64_t notes;
    uint64_t passed_errors, passed_warnings; /**< of these, before the access point: see on_seek */
    /** Why reading failed or ended early: TT_ERR_SYSTEM, TT_ERR_UNSUPPORTED, damage of the
     * compressed data (which counts as one error), TT_ERR_CHANGED, TT_ERR_PLACE. An error that
     * the recording has is none of these: see on_issue. */
    tt_io_error error;

    struct tti_reading *inside; /**< private */
} tt_io_reading;

/** Opens a recording ("-" is stdin), reads its header, and finds span and player in it. False when
 * there is nothing to read; then tt_io_reading_next gives false, and, as after true,
 * tt_io_reading_close has to be called. `options`
 * may be NULL; texts in it have to remain until the close. */
TT_IO_API bool tt_io_reading_open(tt_io_reading *r, const char *path,
                                  const tt_io_reading_options *options);

/** Frees everything; `rec` is gone then. Twice is fine, and so is one that is all zero. */
TT_IO_API void tt_io_reading_close(tt_io_reading *r);

/** The next item into r->item, which is valid until the next call. False at the end of the span,
 * after an error that ends reading, and when `stop` was raised. Chunks of demos are items whomever
 * they are about. */
TT_IO_API bool tt_io_reading_next(tt_io_reading *r);

/** The tick of the next record of a teehistorian file, which is not taken yet: up to it the world
 * remains as it is. The result is that of tt_io_reading_next, but the span has no end here. */
TT_IO_API bool tt_io_reading_next_tick(tt_io_reading *r, int32_t *tick);

/** Sets what is wanted from the next item on, once the header shows what there is to be had. */
TT_IO_API void tt_io_reading_want(tt_io_reading *r, unsigned wants, uint64_t facts);

/** The span that is read ends at `to` from now on, where reading goes on when it ended at the one
 * before. */
TT_IO_API void tt_io_reading_until(tt_io_reading *r, int64_t to);

/** Goes to the end of the tick before `to` by the fastest way, without items. */
TT_IO_API void tt_io_reading_skip(tt_io_reading *r, int64_t to);

/** Ends before the end: what follows is of no interest. */
TT_IO_API void tt_io_reading_stop(tt_io_reading *r);

/** Whether this session in slot `cid` is one of the player's. Without a player, always. */
TT_IO_API bool tt_io_reading_has(const tt_io_reading *r, uint64_t session, int32_t cid);

/** The same of the session that is in the slot, or was there last. */
TT_IO_API bool tt_io_reading_has_slot(const tt_io_reading *r, int32_t cid);

/** The last name of who is, or was, in a slot; "" when none is known, or for a negative client id.
 */
TT_IO_API const char *tt_io_reading_name(const tt_io_reading *r, int32_t cid);

/** The clock of a tick as text; NULL when it is not known. */
TT_IO_API const char *tt_io_reading_clock(const tt_io_reading *r, char text[TT_IO_PLACE_CLOCK_TEXT],
                                          int32_t tick);

/** The game time of a tick, in ticks: of a demo since its first tick marker. */
TT_IO_API int32_t tt_io_reading_time(const tt_io_reading *r, int32_t tick);

/** Whether nothing is wrong with the recording, as far as it was read, and it could be read:
 * `errors` is 0 and `error` empty. */
TT_IO_API bool tt_io_reading_is_good(const tt_io_reading *r);

/** The last tick that was read; 0 before the first one. */
TT_IO_API int32_t tt_io_reading_last_tick(const tt_io_reading *r);

/** Whether the span has nothing of the recording, as far as it was read. Then the recording begins,
 * or (is_at_end) ends, at *tick. */
TT_IO_API bool tt_io_reading_is_outside(const tt_io_reading *r, int32_t *tick);

/** The format by the first bytes, also of a file that ends inside the magic; what the file is by
 * them; and whether it begins as no recording does. */
TT_IO_API tt_format tt_io_reading_format(const tt_io_reading *r);
TT_IO_API tt_io_kind tt_io_reading_kind(const tt_io_reading *r);
TT_IO_API bool tt_io_reading_is_foreign(const tt_io_reading *r);

/** Whether the file is shorter by now than it was when it was opened: a pass may have missed some.
 */
TT_IO_API bool tt_io_reading_became_shorter(const tt_io_reading *r);

/** Whether a path can be read twice; a pipe cannot. Then the sessions of a name count from the
 * record on that names the player. */
TT_IO_API bool tt_io_reading_is_file(const char *path);

#ifdef __cplusplus
}
#endif

#endif
