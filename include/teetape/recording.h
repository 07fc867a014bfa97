/* SPDX-License-Identifier: MIT
 *
 * One reader for every recording: teehistorian files and demos, recognized by their first bytes.
 *
 *     // static uint64_t scratch[TT_RECORDING_SCRATCH / 8]: it needs the alignment of 64-bit words
 *     tt_recording_init(&rec, scratch, sizeof scratch);
 *     tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_FINISH));
 *     while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
 *         if (status == TT_MORE)
 *             tt_recording_feed(&rec, bytes, fread(bytes, 1, sizeof bytes, file));
 *         else if (item.kind == TT_ITEM_FACT)   // the first item is the header, which has no fact
 *             puts(tt_recording_session(&rec, item.fact->cid).name);
 *     }
 *     // status is TT_END or an error, which tt_recording_look describes
 *
 * The caller wants any of three things, and gets them in the order of the recording:
 *
 * - records: the parts of the recording, as the readers of teehistorian.h and demo.h give them;
 * - facts: typed events, the same for every format (fact.h). The facts of a record come right
 *   after the record;
 * - ticks: the end of a tick, after all its other items. The world is that of the end of this
 *   tick. Ticks without a record are left out, because the world did not change in them.
 *
 * Unwanted items are skipped as fast as possible, and do not change the other items. The reader
 * allocates nothing. Splitting the input elsewhere gives the same items, except for the pieces
 * of a demo's map.
 *
 * Examples: examples/facts.c, examples/player_at.c.
 */
#ifndef TEETAPE_RECORDING_H
#define TEETAPE_RECORDING_H

#include "teetape/demo_world.h"
#include "teetape/fact.h"
#include "teetape/format.h"
#include "teetape/input.h"
#include "teetape/selection.h"
#include "teetape/teehistorian_history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Items that the caller wants; bits of tt_recording_want. */
enum {
    TT_WANT_FACTS = 1,   /**< items of kind TT_ITEM_FACT */
    TT_WANT_TICKS = 2,   /**< items of kind TT_ITEM_TICK */
    TT_WANT_RECORDS = 4, /**< items of kind TT_ITEM_RECORD */
    /** The caller does not need the sessions of facts. This makes a 0.6 demo much faster when only
     * facts of messages are wanted: MAP, CHAT, SERVER_MESSAGE, VOTE_START, VOTE_END, EMOTICON,
     * KILL, FINISH. Snapshots then remain packed unless a fact is about a client. Names are right,
     * sessions have no numbers, and damage in packed chunks is not noticed. Alone or with
     * TT_WANT_MAP_SUMS, it is the fastest way to check a whole recording: every record and chunk is
     * unpacked, and ticks are right. Sessions and the world of a demo are not followed, so nothing
     * else can be wanted later. */
    TT_WANT_NO_SESSIONS = 8,
    /** The embedded map of a demo is compared with the CRC-32 and the SHA-256 in the header. A
     * difference is reported to on_issue as an error. Reading continues, also without recovery,
     * because no chunk depends on the map. Set this bit before the map is read, at the header
     * item at the latest. */
    TT_WANT_MAP_SUMS = 16,
    /** Messages of a demo are not unpacked, except those of 0.7 about clients who come and go.
     * Their records have no data, and facts of them are not given. DDRace teams are unknown, and
     * errors in messages are not noticed. */
    TT_WANT_NO_MESSAGES = 32,
    /** Gives the facts of each copy of a message. In a demo of a server, a message to everybody
     * occurs once for each client; without this flag only the first copy gives facts. */
    TT_WANT_COPIES = 64,
    /** Moves of tees and tick marks of a teehistorian file (PLAYER_DIFF, and TICK_SKIP that is no
     * gap) are applied but not given as records, which is faster where inputs are wanted. The first
     * record about a client is given all the same. */
    TT_WANT_NO_MOVES = 128
};

/** Kinds of items that tt_recording_next gives. */
typedef enum tt_item_kind {
    TT_ITEM_HEADER, /**< the header was read; the first item of every recording */
    TT_ITEM_RECORD, /**< a record: `th` or `demo` is set */
    TT_ITEM_FACT,   /**< a fact; `fact` is set */
    TT_ITEM_TICK    /**< the end of the tick `tick` */
} tt_item_kind;

/** An item of a recording. Pointers and views in it remain valid until the next call with the
 * recording. */
typedef struct tt_item {
    tt_item_kind kind; /**< says which members are set */
    int32_t tick;      /**< absolute, 50 a second; -1 before the first tick marker of a demo */
    uint64_t session; /**< session of the client that a RECORD of a teehistorian file, a RECORD with
                         an input, or a FACT is about; else TT_SESSION_NONE */
    uint64_t session2;     /**< session of the second client of a RECORD, else TT_SESSION_NONE */
    const tt_fact *fact;   /**< the fact of a FACT, else NULL */
    const tt_th_event *th; /**< the event of a RECORD of a teehistorian file, else NULL */
    const tt_demo_event *demo; /**< the event of a RECORD of a demo, else NULL */
    const tt_sv_msg *message;  /**< the decoded message of a RECORD of a demo, else NULL */
} tt_item;

