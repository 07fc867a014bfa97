/* SPDX-License-Identifier: MIT
 *
 * Walks a folder and hashes what is in it.
 */
#define _GNU_SOURCE 1

#include "state.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* nftw has no word for its caller. */
static struct state *walked;

bool state_is_database(const char *path)
{
    return strstr(path, ".db") != NULL;
}

static uint64_t hash_file(const char *path)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a: fast to write, and nobody attacks it here */
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 1;
    }
    uint8_t piece[65536];
    size_t size;
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        for (size_t i = 0; i < size; i++) {
            hash = (hash ^ piece[i]) * 1099511628211u;
        }
    }
    fclose(file);
    return hash;
}

static int take_file(const char *path, const struct stat *facts, int type, struct FTW *place)
{
    (void)place;
    size_t count = walked->count + 1;
    walked->files = realloc(walked->files, count * sizeof walked->files[0]);
    struct state_file *file = &walked->files[walked->count];
    walked->count = count;
    file->path = strdup(path);
    bool is_read = type == FTW_F && !state_is_database(path);
    file->size = is_read ? (uint64_t)facts->st_size : 0;
    file->hash = is_read ? hash_file(path) : 0;
    return 0;
}

void state_take(struct state *state)
{
    memset(state, 0, sizeof *state);
    walked = state;
    nftw(".", take_file, 16, FTW_PHYS);
}

void state_free(struct state *state)
{
    for (size_t i = 0; i < state->count; i++) {
        free(state->files[i].path);
    }
    free(state->files);
    memset(state, 0, sizeof *state);
}

const struct state_file *state_find(const struct state *state, const char *path)
{
    for (size_t i = 0; i < state->count; i++) {
        if (strcmp(state->files[i].path, path) == 0) {
            return &state->files[i];
        }
    }
    return NULL;
}

bool state_same_file(const struct state_file *a, const struct state_file *b)
{
    return a->size == b->size && a->hash == b->hash;
}

static bool holds(const struct state *a, const struct state *b)
{
    bool all = true;
    for (size_t i = 0; all && i < b->count; i++) {
        const struct state_file *file = &b->files[i];
        const struct state_file *other = state_find(a, file->path);
        all = state_is_database(file->path) || (other != NULL && state_same_file(file, other));
    }
    return all;
}

bool state_same(const struct state *a, const struct state *b)
{
    return holds(a, b) && holds(b, a);
}
