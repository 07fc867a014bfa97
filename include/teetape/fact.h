/* SPDX-License-Identifier: MIT
 *
 * Facts: typed events of a recording, the same for every format, such as the begin of a session,
 * a finish, a death or a chat line. recording.h gives them; index files keep them.
 *
 * teetape/schema/facts.def lists the kinds and their fields.
 *
 * A session begins with a JOIN and ends with a LEAVE. A session that lasts to the end of the
 * recording has no LEAVE: tt_recording_session says after the last item who is still there.
 * Example: examples/sessions.c.
 */
#ifndef TEETAPE_FACT_H
#define TEETAPE_FACT_H

#include "teetape/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Formats whose recordings can have a kind of fact; bits of a sum. */
enum {
    TT_IN_TH = 1,  /**< teehistorian files */
    TT_IN_DEMO = 2 /**< demos */
};

/** The rows of facts.def: TT_FACT_MAP, TT_FACT_GAP, ... Numbers are stable, index files hold them.
 */
typedef enum tt_fact_kind {
#define TT_FACT(NAME, name, formats, doc) TT_FACT_##NAME,
#define TT_FACT_BARE(NAME, name, formats, doc) TT_FACT_##NAME,
#include "teetape/schema/facts.def"
    TT_FACT_KINDS /**< number of kinds */
} tt_fact_kind;

/** The bit of a kind in a set of kinds. */
#define TT_FACT_BIT(kind) (UINT64_C(1) << (kind))

/** The set of all kinds of facts. */
#define TT_FACTS_ALL (TT_FACT_BIT(TT_FACT_KINDS) - 1)

/** Values of tt_fact_gap.cause. */
typedef enum tt_gap_cause {
    TT_GAP_SILENCE, /**< a time in which nobody did anything that is recorded */
    TT_GAP_DAMAGE   /**< a part of the recording could not be read */
} tt_gap_cause;

/** Values of tt_fact_leave.how. */
typedef enum tt_leave {
    TT_LEFT,
    TT_LEFT_REPLACED, /**< another client joined in the same slot */
    TT_LEFT_NOBODY /**< no client left: a cut has a tee or an input in a slot whose client had left.
                      The join of such a session does not count */
} tt_leave;

/** Values of tt_fact_chat.to. */
typedef enum tt_chat_to {
    TT_CHAT_ALL,   /**< a line for everybody */
    TT_CHAT_TEAM,  /**< a line for the sender's team */
    TT_CHAT_PLAYER /**< a line for one player: a whisper */
} tt_chat_to;

/** Values of tt_fact_vote_end.result. */
typedef enum tt_vote_result {
    TT_VOTE_UNKNOWN, /**< an unknown result, because 0.6 does not say how a vote ended */
    TT_VOTE_PASSED,
    TT_VOTE_FAILED,
    TT_VOTE_ABORTED
} tt_vote_result;

/** Values of tt_fact_server_message.where. */
typedef enum tt_server_text {
    TT_SERVER_CHAT,      /**< a chat line without a client */
    TT_SERVER_BROADCAST, /**< a text in the middle of the screen */
    TT_SERVER_MOTD,      /**< the message of the day */
    TT_SERVER_ALERT      /**< an alert of the server or of a moderator */
} tt_server_text;

/** A struct for each kind that has fields: struct tt_fact_map, ... */
/* clang-format off */
#define TT_FACT(NAME, name, formats, doc) struct tt_fact_##name {
#define TT_FIELD(name, type, field, doc) tt_field_##type field;
#define TT_FIELDS_END(name) };
#include "teetape/schema/facts.def"
/* clang-format on */

/** A fact. Views in it remain valid until the next call with the recording that gave it. */
typedef struct tt_fact {
    tt_fact_kind kind; /**< kind of the fact, which names the member of `u` that is set */
    int32_t tick;      /**< absolute, 50 a second; -1 before the first tick marker of a demo */
    int32_t cid;       /**< the client that the fact is about; -1 for none */
    uint64_t session;  /**< session of that client; TT_SESSION_NONE for none */
    uint64_t offset;   /**< offset of the record that the fact comes from */
    uint8_t derived;   /**< 1: a DEATH whose position was not recorded, but computed by the rules
                            of the game (tt_follow_fact); else 0 */
    union {
#define TT_FACT(NAME, name, formats, doc) struct tt_fact_##name name;
#include "teetape/schema/facts.def"
    } u; /**< fields of the fact: the member that has the name of the kind */
} tt_fact;

/** Returns name, fields and documentation of a kind, for tt_field_of(field, &fact->u); the name is
 * that of the row, such as "join". NULL when out of range. */
TT_API const tt_type *tt_fact_type(tt_fact_kind kind);

/** Returns how many bytes of a text in this fact may be shown: SIZE_MAX when it holds no secret,
 * else the bytes before the secret, which TT_SECRET_TEXT (secret.h) replaces. For arguments and
 * ids: 0 when they are secret. `member` is the address of a member of fact->u, such as
 * &fact->u.chat.text. Every output must call this before it shows a fact. */
TT_API size_t tt_fact_open(const tt_fact *fact, const void *member);

/** Returns the kind with this name, TT_FACT_KINDS when there is none. */
TT_API tt_fact_kind tt_fact_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
