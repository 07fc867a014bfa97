/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over given inputs, for compilers without libFuzzer.
 *
 * usage: fuzz_<x> FILE|DIR...
 *
 * A target that mutates by itself (mutate.h) also gets some mutations of each, always the same.
 * Each input is handed over in a block of exactly its size, so that a sanitizer sees a read beyond
 * its end. The exit status is 0 when every input was run; a target reports a finding by ending the
 * process.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs larger than this are no seeds but a mistake. */
#define INPUT_LIMIT (64L << 20)

/* Mutations of a seed, how many of them add up, and how many bytes they may have at most. */
#define MUTATIONS 100
#define MUTATIONS_IN_A_ROW 10
#define MUTATION_LIMIT ((size_t)1 << 16)

/* A target without a mutator of its own has none here. */
#pragma weak LLVMFuzzerCustomMutator

/* What libFuzzer does, in its simplest form. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    static uint64_t state = 1;
    if (size < max_size && (size == 0 || mutate_below(&state, 4) == 0)) {
        data[size++] = (uint8_t)mutate_random(&state);
    } else if (mutate_below(&state, 4) == 0) {
        size--;
    } else {
        data[mutate_below(&state, size)] ^= (uint8_t)(1u << mutate_below(&state, 8));
    }
    return size;
}

static int run_mutations(const uint8_t *seed, size_t seed_size)
{
    size_t size = 0;
    uint8_t *all = malloc(MUTATION_LIMIT);
    if (all == NULL) {
        return 0;
    }
    for (unsigned number = 0; number < MUTATIONS; number++) {
        if (number % MUTATIONS_IN_A_ROW == 0) {
            size = seed_size;
            memcpy(all, seed, size);
        }
        size = LLVMFuzzerCustomMutator(all, size, MUTATION_LIMIT, number);
        uint8_t *exact = malloc(size ? size : 1);
        if (exact == NULL) {
            break;
        }
        memcpy(exact, all, size);
        (void)fprintf(stderr, "mutation %u\n", number);
        (void)LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    free(all);
    return 1;
}

static uint8_t *load(const char *path, size_t size)
{
    uint8_t *data = malloc(size ? size : 1);
    FILE *file = fopen(path, "rb");
    if (!data || !file || fread(data, 1, size, file) != size) {
        free(data);
        data = NULL;
    }
    if (file) {
        (void)fclose(file);
    }
    return data;
}

/* Returns how many inputs were run, or -1. */
static long run_file(const char *path, const struct stat *info)
{
    if (info->st_size > INPUT_LIMIT) {
        (void)fprintf(stderr, "%s: too large for a seed\n", path);
        return -1;
    }
    size_t size = (size_t)info->st_size;
    uint8_t *data = load(path, size);
    if (!data) {
        perror(path);
        return -1;
    }
    /* The target ends the process on a finding: then this line names the input. */
    (void)fprintf(stderr, "%s\n", path);
    (void)LLVMFuzzerTestOneInput(data, size);
    int good = 1;
    if (LLVMFuzzerCustomMutator != NULL && size <= MUTATION_LIMIT) {
        good = run_mutations(data, size);
    }
    free(data);
    return good ? 1 : -1;
}

static long run_path(const char *path);

static long run_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        perror(path);
        return -1;
    }
    long count = 0;
    const struct dirent *entry;
    while (count >= 0 && (entry = readdir(folder))) {
        char inside[4096];
        if (entry->d_name[0] == '.') {
            continue;
        }
        (void)snprintf(inside, sizeof(inside), "%s/%s", path, entry->d_name);
        long more = run_path(inside);
        count = more < 0 ? -1 : count + more;
    }
    (void)closedir(folder);
    return count;
}

static long run_path(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return -1;
    }
    return S_ISDIR(info.st_mode) ? run_folder(path) : run_file(path, &info);
}

int main(int argc, char **argv)
{
    long count = 0;
    for (int i = 1; i < argc; i++) {
        long more = run_path(argv[i]);
        if (more < 0) {
            return 1;
        }
        count += more;
    }
    (void)printf("%ld inputs\n", count);
    /* a corpus that went missing must not look like a corpus that passed */
    return count > 0 ? 0 : 1;
}
