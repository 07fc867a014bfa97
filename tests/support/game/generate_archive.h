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
    const char *path; /* path of an existing folder; for a day, path of the file */
    int32_t files;    /* 1 to ARCHIVE_FILES_MAX */
    uint64_t bytes;   /* approximate size of all files together */
    uint32_t seed;
    FILE *facts; /* receives a line for each fact that a search can find; may be NULL */
} archive_shape;

enum { ARCHIVE_FILES_MAX = 100000 };

/* Writes <game_uuid>.teehistorian files: many small ones, a few large. Returns 0 or an errno value;
 * then `failed`, which has room for 4096 bytes, has the path.
 *
 * A line of facts has words with tabs between them. The first line names them: file, what, tick,
 * cid, value, name, text, planted (see struct fact). Each file also has a line with what = file,
 * its last tick, its start time in value, its server in name and its map in text. */
int generate_archive(const archive_shape *options, char *failed);

/* Writes one recording of a full server whose players hardly rest, with one planted player. */
int generate_day(const archive_shape *options, char *failed);

#endif
