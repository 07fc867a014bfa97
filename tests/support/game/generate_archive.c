/* SPDX-License-Identifier: MIT
 *
 * A made-up archive. See generate_archive.h.
 *
 * The logarithm of the sizes is spread like a bell, so half of the files have less than a quarter
 * of the mean, and of 2000 the largest some fifty times as much.
 */
#include "host/posix.h"

#include "support/game/generate_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/game/archive_header.h"
#include "support/game/archive_plants.h"
#include "support/game/game.h"

enum {
    SERVERS = 16,
    BYTES_A_TICK = 6, /* bytes of a player in a tick */
    INPUTS_IN_16 = 4, /* inputs in 16 ticks, with which half of the bytes are inputs */
    FINISHES = 40,    /* finishes of a player in a million ticks */
    PATH_SIZE = 4096,

    DAY_INPUTS_IN_16 = 13, /* inputs in 16 ticks of players who never stop moving the mouse */
    DAY_FINISHES = 2
};

typedef struct tt_io_archive {
    const archive_shape *options;
    char *failed; /* path of the file that failed, PATH_SIZE bytes */
    chance chance;
    track *tracks;
    person people[PEOPLE];
    uint64_t *sizes;
    archive_plants plants;
    game_server game[SERVERS];
    archive_server server[SERVERS];
    const char *file; /* name of the file that is being written */
} archive;

static void fact_write(void *user, const fact *f)
{
    const archive *a = user;
    if (a->options->facts != NULL) {
        fprintf(a->options->facts, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%d\n", a->file, f->what,
                (int)f->tick, (int)f->cid, (int)f->value, f->name, f->text, f->planted);
    }
}

/* Returns 256 * 2^(z / 256), linear between two powers of two. */
static uint64_t power_of_two(int32_t z)
{
    return (uint64_t)(256 + (z & 255)) << (z >> 8);
}

static void sizes_draw(archive *a)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < a->options->files; i++) {
        int32_t bell = 0; /* the sum of twelve random numbers: nearly normal, with a mean of 6138
                             and a deviation of 1024 */
        for (int n = 0; n < 12; n++) {
            bell += chance_below(&a->chance, 1024);
        }
        a->sizes[i] = power_of_two(12 * 256 + (bell - 6138) * 5 / 8);
        sum += a->sizes[i];
    }
    for (int32_t i = 0; i < a->options->files; i++) {
        double share = (double)a->sizes[i] / (double)sum;
        a->sizes[i] = (uint64_t)(share * (double)a->options->bytes);
    }
}

/* Returns how many players write about this many bytes in a game of usual length. */
static int32_t players_for(archive *a, uint64_t bytes)
{
    int32_t ticks = chance_between(&a->chance, 600, 5400) * TT_TICKS_PER_SECOND;
    uint64_t players = bytes / BYTES_A_TICK / (uint64_t)ticks;
    return players > GAME_SLOTS - 4 ? GAME_SLOTS - 4 : (int32_t)players + 1;
}

static int fail(archive *a, const char *path, int error)
{
    snprintf(a->failed, PATH_SIZE, "%s", path);
    return error;
}

/* Plays a game into a file. *ticks is its last tick. */
static int game_write(archive *a, const char *path, int32_t number, const game_plan *plan,
                      int32_t *ticks)
{
    tt_io_output out;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fail(a, path, errno);
    }
    tt_io_output_open_fd(&out, fd, true);
    *ticks = game_play(&a->game[number], plan, &out);
    int error = tt_io_output_close(&out);
    return error == 0 ? 0 : fail(a, path, error);
}