/** The input of a client, as a recording has it. */
typedef struct tt_recorded_input {
    int32_t cid;           /**< client whose input it is */
    int32_t intended_tick; /**< demo: the tick in which the tee moves by the input. Teehistorian
                              file: -1, the tee moves by it in the tick after that of the record */
    bool has_flags; /**< false: the recording has no player_flags, and input.player_flags is 0 */
    tt_input input; /**< the keys and the aim */
    const int32_t *diff; /**< the differences of an INPUT_DIFF, as in tt_th_event; else NULL */
} tt_recorded_input;

/** Gives the input of a RECORD: true, or false when the item has none. In a teehistorian file
 * these are the INPUT_NEW and INPUT_DIFF records of all clients. In a demo of a client they are
 * the messages Sv_PreInput. A server of DDNet 19.4 or later sends one when a key of another client
 * changes, while that client is in the team of the recording client and its tee is in view. Inputs
 * between two of these messages are not in a demo, nor are those of the recording player. */
TT_API bool tt_item_input(const tt_item *item, tt_recorded_input *input);

/** Least scratch that tt_recording_init takes, in bytes. It also bounds the header of a
 * teehistorian file: the longest header that is read has as many bytes as the scratch. */
#define TT_RECORDING_SCRATCH ((size_t)1 << 20)

/** Size of a tt_recording in 64-bit words; the library checks at compile time that it suffices. */
#define TT_RECORDING_WORDS 20000

/** A reader, about 156 KiB; the caller places it. Its members are for the library. */
typedef struct tt_recording {
    uint64_t words[TT_RECORDING_WORDS]; /**< private to the library */
} tt_recording;

/** Initializes a reader at the start of a recording, which wants nothing. `scratch` must remain
 * valid as long as the reader. TT_ERR_ARGUMENT when it is too small, or not aligned for 64-bit
 * words as memory of malloc and an array of uint64_t are. */
TT_API tt_status tt_recording_init(tt_recording *rec, void *scratch, size_t scratch_size);

/** Sets what is wanted from the next item on: a sum of TT_WANT_*, and for TT_WANT_FACTS the set of
 * kinds (TT_FACT_BIT, TT_FACTS_ALL). */
TT_API void tt_recording_want(tt_recording *rec, unsigned wants, uint64_t facts);

/** Gives from the next item on only records and facts of the selected sessions. HEADER, TICK and
 * chunks of demos, which are about everybody, come as before. Facts with a second client (a killer,
 * the receiver of a whisper) belong to both sessions. A NAME that the selection can learn is always
 * given, with its record. `selection` must remain valid; NULL selects everything. See selection.h.
 * */
TT_API void tt_recording_select(tt_recording *rec, const tt_selection *selection);

/** Makes the reader continue after an error wherever the framing is intact, as `recover` of tt_th
 * and tt_demo does. Off at first. */
TT_API void tt_recording_recover(tt_recording *rec, bool on);

/** Sets the callback for every note, warning and error; NULL, as at first, for none. */
TT_API void tt_recording_on_issue(tt_recording *rec, tt_issue_fn *on_issue, void *user);

/** Feeds the next piece of the recording, of any size. Feed a piece only after tt_recording_next
 * returned TT_MORE. Its bytes must remain valid until tt_recording_next returns TT_MORE again.
 * `size` 0 says that no piece follows; it may come together with the last piece. */
TT_API void tt_recording_feed(tt_recording *rec, const void *data, size_t size);

/** Skips the embedded map of a demo; call it at the header item. Drops the bytes of the map that
 * were fed. Returns how many further bytes the caller leaves out before the next piece: 0 if all
 * were fed, or if there is no map. A caller that cannot seek goes on feeding instead. */
TT_API uint64_t tt_recording_skip_map(tt_recording *rec);

/** Gives the next item. TT_OK: `*item` is filled. TT_MORE: feed the next piece. TT_END: the
 * recording has ended. Negative: an error that remains, described by tt_recording_look; everything
 * before it was given. TT_ERR_FORMAT when the first bytes are not those of a recording. */
TT_API tt_status tt_recording_next(tt_recording *rec, tt_item *item);

/** State of a reader, returned by tt_recording_look. */
typedef struct tt_recording_view {
    tt_format format;      /**< TT_FORMAT_UNKNOWN before the first bytes were read */
    const tt_error *error; /**< status TT_OK, or what stopped the reader; valid as long as the
                              reader */
    int32_t tick;          /**< last tick that was read; -1 before the first one */
    int32_t first_tick;    /**< first tick of the recording; -1 until it was read */
    int32_t last_tick; /**< highest tick so far; -1 before the first one. Only in a demo can later
                          ticks be lower, which is a warning */
    int32_t length;    /**< ticks from `first_tick` to `last_tick`; 0 before the first one. The game
                          may have begun earlier: a teehistorian file begins with its first player,
                          and a cut has the ticks of the original */
    uint64_t offset;   /**< bytes of the recording before the next record */
    bool is_closed;    /**< true: the recorder closed the recording, as far as it was read: after
                          FINISH, or for a demo when its header has a length in seconds. The
                          length of a demo of less than a second is 0, so a demo without a
                          length counts as closed while its ticks are less than a second */
} tt_recording_view;

