/* SPDX-License-Identifier: MIT
 *
 * The parts of a reading, and their shared declarations.
 *
 *     reading.c     the public calls, which combine the other files
 *     set.c         wants of the reader, its end, and what is known
 *     source.c      from a file to items
 *     corrupt.c     whether packed data is corrupt where a recording seems damaged
 *     id.c          the id of the recording
 *     states.c      the states of tees, and the map that they need
 *     span.c        the span of time
 *     player.c      the player, with the first pass that a name needs
 *     index.c       what an index makes faster
 *     index_scan.c  the index that is built, or compared, while it is read
 *     parts.c       a recording in parts, parts_read.c one on many cores
 *
 * A reading is opened in this order. First comes the header, which shows the format. The player
 * follows, whose name may need a pass of its own; then the span, which may depend on the header.
 * The index depends on all of them.
 */
#ifndef READING_INSIDE_H
#define READING_INSIDE_H

#include <pthread.h>

#include "index/file.h"
#include "teetape/demo_header.h"
#include "teetape/io/index_check.h"
#include "teetape/io/map.h"
#include "teetape/io/parts.h"
#include "teetape/io/place.h"
#include "teetape/io/player.h"
#include "teetape/io/reading.h"

/* Bytes of scratch for a reader: the longest header of a teehistorian file fits. Every reader has
 * the same size, so all of them refuse the same records as too long. */
#define READING_SCRATCH (TT_TH_HEADER_MAX + 16)

/* The three sentences of tti_place_check about an option. `option` is a literal. */
#define TTI_PLACE_SAYS(option)                                                                     \
    ((const char *const[]){option ": minutes after hours and seconds go up to 59",                 \
                           option ": a number alone is a tick, 50 to a second, and a time has a "  \
                                  "colon (0:12.5)",                                                \
                           option " takes " TT_IO_PLACE_FORMS})

/* Returns NULL when `text` is a place or NULL. Otherwise returns one of the sentences in `says`:
 * about a game time (1:02:99) that is too large, about seconds (62.5, 62s), or about any other
 * text. */
const char *tti_place_check(const char *text, const char *const says[3]);

/* Where the packed data of a file is corrupt: found at the first error, once for all parts. */
struct reading_check {
    pthread_mutex_t lock;
    bool is_done;
    tt_io_error error; /* TT_OK: it is not corrupt */
    uint64_t from;     /* bytes of the recording from here on may be wrong */
};

/* The private part of a reading, allocated separately so that it can change from release to
 * release. */
struct tti_reading {
    tt_io_reading_options options;
    const char *path;
    tt_io_input *input;
    tt_io_first first;
    tt_bytes header; /* bytes of the recording up to the first record, or up to the map of a demo */
    tt_uuid id;
    uint8_t *ahead; /* bytes that were read ahead; NULL if none were */
    size_t ahead_size;
    uint64_t split_at; /* offset in the recording at which a piece of input has to end; 0: none */
    tt_bytes rest;     /* the rest of that piece, for the reader's next call */
    uint8_t *first_bytes;
    struct tti_reading_index *index;
    bool lacks_index;                  /* the search found no usable index */
    struct tti_reading_states *states; /* NULL when states are not wanted */
    /* Used when `replays` is set: continues with a packed game, or from the start with an empty
     * one. */
    bool (*take_game)(tt_io_reading *r, tt_bytes packed);
    bool replays;             /* a game is computed, which needs all records from the start */
    int32_t index_first_tick; /* the first tick, when an index gives all facts or parts have read
                                 it; otherwise -1 */
    uint64_t left_out;        /* bytes of the file that were skipped */
    uint8_t *chosen;          /* the selected sessions, one bit each */
    char near[TT_NAME_CAP];   /* the name that is most like that of the player, and its distance */
    size_t near_distance;
    bool is_open;
    bool is_quiet;
    bool is_learning;
    struct reading_check own_check, *check; /* `check` of a part is that of the whole */
    bool is_kept;
    tt_fact kept; /* the fact of the header of a demo, when the map was passed at the open */
    bool is_exact;
    bool was_damaged;    /* an earlier pass has found damage, which this one finds, too */
    bool starts_at_once; /* the span includes items before the first tick marker of a demo */
    int64_t read_on;     /* reading continues to this tick after the span, for deaths; 0: none */
    bool is_moved;
    uint8_t *scratch;
    bool ends_at_split; /* for a part of a divided recording: the reading ends at split_at */
    bool is_part_over;  /* the reading has ended at split_at */
};

