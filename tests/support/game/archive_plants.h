/* SPDX-License-Identifier: MIT
 *
 * Who is planted in a made-up archive: people whose names, finishes, saves and accounts nobody else
 * has, so that a search for them has one right answer.
 */
#ifndef TEST_ARCHIVE_PLANTS_H
#define TEST_ARCHIVE_PLANTS_H

#include "support/game/game.h"

typedef struct archive_plant {
    int32_t file;
    visit visit;
} archive_plant;

typedef struct archive_plants {
    int32_t servers; /* file i is of server i % servers */
    int count;
    archive_plant *items;
} archive_plants;

/* Draws the files, of this many with these sizes. 0 when memory is short. Freed with
 * free(p->items), not before the last game is over. */
int archive_plants_make(archive_plants *p, const uint64_t *sizes, int32_t files, chance *c);

/* Those of a file. Returns how many. */
int archive_plants_of(const archive_plants *p, int32_t file, visit *visits[GAME_VISITS]);

/* 1 when somebody who is planted remains over from the file before of the same server. */
int archive_plants_link(const archive_plants *p, int32_t file);

#endif
