/* SPDX-License-Identifier: MIT
 *
 * The history of a teehistorian file, beside its world: which session occupies each slot, and
 * what each client last said of itself. It follows the events of a reader:
 *
 *     tt_th_history_init(&history);
 *     while (tt_th_next(&th, &event) == TT_OK) {             // tt_th_next_sparse does as well
 *         tt_th_change change = tt_th_history_follow(&history, &event, &world);
 *         ...
 *     }
 *
 * A session begins at JOIN, or at the first record that speaks of a client id, and ends at DROP or
 * with the recording. Sessions are numbered in the order in which they begin.
 *
 * Reader, world and history together are the state of a recording between two records. A program
 * can pack and keep this state, as an index does, and a reader can continue from there. Example:
 * examples/resume_at.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_HISTORY_H
#define TEETAPE_TEEHISTORIAN_HISTORY_H

#include "teetape/teehistorian.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The change that an event made to the sessions. */
typedef struct tt_th_change {
    uint64_t session;  /**< session that the event belongs to; TT_SESSION_NONE for none */
    uint64_t session2; /**< session of the second client, else TT_SESSION_NONE */
    uint64_t broken;   /**< session that another JOIN ends without a DROP, else TT_SESSION_NONE */
    bool began;        /**< true: `session` begins with this event */
    bool began2;       /**< true: `session2` begins with this event */
    bool ended;        /**< true: `session` ends with this event */
    bool no_client;    /**< true, together with `ended`: this session had no client. A cut writes
                         the tee and the last input of a slot whose client had left */
} tt_th_change;

/** Size of a tt_th_history in 64-bit words; the library checks at compile time that it suffices. */
#define TT_TH_HISTORY_WORDS 12800

/** The sessions so far and what clients said, about 100 KiB; the caller places it. Its members are
 * for the library. */
typedef struct tt_th_history {
    uint64_t words[TT_TH_HISTORY_WORDS]; /**< private to the library */
} tt_th_history;

/** Starts without any session. */
TT_API void tt_th_history_init(tt_th_history *history);

/** Takes the next event of a recording; `world` is that of the reader, after the event. */
TT_API tt_th_change tt_th_history_follow(tt_th_history *history, const tt_th_event *event,
                                         const tt_world *world);

/** Most bytes of a packed state. A usual one has about a hundred bytes for each client. */
#define TT_TH_STATE_MAX ((size_t)256 << 10)

/** Packs the state between two records: the position of the reader, the world and the history.
 * docs/format/index.md has the form; equal states have equal bytes. A reader at the end of a
 * recording without FINISH is packed as one that waits for more. A failure is the packer's
 * status: TT_ERR_SPACE, or TT_ERR_ARGUMENT when the reader has not read the header or has
 * failed, or when the history has not followed every event. */
TT_API void tt_th_state_pack(tt_packer *packer, const tt_th *th, const tt_th_history *history);

/** Initializes a reader that continues where a state was packed. The next piece begins with the
 * byte at the offset of tt_th_look. `header_json` is the header of the recording, which must remain
 * valid as long as that of tt_th_look is used. The reader gives no event for the header again.
 *
 * TT_ERR_ARGUMENT as in tt_th_init, errors of the header, and TT_ERR_TH_STATE for a state that no
 * recording with a header of this size can have: a wrong form or length, numbers out of range or at
 * odds with each other. Then tt_th_look says so too, and the reader reads nothing. Damage that
 * leaves such numbers possible is not noticed: the reader then gives wrong events, though every
 * access remains within bounds. A caller who stores states keeps a sum of each (tt_index_hash), as
 * an index does. Packing an accepted state again gives the same bytes. */
TT_API tt_status tt_th_resume(tt_th *th, tt_world *world, void *scratch, size_t scratch_size,
                              tt_bytes header_json, tt_th_history *history, tt_bytes state);

#ifdef __cplusplus
}
#endif

#endif