/* Ends the reading and returns false (set.c). `error` is NULL for an end without a failure. */
bool tti_reading_end(tt_io_reading *r, const tt_io_error *error);
bool tti_reading_no_memory(tt_io_reading *r);

/* Ends the reading with a failure of the input, which is damage when the packed data is corrupt. */
void tti_reading_fail(tt_io_reading *r, const tt_io_error *error);

void tti_reading_set(tt_io_reading *r);
void tti_reading_set_wants(tt_io_reading *r);

bool tti_reading_source_open(tt_io_reading *r, const char *path,
                             const tt_io_reading_options *options, bool is_quiet);

/* tti_reading_source_new makes a reading without an input, whose reader is at the start. It returns
 * false without memory. tti_reading_source_start sets the options and wants of the reader, at any
 * place in the recording. */
bool tti_reading_source_new(tt_io_reading *r);
void tti_reading_source_start(tt_io_reading *r);

/* Reads the header. Skips the map of a demo if nobody wants it. */
bool tti_reading_source_header(tt_io_reading *r);

/* Handles a call of the reader that gave no item: feeds it, or ends the reading and returns
 * false. */
bool tti_reading_source_more(tt_io_reading *r, tt_status status);

tt_io_input_status tti_reading_source_piece(tt_io_reading *r, tt_bytes *piece);

/* Returns the ending that goes with the compression, without its dot; NULL for plain bytes. */
const char *tti_reading_packed(const tt_io_input *in);

void tti_reading_check_init(struct tti_reading *in);
bool tti_reading_is_checked(const tt_io_reading *r);

/* Returns true for an error that corrupt packed data may have caused. *error says how. */
bool tti_reading_is_corrupt(const tt_io_reading *r, const tt_issue *issue, tt_io_error *error);

/* Begins to follow the states of tees, after the header (states.c). Returns false without
 * memory. */
bool tti_reading_states_open(tt_io_reading *r);
void tti_reading_states_take(tt_io_reading *r);
void tti_reading_states_close(tt_io_reading *r);

/* Reads to the end of the map of a demo. Adds its bytes to `map`, whose memory has `*room` bytes;
 * NULL ignores them. */
void tti_reading_pass_map(tt_io_reading *r, tt_demo_new_map *map, size_t *room);

/* Finds the id of the recording, after the header (id.c). A damaged map ends the reading. */
void tti_reading_id_find(tt_io_reading *r);

bool tti_reading_source_next(tt_io_reading *r);

/* Continues with a reader that takes `bytes` first, which must remain valid, and then `input`. The
 * reading owns all of them from now on. */
void tti_reading_source_take(tt_io_reading *r, tt_recording *rec, void *scratch,
                             struct index_place *place);

bool tti_reading_source_feed(tt_io_reading *r);

void tti_reading_source_close(tt_io_reading *r);

/* Takes the input out of the reading, which no longer closes it. The caller uses its memory for the
 * next file. */
tt_io_input *tti_reading_source_release(tt_io_reading *r);

/* Finds the span (span.c). Returns false when a place is wrong. After true the span can still be
 * unknown, until the first tick is read. */
bool tti_reading_span_open(tt_io_reading *r);

bool tti_reading_is_in_span(const tt_io_reading *r);
bool tti_reading_span_take(tt_io_reading *r);

bool tti_reading_player_open(tt_io_reading *r);

void tti_reading_player_take(tt_io_reading *r);

/* Returns NULL when there is no usable index, or none is wanted (index.c). */
tt_io_index *tti_reading_index(tt_io_reading *r);

/* Gives all facts of the kinds to `take`. Returns false without an index, and after damage, which
 * forgets the index. An index with errors is not used when reading ends at the first error, because
 * it has facts from after that error. */
bool tti_reading_index_all(tt_io_reading *r, uint64_t facts, tt_io_fact_fn *take, void *user);

/* Opens another handle of the index for the caller. NULL unless *status is GOOD. */
tt_io_index *tti_reading_index_open(const struct tti_reading *in, tt_io_index_status *status,
                                    tt_io_error *error);

