/* SPDX-License-Identifier: MIT
 *
 * usage: drive [-k KIND] [-n MOST] [-s SECONDS] [-v] COMMAND PRELOAD TEMPLATE FOLDER NAME CASES
 *
 * Runs case NAME of the file CASES once to count its calls, and then once for every fault at every
 * call: COMMAND under the libraries PRELOAD, in FOLDER, which is a copy of TEMPLATE each time. A
 * line for each kind of fault goes to stdout, and what is wrong to stderr with the words that do it
 * again.
 *
 *   -k KIND     only faults of this kind
 *   -n MOST     at most this many calls of each kind, the first and the last ones and some between;
 *               all of them if not given
 *   -s SECONDS  a run that lasts longer hangs; 20 if not given
 *   -v          shows what is said on stderr in every run that failed as it should
 */
#define _GNU_SOURCE 1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"

/* Of a run in which the sanitizer itself came to nothing. */
#define ATTEMPTS 3

static const struct fault faults[] = {
#define FAULT(kind, number, what, expected, words)                                                 \
    {KIND_##kind, (number), (what), EXPECT_##expected, (words)},
#include "faults.def"
#undef FAULT
};

struct drive {
    struct run_how how;
    struct run_case c;
    const char *template;
    const char *folder;
    const char *only; /* kind; NULL for all */
    unsigned long most;
    bool shows;
    struct run good, shorter;
    struct state before, after;
    unsigned long wrong;
};

static void fail(const char *what)
{
    fprintf(stderr, "drive: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* A new copy of the template, and there we are. */
static void renew(const struct drive *d)
{
    char words[4096];
    snprintf(words, sizeof words, "rm -rf '%s' && cp -a '%s' '%s'", d->folder, d->template,
             d->folder);
    if (chdir("/") != 0 || system(words) != 0 || chdir(d->folder) != 0) {
        fail(d->folder);
    }
}

static void print_words(FILE *to, const struct run_case *c)
{
    for (size_t i = 0; c->words[i] != NULL; i++) {
        fprintf(to, " %s", c->words[i]);
    }
    if (c->input != NULL) {
        fprintf(to, " <%s", c->input);
    }
}

static void complain(struct drive *d, const char *text, const struct run *run, const char *reason)
{
    d->wrong++;
    fprintf(stderr, "%s: %s: %s (%s %d)\n    TT_FAULT=%s teetape", d->c.name, text, reason,
            WIFSIGNALED(run->status) ? "signal" : "status",
            WIFSIGNALED(run->status) ? WTERMSIG(run->status) : WEXITSTATUS(run->status), text);
    print_words(stderr, &d->c);
    fprintf(stderr, "\n%.2000s", run->err);
}

/* The same words without a fault, on the files that a fault left: a database has to be usable. */
static bool is_usable(const struct drive *d)
{
    struct run again;
    run_do(&again, &d->how, &d->c, NULL);
    bool good = again.status == d->good.status && again.out_size == d->good.out_size &&
                memcmp(again.out, d->good.out, again.out_size) == 0;
    run_free(&again);
    return good;
}

static enum verdict try(struct drive *d, const struct fault *fault, const char *text)
{
    const struct judge with = {&d->c, &d->good, &d->shorter, &d->before, &d->after};
    struct run run;
    struct state now;
    const char *reason = "";
    run_do(&run, &d->how, &d->c, text);
    for (int i = 0; i < ATTEMPTS && judge_is_torn(&run); i++) {
        run_free(&run);
        renew(d);
        run_do(&run, &d->how, &d->c, text);
    }
    state_take(&now);
    enum verdict verdict = judge(&with, fault, &run, &now, &reason);
    bool is_database = strcmp(d->c.words[0], "find") == 0 && fault->expected != EXPECT_SHORTER;
    if (verdict != VERDICT_WRONG && is_database && !is_usable(d)) {
        verdict = VERDICT_WRONG;
        reason = "the next run does not give the usual results";
    }
    if (verdict == VERDICT_WRONG) {
        complain(d, text, &run, reason);
    } else if (d->shows && verdict == VERDICT_TOLD) {
        printf("# %s %s %s", d->c.name, text, run.err);
    }
    if (is_database || !state_same(&now, &d->before)) {
        renew(d);
    }
    state_free(&now);
    run_free(&run);
    return verdict;
}

/* Call number `index` of the `tried` that are chosen from 1..count. */
static unsigned long choose(unsigned long index, unsigned long tried, unsigned long count)
{
    unsigned long third = tried / 3;
    if (tried == count || index < third) {
        return index + 1;
    }
    if (index >= tried - third) {
        return count - (tried - 1 - index);
    }
    unsigned long middle = tried - 2 * third;
    return third + 1 + (index - third) * (count - 2 * third) / middle;
}

/* One fault at every call of its kind. */
static void try_all(struct drive *d, const struct fault *fault)
{
    unsigned long count = d->good.counts[fault->kind];
    bool is_for_me = strcmp(fault->what, "shrink") != 0 || d->c.shrinks[0] != '-';
    if (count == 0 || !is_for_me ||
        (d->only != NULL && strcmp(d->only, run_kinds[fault->kind]) != 0)) {
        return;
    }
    unsigned long tried = d->most == 0 || count < d->most ? count : d->most;
    unsigned long verdicts[VERDICT_WRONG + 1] = {0};
    for (unsigned long i = 0; i < tried; i++) {
        char text[96];
        int used =
            snprintf(text, sizeof text, "%s:%lu:", run_kinds[fault->kind], choose(i, tried, count));
        if (fault->number != 0) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%d", fault->number);
        }
        snprintf(text + used, sizeof text - (size_t)used, "%s", fault->what);
        verdicts[try(d, fault, text)]++;
    }
    /* tried, unnoticed, told, ended, wrong */
    printf("%s\t%s\t%s\t%lu\t%lu\t%lu\t%lu\t%lu\n", d->c.name, run_kinds[fault->kind], fault->words,
           tried - verdicts[VERDICT_UNREACHED], verdicts[VERDICT_SAME], verdicts[VERDICT_TOLD],
           verdicts[VERDICT_ENDED], verdicts[VERDICT_WRONG]);
    fflush(stdout);
}

static void find_case(struct drive *d, const char *name, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    if (file == NULL) {
        fail(path);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (run_read_case(&d->c, line) && strcmp(d->c.name, name) == 0) {
            fclose(file);
            return;
        }
    }
    errno = ENOENT;
    fail(name);
}

static void drive(struct drive *d)
{
    renew(d);
    state_take(&d->before);
    run_do(&d->good, &d->how, &d->c, NULL);
    state_take(&d->after);
    if (!d->good.ended || WEXITSTATUS(d->good.status) > 1 ||
        strstr(d->good.err, "Sanitizer") != NULL) {
        complain(d, "no fault", &d->good, "does not run");
        return;
    }
    renew(d);
    run_do(&d->shorter, &d->how, &d->c, "any:1:shrink");
    renew(d);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        try_all(d, &faults[i]);
    }
}

int main(int argc, char **argv)
{
    struct drive d = {.how = {.timeout = 20}};
    int option;
    while ((option = getopt(argc, argv, "k:n:s:v")) != -1) {
        switch (option) {
        case 'k':
            d.only = optarg;
            break;
        case 'n':
            d.most = strtoul(optarg, NULL, 10);
            break;
        case 's':
            d.how.timeout = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'v':
            d.shows = true;
            break;
        default:
            return 2;
        }
    }
    if (argc - optind != 6) {
        fputs("usage: drive [-k KIND] [-n MOST] [-s SECONDS] [-v] COMMAND PRELOAD TEMPLATE FOLDER "
              "NAME CASES\n",
              stderr);
        return 2;
    }
    char *const *words = argv + optind;
    d.how.command = words[0];
    d.how.preload = words[1];
    d.template = words[2];
    d.folder = words[3];
    find_case(&d, words[4], words[5]);
    drive(&d);
    return d.wrong > 0;
}
