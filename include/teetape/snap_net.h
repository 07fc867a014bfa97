/* SPDX-License-Identifier: MIT
 *
 * Snapshots on the network: the messages that carry them, and both ends of the conversation.
 *
 *     SNAP         tick, tick - base, parts, part, checksum, size, bytes
 *     SNAPSINGLE   tick, tick - base, checksum, size, bytes
 *     SNAPEMPTY    tick, tick - base
 *
 * All numbers are varints. The bytes of all parts together are the varints of a delta
 * (delta.h) against the snapshot of tick `base`, or against the empty one when base is -1. A
 * client says in its INPUT messages which tick it has; a server uses that one as the next base.
 *
 * The caller sends and receives the packets, and writes the message id before the fields
 * (tt_snap_msg_id). 0.6, DDNet and 0.7 differ in ids and sizes only. Format:
 * docs/format/snapshot.md, "On the network". Example of both ends: examples/send_delta.c.
 */
#ifndef TEETAPE_SNAP_NET_H
#define TEETAPE_SNAP_NET_H

#include "teetape/delta.h"
#include "teetape/message.h"
#include "teetape/varint.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most parts of one snapshot. */
#define TT_SNAP_MAX_PARTS 64

/** Bytes of every part but the last, which has fewer or as many. */
#define TT_SNAP_PART_SIZE 900

/** Most bytes of a delta on the network. */
#define TT_SNAP_MAX_PACKED (TT_SNAP_MAX_PARTS * TT_SNAP_PART_SIZE)

/** The three system messages that carry snapshots. */
typedef enum tt_snap_msg_kind {
    TT_SNAP_MSG_PART,  /**< SNAP: one of several parts */
    TT_SNAP_MSG_EMPTY, /**< SNAPEMPTY: nothing changed since the base */
    TT_SNAP_MSG_SINGLE /**< SNAPSINGLE: the only part */
} tt_snap_msg_kind;

/** A message that carries a snapshot or a part of one. */
typedef struct tt_snap_msg {
    tt_snap_msg_kind kind; /**< kind of the message: SNAP, SNAPEMPTY or SNAPSINGLE */
    int32_t tick;          /**< tick of the snapshot */
    int32_t base;     /**< tick of the base snapshot of the delta; negative: the empty snapshot */
    int32_t parts;    /**< number of parts; 1 unless TT_SNAP_MSG_PART */
    int32_t part;     /**< number of this part, from 0 */
    int32_t checksum; /**< checksum as a signed number, as sent; 0 in TT_SNAP_MSG_EMPTY */
    tt_bytes data;    /**< bytes of this part; empty in TT_SNAP_MSG_EMPTY */
} tt_snap_msg;

/** Bytes that tt_snap_msg_encode needs at most, beside the data. */
#define TT_SNAP_MSG_HEAD (6 * TT_VARINT_MAX)

/** Returns the id of a system message of this kind: 5, 6, 7 for 0.6 and DDNet, 6, 7, 8 for 0.7. */
TT_API int32_t tt_snap_msg_id(tt_snap_msg_kind kind, tt_protocol protocol);

/** Finds the kind of a system message by its id: true and `*kind`, or false for a message that
 * carries no snapshot. */
TT_API bool tt_snap_msg_kind_of(tt_snap_msg_kind *kind, int32_t id, tt_protocol protocol);

/** Reads the body of a message, which is what follows its id. `msg->data` is a view into
 * `body`. Bytes after it are ignored, as every client does. TT_ERR_TRUNCATED, TT_ERR_SNAP_PART,
 * TT_ERR_SNAP_PART_SIZE: a client ignores such a message. */
TT_API tt_status tt_snap_msg_decode(tt_snap_msg *msg, tt_snap_msg_kind kind, tt_bytes body);

/** Writes the body of a message. TT_SNAP_MSG_HEAD + msg->data.size bytes always suffice. The fields
 * are not checked. TT_ERR_SPACE remains in the packer. */
TT_API void tt_snap_msg_encode(tt_packer *p, const tt_snap_msg *msg);

/** Fewest ints for the snapshots that an end keeps: enough for the last two whatever their size. A
 * DDNet server with 64 players keeps 3 seconds in about 400,000 ints. */
#define TT_SNAP_STORE_MIN (3 * TT_SNAP_MAX_INTS)

/** Size of a tt_snap_receiver in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_SNAP_RECEIVER_WORDS 25600

/** The receiving end, 200 KiB; the caller places it. Its members are for the library. */
typedef struct tt_snap_receiver {
    uint64_t words[TT_SNAP_RECEIVER_WORDS]; /**< private to the library */
} tt_snap_receiver;