void tti_reading_index_forget(tt_io_reading *r, tt_io_index_status status);

/* Returns the packed game where reading began, valid until the close; empty when there is none. */
tt_bytes tti_reading_game(const tt_io_reading *r);

/* Moves the reading to the begin of a block. The caller closes `place` after the reading. When the
 * result is not GOOD, the reading is unchanged. */
tt_io_index_status tti_reading_index_go(tt_io_reading *r, tt_io_index *index, uint32_t block,
                                        struct index_place *place);

void tti_reading_index_seek(tt_io_reading *r);

bool tti_reading_index_next(tt_io_reading *r);

void tti_reading_index_close(tt_io_reading *r);

struct parts;

/* Divides the items of an open reading. The caller has not asked `whole` for an item, and keeps it
 * open until tti_parts_free. NULL when it cannot be divided. */
struct parts *tti_parts_new(const tt_io_reading *whole);

/* Frees the parts. All their readings must be closed. */
void tti_parts_free(struct parts *parts);

size_t tti_parts_count(const struct parts *parts);

/* Estimates the stored bytes before part `part`, 0 to the count. */
uint64_t tti_parts_stored(const struct parts *parts, size_t part);

/* Opens part `part` with span, player and wants of the whole. `options` gives on_issue, stop and
 * user. tt_io_reading_close has to be called in any case. The caller adds the counts of earlier
 * parts. */
bool tti_parts_open(struct parts *parts, size_t part, tt_io_reading *r,
                    const tt_io_reading_options *options);

enum part_end {
    PART_OVER,   /* the next part continues here */
    PART_LAST,   /* the whole has ended here: at its end or that of its span, by a failure, or by
                    `stop` */
    PART_FURTHER /* the index disagrees with the recording: call tt_io_reading_next again, which
                    gives everything up to the end of the whole */
};

enum part_end tti_parts_end(struct parts *parts, size_t part, tt_io_reading *r);

struct index_scan_options {
    /* Returns the offset at which the interval ends: its last record is the first one that ends
     * there or later. Called again before every piece. */
    uint64_t (*find_end)(void *user, uint64_t begin);
    /* True for a new index: an interval also ends when it has TT_INDEX_FACTS bytes of facts, and a
     * failure of the scan ends the reading. */
    bool is_new;
    bool (*on_block)(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts);
    tt_io_access_point_fn *on_access_point;
    /* receives every item but facts; all records come; may be NULL */
    void (*on_item)(void *user, const tt_item *item);
    void (*on_begin)(void *user); /* a block begins; may be NULL */
    void *user;
};

enum index_scan_status {
    INDEX_SCAN_MORE,
    INDEX_SCAN_OVER,    /* the recording ended, or a record cannot be read */
    INDEX_SCAN_FOREIGN, /* the map of a demo cannot be read */
    INDEX_SCAN_FAILED   /* on_block returned false, or the state could not be packed */
};

/* Allocates a scan; NULL without memory. */
struct tti_index_scan *tti_index_scan_new(const struct index_scan_options *options);

/* Begins the scan at a block of an index. The reading must be at the begin of this block. `foot`
 * counts the facts before that block. */
void tti_index_scan_resume(struct tti_index_scan *scan, const tt_index_foot *foot,
                           const tt_index_block *block);

/* Ends the scan. `damaged` means that the compression, not the recording, ended it. The result is
 * INDEX_SCAN_MORE when the caller ended it early. After INDEX_SCAN_OVER tti_index_scan_foot lacks
 * only the members about the index itself. */
enum index_scan_status tti_index_scan_end(struct tti_index_scan *scan, bool damaged);
const tt_index_foot *tti_index_scan_foot(const struct tti_index_scan *scan);

/* The reading calls these in this order: tti_index_scan_item for each item, tti_index_scan_more
 * when there is none. */
unsigned tti_index_scan_wants(unsigned wants);
void tti_index_scan_watch(const struct tti_index_scan *scan, tt_io_input_options *options);
void tti_index_scan_begin(struct tti_index_scan *scan, tt_io_reading *r);
void tti_index_scan_piece(struct tti_index_scan *scan, tt_bytes piece);
void tti_index_scan_item(struct tti_index_scan *scan, const tt_item *item);
void tti_index_scan_more(struct tti_index_scan *scan, tt_status status);

