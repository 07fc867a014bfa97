/* SPDX-License-Identifier: MIT
 *
 * Writes pieces of a recording. Each format has a cut_format, the functions that differ.
 */
#ifndef JOBS_CUT_H
#define JOBS_CUT_H

#include "jobs/job.h"
#include "spans/spans.h"
#include "teetape/io/cut.h"

/* The most bytes of "name:" and a name with its NUL. No player has a longer name. */
#define CUT_RENAMED (5 + TT_NAME_CAP)

struct cut_format;

/* Writes a cut of the open reading `r` into a sink. `how` has its span and its stop, and `r` has
 * the options TT_WANT_RECORDS and wants_before. Returns false after a report, or a stop. */
bool tti_cut_put(tt_io_reading *r, const char *path, const tt_io_reading_options *how,
                 tt_sink_fn *put, void *user, struct job_voice *voice);

/* A recording that is cut into one file or several. It is zeroed and on the heap. */
struct cut_work {
    const char *path;
    const tt_io_cut_options *options;
    const struct cut_format *format;
    tt_io_reading *r;
    tt_io_reading_options how;
    struct job_voice voice;

    tt_io_spans_options ask;
    tt_io_spans spans;
    tt_io_reading survey;
    char from_text[24], to_text[24];
    int32_t split;
    bool keeps_some;    /* false: every player is kept */
    const char *finder; /* the player whose finishes or chat lines are searched, or NULL */
    const char *renamed[TT_IO_PEOPLE_MAX];
    char renamed_text[TT_IO_PEOPLE_MAX][CUT_RENAMED];
    /* the chosen player, "team:N", or "" for everybody; the new game_uuid depends on this text */
    char selection[300];

    int64_t number;
    int64_t from, to;
    int64_t first;
    bool is_placed;
    char path_of_piece[JOB_PATH];
    tt_sink_fn *put; /* takes the one piece in place of `output`; NULL: none */
    void *user;
    bool has_begun;
    /* number of kept sessions in the piece; a demo may count one several times, but 0 is exact */
    uint64_t players;

    union {
        struct cut_teehistorian {
            const tt_th *th;
            const tt_th_history *history;
            const tt_th_change *change;
            tt_io_file *file;
            uint8_t buffer[TT_TH_WRITE_BUFFER];
            tt_th_writer writer;
            tt_th_cut cut;
        } th;
        struct cut_demo {
            tt_io_demo_output out;
            tt_demo_rename renames[TT_IO_PEOPLE_MAX]; /* the texts point into the options */
            bool hidden[TT_CIDS];
            tt_demo_new_map map;
            size_t map_room;
        } demo;
    } u;
};

/* Functions of a format. For each piece cut_pieces.c calls begin, then record for each record, then
 * end. */
struct cut_format {
    /* is_whole is true for demos: the cut reads from the start, without an index. The bounds of
     * pieces can be computed only when the first tick is known. */
    bool is_whole;
    void (*want)(const struct cut_work *w, tt_io_reading_options *how);
    bool (*begin)(struct cut_work *w);
    bool (*record)(struct cut_work *w);
    bool (*end)(struct cut_work *w, bool is_wanted);
    void (*close)(struct cut_work *w);
};

extern const struct cut_format tti_cut_teehistorian, tti_cut_demo;

/* Returns the last '=' of OLD=NEW, or NULL (cut_pieces.c). */
const char *tti_cut_equals(const char *text);

/* Writes all pieces. Returns true when at least one was written. */
bool tti_cut_write(struct cut_work *w);

/* Functions that the formats call (cut_pieces.c). tti_cut_keeps returns true when the session in
 * slot `cid` is in the cut. tti_cut_begin_piece counts the players at the first tick. tti_cut_open
 * opens the file of a piece, or reports why it cannot be opened. tti_cut_report gives a piece to
 * on_made. tti_cut_fail_output reports a failed output. */
bool tti_cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid);
void tti_cut_begin_piece(struct cut_work *w);
tt_io_file *tti_cut_open(struct cut_work *w, bool patches);
void tti_cut_report(const struct cut_work *w, tt_io_cut_piece *piece);
bool tti_cut_fail_output(struct cut_work *w, tt_io_error *error);

/* Continues with the next piece, up to tick `to`, in another `file`, with this map or none. The
 * caller has called tti_demo_cut_in_pieces for the first piece, and tt_io_demo_output_end. */
bool tti_demo_output_next(tt_io_demo_output *out, const tt_demo *demo, int32_t to,
                          const tt_demo_new_map *map);

#endif
