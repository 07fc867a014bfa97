/* SPDX-License-Identifier: MIT
 *
 * teetape repair: a damaged recording on its way to a repaired one. The input is taken as far as it
 * can be decompressed; the repairer of its format in the library makes the output of it.
 *
 *     repair_teehistorian.c  piece by piece, as it comes
 *     repair_demo.c          with all of it in reach
 *     repair_loss.c          what is reported of a teehistorian file
 *     repair_output.c        where the output goes, and why there is none
 */
#ifndef CLI_REPAIR_H
#define CLI_REPAIR_H

#include "cli/shell/out_path.h"
#include "cli/show/rows.h"
#include "teetape/io/input.h"
#include "teetape/teehistorian_repair.h"

/* Of the command. */
struct repair_options {
    bool resync;
};

/* One recording, and what both formats need to say of it. */
struct repair {
    struct job *job;
    tt_io_input *input;      /* opened by cmd_repair.c */
    tt_io_error damage;      /* of the compressed data, the first; status TT_OK for none */
    uint64_t damages;        /* how often it was found to be damaged */
    char path[OUT_PATH];     /* of the output */
    enum exit_status status; /* what the command returns for it */
};

/* Repairs it: opens the output, and says what was lost or why there is no output. */
void repair_teehistorian(struct repair *r);
void repair_demo(struct repair *r);

/* The path of the output: what -o says, or the same name in its folder. False when there is none,
 * after saying so. */
bool repair_path(struct repair *r);

/* Says why there is no output. */
void repair_fail(struct repair *r, enum exit_status status, const char *path, const char *text);

/* The compressed data is damaged. */
void repair_report_damage(struct repair *r, const tt_io_error *damage);

/* What became of it, as an object. Both formats have the same struct and print the rows that are
 * theirs. */
struct repair_result {
    const char *output;
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages, left_out, written, records;
    int32_t markers;
    bool finished, damaged;
    uint64_t gaps, lost_bytes, damaged_chunks;
    bool map_lost;
    uint64_t lost_records, repaired;
    struct column_list losses, faults; /* of a teehistorian file, the first ones */
    struct column_own compressed_damage;
};
extern const struct column repair_columns[];

/* Losses that are kept for the result. */
#define REPAIR_KEPT 100

/* Losses of one recording on their way to messages and to the object. */
struct repair_losses {
    const struct repair *repair;
    tt_th_loss kept[REPAIR_KEPT]; /* the first ones, in the order in which they were found */
    size_t count;                 /* of `kept` in use */
};

/* Says and keeps a loss; for tt_th_repair.on_loss. `user` are the losses. */
void repair_loss(void *user, const tt_th_loss *loss);

/* Says what became of it all: a line or two on stderr, and with --json an object. `could_resume` is
 * whether there was more after what ended it. */
void repair_report(const struct repair_losses *losses, const tt_th_repair *repair,
                   bool could_resume);

#endif
