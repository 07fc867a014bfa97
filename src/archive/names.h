/* SPDX-License-Identifier: MIT
 *
 * Names that a recording does not have, from the recording of the game before.
 */
#ifndef ARCHIVE_NAMES_H
#define ARCHIVE_NAMES_H

#include "archive/database.h"

/* recording.names_known: whether names of the game before were looked for. Stored with the
 * recording, because a scan may be killed between storing and looking. */
enum {
    ARCHIVE_NAMES_NEW = 0,   /* nothing of what follows from it was found */
    ARCHIVE_NAMES_KNOWN = 1, /* set for all recordings at the end of an update */
    ARCHIVE_NAMES_LOST = 2   /* the game before it is gone: counts for all who name that one, too */
};

/* Finds the names anew where recordings came or went: for every client that was carried over a map
 * change, the name that it had in the same slot at the end of the game before (prev_game_uuid), and
 * so on back. In one transaction. The result depends on the recordings that are there alone, not on
 * the order in which they came. */
bool tti_archive_names_update(tt_io_archive *archive, tt_io_error *error);

/* Drops the names that no player has any more; within a transaction. */
bool tti_archive_names_drop(tt_io_archive *archive, tt_io_error *error);

#endif
