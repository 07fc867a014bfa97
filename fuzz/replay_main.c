/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over given inputs, for compilers without libFuzzer.
 *
 * usage: fuzz_<x> FILE|DIR...
 *
 * Each input is handed over in a block of exactly its size, so that a sanitizer sees a read
 * beyond its end. The exit status is 0 when every input was run; a target reports a finding by
 * ending the process.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs larger than this are no seeds but a mistake. */
#define INPUT_LIMIT (64L << 20)

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
    free(data);
    return 1;
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