/** State of a receiver, returned by tt_snap_receiver_look. */
typedef struct tt_snap_receiver_view {
    int32_t ack;    /**< tick to acknowledge in the next INPUT; -1: none, send everything */
    int32_t tick;   /**< tick of the last snapshot that tt_snap_receive gave; -1 before the first */
    unsigned odd;   /**< TT_DELTA_ODD_* of the last delta */
    int mismatches; /**< number of wrong checksums, minus the good snapshots that came after them */
} tt_snap_receiver_view;

/** Initializes a receiver without snapshots. It keeps snapshots in the `cap` ints at `ints`, which
 * must remain valid; when they are full, the oldest snapshots go. `sizes` must remain valid too.
 * TT_ERR_ARGUMENT when `cap` is below TT_SNAP_STORE_MIN. */
TT_API tt_status tt_snap_receiver_init(tt_snap_receiver *receiver, const tt_snap_sizes *sizes,
                                       int32_t *ints, size_t cap);

/** Returns the state of the receiver after the last message that it took. */
TT_API tt_snap_receiver_view tt_snap_receiver_look(const tt_snap_receiver *receiver);

/** Takes a message, in any order of the parts. Does what a DDNet client does:
 *
 * TT_OK: `*snap` is the snapshot of msg->tick, a view that remains right until the next call;
 *     `ack` is its tick.
 * TT_MORE: parts are missing.
 * TT_NOTE_SNAP_OLD: a tick that is older than the one being put together, or not newer than
 *     the last one acknowledged; nothing changed.
 * TT_ERR_SNAP_BASE: the base is not there (any more); `ack` is -1, so that the server starts
 *     anew.
 * TT_ERR_SNAP_CHECKSUM: the snapshot is dropped; after more than 10 of them `ack` is -1.
 * TT_ERR_TRUNCATED, TT_ERR_SPACE, TT_ERR_DELTA_*, TT_ERR_SNAP_PART, _PART_SIZE: the snapshot or
 *     message is dropped. `error` (may be NULL) then has the offset: in ints of a
 *     delta, or in bytes of varints.
 *
 * Without TT_OK `*snap` is the empty snapshot. */
TT_API tt_status tt_snap_receive(tt_snap_receiver *receiver, const tt_snap_msg *msg, tt_snap *snap,
                                 tt_error *error);

/** Size of a tt_snap_sender in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_SNAP_SENDER_WORDS 17920

/** The sending end for one client, 140 KiB; the caller places it. Its members are for the library.
 */
typedef struct tt_snap_sender {
    uint64_t words[TT_SNAP_SENDER_WORDS]; /**< private to the library */
} tt_snap_sender;

/** Initializes a sender that has sent nothing. Memory as for tt_snap_receiver_init. */
TT_API tt_status tt_snap_sender_init(tt_snap_sender *sender, const tt_snap_sizes *sizes,
                                     int32_t *ints, size_t cap);

/** Takes the tick that the client acknowledged in an INPUT, or -1. TT_ERR_RANGE, and nothing
 * changes, for a tick below -1 or above `now`, the current tick of the server. */
TT_API tt_status tt_snap_sender_ack(tt_snap_sender *sender, int32_t ack, int32_t now);

/** Returns true when the client gets a snapshot in this tick: every `every` ticks (2 is usual, 1 is
 * DDNet's high bandwidth), but only every 10 until it acknowledges one, and every 50 after its base
 * was lost. */
TT_API bool tt_snap_sender_due(const tt_snap_sender *sender, int32_t tick, int32_t every);

/** Keeps `snap` as the snapshot of `tick`, and prepares its messages. The base is the last
 * acknowledged snapshot that is still stored, else the empty one. Ticks must be 0 or more and rise:
 * TT_ERR_ARGUMENT. TT_ERR_DELTA_UNEQUAL, _STATIC as tt_delta_create; TT_ERR_DELTA_LARGE when the
 * delta is more than a client takes. After a failure there are no messages. */
TT_API tt_status tt_snap_send(tt_snap_sender *sender, int32_t tick, const tt_snap *snap);

/** Gives the messages of the last tt_snap_send, one a call: true and `*msg`, or false after the
 * last one. The data of `*msg` is valid until the next tt_snap_send. */
TT_API bool tt_snap_sender_next(tt_snap_sender *sender, tt_snap_msg *msg);

#ifdef __cplusplus
}
#endif

#endif
