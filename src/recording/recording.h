/* SPDX-License-Identifier: MIT
 *
 * Inside of tt_recording: its parts and what they do for each other.
 *
 *     recording.c           the loop: records, facts and ticks in their order; the public calls
 *     format.c              which formats there are; the input that a record of any of them has
 *     teehistorian.c        a teehistorian file as a format, fact_teehistorian.c its facts,
 *                           fact_extension.c those of extensions
 *     demo.c                a demo as a format, fact_demo.c facts of its snapshots,
 *                           fact_message.c those of its messages,
 *                           demo_lazy.c who is there, how snapshots are skipped
 *     state.c               the state as bytes
 *     index_....c           facts and tables of an index file
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

#include "teetape/fact.h"
#include "teetape/hash.h"
#include "teetape/recording.h"
#include "teetape/selection.h"
#include "teetape/teehistorian_history.h"
#include "world/history.h"

/* Name of the map of a teehistorian file with its NUL; longer ones are cut. */
#define TTI_MAP_NAME_CAP 128

/* Kept chunks of a demo. With the reader's memory they fill TT_RECORDING_SCRATCH; more between two
 * full snapshots is read sooner. */
#define TTI_KEPT_MAX ((size_t)384 << 10)

typedef struct tti_killed {
    int is;           /* TTI_KILLED, TTI_PLACED or 0 */
    int32_t tick;     /* tick of the message that reports the kill */
    uint64_t session; /* session in the slot at the kill */
    uint64_t offset;
} tti_killed;

/* TTI_PLACED: the death was given, and the next snapshot, perhaps this record's, shows what came
 * after it. */
enum { TTI_KILLED = 1, TTI_PLACED };

/* A client as its last facts said. Facts are differences to the world, and every step notes the new
 * value whatever is wanted. */
typedef struct tti_known {
    char name[TT_NAME_CAP]; /* "" for none; zeros after a text, as in the world */
    char clan[TT_NAME_CAP];
    tt_skin skin;
    int32_t country;
    int32_t team;          /* 0 for none */
    int32_t rcon_level;    /* known in demos only; 0 without a login */
    uint8_t alive;         /* TTI_NO_TEE, TTI_OWN_TEE or TTI_OTHERS_TEE */
    uint8_t paused;        /* known in demos only */
    uint8_t name_recorded; /* the server recorded the name */
    tti_killed killed;     /* used in demos only; outlives the client */
} tti_known;

/* Owner of the tee. A client who left keeps a tee in the slot until the end of the tick: that is
 * no death. */
enum { TTI_NO_TEE, TTI_OWN_TEE, TTI_OTHERS_TEE };

typedef struct tti_damage {
    int is_there;    /* 1: the next record has a fact of it */
    int32_t tick;    /* the last tick before it */
    uint64_t offset; /* offset of the error */
} tti_damage;

typedef struct tti_cursor {
    uint32_t step; /* number in the format's list of steps */
    uint32_t part; /* which fact of the step, or which step of a client */
    int32_t cid;   /* the client, in steps that go through all of them */
} tti_cursor;

typedef struct tti_teehistorian {
    tt_th th;              /* keeps the world */
    tt_th_history history; /* sessions, and what clients said */
    tt_th_event event;     /* the current record, or the one that is being read */
    tt_th_change change;   /* sessions that the event began or ended */
    int is_changed;        /* the change has more than a session */
    int32_t until;         /* last tick to read when ticks are wanted */
} tti_teehistorian;

typedef struct tti_map_sums {
    tt_sha256_context sha256;
    uint32_t crc; /* so far */
    uint32_t size;
} tti_map_sums;

/* Distinct messages of a tick that copies are found of. 128 sums take a kibibyte. */
#define TTI_SAID_MAX 128

