/* SPDX-License-Identifier: MIT
 *
 * The parts of the teehistorian writer, and their shared declarations.
 *
 *     write.c         the calls of a recorder -> records, ticks
 *     write_event.c   the events of a reader -> records
 *     write_header.c  the header
 *     write_record.c  one record -> bytes, out of the rows
 */
#ifndef TTI_TEEHISTORIAN_WRITE_H
#define TTI_TEEHISTORIAN_WRITE_H

#include "base/opaque.h"
#include "base/private_api.h"
#include "teehistorian/record.h"
#include "teetape/teehistorian_write.h"

/* The knowledge that a reader of the output has of a client id. */
typedef struct tti_th_slot {
    int32_t team;
    uint32_t player; /* number of the player whose input was written; 0 for none */
    bool differs;    /* the tee differs from that of the reader that copies (copy.c) */
} tti_th_slot;

typedef struct tti_th_writer {
    uint64_t written; /* bytes of the recording so far, also those still in the buffer */
    tt_sink_fn *put;
    void *user;
    uint8_t *buffer;
    size_t cap, filled;
    tt_status status; /* TT_OK, or TT_ERR_TH_WRITE_PUT for ever after a failure of `put` */
    unsigned state;
    int32_t version;
    int32_t tick, last_written;
    bool tick_written; /* true: the output has reached `tick` */
    bool inputs_began; /* true: the inputs of this tick began */
    int still;         /* still moves (PLAYER_DIFF by 0, 0) since the last other record */
    int32_t max_cid, prev_max_cid;
    int32_t called_cid;
    uint64_t copied,
        copied_skips;    /* records that tti_th_copy_run copied: moves and inputs; TICK_SKIPs */
    int32_t different;   /* slots whose tee differs */
    tt_tee tee[TT_CIDS]; /* the tees and inputs that a reader of the output knows; settled
                            when there is an input */
    tti_th_slot slot[TT_CIDS];
    uint8_t practice[TT_TEAMS];
} tti_th_writer;

TTI_OPAQUE(th_writer)

enum { TTI_TH_WRITE_HEADER, TTI_TH_WRITE_RECORDS, TTI_TH_WRITE_DONE };

/* Receives the bytes of a record. All bytes are counted, and those for which the buffer has room
 * are copied. A record that does not fit is written again as a stream. A refused record therefore
 * leaves no bytes. A zeroed sink only counts. */
typedef struct tti_th_sink {
    tti_th_writer *stream; /* receives the bytes; NULL: they go to `at` */
    uint8_t *at;           /* start of the room in the buffer */
    size_t room;
    size_t size;
    bool raw; /* texts need not be UTF-8 */
    tt_status status;
} tti_th_sink;

/* Makes a sink that writes to the output. The first byte is the first of a new piece. */
tti_th_sink tti_th_sink_stream(tti_th_writer *writer);

/* Appends bytes. `data` may be NULL when size is 0. Bytes without room are no failure. */
void tti_th_sink_bytes(tti_th_sink *sink, const void *data, size_t size);

typedef struct tti_th_draft {
    const tt_th_event *event;
    tt_bytes copy; /* the record's bytes, which are written as they are; NULL: write the fields */
    bool raw;      /* texts need not be UTF-8, and the record must have the event's size */
    bool mark;     /* write a TICK_SKIP to writer->tick first */
    size_t limit;  /* most bytes of the record, without its mark */
} tti_th_draft;

tt_status tti_th_draft_write(tti_th_writer *writer, const tti_th_draft *draft);

/* Writes a FINISH, after which nothing can be written. */
tt_status tti_th_write_last(tti_th_writer *writer, const tti_th_draft *draft);

/* Returns true when a record needs a mark of its tick. `cid` matters only for a tee's record. */
bool tti_th_needs_mark(const tti_th_writer *writer, tt_th_kind kind, int32_t cid);

void tti_th_written(tti_th_writer *writer, const tt_th_event *event);

tt_status tti_th_write_decoded(tti_th_writer *writer, const tt_th_event *event, tt_bytes record);

/* Returns the tick in which a reader would find the record; for a FINISH the event's own. Returns
 * -1 for an impossible TICK_SKIP. */
int64_t tti_th_written_tick(const tti_th_writer *writer, const tt_th_event *event);

tt_status tti_th_write_is_in(const tti_th_writer *writer, unsigned state);
tt_status tti_th_write_ready(const tti_th_writer *writer);
/* Returns what tti_th_write_ready returns, and TT_ERR_ARGUMENT for what is no record: a header has
 * a call of its own. */
tt_status tti_th_write_ready_for(const tti_th_writer *writer, const tt_th_event *event);

int32_t tti_th_minus(int32_t a, int32_t b);
int32_t tti_th_plus(int32_t a, int32_t b);

/* Returns true when a reader in this place, whose tees are those of the writer, can copy bytes. */
static inline bool tti_th_can_copy_run(const tti_th_writer *writer, int32_t tick, int32_t last_cid)
{
    return writer->status == TT_OK && writer->state == TTI_TH_WRITE_RECORDS &&
           writer->tick_written && writer->tick == tick && writer->max_cid == last_cid;
}

/* Copies the frequent records at the start of `from`, which has TTI_TH_DIFF_MAX bytes or more, up
 * to the end of tick `limit`, and applies them to `tees`. Returns how many bytes it has taken. */
size_t tti_th_copy_run(tti_th_writer *writer, tt_tee *tees, tt_bytes from, int32_t limit);

/* Begins and ends a copy to a writer, see copy.c. In between, tti_th_next_sparse gives all records
 * that are not copied, and the caller writes them. */
void tti_th_copy_begin(tti_th *th, tt_th_writer *writer);
void tti_th_copy_end(tti_th *th);

/* Compares the tee of the record that was given last. */
void tti_th_copy_compare(tti_th *th);

/* Brings a tee of the writer up to date before its next record. */
void tti_th_copy_prepare(tti_th *th, int32_t cid);

/* Returns the UUID of a known extension; NULL for the other kinds. */
TT_PRIVATE_API const tt_uuid *tti_th_ex_uuid(tt_th_kind kind);

#endif
