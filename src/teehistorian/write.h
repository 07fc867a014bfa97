/* SPDX-License-Identifier: MIT
 *
 * Inside of the teehistorian writer: its parts and what they do for each other.
 *
 *     write.c         the calls of a recorder -> records, ticks
 *     write_event.c   the events of a reader -> records
 *     write_header.c  the header
 *     write_record.c  one record -> bytes, out of the rows
 */
#ifndef TTI_TEEHISTORIAN_WRITE_H
#define TTI_TEEHISTORIAN_WRITE_H

#include "teehistorian/tick.h"
#include "teetape/teehistorian_write.h"

/* States of the writer: a call that does not belong to its state is TT_ERR_TH_WRITE_STATE. */
enum {
    TTI_TH_WRITE_HEADER,  /* the header comes next */
    TTI_TH_WRITE_RECORDS, /* a record */
    TTI_TH_WRITE_DONE     /* FINISH was written */
};

/* Where bytes go. First to the room in the buffer, and all are counted; what does not fit is then
 * made again as a stream. So a record is checked and measured before a byte of it is out, and a
 * refused one leaves no trace. A sink of zeros has no room: it only counts. */
typedef struct tti_th_sink {
    tt_th_writer *stream; /* pass the bytes on; NULL: as many to `at` as there is room for */
    uint8_t *at;          /* the first byte of the room */
    size_t room;          /* bytes */
    size_t size;          /* bytes so far, also those that did not fit */
    int raw;              /* texts as they are, whether or not they are UTF-8 */
    tt_status status;     /* TT_OK, or why a field cannot be written */
} tti_th_sink;

/* A sink that streams, at the beginning of a piece. */
tti_th_sink tti_th_sink_stream(tt_th_writer *writer);

/* `data` may be NULL when size is 0. Nothing fails here for want of room. */
void tti_th_sink_bytes(tti_th_sink *sink, const void *data, size_t size);

/* A record to write. */
typedef struct tti_th_draft {
    const tt_th_event *event; /* the kind and the fields that are in the bytes */
    const tt_bytes *args;     /* of a command, instead of event->u.console_command.args.packed */
    tt_bytes copy;            /* the bytes of the record, instead of its fields; NULL: of these */
    int raw;                  /* for the sink; and an event that has a size must get it again */
    int mark;                 /* a TICK_SKIP to writer->tick comes before it */
    size_t limit;             /* most bytes of the record, without its mark */
} tti_th_draft;

/* Checks the fields and writes the record, or changes nothing. */
tt_status tti_th_draft_write(tt_th_writer *writer, const tti_th_draft *draft);

/* The extension that a TT_TH_EX of known kind is, as a reader delivers it. TT_ERR_UNKNOWN when its
 * kind is not known, and what a reader says when the payload is wrong. */
tt_status tti_th_decode_known(const tt_th_event *event, tt_th_event *known);

/* 1 when a record of `kind` needs the mark of a tick that was begun. `cid` counts for a tee's
 * record. */
int tti_th_needs_mark(const tt_th_writer *writer, tt_th_kind kind, int32_t cid);

/* The record at this tick was written: the tick is, and what it says is the state. */
void tti_th_written(tt_th_writer *writer, const tt_th_event *event);

/* tt_th_write_copy with what tti_th_record_decode made of the bytes; extensions are TT_TH_EX. */
tt_status tti_th_write_decoded(tt_th_writer *writer, const tt_th_event *event, tt_bytes record);

/* In which tick a reader would find the record if it was written now; of FINISH, which has none,
 * the one that the event names. -1 for a TICK_SKIP that cannot be. */
int64_t tti_th_written_tick(const tt_th_writer *writer, const tt_th_event *event);

/* TT_OK when the writer is in this state, and when a record may be written. */
tt_status tti_th_write_is_in(const tt_th_writer *writer, unsigned state);
tt_status tti_th_write_ready(const tt_th_writer *writer);

/* Differences and sums wrap around at 32 bits, in the game as here. */
int32_t tti_th_minus(int32_t a, int32_t b);
int32_t tti_th_plus(int32_t a, int32_t b);

#endif
