/* SPDX-License-Identifier: MIT
 *
 * Reads teehistorian files: DDNet's recordings of everything that moves a game.
 *
 *     magic (16) | header JSON | 00 | record | record | ... | FINISH
 *
 * Each call gives one event. The caller feeds pieces of any size, and splitting the input
 * elsewhere gives the same events. The reader owns no memory.
 *
 *     tt_th_init(&th, &world, scratch, sizeof scratch);
 *     status = TT_MORE;
 *     while (status == TT_MORE) {
 *         tt_th_feed(&th, bytes, fread(bytes, 1, sizeof bytes, file)); // 0 bytes: the end
 *         while ((status = tt_th_next(&th, &event)) == TT_OK)
 *             print(event.kind);                  // the world is already after the event
 *     }                                           // TT_END or an error: tt_th_look(&th).error
 *
 * Ticks are absolute, 50 a second, by the rule of DDNet's writer (docs/format/teehistorian.md);
 * some other readers count one less at the start of a file, or keep state over a tick skip.
 * Examples: examples/joins.c, examples/where.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_H
#define TEETAPE_TEEHISTORIAN_H

#include "teetape/teehistorian_header.h"
#include "teetape/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of scratch that suffice for every record that DDNet writes, and for every header seen so
 * far. */
#define TT_TH_SCRATCH ((size_t)160 << 10)

/** The least scratch that tt_th_init takes. */
#define TT_TH_SCRATCH_MIN ((size_t)4 << 10)

/** A run of this many PLAYER_DIFF records by (0, 0) ends the recording with TT_ERR_TH_STILL at the
 * first of them. No server writes such a run, but zeroed disk blocks read as one:
 * docs/format/teehistorian.md. */
#define TT_TH_STILL_RUN 8

/** The kinds of events: TT_TH_HEADER, the records TT_TH_PLAYER_DIFF, ..., TT_TH_EX for an extension
 * of unknown kind, and the known extensions TT_TH_TEST, TT_TH_DDNETVER_OLD, ... */
typedef enum tt_th_kind {
    TT_TH_HEADER, /**< magic and header were read */
#define TT_TH_RECORD(NAME, name, code, doc) TT_TH_##NAME,
#define TT_TH_BARE(NAME, name, code, doc) TT_TH_##NAME,
#define TT_TH_EX(NAME, name, text, uuid, since, doc) TT_TH_##NAME,
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc) TT_TH_##NAME,
#include "teetape/schema/teehistorian.def"
    TT_TH_KINDS /**< number of kinds */
} tt_th_kind;

/** A struct for each kind that has fields: struct tt_th_player_diff, ... */
/* clang-format off */
#define TT_TH_RECORD(NAME, name, code, doc) struct tt_th_##name {
#define TT_TH_EX(NAME, name, text, uuid, since, doc) struct tt_th_##name {
#define TT_FIELD(name, type, field, doc) tt_field_##type field;
#define TT_DERIVED(name, type, field, doc) tt_field_##type field;
#define TT_FIELDS_END(name) };
#include "teetape/schema/teehistorian.def"
/* clang-format on */

/** An event. Views and pointers in it remain valid until the next call with the same reader. */
typedef struct tt_th_event {
    tt_th_kind kind; /**< says which member of `u` is set */
    int32_t tick;    /**< absolute tick; for a TICK_SKIP, the tick that it leads to */
    int32_t cid; /**< client id that the record is about, the first one of two; negative for none */
    uint32_t size;   /**< bytes of the record */
    uint64_t offset; /**< offset of the record's first byte in the recording */
    union {
#define TT_TH_RECORD(NAME, name, code, doc) struct tt_th_##name name;
#define TT_TH_EX(NAME, name, text, uuid, since, doc) struct tt_th_##name name;
#include "teetape/schema/teehistorian.def"
    } u; /**< fields: the member named like the kind is set; TT_TH_HEADER has none, because
            tt_th_view has the header */
} tt_th_event;

/** Counts of the frequent records that tt_th_next_sparse and tt_th_advance do not give, by client
 * id. All zero at first, except `no_ways`, which the caller may set. */
typedef struct tt_th_tally {
    uint64_t moves[TT_CIDS];  /**< number of PLAYER_DIFF records */
    uint64_t inputs[TT_CIDS]; /**< number of INPUT_DIFF records */
    double way[TT_CIDS];      /**< sum of the lengths of moves in world units, without those beyond
                                 TT_TEE_JUMP */
    uint64_t tick_skips;      /**< number of TICK_SKIP records */
    bool no_ways;             /**< true: `way` remains as it is, which is faster */
} tt_th_tally;

