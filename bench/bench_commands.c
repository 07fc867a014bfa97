/* SPDX-License-Identifier: MIT
 *
 * bench_commands: how long whole commands take, in turns.
 *
 *     bench_commands --rounds 7 'xz -dc big.xz >/dev/null' 'teetape verify big.xz'
 *     bench_commands --words ticks.txt 'teetape dump day.xz --from {} --to {}'
 *
 * A command is a line for the shell, and has to succeed. A round runs all of them one after the
 * other, and the ratios are those within a round: of the wall times, or with --by cpu of the CPU
 * times. With --words, {} stands for the next word of a file in each round.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure.h"

static const char usage[] = "usage: bench_commands [--rounds N] [--by wall|cpu] [--words FILE] "
                            "COMMAND...\n"
                            "By default 7 rounds, or one for each word of FILE.\n";

enum { COMMANDS = 8, WORD = 64, LINE = 4096 };

struct run {
    double wall, cpu;
    long memory; /* KiB, of the largest process */
};

struct series {
    double wall[MEASURE_ROUNDS_MAX], cpu[MEASURE_ROUNDS_MAX];
    long memory;
};

struct bench {
    int rounds, count, words;
    int by_cpu; /* ratios are those of CPU times */
    char word[MEASURE_ROUNDS_MAX][WORD];
    char **command;
    struct series series[COMMANDS];
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs a line of the shell; 0 when it failed. */
static int run_line(const char *line, struct run *run)
{
    struct rusage used;
    int status;
    double begin = seconds_now();
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        perror("sh");
        return 0;
    }
    run->wall = seconds_now() - begin;
    run->cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    run->memory = used.ru_maxrss;
    if (status != 0) {
        fprintf(stderr, "failed: %s\n", line);
    }
    return status == 0;
}

/* Puts the word in place of each {}; 0 when the line gets too long. */
static int fill_in(char line[LINE], const char *command, const char *word)
{
    size_t size = 0;
    for (const char *at = command; *at != 0;) {
        int is_hole = word != NULL && strncmp(at, "{}", 2) == 0;
        const char *from = is_hole ? word : at;
        size_t count = is_hole ? strlen(word) : 1;
        if (size + count >= LINE) {
            return 0;
        }
        memcpy(line + size, from, count);
        size += count;
        at += is_hole ? 2 : 1;
    }
    line[size] = 0;
    return 1;
}

static int run_rounds(struct bench *b)
{
    for (int round = 0; round < b->rounds; round++) {
        for (int i = 0; i < b->count; i++) {
            char line[LINE];
            struct run run;
            const char *word = b->words != 0 ? b->word[round] : NULL;
            if (!fill_in(line, b->command[i], word) || !run_line(line, &run)) {
                return 0;
            }
            struct series *s = &b->series[i];
            s->wall[round] = run.wall;
            s->cpu[round] = run.cpu;
            s->memory = run.memory > s->memory ? run.memory : s->memory;
        }
    }
    return 1;
}

static void report(const struct bench *b)
{
    size_t rounds = (size_t)b->rounds;
    printf("%d rounds; ratios of %s times are to the first command, above 1 is faster\n", b->rounds,
           b->by_cpu ? "CPU" : "wall");
    printf("%10s %10s %10s %10s %8s  %-22s %s\n", "median s", "fastest", "slowest", "CPU s", "MB",
           "ratio (10 to 90 %)", "command");
    for (int i = 0; i < b->count; i++) {
        const struct series *s = &b->series[i];
        measure_figures wall = measure_compare(s->wall, b->series[0].wall, rounds);
        measure_figures cpu = measure_compare(s->cpu, b->series[0].cpu, rounds);
        const measure_figures *ratio = b->by_cpu ? &cpu : &wall;
        double fastest = s->wall[0], slowest = s->wall[0];
        for (size_t n = 1; n < rounds; n++) {
            fastest = s->wall[n] < fastest ? s->wall[n] : fastest;
            slowest = s->wall[n] > slowest ? s->wall[n] : slowest;
        }
        printf("%10.4f %10.4f %10.4f %10.4f %8.1f  %5.2f (%5.2f to %5.2f)  %s\n", wall.seconds,
               fastest, slowest, cpu.seconds, (double)s->memory / 1e3 * 1.024, ratio->ratio,
               ratio->low, ratio->high, b->command[i]);
    }
}

static int read_words(struct bench *b, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return 0;
    }
    while (b->words < MEASURE_ROUNDS_MAX && fscanf(file, "%63s", b->word[b->words]) == 1) {
        b->words++;
    }
    fclose(file);
    if (b->words == 0) {
        fprintf(stderr, "%s: no words\n", path);
    }
    return b->words != 0;
}

int main(int argc, char **argv)
{
    static struct bench b;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--rounds") == 0) {
            b.rounds = atoi(argv[at + 1]);
        } else if (strcmp(argv[at], "--by") == 0) {
            b.by_cpu = strcmp(argv[at + 1], "cpu") == 0;
        } else if (strcmp(argv[at], "--words") != 0) {
            break;
        } else if (!read_words(&b, argv[at + 1])) {
            return 3;
        }
    }
    b.command = argv + at;
    b.count = argc - at;
    if (b.rounds == 0) {
        b.rounds = b.words != 0 ? b.words : 7;
    }
    if (b.count < 1 || b.count > COMMANDS || b.rounds < 1 || b.rounds > MEASURE_ROUNDS_MAX ||
        (b.words != 0 && b.rounds > b.words)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!run_rounds(&b)) {
        return 1;
    }
    report(&b);
    return 0;
}
