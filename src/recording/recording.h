/* SPDX-License-Identifier: MIT
 *
 * Inside of tt_recording: its parts and what they do for each other.
 *
 *     recording.c           the loop: records, facts and ticks in their order; the public calls
 *     format.c              which formats there are, recognized by their first bytes
 *     teehistorian.c        a teehistorian file as a format, fact_teehistorian.c its facts,
 *                           fact_extension.c those of extensions
 *     demo.c                a demo as a format, fact_demo.c facts of its snapshots,
 *                           fact_message.c those of its messages, demo_sessions.c who is there,
 *                           demo_lazy.c how snapshots are skipped
 *     state.c               the state as bytes
 *     index_....c           facts and tables of an index file
 *     input.c               the input that a record of any format has
 *     fact.c, selection.c   what belongs to no reader
 *
 * A format is a struct of functions. The loop knows none of them.
 *
 * The loop is pulled: each call of tt_recording_next goes on until there is one item, and asks for
 * bytes when the format needs more. Items, their order and the state at an access point do not
 * depend on how the bytes were cut, but for the pieces of a map, nor on what else is wanted.
 */
#ifndef TTI_RECORDING_H
#define TTI_RECORDING_H

#include "teetape/hash.h"
#include "teetape/recording.h"
#include "teetape/teehistorian_history.h"
#include "world/history.h"

/* Room for the name of the map of a teehistorian file and its NUL; longer ones are cut. The
 * header of a demo has 64 bytes for it. */
#define TTI_MAP_NAME_CAP 128

/* Chunks of a demo are kept here while nobody asks for a name. With the reader's memory it is what
 * TT_RECORDING_SCRATCH holds; more than this between two full snapshots is only read sooner. */
#define TTI_KEPT_MAX ((size_t)384 << 10)

/* A kill message of a demo whose death waits for its place. */
typedef struct tti_killed {
    int is;           /* TTI_KILLED or TTI_PLACED; 0: no message waits */
    int32_t tick;     /* of the message, as all below */
    uint64_t session; /* in the slot then */
    uint64_t offset;
} tti_killed;

/* TTI_PLACED: the death was given. The next snapshot, which may be that of this record, is the
 * first one that shows what came after it. */
enum { TTI_KILLED = 1, TTI_PLACED };

/* What a client was when facts were last given of it, by client id. A fact is a difference between
 * this and the world, so every step that gives one also notes the new value: whatever is wanted,
 * the next difference is the same. */
typedef struct tti_known {
    char name[TT_NAME_CAP]; /* "" for none; what is after a text is zeros, as in the world */
    char clan[TT_NAME_CAP];
    tt_skin skin;
    int32_t country;       /* -1 for none */
    int32_t team;          /* DDRace team, 0 for none */
    int32_t rcon_level;    /* of demos: 0 when it is not logged in */
    uint8_t alive;         /* TTI_NO_TEE, TTI_OWN_TEE or TTI_OTHERS_TEE */
    uint8_t paused;        /* of demos */
    uint8_t name_recorded; /* the name is the server's word */
    tti_killed killed;     /* of demos; outlives the client */
} tti_known;

/* Values of tti_known.alive. The tee of who is in the slot now, or still that of the one before,
 * which goes at the end of the tick: that it goes is no death. */
enum { TTI_NO_TEE, TTI_OWN_TEE, TTI_OTHERS_TEE };

/* A part that could not be read, until facts can be given. */
typedef struct tti_damage {
    int is_there;    /* 1: the next record has a fact of it */
    int32_t tick;    /* the last one before it */
    uint64_t offset; /* of what is wrong, in the recording */
} tti_damage;

/* Where the facts of the current record are: which step comes next, and for which client. A record
 * can have many facts and a call gives one, so the steps are gone through a bit further each
 * time. */
typedef struct tti_cursor {
    uint32_t step; /* number in the format's list of steps */
    uint32_t part; /* of the step: which of its facts, or which step of a client */
    int32_t cid;   /* the client, in steps that go through all of them */
} tti_cursor;

/* A teehistorian file. */
typedef struct tti_teehistorian {
    tt_th th;              /* the reader, which keeps the world */
    tt_th_history history; /* its sessions, and what clients said */
    tt_th_event event;     /* the current record, or the one that is being read */
    tt_th_change change;   /* by the event */
    int is_changed;        /* it says more than a session */
    int32_t until;         /* the tick whose records are read, when ticks are wanted */
} tti_teehistorian;