/** Returns the state of the reader after its last item. */
TT_API tt_recording_view tt_recording_look(const tt_recording *rec);

/** Returns the header of a teehistorian file; NULL before TT_ITEM_HEADER and for a demo. Its views
 * remain valid until the next item. */
TT_API const tt_th_header *tt_recording_th_header(const tt_recording *rec);

/** Returns the header of a demo; NULL before TT_ITEM_HEADER and for a teehistorian file. */
TT_API const tt_demo_header *tt_recording_demo_header(const tt_recording *rec);

/** Returns the reader of a demo, for calls that take one, such as tt_demo_cut_event; NULL for other
 * formats. tt_demo_look gives its snapshots, which are empty where they were skipped. */
TT_API const tt_demo *tt_recording_demo(const tt_recording *rec);

/** Returns the world after the current item; NULL before the header. */
TT_API const tt_world *tt_recording_world(const tt_recording *rec);

/** Returns the kind of the items of `type` in the snapshots of a demo; TT_OBJ_KINDS when it is
 * unknown. */
TT_API tt_obj_kind tt_recording_object(const tt_recording *rec, int32_t type);

/** A session, as far as it was read. */
typedef struct tt_session {
    uint64_t number;  /**< session number; TT_SESSION_NONE when there was no session, or when it is
                         unknown */
    int32_t since;    /**< tick in which the session began */
    int open;         /**< 1 while the session lasts */
    bool recorded;    /**< true when the recording has the session's begin */
    const char *name; /**< last name, also after the session has ended; "" when it is unknown */
} tt_session;

/** Returns the open session in a slot, else the last one. After TT_END, `open` is 1 for a session
 * that lasts to the end of the recording; such a session has no LEAVE. Before the header and for a
 * slot out of range the number is TT_SESSION_NONE. */
TT_API tt_session tt_recording_session(const tt_recording *rec, int32_t cid);

/** Counts of the sessions so far. */
typedef struct tt_session_counts {
    uint64_t count;     /**< sessions, without those that end with TT_LEFT_NOBODY */
    uint64_t next;      /**< number that the next session gets; all earlier ones are smaller */
    uint32_t most_open; /**< how many were open at the same time at most */
} tt_session_counts;

/** Returns how many sessions there were so far; zeros before the header. */
TT_API tt_session_counts tt_recording_sessions(const tt_recording *rec);

/** A silence of this many ticks or more gives the fact TT_FACT_GAP. */
#define TT_GAP_TICKS 3000

/** Ticks that a death in a demo may wait for its position. The fact of a kill message comes with a
 * record at most this many ticks and one tick marker later, and has the tick of the message. A span
 * ends by the tick of the record, so a caller that wants each death of a span reads this many ticks
 * past its end. */
#define TT_DEATH_TICKS 3

/** Most bytes of a packed state. */
#define TT_RECORDING_STATE_MAX ((size_t)320 << 10)

/** Returns true where a state can be packed: between two records or chunks, once all items of the
 * previous one were given. The state of a demo contains its snapshot, so no keyframe needs to
 * follow. False before the header, after an error, while TT_WANT_NO_SESSIONS leaves snapshots
 * packed, after it left sessions out, and after TT_WANT_NO_MESSAGES left messages of a demo out. */
TT_API bool tt_recording_is_access_point(const tt_recording *rec);

/** Packs everything that a reader needs to continue here. Equal states have equal bytes, whatever
 * is wanted. A tick whose TT_ITEM_TICK was given before is not given again after
 * tt_recording_resume. A failure is the packer's status: TT_ERR_SPACE, or TT_ERR_ARGUMENT where
 * there is no access point. */
TT_API void tt_recording_pack(tt_packer *packer, const tt_recording *rec);

/** Initializes a reader that continues where a state was packed. The next piece begins with byte
 * tt_recording_look(rec).offset. `header` are the first bytes of the recording, at least up to the
 * first record (in a demo up to the map); they must remain valid as long as the header is used.
 * The caller sets wants, selection, recovery and on_issue again. The reader then gives exactly
 * the items that a reader from the start would give from here on.
 *
 * TT_ERR_ARGUMENT as tt_recording_init; TT_ERR_STATE for a state that no reader of a recording with
 * this format can have: a wrong form or length, numbers out of range or at odds with each other. A
 * state whose damage leaves such numbers possible, or a state of another recording of the format,
 * may be accepted and give wrong items, though every access remains within bounds. A caller who
 * stores states keeps a sum of each (tt_index_hash) and of the recording, as an index does. */
TT_API tt_status tt_recording_resume(tt_recording *rec, void *scratch, size_t scratch_size,
                                     tt_bytes header, tt_bytes state);

#ifdef __cplusplus
}
#endif

#endif
