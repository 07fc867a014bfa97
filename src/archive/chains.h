/* SPDX-License-Identifier: MIT
 *
 * Which game came before which: recordings in chains, by prev_game_uuid.
 *
 *     a <- b <- c <- d        each game names the one before it
 *            <- e             two may name the same one
 *     f <- g <- h <- f        a ring, which no server writes
 *
 * Of several recordings of one game, the most complete one is that of the game.
 */
#ifndef ARCHIVE_CHAINS_H
#define ARCHIVE_CHAINS_H

#include "archive/database.h"

#define ARCHIVE_CHAIN_NONE UINT32_MAX /* no link: fewer links than this are loaded */

/* One row of the table `recording`. */
struct archive_link {
    int64_t id;             /* of the recording */
    tt_uuid game, previous; /* where has_game and has_previous */
    uint32_t before;        /* link of the game before it, or ARCHIVE_CHAIN_NONE */
    uint32_t ring;          /* of the first link of a ring: how many links it has; else 0 */
    uint8_t has_game, has_previous;
    uint8_t known; /* names_known, see archive/names.h */
};

/* All zero is empty. The order is what names.c needs: when a game is resolved the one before it has
 * its names already. */
struct archive_chains {
    struct archive_link *links; /* by game, the best recording of each first */
    uint32_t *order;            /* all links: the game before always first, those that share it
                                   side by side. The links of a ring follow each other. */
    uint32_t count;
};

/* Loads all recordings: O(n log n) time, some 70 bytes for each. False on failure, then it is
 * empty; after success it is to be freed. */
bool tti_archive_chains_load(struct archive_chains *chains, tt_io_archive *archive,
                             tt_io_error *error);
void tti_archive_chains_free(struct archive_chains *chains);

#endif
