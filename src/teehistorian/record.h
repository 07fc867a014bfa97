/* SPDX-License-Identifier: MIT
 *
 * The parts of the teehistorian reader, and their shared declarations.
 *
 *     reader.c       pieces -> one whole record at a time, the public calls
 *     read_header.c  the header; what is unusual or wrong
 *     record.c       bytes of one record -> event, nothing else
 *     state.c        where the reader is -> bytes, and back
 *     apply.c        event -> tick and world
 *     tick.h         the rule of implicit ticks
 *     frequent.c     the fast paths; diff.h decodes for them
 *     copy.c         frequent records whose bytes go to a writer as they are
 *     history.c      the sessions, and what clients said of themselves
 */
#ifndef TTI_TEEHISTORIAN_RECORD_H
#define TTI_TEEHISTORIAN_RECORD_H

#include "base/opaque.h"
#include "teehistorian/tick.h"
#include "teetape/string.h"
#include "teetape/teehistorian_history.h"

/* The first byte of each frequent record but PLAYER_DIFF, in the shortest form that DDNet
 * writes. */
#define TTI_TH_BYTE_TICK_SKIP 0x41
#define TTI_TH_BYTE_INPUT_DIFF 0x44

/* Records with a fast path have at most 60 bytes. The fast paths read without checks while this
 * many bytes are left. */
#define TTI_TH_DIFF_MAX 64

/* Network chunks have less than 1400 bytes. A larger size is damage, and a reader must not wait for
 * that many bytes. */
#define TTI_TH_MESSAGE_MAX ((int32_t)64 << 10)

/* A state changes only to a later one. The states before TTI_TH_RECORDS have no header yet. */
enum {
    TTI_TH_MAGIC,
    TTI_TH_JSON,
    TTI_TH_RECORDS,
    TTI_TH_DONE,  /* FINISH was read, or the input ended between two records */
    TTI_TH_FAILED /* a failure, which th->error explains */
};

typedef struct tti_th {
    bool recover;               /* true: continue after an error wherever the framing is intact */
    tt_issue_fn *on_issue;      /* receives the issues; may be NULL */
    void *user;                 /* handed to on_issue */
    tt_th_tally *tally;         /* counts frequent records; may be NULL */
    bool gives_inputs;          /* tt_th_next_sparse gives INPUT_DIFF, too */
    struct tti_th_writer *copy; /* receives frequent records in place of the caller; may be NULL */

    tt_world *world;     /* the world that tt_th_init was given */
    tt_th_header header; /* valid while the event TT_TH_HEADER is valid */
    bool finished;       /* true after FINISH */
    tt_error error;      /* status TT_OK, or what stopped the reader */
    uint64_t offset;     /* bytes of the recording before the next record */

    const uint8_t *at, *end; /* bytes of the piece that were not read yet */
    uint8_t *scratch;        /* a record that began in an earlier piece */
    size_t scratch_size, carried, needed;
    int32_t nuls_needed;
    unsigned state;
    unsigned odd;
    bool no_more;
    bool told_after_finish;
    int32_t last_cid;
    uint64_t scratch_offset; /* offset in the recording of the whole record in the scratch */
    int32_t version;
    int32_t diff[TT_INPUT_INTS];
    tt_msg msg;
    uint8_t still[4 * TT_TH_STILL_RUN]; /* still moves (PLAYER_DIFF by 0, 0), held back until the
                                           next record shows whether they are a run */
    uint32_t still_size, still_count;   /* bytes and number of the still moves */
    uint32_t still_left;                /* bytes of the still moves that were not given yet */
    bool still_decided;                 /* true: the still moves are no run and are given now */
    uint64_t still_offset;              /* offset of the first still move */
    int32_t copied_cid; /* client id of the record that was given last while copying, or -1 */
} tti_th;

TTI_OPAQUE(th)

/* Most bytes of a stored info message. Texts in it that are longer than the game accepts are cut at
 * a UTF-8 boundary. */
#define TTI_TH_INFO_MAX 480

/* Ids of the game messages that hold an info, with a lowest bit of 0. */
enum { TTI_TH_START_INFO_6 = 20 << 1, TTI_TH_START_INFO_7 = 27 << 1 };

/* The flag of a console command that came from the chat. */
#define TTI_TH_CONSOLE_CHAT 128

/* Most bytes of a stored version payload; a longer one is cut. */
#define TTI_TH_VERSION_MAX 160

/* Most bytes of a stored rcon account name; a longer one is cut at a UTF-8 boundary. */
#define TTI_TH_ACCOUNT_MAX 64

/* Messages of a client about itself: the latest message of each kind. A size of 0 means that
 * there was none. */
typedef struct tti_th_profile {
    uint16_t info_size;            /* bytes of `info` */
    uint16_t version_size;         /* bytes of `version` */
    uint16_t account_size;         /* bytes of `account` */
    uint8_t version_kind;          /* the record that `version` comes from: TT_TH_DDNETVER or
                                      TT_TH_DDNETVER_OLD */
    uint8_t reserved;              /* always 0 */
    uint8_t info[TTI_TH_INFO_MAX]; /* a whole Cl_StartInfo in the client's protocol, updated by each
                                      Cl_ChangeInfo or Cl_SkinChange */
    uint8_t version[TTI_TH_VERSION_MAX]; /* payload of the version record after the client id */
    uint8_t account[TTI_TH_ACCOUNT_MAX]; /* name of the rcon account, without a NUL */
} tti_th_profile;

