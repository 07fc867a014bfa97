/* SPDX-License-Identifier: MIT
 *
 * The headers of a made-up archive: games that follow each other on a server.
 */
#ifndef TEST_ARCHIVE_HEADER_H
#define TEST_ARCHIVE_HEADER_H

#include "support/game/tee.h"
#include "teetape/teehistorian_write.h"

/* The state of a server between two games. */
typedef struct archive_server {
    char name[64];
    int32_t number, minor;
    int64_t start; /* start time of the next game */
    int has_previous;
    tt_uuid previous;
} archive_server;

/* Makes server `number` of an archive whose first games begin on a fixed day. */
archive_server archive_server_make(int32_t number, chance *c);

/* A header, with the memory that its views point to. The struct must not be moved. */
typedef struct archive_header {
    tt_th_fields fields;
    char map_name[32], prng[64], port[16];
    tt_th_setting config[5], tuning[1];
    tt_bytes uuids[TT_TH_KINDS];
} archive_header;

void archive_header_make(archive_header *h, const archive_server *server, chance *c);

/* Ends a game after this many ticks. With `close`, the header of the next game names this one as
 * the previous game. */
void archive_server_go_on(archive_server *server, const archive_header *h, int32_t ticks,
                          int close);

#endif