/* The embedded map of a demo, as far as it was read: sums that are compared when all of it was. */
typedef struct tti_map_sums {
    tt_sha256_context sha256;
    uint32_t crc;  /* CRC-32 so far */
    uint32_t size; /* bytes so far */
} tti_map_sums;

/* Messages that are distinguished from their copies, at most: different ones in one tick. 128 sums
 * take a kibibyte, and are compared with each message that can have facts. */
#define TTI_SAID_MAX 128

/* A demo. */
typedef struct tti_demo {
    tt_demo demo;                   /* the reader, with the snapshot */
    tt_demo_world follower;         /* keeps the world by its events */
    tt_demo_event event;            /* the current record, or with has_event the next one */
    unsigned changes;               /* by the event, a sum of TT_DEMO_WORLD_* */
    uint32_t spawns;                /* the follower's count of them, when facts were last given */
    int has_event;                  /* the event was read, but is not taken: it begins a tick */
    int32_t tick;                   /* before the event */
    tt_snap before;                 /* before the event */
    tti_sessions sessions;          /* counts of them */
    tti_session_slot slot[TT_CIDS]; /* by client id */
    uint8_t began[TT_CIDS], ended[TT_CIDS]; /* sessions, by the event */
    uint64_t said[TTI_SAID_MAX]; /* sums of the messages of this tick, with copies: a ring */
    uint32_t said_count;         /* how many were put in */
    uint8_t is_copy;             /* the message was in this tick before */
    uint8_t game_paused;         /* when facts were last given */
    uint8_t is_lazy;             /* snapshots are passed over: demo_lazy.c */
    uint8_t lacks_messages;      /* some were not unpacked though the world needs them */
    uint8_t is_behind;           /* the reader has a snapshot that the world did not follow */
    size_t kept;                 /* bytes of chunks in the scratch that are not unpacked */
    int32_t kept_tick;           /* of the last of them */
    tt_demo_memory *memory;      /* of the reader, at the start of the scratch */
    uint8_t *chunks;             /* after it: the kept ones, TTI_KEPT_MAX bytes */
    tti_map_sums map;            /* with TT_WANT_MAP_SUMS */
} tti_demo;

struct tti_format;

/* What a tt_recording is inside. Nothing is allocated for it. A copy of it is of no use: members of
 * the readers point to others of its members. */
typedef struct tti_recording {
    const struct tti_format *format; /* NULL until it is known */
    void *scratch;                   /* of the caller; the format divides it */
    size_t scratch_size;             /* bytes of it: TT_RECORDING_SCRATCH or more */
    const uint8_t *at, *end;         /* of the piece, as far as it was not passed to the format */
    uint8_t first[TT_FORMAT_FIRST];  /* the first bytes, until they say the format */
    size_t first_size;               /* how many are there */
    int no_more, told_no_more;       /* no piece comes any more; and the format knows */

    unsigned wants;                /* a sum of TT_WANT_* */
    uint64_t facts;                /* which kinds, with TT_WANT_FACTS */
    const tt_selection *selection; /* of the caller; NULL for all sessions */
    int recover;                   /* go on after errors */
    tt_issue_fn *on_issue;         /* of the caller, or NULL */
    void *user;                    /* handed to on_issue */

    tt_status ending;          /* not TT_OK: there are no records any more, and why */
    int has_header, is_header; /* it was read; the current record is it */
    int is_item;               /* the current record was put into the caller's item */
    int has_news;       /* the current record can have facts, or change what is known of clients */
    int tick_open;      /* there were records of `tick`, whose end was not given */
    int32_t first_tick; /* -1 before it */
    int32_t highest_tick; /* that a demo named so far, -1 before the first one */
    int32_t tick;         /* of the current record */
    uint64_t offset;      /* of the current record */
    int64_t from, to;     /* the span that is given */
    tt_th_tally *tally;   /* of the caller, or NULL */
    int64_t tally_from;   /* the tick from which on it counts */
    int32_t later;        /* the tick of the next record, after TT_LATER */
    int is_before;        /* the span has not begun */
    uint64_t nobody;      /* sessions that were none */
    int is_unfollowed;    /* records were read of which the sessions do not know */
    int has_killed;       /* of a client killed.is is set */
    tti_damage damage;
    tti_cursor cursor;
    int has_next;     /* the next fact was looked for, and is there */
    unsigned current; /* which one of `fact` was given last */
    tt_fact fact[2];  /* the one that was given, and the next one */
    tt_error error;   /* of the loop: no format, no state. Others are the format's */

    tt_world world;                  /* after the current record */
    char name[TT_CIDS][TT_NAME_CAP]; /* of the sessions, see tti_session_name */
    tti_known known[TT_CIDS];
    char map_name[TTI_MAP_NAME_CAP]; /* of a teehistorian file, whose JSON has it with escapes */
    uint8_t map_crc[4];              /* as its 8 hex digits say it */
    union {                          /* the format's part; not initialized before `begin` */
        tti_teehistorian th;
        tti_demo demo;
    } u;
} tti_recording;