typedef struct tti_demo {
    tt_demo demo;                           /* has the snapshot */
    tt_demo_world follower;                 /* keeps the world */
    tt_demo_event event;                    /* the current record, or with has_event the next one */
    unsigned changes;                       /* what the event changed, a sum of TT_DEMO_WORLD_* */
    uint32_t spawns;                        /* the follower's count when facts were last given */
    int has_event;                          /* the event begins a tick and is not taken yet */
    int32_t tick;                           /* tick before the event */
    tt_snap before;                         /* snapshot before the event */
    tti_sessions sessions;                  /* counts of sessions */
    tti_session_slot slot[TT_CIDS];         /* by client id */
    uint8_t began[TT_CIDS], ended[TT_CIDS]; /* sessions that the event began or ended */
    uint64_t said[TTI_SAID_MAX]; /* a ring of the sums of this tick's messages, with copies */
    uint32_t said_count;         /* sums put into `said` */
    uint8_t is_copy;             /* the message was in this tick before */
    uint8_t game_paused;         /* when facts were last given */
    uint8_t is_lazy;             /* snapshots are passed over: demo_lazy.c */
    uint8_t lacks_messages;      /* the world lacks messages that were not unpacked */
    uint8_t is_behind;           /* the reader has a snapshot that the world did not follow */
    size_t kept;                 /* bytes of packed chunks in the scratch */
    int32_t kept_tick;           /* tick of the last kept chunk */
    tt_demo_memory *memory;      /* at the start of the scratch */
    uint8_t *chunks;             /* kept chunks, after `memory`, TTI_KEPT_MAX bytes */
    tti_map_sums map;            /* with TT_WANT_MAP_SUMS */
} tti_demo;

struct tti_format;

/* Nothing is allocated. Readers have pointers to other members, so a copy is of no use. */
typedef struct tti_recording {
    const struct tti_format *format; /* NULL until it is known */
    void *scratch;                   /* the format divides it */
    size_t scratch_size;             /* TT_RECORDING_SCRATCH or more */
    const uint8_t *at, *end;         /* the part of the piece that the format does not have */
    uint8_t first[TT_FORMAT_FIRST];  /* until they say the format */
    size_t first_size;               /* bytes in `first` */
    int no_more, told_no_more;       /* no piece comes; the format knows */

    unsigned wants;                /* a sum of TT_WANT_* */
    uint64_t facts;                /* kinds, with TT_WANT_FACTS */
    const tt_selection *selection; /* NULL for all sessions */
    int recover;                   /* go on after errors */
    tt_issue_fn *on_issue;         /* may be NULL */
    void *user;                    /* handed to on_issue */

    tt_status ending;          /* not TT_OK: why there are no more records */
    int has_header, is_header; /* the header was read; it is the current record */
    int is_item;               /* the current record is in the caller's item */
    int has_news;              /* the record can have facts, or change what is known of clients */
    int tick_open;             /* the end of `tick` is to be given */
    int32_t first_tick;        /* first tick of the recording; -1 before it is read */
    int32_t highest_tick;      /* highest tick of a demo so far; -1 before the first */
    int32_t tick;              /* tick of the current record */
    uint64_t offset;           /* offset of the current record */
    int64_t from, to;          /* the span */
    tt_th_tally *tally;        /* may be NULL */
    int64_t tally_from;        /* first tick that counts */
    int32_t later;             /* tick of the next record, after TT_LATER */
    int is_before;             /* the span has not begun */
    uint64_t nobody;           /* sessions that were none */
    int is_unfollowed;         /* the sessions did not follow all records */
    int has_killed;            /* a client has killed.is */
    tti_damage damage;
    tti_cursor cursor;
    int has_next;                 /* the next fact is there */
    unsigned current;             /* index of the fact that was given last */
    tt_fact fact[2];              /* the one that was given, and the next one */
    tt_error error;               /* an error of the loop */
    const tt_error *reader_error; /* the error that the format's reader keeps */

    tt_world world;                  /* state after the current record */
    char name[TT_CIDS][TT_NAME_CAP]; /* names of the sessions, see tti_session_name */
    tti_known known[TT_CIDS];
    char map_name[TTI_MAP_NAME_CAP]; /* map of a teehistorian file, without escapes */
    uint8_t map_crc[4];              /* bytes of its 8 hex digits */
    union {                          /* not initialized before `begin` */
        tti_teehistorian th;
        tti_demo demo;
    } u;
} tti_recording;