void tti_index_scan_issue(struct tti_index_scan *scan, const tt_issue *issue);

/* Returns the offset at which the next piece of input has to end, so that a block can end after
 * it. */
uint64_t tti_index_scan_split(struct tti_index_scan *scan);

/* Returns the first tick that is not before a place, from 0 to TT_IO_PLACE_END. `demo` is the
 * header of a demo with its first tick marker at `first_tick`, from which game times and dates
 * count; NULL for a teehistorian file. Returns false when the place is not in the recording: *why
 * is a constant sentence. */
bool tti_io_place_tick(const tt_io_place *place, const tt_th_header *th, const tt_demo_header *demo,
                       int32_t first_tick, int64_t *tick, const char **why);

/* Returns the place with a date in UTC, when it has no zone and place->zone is not that of the
 * recording. */
tt_io_place tti_io_place_zoned(const tt_io_place *place);

/* Writes the date and time of a tick in a zone, with hundredths: 2026-11-21T20:14:00.02+0100.
 * `start` is the start time of the header. */
void tti_io_place_clock(char dst[TT_IO_PLACE_CLOCK_TEXT], const tt_th_time *start, int32_t tick,
                        tt_io_zone in);

/* Writes the clock of a demo `since_start` ticks after its first tick marker, without a zone.
 * Returns false, with `dst` unchanged, when the header has no start time. */
bool tti_io_place_demo_clock(char dst[TT_IO_PLACE_CLOCK_TEXT], const tt_demo_header *header,
                             int32_t since_start);

/* Reads a length of time: seconds (5, 0.5) or a game time (1:00:00), rounded up to ticks. Returns
 * false when `text` is none, or longer than a recording can be. */
bool tti_io_place_length(const char *text, int32_t *ticks);

/* Checks a text that has to be a player. Returns a sentence about what is wrong, or NULL. */
const char *tti_io_player_check(const char *text);

/* The distance from which on a name is not near: it may differ by one letter, because with more
 * the names of strangers would be suggested. */
#define TTI_NAME_FAR 2

/* Returns true when a name is nearer to the asked one than *best, which then becomes its distance.
 * Begin with TTI_NAME_FAR. Capitals do not count. */
bool tti_name_is_nearer(tt_bytes asked, tt_bytes name, size_t *best);

/* Returns true when `part` has two letters or more and is somewhere in the first 40 bytes of the
 * name. Capitals do not count. */
bool tti_name_has_part(tt_bytes name, tt_bytes part);

/* Returns true when the file is now shorter than it was at the open: some of it may not have been
 * read. */
bool tti_io_reading_became_shorter(const tt_io_reading *r);

/* Returns true when the recording, as far as it was read, has no item in the span. *tick is then
 * the begin of the recording or, if r->is_at_end, its end. Returns false after a failed open. */
bool tti_io_reading_is_outside(const tt_io_reading *r, int32_t *tick);

/* Finds the tick of the next record of a teehistorian file without taking the record: until that
 * tick the world does not change. The end of the span does not matter. Returns false like
 * tt_io_reading_next. */
bool tti_io_reading_next_tick(tt_io_reading *r, int32_t *tick);

/* Moves the end of the span to tick `to`. Reading resumes if it ended at the previous end. */
void tti_io_reading_until(tt_io_reading *r, int64_t to);

/* Reads to the end of tick `to` - 1 by the fastest way, and gives no items. */
void tti_io_reading_skip(tt_io_reading *r, int64_t to);

/* Returns true when the current or last session in slot `cid` is one of the player's. Always true
 * without a player. */
bool tti_reading_has_slot(const tt_io_reading *r, int32_t cid);

/* Gives the map of an open reading of any format as the header of a demo. Returns false without
 * memory, and without a header, when *error is empty. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error);

/* Gives the direction that moved a tee in a tick: -1, 0 or 1. `tick` is as for tt_io_reading_tee,
 * and must not fall from call to call. Returns false when the direction is unknown. The reading
 * needs wants_replay. */
bool tti_reading_applied(tt_io_reading *r, int32_t cid, int32_t tick, int8_t *direction);

#endif
