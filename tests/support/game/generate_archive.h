/* SPDX-License-Identifier: MIT
 *
 * A made-up archive: the recordings of some servers over days, and one recording of a long busy
 * day. The same options give the same bytes everywhere.
 */
#ifndef TEST_GENERATE_ARCHIVE_H
#define TEST_GENERATE_ARCHIVE_H

#include <stdint.h>
#include <stdio.h>

typedef struct archive_shape {
    const char *path; /* of the folder, which is there; of a day, of the file */
    int32_t files;    /* 1 to ARCHIVE_FILES_MAX */
    uint64_t bytes;   /* of all files together, about */
    uint32_t seed;
    FILE *facts; /* NULL, or where everything is listed that a search can find */
} archive_shape;

enum { ARCHIVE_FILES_MAX = 100000 };

/* Writes <game_uuid>.teehistorian files: many small ones, a few large. 0 or an errno value; the
 * path that it is about is then in `failed`, which has room for 4096 bytes.
 *
 * A line of facts has words with tabs between them, the first line says which: file, what, tick,
 * cid, value, name, text, planted (see struct fact). Each file also has a line with what = file,
 * its last tick, its start time in value, its server in name and its map in text. */
int generate_archive(const archive_shape *options, char *failed);

/* One recording of a server full of players who hardly rest, and one who is planted. */
int generate_day(const archive_shape *options, char *failed);

#endif