/* All functions are called after `begin`. */
typedef struct tti_format {
    tt_format_info info;  /* holds for every recording of it */
    const uint8_t *magic; /* the first bytes of every recording */
    size_t magic_size;    /* at most TT_FORMAT_FIRST */

    tt_status (*begin)(tti_recording *r);
    /* Takes over recover and wants. */
    void (*set)(tti_recording *r);
    /* The piece remains valid until `step` asks for more. */
    void (*feed)(tti_recording *r, const uint8_t *data, size_t size);
    void (*end)(tti_recording *r);
    /* TT_OK: tick, offset, is_header and has_news are set; a wanted record of a chosen session is
     * in `*item`, and is_item is set. TT_LATER: the record is after the open tick, or after what is
     * read now (then `later` is set), and not taken. TT_MORE, TT_END or an error. */
    tt_status (*step)(tti_recording *r, tt_item *item);
    /* The next fact of the record, or 0. With has_news all have to be asked for. */
    int (*fact)(tti_recording *r, tt_fact *fact);
    /* A fact that waited when no record comes any more, or 0. */
    int (*last_fact)(tti_recording *r, tt_fact *fact);
    /* Leaves out the map; returns how many of its bytes were not fed. NULL: there is no map. */
    uint64_t (*skip_map)(tti_recording *r);
    tt_status (*next_tick)(tti_recording *r, int32_t *tick);
    uint64_t (*offset)(const tti_recording *r);
    /* The open session of a client id, or the last one. */
    tti_session_slot (*slot)(const tti_recording *r, int32_t cid);
    tti_sessions (*sessions)(const tti_recording *r);
    /* 1 when its recorder closed the recording, as far as was read. */
    int (*is_closed)(const tti_recording *r);
    /* 1 when the reader is between two records. */
    int (*can_pack)(const tti_recording *r);
    void (*pack)(tt_packer *p, const tti_recording *r);
    /* The reader has begun. */
    void (*unpack)(tt_unpacker *u, tti_recording *r, tt_bytes header);
} tti_format;

extern const tti_format tti_format_teehistorian, tti_format_demo;

const tti_format *tti_format_of(tt_format format);

/* The caller's struct is words of 64 bits, aligned for any member; recording.c checks the size. */
static inline tti_recording *tti_recording_of(tt_recording *rec)
{
    return (tti_recording *)(void *)rec;
}

static inline const tti_recording *tti_recording_seen(const tt_recording *rec)
{
    return (const tti_recording *)(const void *)rec;
}

/* Before the span nothing is wanted, but everything is followed. */
static inline int tti_wants_fact(const tti_recording *r, tt_fact_kind kind)
{
    return (r->wants & TT_WANT_FACTS) != 0 && (r->facts & TT_FACT_BIT(kind)) != 0 && !r->is_before;
}

static inline int tti_wants_ticks(const tti_recording *r)
{
    return (r->wants & TT_WANT_TICKS) != 0 && !r->is_before;
}

static inline int tti_wants_records(const tti_recording *r)
{
    return (r->wants & TT_WANT_RECORDS) != 0 && !r->is_before;
}

/* 1 when neither records nor sessions are wanted: records are only checked. */
static inline int tti_only_checks(const tti_recording *r)
{
    return r->has_header && (r->wants & TT_WANT_NO_SESSIONS) != 0 &&
           (r->wants & (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)) == 0;
}

static inline int tti_wants_session(const tti_recording *r, uint64_t session, int32_t cid)
{
    return r->selection == NULL || tt_selection_has(r->selection, session, cid);
}

