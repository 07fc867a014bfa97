/* SPDX-License-Identifier: MIT
 *
 * The files of a folder, as they are at one moment.
 */
#ifndef FAULTS_STATE_H
#define FAULTS_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state_file {
    char *path; /* below the folder */
    uint64_t size;
    uint64_t hash; /* of its bytes; 0 for a folder and for a database, whose bytes hold times */
};

struct state {
    struct state_file *files;
    size_t count;
};

/* Looks at everything below the current folder. */
void state_take(struct state *state);
void state_free(struct state *state);

/* NULL when it is not there. */
const struct state_file *state_find(const struct state *state, const char *path);

bool state_same_file(const struct state_file *a, const struct state_file *b);

/* But for databases. */
bool state_same(const struct state *a, const struct state *b);

/* SQLite's own files, which it repairs itself when they are opened the next time. */
bool state_is_database(const char *path);

#endif