static int file_write(archive *a, int32_t i)
{
    int32_t number = i % a->plants.servers, ticks = 0;
    archive_server *server = &a->server[number];
    visit *visits[GAME_VISITS];
    archive_header header;
    char path[PATH_SIZE], name[TT_UUID_TEXT + 16];
    if (chance_happens(&a->chance, 12) && !archive_plants_link(&a->plants, i)) {
        game_server_restart(&a->game[number]);
        server->has_previous = 0;
    }
    archive_header_make(&header, server, &a->chance);
    tt_uuid_format(name, &header.fields.game_uuid);
    strcat(name, ".teehistorian");
    if (snprintf(path, sizeof path, "%s/%s", a->options->path, name) >= PATH_SIZE) {
        return fail(a, a->options->path, ENAMETOOLONG);
    }
    a->file = name;
    game_plan plan = {.header = &header.fields,
                      .bytes = a->sizes[i],
                      .players = players_for(a, a->sizes[i]),
                      .finishes = FINISHES,
                      .visits = visits,
                      .on_fact = fact_write,
                      .user = a};
    plan.visit_count = archive_plants_of(&a->plants, i, visits);
    plan.joins_carried = server->minor < 17 || server->minor > 19;
    plan.close =
        !chance_happens(&a->chance, 50) || archive_plants_link(&a->plants, i + a->plants.servers);
    int error = game_write(a, path, number, &plan, &ticks);
    fact about = {"file", ticks, -1, (int32_t)server->start, server->name, header.map_name, 0};
    fact_write(a, &about);
    archive_server_go_on(server, &header, ticks, plan.close);
    if (!plan.close) { /* a server without a proper end was killed, so it starts without players */
        game_server_restart(&a->game[number]);
    }
    return error;
}

static void archive_free(archive *a)
{
    if (a != NULL) {
        tracks_free(a->tracks);
        free(a->sizes);
        free(a->plants.items);
        free(a);
    }
}

/* Returns NULL without memory. */
static archive *archive_make(const archive_shape *options, char *failed, int32_t inputs_in_16)
{
    archive *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    a->options = options;
    a->failed = failed;
    a->chance.state = options->seed;
    a->tracks = tracks_make(options->seed + UINT64_C(1), inputs_in_16);
    a->sizes = calloc((size_t)options->files, sizeof *a->sizes);
    if (a->tracks == NULL || a->sizes == NULL) {
        archive_free(a);
        return NULL;
    }
    people_make(a->people, &a->chance);
    /* a few files have fewer servers, so that some games follow each other */
    a->plants.servers = clamp_int(options->files / 4, 1, SERVERS);
    for (int32_t s = 0; s < a->plants.servers; s++) {
        a->server[s] = archive_server_make(s, &a->chance);
        a->game[s].tracks = a->tracks;
        a->game[s].people = a->people;
        a->game[s].chance.state = chance_next(&a->chance);
    }
    if (options->facts != NULL) {
        fputs("file\twhat\ttick\tcid\tvalue\tname\ttext\tplanted\n", options->facts);
    }
    return a;
}

int generate_archive(const archive_shape *options, char *failed)
{
    archive *a = archive_make(options, failed, INPUTS_IN_16);
    int error = ENOMEM;
    if (a != NULL) {
        sizes_draw(a);
        error = archive_plants_make(&a->plants, a->sizes, options->files, &a->chance) ? 0 : ENOMEM;
    }
    for (int32_t i = 0; error == 0 && i < options->files; i++) {
        error = file_write(a, i);
    }
    archive_free(a);
    return error;
}

int generate_day(const archive_shape *options, char *failed)
{
    archive *a = archive_make(options, failed, DAY_INPUTS_IN_16);
    archive_header header;
    visit planted = {.kind = VISIT_FINISH, .at = options->bytes / 10 * 7, .value = 1001};
    visit *visits[] = {&planted};
    int32_t ticks;
    if (a == NULL) {
        return ENOMEM;
    }
    archive_header_make(&header, &a->server[0], &a->chance);
    person_make(&planted.who, "plant-finish", &a->chance);
    const char *slash = strrchr(options->path, '/');
    a->file = slash != NULL ? slash + 1 : options->path;
    game_plan plan = {.header = &header.fields,
                      .bytes = options->bytes,
                      .players = GAME_SLOTS,
                      .finishes = DAY_FINISHES,
                      .close = 1,
                      .visits = visits,
                      .visit_count = 1,
                      .on_fact = fact_write,
                      .user = a};
    int error = game_write(a, options->path, 0, &plan, &ticks);
    fact about = {"file",          ticks, -1, (int32_t)a->server[0].start, a->server[0].name,
                  header.map_name, 0};
    fact_write(a, &about);
    archive_free(a);
    return error;
}