/* What the loop asks of a format. All are called after `begin`. */
typedef struct tti_format {
    tt_format_info info;  /* what holds for every recording of it */
    const uint8_t *magic; /* the first bytes of every recording, magic_size of them */
    size_t magic_size;    /* at most TT_FORMAT_FIRST */

    /* Prepares the reader. */
    tt_status (*begin)(tti_recording *r);
    /* Takes over what the caller set: recover, wants. */
    void (*set)(tti_recording *r);
    /* The next piece, which remains valid until `step` asks for more. */
    void (*feed)(tti_recording *r, const uint8_t *data, size_t size);
    /* No piece comes any more. */
    void (*end)(tti_recording *r);
    /* The next record: TT_OK, and tick, offset, is_header and has_news are set. When records are
     * wanted and it is of a chosen session, it is put into `*item`, and is_item says so. TT_LATER:
     * it is of a later tick than the open one, or than what is read now, and was not taken; in the
     * second case `later` is set. TT_MORE, TT_END or an error. */
    tt_status (*step)(tti_recording *r, tt_item *item);
    /* The next fact of the record: 1, or 0 when there is none any more. If has_news is set, all
     * have to be asked for. */
    int (*fact)(tti_recording *r, tt_fact *fact);
    /* A fact that waited for a record, when no record comes any more; 0 when there is none. */
    int (*last_fact)(tti_recording *r, tt_fact *fact);
    /* Leaves out the map that comes next: how many bytes of it were not fed. */
    uint64_t (*skip_map)(tti_recording *r);
    /* The tick of the next record, which is not taken. */
    tt_status (*next_tick)(tti_recording *r, int32_t *tick);
    /* What stopped the reader. */
    const tt_error *(*error)(const tti_recording *r);
    /* Bytes before the next record. */
    uint64_t (*offset)(const tti_recording *r);
    /* Whose session a client id has: open, or the last one. */
    tti_session_slot (*slot)(const tti_recording *r, int32_t cid);
    /* How many there were so far. */
    tti_sessions (*sessions)(const tti_recording *r);
    /* 1 when its recorder closed the recording, as far as was read. */
    int (*is_closed)(const tti_recording *r);
    /* 1 when the reader is between two records, and its state can be packed. */
    int (*can_pack)(const tti_recording *r);
    /* The state of reader, world and sessions, after what the loop packs of itself. */
    void (*pack)(tt_packer *p, const tti_recording *r);
    /* The other way; the reader has begun. */
    void (*unpack)(tt_unpacker *u, tti_recording *r, tt_bytes header);
} tti_format;

extern const tti_format tti_format_teehistorian, tti_format_demo;

/* NULL for TT_FORMAT_UNKNOWN and what is out of range. */
const tti_format *tti_format_of(tt_format format);

/* The opaque form and ours. The caller's struct is words of 64 bits, large enough and aligned for
 * any member; recording.c checks the size. */
static inline tti_recording *tti_recording_of(tt_recording *rec)
{
    return (tti_recording *)(void *)rec;
}

static inline const tti_recording *tti_recording_seen(const tt_recording *rec)
{
    return (const tti_recording *)(const void *)rec;
}

/* 1 when a kind of fact is wanted now. Before the span nothing is wanted, but everything is
 * followed. */
static inline int tti_wants_fact(const tti_recording *r, tt_fact_kind kind)
{
    return (r->wants & TT_WANT_FACTS) != 0 && (r->facts & TT_FACT_BIT(kind)) != 0 && !r->is_before;
}

/* 1 when the ends of ticks, or records, are wanted now. */
static inline int tti_wants_ticks(const tti_recording *r)
{
    return (r->wants & TT_WANT_TICKS) != 0 && !r->is_before;
}

