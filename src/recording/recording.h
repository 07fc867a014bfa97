/* SPDX-License-Identifier: MIT
 *
 * The parts of tt_recording, and their shared declarations.
 *
 *     recording.c           the loop over records, facts and ticks; the public calls
 *     format.c              the table of formats; the input that a record has
 *     teehistorian.c        a teehistorian file as a format, fact_teehistorian.c its facts,
 *                           fact_extension.c those of extensions
 *     demo.c                a demo as a format, fact_demo.c facts of its snapshots,
 *                           fact_message.c those of its messages,
 *                           fact_finish.c finishes without a client id,
 *                           demo_lazy.c who is there, how snapshots are skipped
 *     state.c               the state as bytes
 *     index_....c           facts and tables of an index file
 *     fact.c, selection.c   what does not depend on the format
 *
 * A format is a struct of functions. The loop knows none of them.
 *
 * Each call of tt_recording_next gives one item, or asks for bytes. Items, their order and the
 * state at an access point do not depend on how the bytes are split into pieces, except for the
 * pieces of a map. They also do not depend on the caller's other wants.
 */
#ifndef TTI_RECORDING_H
#define TTI_RECORDING_H

#include "base/opaque.h"
#include "teetape/fact.h"
#include "teetape/recording.h"
#include "teetape/selection.h"
#include "teetape/teehistorian_history.h"
#include "wire/hash.h"
#include "world/history.h"

/* Bytes for the name of the map in a teehistorian file, with its NUL. A longer name is cut. */
#define TTI_MAP_NAME_CAP 128

/* Bytes for the packed deltas that demo_lazy.c keeps. With the reader's memory they fill
 * TT_RECORDING_SCRATCH. When they are full, the deltas are unpacked early. */
#define TTI_KEPT_MAX ((size_t)384 << 10)

typedef struct tti_killed {
    int is;           /* TTI_KILLED, TTI_PLACED, or 0 for no death */
    int32_t tick;     /* tick of the message that reports the kill */
    uint64_t session; /* session in the slot at the kill */
    uint64_t offset;
} tti_killed;

/* States of a death that a kill message reported. TTI_KILLED: its position is not known yet.
 * TTI_PLACED: the fact was given, and the next snapshot must not give it again. */
enum { TTI_KILLED = 1, TTI_PLACED };

/* A client as its last facts describe it. Facts are differences between this and the world. Every
 * step notes the new value, wanted or not. */
typedef struct tti_known {
    char name[TT_NAME_CAP]; /* name; "" for none, zeros after the text */
    char clan[TT_NAME_CAP];
    tt_skin skin;
    int32_t country;
    int32_t team;          /* DDRace team; 0 for none */
    int32_t rcon_level;    /* known in demos only; 0 without a login */
    uint8_t alive;         /* who has a tee: TTI_NO_TEE, TTI_OWN_TEE or TTI_OTHERS_TEE */
    uint8_t paused;        /* 1 while the client has paused; known in demos only */
    uint8_t name_recorded; /* the server recorded the name */
    tti_killed killed;     /* used in demos only; outlives the client */
} tti_known;

/* The owner of the tee in the slot. The tee of a client that left remains until the end of the
 * tick, and its end is no death. */
enum { TTI_NO_TEE, TTI_OWN_TEE, TTI_OTHERS_TEE };

typedef struct tti_damage {
    bool is_there; /* true: the next record has a fact about damage */
    int32_t tick;  /* last tick before the damage */
    uint64_t offset;
} tti_damage;

typedef struct tti_cursor {
    uint32_t step; /* index in the format's list of steps */
    uint32_t part; /* number of the next fact in the step, or, in steps for all clients, number of
                      the next step of `cid` */
    int32_t cid;   /* the client, in steps for all clients */
} tti_cursor;

typedef struct tti_th_stream {
    tt_th th;              /* has a pointer to the world */
    tt_th_history history; /* sessions, and what clients said about themselves */
    tt_th_event event;     /* the current record, or the one that is being read */
    tt_th_change change;   /* sessions that the event began or ended */
    bool is_changed;       /* the record may have changed more than a session */
    int32_t until;         /* last tick to read when ticks are wanted */
} tti_th_stream;

typedef struct tti_map_sums {
    tti_sha256_context sha256;
    uint32_t crc; /* sum of the pieces so far */
    uint32_t size;
} tti_map_sums;

/* The number of messages of a tick that are remembered to find copies. 128 sums take 1 KiB. */
#define TTI_SAID_MAX 128

