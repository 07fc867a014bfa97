/* SPDX-License-Identifier: MIT
 *
 * The headers of a made-up archive: games that follow each other on a server.
 */
#ifndef TEST_ARCHIVE_HEADER_H
#define TEST_ARCHIVE_HEADER_H

#include "support/game/tee.h"
#include "teetape/teehistorian_write.h"

/* A server between two games. */
typedef struct archive_server {
    char name[64];
    int32_t number, minor;
    int64_t start; /* of the next game */
    int has_previous;
    tt_uuid previous;
} archive_server;

/* Number `number` of an archive that begins on a fixed day. */
archive_server archive_server_make(int32_t number, chance *c);

/* A header and what its views point to; not to be moved. */
typedef struct archive_header {
    tt_th_fields fields;
    char map_name[32], prng[64], port[16];
    tt_th_setting config[5], tuning[1];
    tt_bytes uuids[TT_TH_KINDS];
} archive_header;

void archive_header_make(archive_header *h, const archive_server *server, chance *c);

/* The game is over after this many ticks; with `close` the next one says which it was. */
void archive_server_go_on(archive_server *server, const archive_header *h, int32_t ticks,
                          int close);

#endif
