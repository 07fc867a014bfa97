/* SPDX-License-Identifier: MIT
 *
 * Finds names that a recording lacks in the recording of the game before it on the same server.
 */
#ifndef ARCHIVE_NAMES_H
#define ARCHIVE_NAMES_H

#include "archive/database.h"

/* Values of recording.names_known. They are stored with the recording, because a scan may be killed
 * before it has looked for the names. */
enum {
    ARCHIVE_NAMES_NEW = 0,
    ARCHIVE_NAMES_KNOWN = 1, /* set for all recordings at the end of an update */
    /* the game before is gone; all recordings that follow that game are resolved again */
    ARCHIVE_NAMES_LOST = 2
};

/* Finds missing names after recordings came or went. A client that remained over a map change has
 * the name of the same slot at the end of the game before (prev_game_uuid), which may come from the
 * game before that. The result does not depend on the order in which recordings came. */
bool tti_archive_names_update(tt_io_archive *archive, tt_io_error *error);

bool tti_archive_names_drop(tt_io_archive *archive, tt_io_error *error);

#define ARCHIVE_CHAIN_NONE UINT32_MAX /* stands for no link; an archive has always fewer links */

struct archive_link {
    int64_t id;
    tt_uuid game, previous;
    uint32_t before;
    uint32_t ring; /* in the first link of a ring: number of its links; 0 in the others */
    uint8_t has_game, has_previous;
    uint8_t known;
};

struct archive_chains {
    struct archive_link *links; /* sorted by game; the best recording of each game comes first */
    uint32_t *order; /* The order of resolving: each game follows the game before it. Links with the
                        same game before are neighbours, and so are the links of a ring. */
    uint32_t count;
};

/* Loads all recordings. Takes O(n log n) time and some 70 bytes a recording. After a failure there
 * is nothing to free; otherwise the caller frees the result. */
bool tti_archive_chains_load(struct archive_chains *chains, tt_io_archive *archive,
                             tt_io_error *error);
void tti_archive_chains_free(struct archive_chains *chains);

#endif
