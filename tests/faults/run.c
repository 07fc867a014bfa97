/* SPDX-License-Identifier: MIT
 *
 * Starts the command with files in memory for its outputs and for the log of the shim.
 */
#define _GNU_SOURCE 1

#include "run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const run_kinds[KIND_COUNT] = {
#define KIND(id, name) [KIND_##id] = (name),
#include "kinds.def"
#undef KIND
};

/* NAME SHRINKS WORD... with "<FILE" for stdin */
bool run_read_case(struct run_case *c, const char *line)
{
    memset(c, 0, sizeof *c);
    snprintf(c->text, sizeof c->text, "%s", line);
    char *rest = NULL;
    char *word = strtok_r(c->text, " \n", &rest);
    if (word == NULL || word[0] == '#') {
        return false;
    }
    snprintf(c->name, sizeof c->name, "%s", word);
    word = strtok_r(NULL, " \n", &rest);
    snprintf(c->shrinks, sizeof c->shrinks, "%s", word == NULL ? "" : word);
    for (size_t i = 0; i < 30 && (word = strtok_r(NULL, " \n", &rest)) != NULL;) {
        if (word[0] == '<') {
            c->input = word + 1;
        } else {
            c->words[i++] = word;
        }
    }
    return c->words[0] != NULL;
}

/* What is taken from the user's surroundings is taken from the copied folder. */
static void surround(void)
{
    static const char *const pairs[][2] = {
        {"HOME", "."},     {"XDG_CACHE_HOME", "cache"},  {"XDG_DATA_HOME", "data"},
        {"TMPDIR", "tmp"}, {"TEETAPE_MAP_PATH", "maps"}, {"XDG_DATA_DIRS", "/none"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        setenv(pairs[i][0], pairs[i][1], 1);
    }
}

static void child(const struct run_how *how, const struct run_case *c, const char *fault,
                  const int fds[3])
{
    const char *words[36] = {"teetape"};
    char number[16];
    memcpy(words + 1, c->words, sizeof c->words);
    int input = open(c->input != NULL ? c->input : "/dev/null", O_RDONLY);
    dup2(input, 0);
    dup2(fds[0], 1);
    dup2(fds[1], 2);
    snprintf(number, sizeof number, "%d", fds[2]);
    surround();
    setenv("TT_FAULT", fault != NULL ? fault : "", 1);
    setenv("TT_FAULT_LOG", number, 1);
    setenv("TT_FAULT_FILE", c->shrinks, 1);
    setenv("LD_PRELOAD", how->preload, 1);
    /* Who runs us in the background of a script lets us ignore INT, and exec passes that on. */
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal(signals[i], SIG_DFL);
    }
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(how->timeout); /* goes on in the command */
    execv(how->command, (char *const *)(void *)words);
    _exit(127);
}

/* All of a file, with a NUL after it. */
static char *read_all(int fd, size_t *size)
{
    off_t end = lseek(fd, 0, SEEK_END);
    *size = end > 0 ? (size_t)end : 0;
    char *all = malloc(*size + 1);
    ssize_t got = pread(fd, all, *size, 0);
    *size = got > 0 ? (size_t)got : 0;
    all[*size] = '\0';
    close(fd);
    return all;
}

static void read_log(struct run *run, int fd)
{
    size_t size;
    char *log = read_all(fd, &size);
    run->fired = strncmp(log, "fired\n", 6) == 0;
    const char *at = run->fired ? log + 6 : log;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        char name[32];
        int used = 0;
        if (sscanf(at, "%31s %lu\n%n", name, &run->counts[i], &used) == 2) {
            at += used;
            run->ended = i + 1 == KIND_COUNT;
        }
    }
    free(log);
}

void run_do(struct run *run, const struct run_how *how, const struct run_case *c, const char *fault)
{
    memset(run, 0, sizeof *run);
    /* Like a file on a disk: what is left of it when somebody is killed can be read. Not closed on
     * exec: the log. */
    const int fds[3] = {memfd_create("out", MFD_CLOEXEC), memfd_create("err", MFD_CLOEXEC),
                        memfd_create("log", 0)};
    pid_t pid = fork();
    if (pid == 0) {
        child(how, c, fault, fds);
    }
    if (pid < 0 || waitpid(pid, &run->status, 0) != pid) {
        perror("fork");
        exit(2);
    }
    size_t ignored;
    run->out = read_all(fds[0], &run->out_size);
    run->err = read_all(fds[1], &ignored);
    read_log(run, fds[2]);
}

void run_free(struct run *run)
{
    free(run->out);
    free(run->err);
    memset(run, 0, sizeof *run);
}