/** Options of a reader. With zeros it stops at the first error, and reports nothing. */
typedef struct tt_th_options {
    /** Continues after an error wherever the framing is intact. An extension with a wrong payload
     * is then delivered as TT_TH_EX. An event whose client id is out of range is left out. Without
     * `recover`, the reader stops at the first error. */
    bool recover;
    tt_issue_fn *on_issue; /**< receives every note, warning and error; may be NULL */
    void *user;            /**< handed to on_issue */
    tt_th_tally *tally;    /**< counts the records that tt_th_next_sparse and tt_th_advance do not
                              give; NULL, which is faster, for no counts */
} tt_th_options;

/** State of a reader, returned by tt_th_look. Pointers in it remain valid as long as the reader. */
typedef struct tt_th_view {
    const tt_world *world;      /**< the world that tt_th_init was given */
    const tt_th_header *header; /**< header of the recording; its views are valid while the event
                                   TT_TH_HEADER is valid */
    const tt_error *error;      /**< status TT_OK, or what stopped the reader */
    uint64_t offset;            /**< bytes of the recording before the next record */
    bool finished;              /**< true after FINISH */
} tt_th_view;

/** Size of a tt_th in 64-bit words; the library checks at compile time that it suffices. */
#define TT_TH_WORDS 240

/** A reader, about 2 KiB; the caller places it. Its members are for the library. */
typedef struct tt_th {
    uint64_t words[TT_TH_WORDS]; /**< private to the library */
} tt_th;

/** Initializes a reader at the start of a recording. `world` is initialised and then belongs to the
 * reader: look at it, do not change it. `scratch` holds a header or record that lies in several
 * pieces; nothing longer than `scratch_size` is read, wherever it is split. Both must remain valid
 * as long as the reader. TT_ERR_ARGUMENT when the scratch is too small. */
TT_API tt_status tt_th_init(tt_th *th, tt_world *world, void *scratch, size_t scratch_size);

/** Sets the options from the next event on. The options are copied. */
TT_API void tt_th_set(tt_th *th, const tt_th_options *options);

/** Returns the state of the reader after its last event. */
TT_API tt_th_view tt_th_look(const tt_th *th);

/** Feeds the next piece of the recording, of any size. Feed a piece only after tt_th_next returned
 * TT_MORE. Its bytes must remain valid until tt_th_next returns TT_MORE again. `size` 0 says that
 * no piece follows; it may come together with the last piece. */
TT_API void tt_th_feed(tt_th *th, const void *data, size_t size);

/** Gives the next event. TT_OK: `*event` is filled; world and tick are those after it. TT_MORE:
 * feed the next piece, or its end. TT_END: the recording ended, with FINISH or between two
 * records. Negative: an error that remains, described by tt_th_look; everything before it was
 * delivered. */
TT_API tt_status tt_th_next(tt_th *th, tt_th_event *event);

/** Gives the next sparse record as tt_th_next does, about as fast as tt_th_advance. The frequent
 * records PLAYER_DIFF, INPUT_DIFF and TICK_SKIP change the world and are not given, unless one is
 * the first record about a client. Records up to the end of `tick` are given (INT32_MAX: all). Then
 * returns TT_LATER: the next record belongs to a later tick. */
TT_API tt_status tt_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick);

/** Gives in `*tick` the tick of the next record without taking the record: TT_OK. Other results as
 * tt_th_next. The header must have been read. */
TT_API tt_status tt_th_next_tick(tt_th *th, int32_t *tick);

/** Returns the bytes of the record that the last tt_th_next or tt_th_next_sparse gave as `event`;
 * for the header, the JSON and its NUL. Valid as long as the event's views. */
TT_API tt_bytes tt_th_record(const tt_th *th, const tt_th_event *event);

/** Moves the world to the end of `tick` without handing out events, about twice as fast: TT_OK when
 * the next record belongs to a later tick, else as tt_th_next. The header must have been read.
 * world->tick is then the last tick up to there that has a record; a `tick` before it changes
 * nothing. on_issue is called as usual. */
TT_API tt_status tt_th_advance(tt_th *th, int32_t tick);

/** Returns name, fields and documentation of a kind, for tt_field_of(field, &event->u).
 * TT_TH_HEADER has no fields. NULL when out of range. */
TT_API const tt_type *tt_th_type(tt_th_kind kind);

#ifdef __cplusplus
}
#endif

#endif
