/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape verify: its options, and --physics.
 */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

#include "cli/shell/reading.h"
#include "cli/show/rows.h"
#include "teetape/io/physics.h"

struct verify_options {
    bool physics;
    const char *map;
};

/* The computed game of a recording. All zero without --physics, and when no game is computed. */
struct verify_physics {
    const struct reading *r;
    tt_io_physics io;
    bool is_open;        /* true when the game was begun, and moves are counted */
    bool is_done;        /* true when all moves of the recording were counted */
    size_t told;         /* number of unexplained moves that notes reported */
    struct miss *misses; /* unexplained moves, kept for --json */
    size_t miss_count, miss_room;
    bool no_memory;
    enum exit_status status; /* the least exit status of verify */
};

/* Opens the map and begins the game. Reports why no move can be computed. */
void verify_physics_open(struct verify_physics *v, struct reading *r, tt_io_reading *io);

/* Reads the recording once more, for a reading that gives no records. */
void verify_physics_read(struct verify_physics *v, struct reading *r);

void verify_physics_end(struct verify_physics *v, const tt_io_reading *io);

/* Prints the table of players. */
void verify_physics_print(const struct verify_physics *v);

/* Writes the object of --json; `of` is a struct verify_physics (column_own). */
void verify_physics_json(struct json *j, const char *key, const void *of);

/* Frees everything, and returns the exit status. */
enum exit_status verify_physics_close(struct verify_physics *v);

/* The keys of the object, for the manual. */
extern const struct column verify_physics_columns[];

#endif
