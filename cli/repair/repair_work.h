/* SPDX-License-Identifier: MIT
 *
 * A damaged file on its way to a repaired one, whatever format it has: its input, of which
 * everything is taken that can be decompressed, and its output.
 *
 *     if (repair_work_open(w, job)) repair_<format>(w);    // looks at w->first
 *     return repair_work_close(w);
 *
 * repair_<format> opens the output (repair_work_output), takes all pieces (repair_work_next), and
 * commits the output (repair_work_commit) or says why there is none (repair_work_fail).
 */
#ifndef CLI_REPAIR_WORK_H
#define CLI_REPAIR_WORK_H

#include "cli/shell/command.h"
#include "cli/shell/out_path.h"
#include "host/compress.h"
#include "host/input.h"

/* The options of teetape repair. */
struct repair_options {
    bool resync;
};

struct repair_work {
    struct job *job;
    tt_bytes first; /* how the file begins; empty when it has nothing that can be decompressed */
    struct host_compressed_file file;
    char path[OUT_PATH];      /* of the output */
    struct host_error damage; /* of the compressed data, the first; kind HOST_ERROR_NONE for none */
    uint64_t damages;         /* how often it was found to be damaged */
    bool passes;              /* wanted: it goes on behind a damaged block or frame, if it can */
    bool could_pass;          /* there was more behind what ended it */
    uint64_t missing;         /* with REPAIR_GAP: bytes that did not come, after decompression */

    /* for repair_work.c */
    struct host_input *input;
    bool has_first, ended, is_open;
    enum exit_status status;
};

enum repair_status {
    REPAIR_PIECE,
    REPAIR_GAP,    /* bytes are missing here */
    REPAIR_END,    /* no more can be decompressed */
    REPAIR_STOPPED /* the system failed, and that was said, or the user wants to leave */
};

/* Opens the input and reads its first piece; `w` is all zeros. False when there is nothing to be
 * repaired, after saying so. */
bool repair_work_open(struct repair_work *w, struct job *job);

/* The path of the output for an input: what -o says, or the same name in its folder. False when
 * there is none, after saying so, with *status. */
bool repair_path(char path[OUT_PATH], const struct job *job, enum exit_status *status);

/* Opens the output. False when that fails, after saying so. */
bool repair_work_output(struct repair_work *w);

/* The next piece, decompressed; the first one again first. */
enum repair_status repair_work_next(struct repair_work *w, tt_bytes *piece);

/* The output is whole: it gets its name. False when that fails, after saying so. */
bool repair_work_commit(struct repair_work *w);

/* Says why there is no output. */
void repair_work_fail(struct repair_work *w, enum exit_status status, const char *path,
                      const char *text);

/* Frees everything; an output that was not committed leaves nothing behind. */
enum exit_status repair_work_close(struct repair_work *w);

#endif
