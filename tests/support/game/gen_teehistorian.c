/* SPDX-License-Identifier: MIT
 *
 * gen_teehistorian: writes a large recording to a file or to stdout.
 *
 *     gen_teehistorian busy --bytes 4G >busy.teehistorian
 *     gen_teehistorian busy --ticks 100000 --map bench.map -o busy.teehistorian
 *     gen_teehistorian repeat real.teehistorian --times 1000 -o long.teehistorian
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/game/game_file.h"
#include "support/game/generate.h"
#include "support/map_make.h"
#include "wire/hash.h"

static const char usage[] =
    "usage: gen_teehistorian busy [--seed N] [--players N] [--bytes N | --ticks N] [--map MAP]\n"
    "                             [-o FILE]\n"
    "       gen_teehistorian repeat RECORDING [--bytes N | --times N] [-o FILE]\n"
    "N of --bytes may end in K, M or G. Without a limit about 64 MiB are written. --map writes "
    "the\n"
    "map on which they play, which the header names then.\n";

struct options {
    const char *recording, *output; /* path of the recording to repeat; path of the output, NULL
                                       for stdout */
    const char *map;                /* path of the map to write; NULL for none */
    int is_repeat;
    generate_busy_options busy;
};

static int parse_value(struct options *o, const char *option, const char *value)
{
    uint64_t n = 0;
    if (strcmp(option, "-o") == 0) {
        o->output = value;
        return 1;
    }
    if (strcmp(option, "--map") == 0 && !o->is_repeat) {
        o->map = value;
        return 1;
    }
    if (!game_parse_size(value, &n)) {
        return 0;
    }
    if (strcmp(option, "--bytes") == 0) {
        o->busy.limit.bytes = n;
        return n > 0;
    }
    if (n > INT32_MAX) {
        return 0;
    }
    if (strcmp(option, o->is_repeat ? "--times" : "--ticks") == 0) {
        o->busy.limit.count = (int32_t)n;
        return n > 0;
    }
    if (strcmp(option, "--seed") == 0 && !o->is_repeat) {
        o->busy.seed = (uint32_t)n;
        return 1;
    }
    if (strcmp(option, "--players") == 0 && !o->is_repeat) {
        o->busy.players = (int32_t)n;
        return n >= 1 && n <= 128;
    }
    return 0;
}

static int parse_options(struct options *o, int argc, char **argv)
{
    int i = 2;
    if (argc < 2) {
        return 0;
    }
    o->is_repeat = strcmp(argv[1], "repeat") == 0;
    if (!o->is_repeat && strcmp(argv[1], "busy") != 0) {
        return 0;
    }
    if (o->is_repeat) {
        if (argc < 3) {
            return 0;
        }
        o->recording = argv[i++];
    }
    for (; i < argc; i += 2) {
        if (i + 1 == argc || !parse_value(o, argv[i], argv[i + 1])) {
            return 0;
        }
    }
    if (o->busy.limit.bytes == 0 && o->busy.limit.count == 0) {
        o->busy.limit.bytes = (uint64_t)64 << 20;
    }
    return 1;
}

static int write_to_file(void *user, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, user) == bytes.size ? 0 : EIO;
}

static int run(const struct options *o, FILE *file)
{
    tt_io_output out;
    tt_bytes recording = {NULL, 0};
    int result = 0;
    if (o->is_repeat) {
        recording = game_file_read(o->recording);
        if (recording.data == NULL) {
            perror(o->recording);
            return 3;
        }
    }
    tt_io_output_open(&out, write_to_file, file);
    if (o->is_repeat) {
        result = generate_repeat(&out, recording, o->busy.limit);
        game_file_free(recording);
    } else {
        result = generate_busy(&out, &o->busy);
    }
    int error = tt_io_output_close(&out);
    if (fflush(file) != 0 && error == 0) {
        error = EIO;
    }
    if (result == -1) {
        fprintf(stderr, "%s: cannot be read without a warning\n", o->recording);
        return 1;
    }
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", o->output != NULL ? o->output : "stdout", strerror(error));
        return 3;
    }
    return 0;
}

/* Writes the map, and fills `written` with its name, size and sums for the header. */
static int write_map(const char *path, uint32_t seed, generate_map *written)
{
    tt_map map;
    map_bytes bytes;
    tti_sha256_context sum;
    generate_busy_map(&map, seed);
    if (map.tiles == NULL) {
        fputs("no memory\n", stderr);
        return 0;
    }
    map_make(&bytes,
             &(map_plan){.width = map.width, .height = map.height, .tiles = map.tiles, .skips = 1});
    tti_sha256_start(&sum);
    tti_sha256_add(&sum, bytes.data, bytes.size);
    tti_sha256_finish(&sum, written->sha256);
    written->crc32 = tti_crc32(0, bytes.data, bytes.size);
    written->size = bytes.size;
    FILE *file = fopen(path, "wb");
    int good = file != NULL && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if ((file != NULL && fclose(file) != 0) || !good) {
        perror(path);
        good = 0;
    }
    map_bytes_free(&bytes);
    free((void *)(uintptr_t)map.tiles);
    return good;
}

int main(int argc, char **argv)
{
    struct options o = {NULL, NULL, NULL, 0, {1, 64, {0, 0}, NULL}};
    generate_map map;
    FILE *file = stdout;
    if (!parse_options(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.map != NULL) {
        if (!write_map(o.map, o.busy.seed, &map)) {
            return 3;
        }
        o.busy.map = &map;
    }
    if (o.output != NULL) {
        file = fopen(o.output, "wb");
        if (file == NULL) {
            perror(o.output);
            return 3;
        }
    }
    int result = run(&o, file);
    if (o.output != NULL && fclose(file) != 0 && result == 0) {
        perror(o.output);
        result = 3;
    }
    return result;
}