/* A fact without a client, with zero fields. Returns 1, as steps do. */
int tti_fact_begin(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

void tti_fact_map_crc(tti_recording *r, tt_fact *fact, uint32_t crc);

int tti_fact_of(const tti_recording *r, tt_fact *fact, tt_fact_kind kind, int32_t cid);

int tti_fact_name(tti_recording *r, tt_fact *fact, int32_t cid);
int tti_fact_gap(const tti_recording *r, tt_fact *fact, int32_t ticks, tt_gap_cause cause);

/* With `is_said` 0 the value was only forgotten, which is no fact. */
int tti_fact_clan(tti_recording *r, tt_fact *fact, int32_t cid, int is_said);
int tti_fact_country(tti_recording *r, tt_fact *fact, int32_t cid, int32_t country, int is_said);
int tti_fact_skin(tti_recording *r, tt_fact *fact, int32_t cid, const tt_skin *skin, int is_said);

int tti_fact_damage(tti_recording *r, tt_fact *fact);

/* Receivers of a 0.7 chat line by its mode: 0 (none) and 1 are for all. */
static inline tt_chat_to tti_chat_to_of_7(int32_t mode)
{
    return mode == 2 ? TT_CHAT_TEAM : mode == 3 ? TT_CHAT_PLAYER : TT_CHAT_ALL;
}

void tti_known_init(tti_known *known);

/* Every issue of a format's reader; `user` is the recording. */
void tti_recording_tell(void *user, const tt_issue *issue);

/* Facts of a teehistorian record; what is known, from the state. */
int tti_teehistorian_fact(tti_recording *r, tt_fact *fact);
void tti_teehistorian_know(tti_recording *r);

int tti_fact_of_record(const tti_recording *r, tt_fact *fact, tt_fact_kind kind);

/* Steps for extensions: about a client, about a team, and the second one of a swap. */
int tti_fact_extension(tti_recording *r, tt_fact *fact);
int tti_fact_team(tti_recording *r, tt_fact *fact);
int tti_fact_swap_second(tti_recording *r, tt_fact *fact);

/* Facts of a chunk, of its message alone; what is known, from the state. */
int tti_demo_fact(tti_recording *r, tt_fact *fact);
int tti_demo_has_news(const tti_recording *r);
int tti_demo_message_fact(tti_recording *r, tt_fact *fact);

static inline int tti_demo_is_snapshot(const tti_demo *d)
{
    int is_one = d->event.kind == TT_DEMO_SNAPSHOT || d->event.kind == TT_DEMO_DELTA;
    return is_one && d->event.status == TT_OK;
}

/* The death of a kill message, at the item, or nowhere with NULL. Returns 1. */
int tti_demo_killed(tti_recording *r, tt_fact *fact, int32_t cid, const int32_t *item);

/* A death whose place this record decides, or at the end one that still waits. */
int tti_demo_last_fact(tti_recording *r, tt_fact *fact);
void tti_demo_know(tti_recording *r);

/* A demo of a server has a message to everybody once for each client: finds copies. */
void tti_demo_message_note(tti_recording *r);
int tti_demo_message_has_facts(const tti_recording *r);

void tti_demo_follow_sessions(tti_recording *r);

/* `choose` decides if snapshots can be passed over until a fact needs them. */
void tti_demo_lazy_choose(tti_recording *r);
void tti_demo_lazy_keep(tti_recording *r);
void tti_demo_lazy_catch_up(tti_recording *r);

/* 1 for a fact of kind NAME that gives its session the chosen name. */
int tti_selection_names(const tt_selection *selection, const tt_fact *fact);

/* Returns the format of a recording with these first bytes. TT_FORMAT_UNKNOWN also when there are
 * too few of them: TT_FORMAT_FIRST are always enough. */
tt_format tti_format_told(tt_bytes first);

#endif
