/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of `teetape cut`. What differs from format to format is in a struct of
 * functions.
 */
#ifndef CLI_CUT_WRITE_H
#define CLI_CUT_WRITE_H

#include "cli/cut/cut_options.h"
#include "cli/cut/cut_plan.h"
#include "cli/cut/demo_writing.h"
#include "cli/read/reading.h"
#include "teetape/io/file.h"
#include "teetape/teehistorian_cut.h"

/* Bytes of a path that is made here. */
#define CUT_PATH 4096

/* Bytes of "name:" and a name; a longer one is nobody's. */
#define CUT_RENAMED (5 + TT_NAME_CAP)

struct cut_format;

/* One recording on its way to one file or several. One for a run, zeroed, on the heap; cmd_cut.c
 * makes it. */
struct cut_work {
    struct job *job;
    const struct cut_options *options; /* of the command line */
    const struct cut_format *format;
    struct reading r;        /* of the recording, while its pieces are written */
    enum exit_status status; /* the worst so far, what the command returns */

    /* what is cut, of what is asked for */
    struct cut_ask ask;                   /* what the survey looks for */
    struct cut_plan plan;                 /* what it found */
    struct span_options span;             /* without a player */
    char from_text[24], to_text[24];      /* span.from and span.to of what was found */
    int32_t split;                        /* ticks of each piece, 0 for one piece */
    bool keeps_some;                      /* else everybody */
    char renamed[TEXTS_MAX][CUT_RENAMED]; /* OLD of each --rename, as a player */
    char selection[300];                  /* for the game_uuid: who was asked for, or "" */

    /* the piece */
    int64_t number;      /* of the piece, from 0 on */
    int64_t from, to;    /* TT_IO_PLACE_END for the end */
    int64_t first;       /* where the first one begins */
    bool is_placed;      /* these are known */
    char path[CUT_PATH]; /* of the current piece */
    bool has_begun;      /* its first tick was reached */
    uint64_t players; /* sessions in it, of those that are kept; of a demo, whether there are any */

    union {
        struct cut_teehistorian {
            bool is_open;    /* `file` is to be committed or discarded */
            const tt_th *th; /* of the recording, with what goes along with it */
            const tt_th_history *history;
            const tt_th_change *change;
            tt_io_file *file;                   /* while is_open */
            uint8_t buffer[TT_TH_WRITE_BUFFER]; /* of the writer */
            tt_th_writer writer;
            tt_th_cut cut; /* state of the core: what was written of whom */
        } th;
        struct cut_demo {
            struct demo_writing out;           /* writer, cut and file of the core */
            tt_demo_rename renames[TEXTS_MAX]; /* point into the command line */
            tt_demo_new_map map; /* the new one, or for later pieces the embedded one */
            size_t map_room;     /* for tt_io_map_file_add */
        } demo;
    } u;
};

/* One const of it for each format: cut_write.c knows no format, and asks these in the order begin,
 * record for each record, end, report. */
struct cut_format {
    /* It needs the records before the span as well, and its time begins with its first tick. */
    bool is_whole;
    /* What is wanted of the recording, before it is opened. */
    void (*want)(const struct cut_work *w, struct reading_options *how);
    /* Opens the output of the piece and writes what comes before its records. False when it
     * fails; so do the others. */
    bool (*begin)(struct cut_work *w);
    /* Takes the current record. */
    bool (*record)(struct cut_work *w);
    /* Gives the piece its name; or, when it is not wanted (any more), forgets it. */
    bool (*end)(struct cut_work *w, bool is_wanted);
    /* A line, or an object, on stdout; nothing when the piece itself went there. */
    void (*report)(const struct cut_work *w);
    /* After the last piece; may be NULL. */
    void (*close)(struct cut_work *w);
};

extern const struct cut_format cut_format_teehistorian, cut_format_demo;

/* What the options ask for, into w->ask and the members after it. */
void cut_ask(struct cut_work *w, bool is_demo);

/* Whether the session in slot `cid` is in the cut. */
bool cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid);

/* The first tick of the piece is reached: counts the players who are there. */
void cut_begin_piece(struct cut_work *w);

/* Writes all pieces and reports each when it is there. The recording is at its start. */
void cut_write(struct cut_work *w);

/* The keys of the object that says what became of a teehistorian file. */
extern const struct column cut_columns[];

#endif
