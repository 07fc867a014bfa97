/* SPDX-License-Identifier: MIT
 *
 * The history of a teehistorian file, beside its world: which session occupies each slot, and
 * what each client last said of itself. It follows the events of a reader:
 *
 *     tt_th_history_init(&history);
 *     while (tt_th_next(&th, &event) == TT_OK) {             // tt_th_next_sparse does as well
 *         tt_th_change change = tt_th_history_follow(&history, &event, th.world);
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

/** Most bytes of a stored info message. Texts in it that are longer than the game accepts are cut
 * at a UTF-8 boundary. */
#define TT_TH_INFO_MAX 480

/** Most bytes of a stored version payload; a longer one is cut. */
#define TT_TH_VERSION_MAX 160

/** Most bytes of a stored rcon account name; a longer one is cut at a UTF-8 boundary. */
#define TT_TH_ACCOUNT_MAX 64

/** The last value that a client gave for each of these; a size of 0 means that there was none. */
typedef struct tt_th_profile {
    uint16_t info_size;           /**< bytes of `info` */
    uint16_t version_size;        /**< bytes of `version` */
    uint16_t account_size;        /**< bytes of `account` */
    uint8_t version_kind;         /**< the record that `version` comes from: TT_TH_DDNETVER or
                                     TT_TH_DDNETVER_OLD */
    uint8_t reserved;             /**< always 0 */
    uint8_t info[TT_TH_INFO_MAX]; /**< a whole Cl_StartInfo in the client's protocol, updated by
                                     each Cl_ChangeInfo or Cl_SkinChange */
    uint8_t version[TT_TH_VERSION_MAX]; /**< payload of the version record after the client id */
    uint8_t account[TT_TH_ACCOUNT_MAX]; /**< name of the rcon account, without a NUL */
} tt_th_profile;

/** A history, about 92 KiB; the caller places it. */
typedef struct tt_th_history {
    uint64_t sessions;                 /**< number of sessions so far */
    uint32_t open_sessions, most_open; /**< open now, and most open at once */
    /** The session of a slot. */
    struct tt_th_history_slot {
        uint64_t session; /**< number of the open session, else of the last one; TT_SESSION_NONE
                             when there was none */
        int32_t since;    /**< tick in which the session began */
        int32_t
            info_tick;  /**< tick of the last info message that the server accepted, -1 for none */
        uint8_t open;   /**< 1 while the session lasts */
        uint8_t joined; /**< 1 when the session has a JOIN */
        uint8_t reserved[6]; /**< always zeros */
    } slot[TT_CIDS];         /**< by client id */
    tt_th_profile
        profile[TT_CIDS]; /**< by client id: profile of the open session, else of the last one */
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

/** Initializes a reader that continues where a state was packed. The next piece begins with byte
 * th->offset of the recording. `header_json` is the header of the recording, which must remain
 * valid as long as th->header is used. The reader gives no event for the header again.
 *
 * TT_ERR_ARGUMENT as in tt_th_init, errors of the header, and TT_ERR_TH_STATE for a state that
 * is damaged, or that no recording with this header can have; then th->error says so too, and
 * the reader reads nothing. Packing an accepted state again gives the same bytes. */
TT_API tt_status tt_th_resume(tt_th *th, tt_world *world, void *scratch, size_t scratch_size,
                              tt_bytes header_json, tt_th_history *history, tt_bytes state);

#ifdef __cplusplus
}
#endif

#endif
