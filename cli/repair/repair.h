/* SPDX-License-Identifier: MIT
 *
 * teetape repair: the input is decompressed as far as possible, and the repairer of its format
 * in the library makes the output.
 *
 *     repair_teehistorian.c  reads the input piece by piece
 *     repair_demo.c          reads the input at any offset
 *     repair_loss.c          reports losses, and names the output
 */
#ifndef CLI_REPAIR_H
#define CLI_REPAIR_H

#include "cli/shell/out_path.h"
#include "cli/show/rows.h"
#include "teetape/io/input.h"
#include "teetape/teehistorian_repair.h"

struct repair_options {
    bool resync;
};

struct repair {
    struct job *job;
    tt_io_input *input;
    tt_io_error damage; /* the first damage of the compressed data; status TT_OK for none */
    uint64_t damages;   /* how often the compressed data was found damaged */
    char path[OUT_PATH];
    enum exit_status status;
};

void repair_teehistorian(struct repair *r);
void repair_demo(struct repair *r);

/* Makes the path from -o. In a folder -o the output has the input's name. Returns false after
 * reporting. */
bool repair_path(struct repair *r);

void repair_fail(struct repair *r, enum exit_status status, const char *path, const char *text);

void repair_report_damage(struct repair *r, const tt_io_error *damage);

struct repair_result {
    const char *output;
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages, left_out, written, records;
    int32_t markers;
    bool finished, damaged;
    uint64_t gaps, lost_bytes, damaged_chunks;
    bool map_lost;
    uint64_t lost_records, repaired;
    struct column_list losses, faults; /* the first losses and faults of a teehistorian file */
    struct column_own compressed_damage;
};
extern const struct column repair_columns[];

#define REPAIR_KEPT 100

struct repair_losses {
    const struct repair *repair;
    tt_th_loss kept[REPAIR_KEPT]; /* the first losses, in the order in which they were found */
    size_t count;
};

void repair_loss(void *user, const tt_th_loss *loss);

/* Reports what was lost. `could_resume` means that more data follows the place where reading ended.
 */
void repair_report(const struct repair_losses *losses, const tt_th_repair_view *repair,
                   bool could_resume);

#endif
