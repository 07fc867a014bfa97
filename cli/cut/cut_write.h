/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of `teetape cut`.
 */
#ifndef CLI_CUT_WRITE_H
#define CLI_CUT_WRITE_H

#include "cli/cut/cut_plan.h"
#include "host/compress.h"
#include "teetape/teehistorian_cut.h"

/* Bytes of a path that is made here. */
#define CUT_PATH 4096

/* One recording on its way to one file or several. */
struct cut_work {
    struct recording r;
    struct cut_plan plan;
    tt_th_past past;
    enum exit_status status;

    /* the piece */
    int32_t from;
    int64_t to; /* PLACE_END for the end */
    char path[CUT_PATH];
    struct host_compressed_file file;
    uint8_t buffer[TT_TH_WRITE_BUFFER];
    tt_th_writer writer;
    tt_th_cut cut;
    uint64_t players; /* stays in it */
};

/* The path of piece `number` (from 1): the number stands before the ending of the name. False when
 * the path is too long. */
bool cut_path_number(char dst[CUT_PATH], const char *output, unsigned number);

/* Writes all pieces of w->plan and tells about each when it is there. The recording is at its
 * start. */
void cut_write(struct cut_work *w);

#endif