static inline int tti_wants_records(const tti_recording *r)
{
    return (r->wants & TT_WANT_RECORDS) != 0 && !r->is_before;
}

/* 1 when nothing is wanted of the records, and no sessions either: they are only checked. */
static inline int tti_only_checks(const tti_recording *r)
{
    return r->has_header && (r->wants & TT_WANT_NO_SESSIONS) != 0 &&
           (r->wants & (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)) == 0;
}

/* 1 when the chosen sessions have this one. */
static inline int tti_wants_session(const tti_recording *r, uint64_t session, int32_t cid)
{
    return r->selection == NULL || tt_selection_has(r->selection, session, cid);
}

/* A fact of the current record without a client, its fields zeros. Returns 1, as steps do. */
int tti_fact_begin(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

/* The sum of the map of a fact about it. */
void tti_fact_map_crc(tti_recording *r, tt_fact *fact, uint32_t crc);

/* The same of a client, of the session in its slot. */
int tti_fact_of(const tti_recording *r, tt_fact *fact, tt_fact_kind kind, int32_t cid);

/* Steps that are the same for every format. Each compares what is known with what is true now: 1
 * and a fact when it is another, 0 otherwise. */
int tti_fact_name(tti_recording *r, tt_fact *fact, int32_t cid);
int tti_fact_gap(const tti_recording *r, tt_fact *fact, int32_t ticks, tt_gap_cause cause);

/* The same; `is_said`: the client, or the server, says so. Otherwise it was only forgotten, which
 * is no fact. */
int tti_fact_clan(tti_recording *r, tt_fact *fact, int32_t cid, int is_said);
int tti_fact_country(tti_recording *r, tt_fact *fact, int32_t cid, int32_t country, int is_said);
int tti_fact_skin(tti_recording *r, tt_fact *fact, int32_t cid, const tt_skin *skin, int is_said);

/* The damage before this record, if there was any. */
int tti_fact_damage(tti_recording *r, tt_fact *fact);

/* Nothing is known of a client. */
void tti_known_init(tti_known *known);

/* Every issue of a format's reader goes through here; `user` is the recording. */
void tti_recording_tell(void *user, const tt_issue *issue);

/* Facts of a teehistorian file's record, and what is known of clients, from the state. */
int tti_teehistorian_fact(tti_recording *r, tt_fact *fact);
void tti_teehistorian_know(tti_recording *r);

/* A fact of the client that the record of a teehistorian file is about. */
int tti_fact_of_record(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

/* Steps for extensions: about a client, about a team, and the second one of a swap. */
int tti_fact_extension(tti_recording *r, tt_fact *fact);
int tti_fact_team(tti_recording *r, tt_fact *fact);
int tti_fact_swap_second(tti_recording *r, tt_fact *fact);

/* Facts of a demo's chunk, of its message alone, and what is known, from the state. */
int tti_demo_fact(tti_recording *r, tt_fact *fact);
int tti_demo_has_news(const tti_recording *r);
int tti_demo_message_fact(tti_recording *r, tt_fact *fact);

/* The event is a snapshot that was read. */
static inline int tti_demo_is_snapshot(const tti_demo *d)
{
    int is_one = d->event.kind == TT_DEMO_SNAPSHOT || d->event.kind == TT_DEMO_DELTA;
    return is_one && d->event.status == TT_OK;
}

/* The death of a kill message, where the item says, or nowhere with NULL. Returns 1. */
int tti_demo_killed(tti_recording *r, tt_fact *fact, int32_t cid, const int32_t *item);

/* The next death of a message whose place this record decides; and at the end the next one that
 * still waits. */
int tti_demo_last_fact(tti_recording *r, tt_fact *fact);
void tti_demo_know(tti_recording *r);

/* A demo of a server has a message to everybody once for each client. Notes the current one, to
 * distinguish it from its copies. */
void tti_demo_message_note(tti_recording *r);
int tti_demo_message_has_facts(const tti_recording *r);

/* Sessions follow the world of a demo. */
void tti_demo_follow_sessions(tti_recording *r);

/* Snapshots that are passed over until somebody asks who it is. `choose` decides by what is wanted
 * whether that can be. */
void tti_demo_lazy_choose(tti_recording *r);
void tti_demo_lazy_keep(tti_recording *r);
void tti_demo_lazy_catch_up(tti_recording *r);

#endif