/* A finish that waits for the next snapshot (fact_finish.c). */
typedef struct tti_finished {
    int32_t tick, hundredths;
    int32_t cid;     /* the client that a line names, or -1 */
    int32_t count;   /* finishes with this time that have not been given */
    int32_t next;    /* first client whose score may have become the time */
    bool is_said;    /* a line of the server; its Sv_DDRaceTime has not come */
    bool is_unclear; /* scores cannot name the client */
    uint64_t session, offset;
} tti_finished;

#define TTI_FINISHED_MAX 64

typedef struct tti_demo_stream {
    tt_demo demo;           /* has the current snapshot */
    tt_demo_world follower; /* has a pointer to the world */
    tt_demo_event event;    /* the current record, or the next one if has_event is set */
    unsigned changes;       /* changes of the event, a sum of TT_DEMO_WORLD_* */
    uint32_t spawns;        /* follower->spawns when facts were last given */
    bool has_event;         /* the event begins a tick and is not yet a record */
    int32_t tick;           /* tick before the event */
    tti_sessions sessions;
    tti_session_slot slot[TT_CIDS];         /* sessions by client id */
    uint8_t began[TT_CIDS], ended[TT_CIDS]; /* sessions that the event began or ended */
    uint64_t said[TTI_SAID_MAX]; /* ring of the sums of this tick's messages, copies too */
    uint32_t said_count;
    tti_finished finished[TTI_FINISHED_MAX];
    uint32_t finished_count;
    uint8_t is_copy;        /* the same message came before in this tick */
    uint8_t game_paused;    /* value when facts were last given */
    uint8_t is_lazy;        /* snapshots are skipped (demo_lazy.c) */
    uint8_t lacks_messages; /* messages that were not unpacked are missing from the world */
    uint8_t is_behind;      /* the world lacks the reader's last snapshot */
    size_t kept;
    int32_t kept_tick;
    tt_demo_memory *memory; /* at the start of the scratch */
    uint8_t *chunks;        /* kept chunks, after `memory`, TTI_KEPT_MAX bytes */
    tti_map_sums map;       /* used with TT_WANT_MAP_SUMS */
} tti_demo_stream;

struct tti_format;

/* A recording allocates nothing. Readers point to other members, so the struct must not be
 * copied. */
typedef struct tti_recording {
    const struct tti_format *format; /* the format of the recording; NULL until it is known */
    void *scratch;                   /* memory that the format divides */
    size_t scratch_size;             /* bytes of the scratch, TT_RECORDING_SCRATCH or more */
    const uint8_t *at, *end;         /* bytes of the piece that the format has not received */
    uint8_t first[TT_FORMAT_FIRST];  /* the first bytes, kept until they identify the format */
    size_t first_size;
    bool no_more, told_no_more; /* no_more: the input has ended; told_no_more: the format has
                                   received the end */

    unsigned wants;                /* items that are wanted, a set of TT_WANT_* */
    uint64_t facts;                /* set of the wanted kinds, with TT_WANT_FACTS */
    const tt_selection *selection; /* chosen sessions; NULL for all */
    bool recover;                  /* true: reading goes on after errors */
    tt_issue_fn *on_issue;         /* receives issues; may be NULL */
    void *user;                    /* first argument of on_issue */

    tt_status ending;           /* TT_OK, or the reason why no records follow */
    bool has_header, is_header; /* the header was read; the header is the current record */
    bool is_item;               /* the current record is in the caller's item */
    bool has_news;        /* the record may have facts, or change the known state of clients */
    bool tick_open;       /* the end of `tick` has not been given */
    int32_t first_tick;   /* first tick of the recording, or -1 before it is read */
    int32_t highest_tick; /* highest tick of a demo so far, or -1 */
    int32_t tick;
    uint64_t offset;
    int64_t from, to;   /* the span [from, to) */
    tt_th_tally *tally; /* counts frequent records in place of giving them; may be NULL */
    int64_t tally_from; /* first tick that the tally counts */
    int32_t later;      /* tick of the next record, set with TT_LATER */
    bool is_before;     /* the span has not begun yet */
    uint64_t nobody;    /* number of sessions without a client */
    bool is_unfollowed; /* the sessions lack some records */
    bool has_killed;    /* killed.is is not 0 for some client */
    tti_damage damage;
    tti_cursor cursor;
    bool has_next;                /* the next fact has been made */
    unsigned current;             /* index in `fact` of the fact that was given last */
    tt_fact fact[2];              /* the fact that was given, and the next one */
    tt_error error;               /* an error of the loop */
    const tt_error *reader_error; /* the error that the format's reader keeps */

    tt_world world;                  /* state after the current record */
    char name[TT_CIDS][TT_NAME_CAP]; /* names of the last session in each slot */
    tti_known known[TT_CIDS];
    char map_name[TTI_MAP_NAME_CAP]; /* map of a teehistorian file, JSON escapes decoded */
    uint8_t map_crc[4];              /* the map's CRC-32, as 4 bytes */
    union {                          /* the format's `begin` initializes it */
        tti_th_stream th;
        tti_demo_stream demo;
    } u;
} tti_recording;