typedef struct tti_th_history_slot {
    uint64_t session;    /* number of the open session, else of the last one; TT_SESSION_NONE when
                            there was none */
    int32_t since;       /* tick in which the session began */
    int32_t info_tick;   /* tick of the last info message that the server accepted, -1 for none */
    uint8_t open;        /* 1 while the client is connected */
    uint8_t joined;      /* 1 when the session has a JOIN */
    uint8_t reserved[6]; /* always zeros */
} tti_th_history_slot;

typedef struct tti_th_history {
    uint64_t sessions;                 /* number of sessions so far */
    uint32_t open_sessions, most_open; /* sessions open now, and the most that were so at once */
    tti_th_history_slot slot[TT_CIDS]; /* slots by client id */
    tti_th_profile profile[TT_CIDS];   /* profile of the open session, else of the last one */
} tti_th_history;

TTI_OPAQUE(th_history)

/* The bytes that an incomplete record needs at least. Copying that many bytes copies no byte of the
 * next record. */
typedef struct tti_th_need {
    size_t size;  /* bytes of the record, or 0 if unknown */
    int32_t nuls; /* how many more NULs the record has */
} tti_th_need;

static inline bool tti_th_is_at_piece(const tti_th *th)
{
    return th->carried == 0 && th->still_left == 0;
}

/* Decodes the record at `u`, which must have at most `limit` bytes. Known extensions remain
 * TT_TH_EX. Derived fields, tick, offset and size are not set. The event of an input points to
 * `diff`. TT_OK: u->at is after the record. TT_ERR_TRUNCATED: `*need` has the missing part. After
 * other errors the end of the record is unknown. Decoding depends on no other record, so that the
 * repair can try any offset. */
tt_status tti_th_record_decode(tt_th_event *event, int32_t diff[TT_INPUT_INTS], tt_unpacker *u,
                               size_t limit, tti_th_need *need);

/* Decodes the payload of an EX to `*known`, whose offset and size are not set. TT_ERR_UNKNOWN: the
 * UUID has no row. `*u` ends after the known fields; newer servers may add bytes after them. */
tt_status tti_th_decode_known(const tt_th_event *event, tt_th_event *known, tt_unpacker *u);

/* Returns the tick after the record by the rule in tick.h. */
int64_t tti_th_tick_after(const tti_th *th, const tt_th_event *event);

/* Returns true for a client id out of range. Such a record still advances the tick. */
bool tti_th_has_bad_cid(const tt_th_event *event);

/* Checks and applies a decoded record, sets its derived fields, and decodes extensions and
 * messages. `*deliver` is 0 when the caller must not get the record. After an error the record is
 * not consumed, but tick and world may have changed. */
tt_status tti_th_apply(tti_th *th, tt_th_event *event, int *deliver);

/* Takes values from the header. `error` may be NULL. No issues are reported, because a resuming
 * reader reads the header a second time. */
tt_status tti_th_take_header(tti_th *th, tt_bytes json, tt_error *error);

tt_status tti_th_read_header(tti_th *th, tt_bytes json, tt_th_event *event);

void tti_th_tell_odd(tti_th *th, unsigned odd);

/* Reports an issue. `uuid` is that of an unknown extension, or NULL. */
void tti_th_tell_at(tti_th *th, tt_level level, tt_status status, uint64_t offset,
                    const tt_uuid *uuid);

void tti_th_tell(tti_th *th, tt_level level, tt_status status);

/* Handles an error that leaves the end of the record known. Returns TT_OK in recovery mode, where
 * the error is only reported. */
tt_status tti_th_fault(tti_th *th, tt_status status);

/* Stops the reader. `offset` counts from the start of the recording. Returns status. */
tt_status tti_th_fail(tti_th *th, tt_status status, uint64_t offset);

/* Finds the next record without consuming it, and sets event->size and th->odd. Further calls
 * before tti_th_take give the same. TT_MORE copies the known part of the record to the scratch. */
tt_status tti_th_peek(tti_th *th, tt_th_event *event);

tt_status tti_th_take(tti_th *th, tt_th_event *event, int *deliver);

tt_status tti_th_step(tti_th *th, tt_th_event *event);

/* Returns true for moves and inputs, which are most records. Searches and indexes use only the
 * others. */
static inline bool tti_th_is_frequent(tt_th_kind kind)
{
    return kind == TT_TH_PLAYER_DIFF || kind == TT_TH_INPUT_DIFF || kind == TT_TH_TICK_SKIP;
}

/* Returns true for a TICK_SKIP over at least `ticks`: an empty server writes nothing. The fact of
 * it is called a gap. */
static inline bool tti_th_is_silence(const tt_th_event *event, int64_t ticks)
{
    return event->kind == TT_TH_TICK_SKIP && event->u.tick_skip.dt >= ticks;
}

/* Works as tt_th_next_sparse, and also gives every TICK_SKIP over at least `silence`
 * ticks. */
tt_status tti_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick, int64_t silence);

/* Works as tt_th_next_tick. A record after tick `open` counts even if it is bad and will not be
 * given: the open tick must end before its error. After a failure `*tick` may be set. */
tt_status tti_th_coming_tick(tt_th *outer, int32_t open, int32_t *tick);

/* Packs a text as it is, even bytes that are not UTF-8, which tt_pack_string would replace. */
static inline void tti_th_text_pack(tt_packer *p, tt_bytes text)
{
    static const uint8_t nul = 0;
    tt_pack_raw(p, text);
    tt_pack_raw(p, (tt_bytes){&nul, 1});
}

/* Gives country and skin of a profile; -1 and zeros when it has no start info. */
void tti_th_profile_looks(const tti_th_profile *profile, int32_t *country, tt_skin *skin);

int32_t tti_th_profile_version(const tti_th_profile *profile);

/* Returns true when the members could have come from a recording. */
bool tti_th_profile_is_good(const tti_th_profile *profile);

#endif
