/* SPDX-License-Identifier: MIT
 *
 * gen_archive: writes a made-up archive into a folder, or one long recording to a file.
 *
 *     gen_archive DIR --files 2000 --bytes 8G --seed 1 --facts facts.tsv
 *     gen_archive --day day.teehistorian --bytes 3600M --facts day.tsv
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/game/game_file.h"
#include "support/game/generate_archive.h"

static const char usage[] =
    "usage: gen_archive DIR [--files N] [--bytes N] [--seed N] [--facts FILE]\n"
    "       gen_archive --day FILE [--bytes N] [--seed N] [--facts FILE]\n"
    "N of --bytes may end in K, M or G. DIR is made if it is not there; by default 200 files with\n"
    "64 MiB in all. FILE of --facts gets everything that a search can find, see "
    "generate_archive.h.\n";

struct options {
    archive_shape archive;
    const char *facts;
    int is_day;
};

static int parse_value(struct options *o, const char *option, const char *value)
{
    uint64_t n = 0;
    if (strcmp(option, "--facts") == 0) {
        o->facts = value;
        return 1;
    }
    if (strcmp(option, "--day") == 0) {
        o->archive.path = value;
        o->is_day = 1;
        return 1;
    }
    if (!game_parse_size(value, &n)) {
        return 0;
    }
    if (strcmp(option, "--bytes") == 0) {
        o->archive.bytes = n;
        return n <= (uint64_t)1 << 50;
    }
    if (strcmp(option, "--files") == 0) {
        o->archive.files = n <= ARCHIVE_FILES_MAX ? (int32_t)n : 0;
        return o->archive.files != 0;
    }
    o->archive.seed = (uint32_t)n;
    return strcmp(option, "--seed") == 0 && n <= UINT32_MAX;
}

static int parse_options(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && o->archive.path == NULL) {
            o->archive.path = argv[i];
        } else if (i + 1 == argc || !parse_value(o, argv[i], argv[i + 1])) {
            return 0;
        } else {
            i++;
        }
    }
    return o->archive.path != NULL;
}

static int run(const struct options *o)
{
    char failed[4096] = "memory";
    int error = 0;
    if (o->is_day) {
        error = generate_day(&o->archive, failed);
    } else if (mkdir(o->archive.path, 0777) != 0 && errno != EEXIST) {
        perror(o->archive.path);
        return 3;
    } else {
        error = generate_archive(&o->archive, failed);
    }
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", failed, strerror(error));
        return 3;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct options o = {{NULL, 200, (uint64_t)64 << 20, 1, NULL}, NULL, 0};
    if (!parse_options(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.facts != NULL) {
        o.archive.facts = fopen(o.facts, "w");
        if (o.archive.facts == NULL) {
            perror(o.facts);
            return 3;
        }
    }
    int result = run(&o);
    if (o.facts != NULL && (ferror(o.archive.facts) | fclose(o.archive.facts)) != 0 &&
        result == 0) {
        perror(o.facts);
        result = 3;
    }
    return result;
}