/* The functions of a format. All of them need `begin` first. */
typedef struct tti_format {
    tt_format_info info;  /* properties of the format */
    const uint8_t *magic; /* first bytes of every recording of the format */
    size_t magic_size;    /* bytes of the magic, at most TT_FORMAT_FIRST */

    tt_status (*begin)(tti_recording *r);
    /* Applies r->recover and r->wants, which the caller changed. */
    void (*set)(tti_recording *r);
    /* The piece remains valid until `step` asks for more. */
    void (*feed)(tti_recording *r, const uint8_t *data, size_t size);
    void (*end)(tti_recording *r);
    /* Reads the next record. With TT_OK, tick, offset, is_header and has_news are set; a wanted
     * record of a chosen session is in `*item`, and is_item is set. TT_LATER: the next record is
     * after the open tick, or after the end of reading (then `later` is set), and was not consumed.
     * Otherwise TT_MORE, TT_END or an error. */
    tt_status (*step)(tti_recording *r, tt_item *item);
    /* Makes the next fact of the record, or returns false. With has_news the loop must call it
     * until then. */
    bool (*fact)(tti_recording *r, tt_fact *fact);
    /* Makes a fact that still waits after the last record, or returns false. */
    bool (*last_fact)(tti_recording *r, tt_fact *fact);
    /* Skips the map, and returns how many of its bytes were not fed. NULL: there is no map. */
    uint64_t (*skip_map)(tti_recording *r);
    tt_status (*next_tick)(tti_recording *r, int32_t *tick);
    uint64_t (*offset)(const tti_recording *r);
    /* Returns the open session of a client id, or else its last one. */
    tti_session_slot (*slot)(const tti_recording *r, int32_t cid);
    tti_sessions (*sessions)(const tti_recording *r);
    /* Returns true when the recorder closed the recording properly, as far as it was read. */
    bool (*is_closed)(const tti_recording *r);
    /* Returns true when the reader is between two records. */
    bool (*can_pack)(const tti_recording *r);
    void (*pack)(tt_packer *p, const tti_recording *r);
    /* Unpacks the state from `pack`, for a reader that has begun. */
    void (*unpack)(tt_unpacker *u, tti_recording *r, tt_bytes header);
} tti_format;

extern const tti_format tti_format_teehistorian, tti_format_demo;

/* Formats by their number; NULL for TT_FORMAT_UNKNOWN. */
extern const tti_format *const tti_formats[TT_FORMATS];

TTI_OPAQUE(recording)

/* Returns true when a fact of this kind is wanted now. Records before the span are followed, but
 * give no facts. */
static inline bool tti_wants_fact(const tti_recording *r, tt_fact_kind kind)
{
    return (r->wants & TT_WANT_FACTS) != 0 && (r->facts & TT_FACT_BIT(kind)) != 0 && !r->is_before;
}

static inline bool tti_wants_ticks(const tti_recording *r)
{
    return (r->wants & TT_WANT_TICKS) != 0 && !r->is_before;
}

static inline bool tti_wants_records(const tti_recording *r)
{
    return (r->wants & TT_WANT_RECORDS) != 0 && !r->is_before;
}

/* Returns true when neither records nor sessions are wanted, so that records are only checked. */
static inline bool tti_only_checks(const tti_recording *r)
{
    return r->has_header && (r->wants & TT_WANT_NO_SESSIONS) != 0 &&
           (r->wants & (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)) == 0;
}

static inline bool tti_wants_session(const tti_recording *r, uint64_t session, int32_t cid)
{
    return r->selection == NULL || tt_selection_has(r->selection, session, cid);
}

/* Begins a fact that has no client, with zeros in its fields. Always returns true, so that a step
 * can end with `return tti_fact_begin(...)`. */
