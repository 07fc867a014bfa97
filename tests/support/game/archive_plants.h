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
    int32_t servers; /* server i % servers records file i */
    int count;
    archive_plant *items;
} archive_plants;

/* Draws the file of each plant, for `files` files of these sizes. Returns 0 without memory. After
 * the last game the caller frees p->items with free(). */
int archive_plants_make(archive_plants *p, const uint64_t *sizes, int32_t files, chance *c);

/* Lists the visits that are planted in a file, and returns their number. */
int archive_plants_of(const archive_plants *p, int32_t file, visit *visits[GAME_VISITS]);

/* Returns 1 when a planted player remains from the previous file of the same server. */
int archive_plants_link(const archive_plants *p, int32_t file);

#endif
