/* SPDX-License-Identifier: MIT
 *
 * Follows the recordings of a server over changes of the map: --follow with a folder.
 *
 * A server writes one file a map. At first the newest teehistorian file of the folder is followed.
 * Then comes each file that appears later, in the order of the time stamps. A file ends for the
 * follower when it has its FINISH record, or when a newer file exists and this one grows no more
 * (the server was killed).
 */
#ifndef CLI_SHELL_FOLLOW_H
#define CLI_SHELL_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/walk.h"

struct job;
struct shell;

struct follow {
    const struct shell *sh;
    tt_io_list *inputs; /* the followed files; the last one is the current one */
    tt_io_list known;   /* files that the folder had at the start */
    int64_t mtime_ns;   /* time stamp of the current file; INT64_MIN before the first one */
    unsigned waits;     /* for the next look at the folder */
    bool has_next;      /* the last input is not read yet */
    bool has_failed;    /* there was no memory */
};

/* Returns true when the words name a folder to follow. */
bool follow_wanted(const struct shell *sh);

/* Opens a follower of the folder, which adds to `inputs`. What cannot be read in the folder goes to
 * `report`. */
void follow_open(struct follow *f, const struct shell *sh, tt_io_list *inputs,
                 tt_io_walk_fn *report, void *user);

/* Waits for the next file, which then is the last of the inputs. Returns false after a stop, and
 * with has_failed. */
bool follow_next(struct follow *f);

void follow_close(struct follow *f);

/* Returns true when the job's file has nothing new and a newer file is to be read. A reading calls
 * it whenever it has waited for growth. */
bool follow_goes_on(const struct job *job);

#endif