bool tti_fact_begin(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

void tti_fact_map_crc(tti_recording *r, tt_fact *fact, uint32_t crc);

bool tti_fact_of(const tti_recording *r, tt_fact *fact, tt_fact_kind kind, int32_t cid);

bool tti_fact_name(tti_recording *r, tt_fact *fact, int32_t cid);
bool tti_fact_gap(const tti_recording *r, tt_fact *fact, int32_t ticks, tt_gap_cause cause);

/* `is_said` is false when the world only forgot the value of a client: then there is no fact. */
bool tti_fact_clan(tti_recording *r, tt_fact *fact, int32_t cid, bool is_said);
bool tti_fact_country(tti_recording *r, tt_fact *fact, int32_t cid, int32_t country, bool is_said);
bool tti_fact_skin(tti_recording *r, tt_fact *fact, int32_t cid, const tt_skin *skin, bool is_said);

bool tti_fact_damage(tti_recording *r, tt_fact *fact);

/* Maps the mode of a 0.7 chat line. Modes 0 (none) and 1 are for everybody. */
static inline tt_chat_to tti_chat_to_of_7(int32_t mode)
{
    return mode == 2 ? TT_CHAT_TEAM : mode == 3 ? TT_CHAT_PLAYER : TT_CHAT_ALL;
}

void tti_known_init(tti_known *known);

/* Receives every issue of a format's reader. `user` is the recording. */
void tti_recording_tell(void *user, const tt_issue *issue);

/* tti_teehistorian_fact makes the facts of a record. tti_teehistorian_know notes the present state,
 * so that a reader that begins in the middle gives no facts about it. */
bool tti_teehistorian_fact(tti_recording *r, tt_fact *fact);
void tti_teehistorian_know(tti_recording *r);

bool tti_fact_of_record(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

/* The next three functions make facts of extensions: about a client, about a team, and about the
 * second client of a swap. */
bool tti_fact_extension(tti_recording *r, tt_fact *fact);
bool tti_fact_team(tti_recording *r, tt_fact *fact);
bool tti_fact_swap_second(tti_recording *r, tt_fact *fact);

/* Makes the next fact of a chunk or of its message, and notes the new state as known. */
bool tti_demo_fact(tti_recording *r, tt_fact *fact);

/* Returns false for a chunk without facts. */
bool tti_demo_has_news(const tti_recording *r);
bool tti_demo_message_fact(tti_recording *r, tt_fact *fact);

static inline bool tti_demo_is_snapshot(const tti_demo_stream *d)
{
    bool is_one = d->event.kind == TT_DEMO_SNAPSHOT || d->event.kind == TT_DEMO_DELTA;
    return is_one && d->event.status == TT_OK;
}

/* Makes the fact of a kill message, at the item's position, or without a position if `item` is
 * NULL. Returns true. */
bool tti_demo_killed(tti_recording *r, tt_fact *fact, int32_t cid, const int32_t *item);

/* Notes a finish that a message reports without a client id. tti_demo_finished makes its fact after
 * the next snapshot, or with is_end at the end. */
void tti_demo_finish_note(tti_recording *r);
bool tti_demo_finished(tti_recording *r, tt_fact *fact, bool is_end);

/* Makes the fact of a death or finish that still waits when the recording ends. */
bool tti_demo_last_fact(tti_recording *r, tt_fact *fact);
void tti_demo_know(tti_recording *r);

/* Notes the sum of a message, to find its copies: a demo of a server has a message to everybody
 * once for each client. */
void tti_demo_message_note(tti_recording *r);
bool tti_demo_message_has_facts(const tti_recording *r);

void tti_demo_follow_sessions(tti_recording *r);

/* tti_demo_lazy_choose decides if snapshots can be skipped until a fact needs them;
 * tti_demo_lazy_keep keeps a packed delta, and tti_demo_lazy_catch_up unpacks the kept ones. */
void tti_demo_lazy_choose(tti_recording *r);
void tti_demo_lazy_keep(tti_recording *r);
void tti_demo_lazy_catch_up(tti_recording *r);

/* Returns true for a fact of kind NAME that gives its session the chosen name. */
bool tti_selection_names(const tt_selection *selection, const tt_fact *fact);

/* Returns the format of a recording with these first bytes. TT_FORMAT_UNKNOWN also when there are
 * too few of them: TT_FORMAT_FIRST are always enough. */
tt_format tti_format_told(tt_bytes first);

#endif
