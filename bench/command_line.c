/* SPDX-License-Identifier: MIT
 *
 * Options and peers of the benchmarks. See command_line.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "command_line.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"
#include "support/game/game_file.h"

static int parse_value(bench_options *o, const char *option, const char *value)
{
    uint64_t n;
    if (strcmp(option, "--peer") == 0 && o->add_peer != NULL) {
        return o->add_peer(value);
    }
    if (strcmp(option, "--against") == 0) {
        o->against = value;
        return 1;
    }
    if (strcmp(option, "--data") == 0 && o->data_count < BENCH_DATA_MAX) {
        o->data[o->data_count++] = value;
        return 1;
    }
    if (!game_parse_size(value, &n) || n == 0) {
        return 0;
    }
    if (strcmp(option, "--bytes") == 0 && o->bytes != 0) {
        o->bytes = n;
        return 1;
    }
    if (strcmp(option, "--pairs") == 0 && o->pairs != 0 && n <= SIZE_MAX) {
        o->pairs = (size_t)n;
        return 1;
    }
    if (strcmp(option, "--rounds") == 0 && n <= MEASURE_ROUNDS_MAX) {
        o->rounds = (int)n;
        return 1;
    }
    return 0;
}

int bench_options_parse(bench_options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            o->json = 1;
        } else if (argv[i + 1] == NULL || !parse_value(o, argv[i], argv[i + 1])) {
            return 0;
        } else {
            i++;
        }
    }
    return 1;
}

bench_peer_fn *bench_peer_find(const char *path, const char *symbol)
{
    bench_peer_fn *found = NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) {
        /* the way POSIX shows to get a function out of a void pointer */
        *(void **)&found = dlsym(library, symbol);
    }
    if (found == NULL) {
        fprintf(stderr, "%s: %s\n", path, dlerror());
    }
    return found;
}

int bench_peer_check(const char *path, int fits)
{
    if (!fits) {
        fprintf(stderr, "%s: built for another version, or too many peers\n", path);
    }
    return fits;
}
