/* SPDX-License-Identifier: MIT
 *
 * What the parts of a reading do for each other.
 *
 *     reading.c   the calls, which combine these:
 *     set.c       what it wants of its reader, how it ends, and what is known
 *     source.c    from a file to items
 *     id.c        which recording it is
 *     span.c      the span of time
 *     player.c    the player, with the first pass that a name needs
 *     index.c     what an index makes faster
 *     index_scan.c the index that is built, or compared, while it is read
 *     parts.c     a recording in parts, parts_read.c one on many cores
 *
 * A reading is opened in this order: the header, as it shows the format; the player, whose name may
 * need a pass of its own; the span, which may depend on the header; the index, which depends on all
 * of them.
 */
#ifndef READING_INSIDE_H
#define READING_INSIDE_H

#include "index/file.h"
#include "teetape/io/reading.h"

/* Memory for a recording that holds the longest header of a teehistorian file. Every reader has the
 * same, so that the same records are too long. */
#define READING_SCRATCH (TT_TH_HEADER_MAX + 16)

/* What only the library knows of a reading. In memory of its own, so that it can change from
 * release to release. */
struct tti_reading {
    tt_io_reading_options options; /* a copy; wants and facts may change later */
    const char *path;              /* the caller's; "-" when there is none */
    tt_io_input *input;
    tt_io_first first;    /* first bytes of the recording, which show what it is */
    tt_bytes header;      /* its bytes: those of the recording up to the first record, or the map */
    tt_uuid id;           /* of the recording; zeros when it is not known */
    uint8_t *ahead;       /* bytes that were read ahead; NULL when there never were any */
    size_t ahead_size;    /* those that the reader has not got yet */
    uint64_t split_at;    /* a piece ends at this place of the recording; 0: nowhere */
    tt_bytes rest;        /* what follows in the same piece of the input, and comes next */
    uint8_t *first_bytes; /* memory of `header`; NULL in a part that has that of the whole */
    struct tti_reading_index *index; /* NULL before it was looked for */
    int32_t index_first_tick;        /* when all comes from it, else -1 */
    uint64_t left_out;               /* bytes of the file that were not read */
    uint8_t *chosen;                 /* bits of the selection */
    bool is_open;                    /* tt_io_reading_open gave true */
    bool is_quiet;                   /* a first pass: nothing is reported */
    bool is_foreign;                 /* it begins as no recording does */
    bool is_learning;                /* the player's name is looked for on the way */
    bool is_kept;                    /* the item was read while it was opened, and is to be given */
    bool is_exact;                   /* the reader gives the items of the span, and no other ones */
    bool starts_at_once; /* what comes before the first tick marker of a demo is in the span */
    int64_t read_on;     /* the tick up to which deaths are looked for after the span; 0: none */
    bool is_moved;       /* it has begun elsewhere than at the start */
    uint8_t *scratch;    /* of r->rec */
    bool ends_at_split;  /* a part of a recording that is divided ends at split_at: */
    bool is_part_over;   /* reading has ended there */
};

/* set.c: reading ends here. `error` may be NULL: it ends as it should. */
void tti_reading_end(tt_io_reading *r, const tt_io_error *error);
void tti_reading_no_memory(tt_io_reading *r);

/* Sets what is wanted of the reader, with span and player or without. */
void tti_reading_set(tt_io_reading *r);
void tti_reading_set_wants(tt_io_reading *r);

/* source.c: opens the file and reads the header. */
bool tti_reading_source_open(tt_io_reading *r, const char *path,
                             const tt_io_reading_options *options, bool is_quiet);

/* Its steps, for a reading that begins elsewhere: an empty one, with a reader that is at the start;
 * false when there is no memory. And to tell the reader, wherever it is, what is wanted of it. */
bool tti_reading_source_new(tt_io_reading *r);
void tti_reading_source_start(tt_io_reading *r);

/* Reads the header, and leaves out the map of a demo that nobody wants. */
bool tti_reading_source_header(tt_io_reading *r);

/* After a call of the reader that gave no item: feeds it, or ends the reading; then false. */
bool tti_reading_source_more(tt_io_reading *r, tt_status status);

/* The next piece of the input that nobody has got yet. */
tt_io_input_status tti_reading_source_piece(tt_io_reading *r, tt_bytes *piece);

/* id.c: finds the id, once the header was read. Damage in a map ends reading here, as it would
 * later. */
void tti_reading_id_find(tt_io_reading *r);

/* The next item of the recording. The result is that of tt_io_reading_next. */
bool tti_reading_source_next(tt_io_reading *r);

/* Goes on with another reader at another place. It takes the bytes of the place first, which have
 * to remain, and then its input. Reader, scratch and input are the reading's from now on. */
void tti_reading_source_take(tt_io_reading *r, tt_recording *rec, void *scratch,
                             struct index_place *place);

/* The next piece of the file. False when reading has to end here. */
bool tti_reading_source_feed(tt_io_reading *r);

void tti_reading_source_close(tt_io_reading *r);

/* Gives the input back before the close, so that its memory can be used for another file. NULL when
 * there is none. */
tt_io_input *tti_reading_source_release(tt_io_reading *r);

/* span.c: finds the span, where that can be known yet. False when it cannot be found at all. */
bool tti_reading_span_open(tt_io_reading *r);

/* Looks at an item that is in no known span: finds the span, and whether the item is in it.
 * False when reading has to end here. */
bool tti_reading_span_take(tt_io_reading *r);

/* player.c: the player, and the first pass. False when it cannot be known. */
bool tti_reading_player_open(tt_io_reading *r);

/* Looks at the current item while names are learned: who has the name. */
void tti_reading_player_take(tt_io_reading *r);

/* index.c: the index of the recording; NULL when there is none that can be used, or none is
 * wanted. */
tt_io_index *tti_reading_index(tt_io_reading *r);

/* Opens it anew, for the caller alone; NULL, with `*status` and `*error`, unless it is GOOD. */
tt_io_index *tti_reading_index_open(const struct tti_reading *in, tt_io_index_status *status,
                                    tt_io_error *error);

/* The index is damaged, or cannot be read: reports that; it is not used any more. */
void tti_reading_index_forget(tt_io_reading *r, tt_io_index_status status);

/* Goes on where a block of an index begins. The bytes of its interval are in `place`, which has to
 * be closed after the reading. GOOD, or why that cannot be; nothing of the reading has changed
 * then. */
tt_io_index_status tti_reading_index_go(tt_io_reading *r, tt_io_index *index, uint32_t block,
                                        struct index_place *place);

/* Goes to the last access point before the span, if there is an index. */
void tti_reading_index_seek(tt_io_reading *r);

/* The next fact before that point into r->item, if such facts are wanted. */
bool tti_reading_index_next(tt_io_reading *r);

void tti_reading_index_close(tt_io_reading *r);

#endif
