/* SPDX-License-Identifier: MIT
 *
 * How pieces of a recording are written. What differs from format to format is in a struct of
 * functions.
 */
#ifndef JOBS_CUT_H
#define JOBS_CUT_H

#include "jobs/output.h"
#include "teetape/io/cut.h"

/* Bytes of a path that is made here. */
#define CUT_PATH 4096

/* Bytes of "name:" and a name; a longer one is nobody's. */
#define CUT_RENAMED (5 + TT_NAME_CAP)

struct cut_format;

/* One recording on its way to one file or several; zeroed, on the heap. */
struct cut_work {
    const char *path;
    const tt_io_cut_options *options;
    const struct cut_format *format;
    tt_io_reading *r; /* the caller's, while pieces are written */
    tt_io_reading_options how;
    tt_io_error *error; /* the worst one so far */

    /* what is cut, of what is asked for */
    tt_io_spans_options ask;
    tt_io_spans spans;                     /* what was found */
    tt_io_reading survey;                  /* that of the spans */
    char from_text[24], to_text[24];       /* the span of what was found */
    int32_t split;                         /* ticks of each piece, 0 for one piece */
    bool keeps_some;                       /* else everybody */
    const char *finder;                    /* whose finishes or lines are meant, or NULL */
    const char *renamed[TT_IO_PEOPLE_MAX]; /* OLD of each --rename, as a player */
    char renamed_text[TT_IO_PEOPLE_MAX][CUT_RENAMED];
    char selection[300]; /* for the game_uuid: who was asked for, or "" */

    /* the piece */
    int64_t number;   /* of the piece, from 0 on */
    int64_t from, to; /* TT_IO_PLACE_END for the end */
    int64_t first;    /* where the first one begins */
    bool is_placed;   /* these are known */
    char path_of_piece[CUT_PATH];
    bool has_begun;   /* its first tick was reached */
    uint64_t players; /* sessions in it, of those that are kept; of a demo, whether there are any */

    union {
        struct cut_teehistorian {
            const tt_th *th; /* of the recording, with what goes along with it */
            const tt_th_history *history;
            const tt_th_change *change;
            tt_io_file *file;                   /* to be committed or discarded, or NULL */
            uint8_t buffer[TT_TH_WRITE_BUFFER]; /* of the writer */
            tt_th_writer writer;
            tt_th_cut cut; /* state of the core: what was written of whom */
        } th;
        struct cut_demo {
            tt_io_demo_output out;
            tt_demo_rename renames[TT_IO_PEOPLE_MAX]; /* point into the options */
            tt_demo_new_map map; /* the new one, or for later pieces the embedded one */
            size_t map_room;     /* for tt_io_map_file_add */
        } demo;
    } u;
};

/* One const of it for each format: cut.c knows no format, and asks these in the order begin,
 * record for each record, end. */
struct cut_format {
    /* It needs the records before the span as well, and its time begins with its first tick. */
    bool is_whole;
    /* What is wanted of the recording, before it is opened. */
    void (*want)(const struct cut_work *w, tt_io_reading_options *how);
    /* Opens the output of the piece and writes what comes before its records. False when it
     * fails; so do the others. */
    bool (*begin)(struct cut_work *w);
    /* Takes the current record. */
    bool (*record)(struct cut_work *w);
    /* Gives the piece its name, and hands what became of it to the caller; or, when it is not
     * wanted (any more), drops it. */
    bool (*end)(struct cut_work *w, bool is_wanted);
    /* After the last piece; may be NULL. */
    void (*close)(struct cut_work *w);
};

extern const struct cut_format tti_cut_teehistorian, tti_cut_demo;

/* cut_check.c: the options of a demo, of a recording of another format; where the name ends in
 * OLD=NEW, NULL when there is none. */
const char *tti_cut_check_format(const tt_io_cut_options *options, bool is_demo);
const char *tti_cut_equals(const char *text);

/* cut_name.c: the path of piece `number`, from 1. False when it is too long. */
bool tti_cut_number_path(char dst[CUT_PATH], const char *output, unsigned number);

/* cut_pieces.c: writes all pieces. True when there is one. */
bool tti_cut_write(struct cut_work *w);

/* cut_work.c: whether the session in slot `cid` is in the cut; the first tick of the piece is
 * reached: counts the players who are there; the file of the piece, or NULL after saying why; hands
 * over what became of the piece; the system or the user ended the reading. */
bool tti_cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid);
void tti_cut_begin_piece(struct cut_work *w);
tt_io_file *tti_cut_open(struct cut_work *w, bool patches);
void tti_cut_report(const struct cut_work *w, tt_io_cut_piece *piece);
bool tti_cut_is_ended(const struct cut_work *w);

/* Hand a sentence about `path`, or the output of the piece, to the caller, and keep the worst
 * error. False, for callers to return. The first is the tt_io_say_fn; `user` is the work. */
void tti_cut_say(void *user, tt_level level, const tt_io_error *what);
bool tti_cut_fail(struct cut_work *w, tt_status status, const char *path, const char *text);
bool tti_cut_fail_with(struct cut_work *w, const tt_io_error *error, const char *path);
bool tti_cut_fail_output(struct cut_work *w, tt_io_error *error);
void tti_cut_warn(struct cut_work *w, tt_io_error *what, const char *path);

#endif
