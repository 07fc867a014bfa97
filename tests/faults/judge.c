/* SPDX-License-Identifier: MIT
 *
 * Compares status, talk, results and files of a run with those of the run without a fault.
 */
#define _GNU_SOURCE 1

#include "judge.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define STATUS_DAMAGED 1
#define STATUS_SYSTEM 3

static bool same_out(const struct run *a, const struct run *b)
{
    return a->out_size == b->out_size && memcmp(a->out, b->out, a->out_size) == 0;
}

/* A sentence of ours that the run without a fault did not say. */
static bool has_sentence(const struct judge *with, const struct run *run)
{
    return strncmp(run->err, "teetape: ", 9) == 0 && strcmp(run->err, with->good->err) != 0;
}

static bool writes_database(const struct run_case *c)
{
    bool has = strcmp(c->words[0], "find") == 0;
    for (size_t i = 0; c->words[i] != NULL; i++) {
        has = has || strcmp(c->words[i], "out.sqlite") == 0;
    }
    return has;
}

static bool has_reason(const struct judge *with, const struct fault *fault, const struct run *run)
{
    if (writes_database(with->c)) {
        return true; /* SQLite has words of its own, and often forgets the system's */
    }
    bool is_memory = fault->number == ENOMEM || fault->kind == KIND_THREAD; /* as liblzma says it */
    const char *own = is_memory ? "memory" : strerror(fault->number);
    return fault->number == 0 || strcasestr(run->err, own) != NULL;
}

/* Results that were begun end with a whole line. A page is no list of lines: it waits until it is
 * whole, and what fails on its way from there to stdout is like a write that fails. */
static bool has_whole_lines(const struct judge *with, const struct run *run)
{
    bool is_text = with->good->out_size > 0 && with->good->out[0] != '<' &&
                   with->good->out[with->good->out_size - 1] == '\n';
    return !is_text || run->out_size == 0 || run->out[run->out_size - 1] == '\n';
}

/* NULL, or what is wrong with the files: each is what it was or what it should become. */
static const char *check_files(const struct judge *with, const struct fault *fault,
                               const struct state *now, bool may_differ)
{
    bool is_lost = false;
    for (size_t i = 0; i < with->before->count; i++) {
        is_lost = is_lost || state_find(now, with->before->files[i].path) == NULL;
    }
    for (size_t i = 0; i < now->count; i++) {
        const struct state_file *file = &now->files[i];
        const struct state_file *was = state_find(with->before, file->path);
        const struct state_file *becomes = state_find(with->after, file->path);
        bool is_shrunk =
            strcmp(fault->what, "shrink") == 0 && strcmp(file->path + 2, with->c->shrinks) == 0;
        if ((was != NULL && state_same_file(was, file)) || is_shrunk ||
            (becomes != NULL && (state_same_file(becomes, file) || may_differ))) {
            continue;
        }
        /* Who may not remove a file leaves it; SQLite removes its own the next time. */
        if (was == NULL && becomes == NULL &&
            (fault->kind == KIND_UNLINK || state_is_database(file->path))) {
            continue;
        }
        return was == NULL && becomes == NULL ? "a file is left over" : "a file is not whole";
    }
    for (size_t i = 0; is_lost && i < with->after->count; i++) {
        if (state_find(now, with->after->files[i].path) == NULL) {
            return "a file was removed before what takes its place was there";
        }
    }
    return NULL;
}

/* Nothing that the run without a fault did not say: who leaves early hears less. */
static bool says_nothing_new(const struct judge *with, const struct run *run)
{
    const char *line = run->err;
    while (*line != '\0') {
        size_t size = strcspn(line, "\n") + 1;
        char *copy = strndup(line, size);
        bool is_known = copy != NULL && strstr(with->good->err, copy) != NULL;
        free(copy);
        if (!is_known) {
            return false;
        }
        line += size < strlen(line) ? size : strlen(line);
    }
    return true;
}

static enum verdict wrong(const char **reason, const char *text)
{
    *reason = text;
    return VERDICT_WRONG;
}

static bool is_sanitizer(const struct run *run)
{
    return strstr(run->err, "Sanitizer") != NULL || strstr(run->err, "runtime error") != NULL;
}

/* signal=N or signal2=N */
static int signal_of(const struct fault *fault)
{
    const char *sign = strchr(fault->what, '=');
    return sign == NULL ? 0 : atoi(sign + 1);
}

/* Ended by a status. */
static enum verdict judge_status(const struct judge *with, const struct fault *fault,
                                 const struct run *run, const char **reason)
{
    int status = WEXITSTATUS(run->status);
    bool is_left =
        fault->expected == EXPECT_LEFT && (status == 0 || run->status == with->good->status);
    bool is_shorter = fault->expected == EXPECT_SHORTER &&
                      (status == STATUS_DAMAGED || run->status == with->good->status);
    if (fault->expected == EXPECT_SAME) {
        return wrong(reason, "it should not be noticed");
    }
    if (fault->expected == EXPECT_ENDED) {
        return wrong(reason, "it did not end by the signal");
    }
    if (is_left) {
        return says_nothing_new(with, run) ? VERDICT_TOLD
                                           : wrong(reason, "a reader who leaves is no news");
    }
    if (status != STATUS_SYSTEM && !is_shorter) {
        return wrong(reason, status == WEXITSTATUS(with->good->status)
                                 ? "the results differ, and the status does not tell"
                                 : "not status 3");
    }
    if (!has_sentence(with, run)) {
        return wrong(reason, "not a word about it");
    }
    if (fault->expected == EXPECT_TOLD && !has_reason(with, fault, run)) {
        return wrong(reason, "the reason is not told");
    }
    if (fault->kind != KIND_WRITE && !has_whole_lines(with, run)) {
        return wrong(reason, "half a line on stdout");
    }
    return VERDICT_TOLD;
}

bool judge_is_torn(const struct run *run)
{
    return strstr(run->err, "AddressSanitizer:DEADLYSIGNAL") != NULL &&
           strstr(run->err, "ERROR: AddressSanitizer") == NULL;
}

/* A thread of the sanitizer's, of which no function of ours is, needs memory and gets none. Its own
 * sentence about that may be cut off. */
static bool is_sanitizer_starved(const struct run *run)
{
    return strstr(run->err, "__asan::AsanThread::Init") != NULL;
}

enum verdict judge(const struct judge *with, const struct fault *fault, const struct run *run,
                   const struct state *now, const char **reason)
{
    if (is_sanitizer_starved(run)) {
        return VERDICT_UNREACHED;
    }
    if (is_sanitizer(run)) {
        return wrong(reason, "a sanitizer has something to say");
    }
    if (WIFSIGNALED(run->status) && WTERMSIG(run->status) == SIGALRM) {
        return wrong(reason, "it hangs");
    }
    bool is_ended = WIFSIGNALED(run->status) && fault->expected == EXPECT_ENDED &&
                    signal_of(fault) == WTERMSIG(run->status);
    if (WIFSIGNALED(run->status) && !is_ended) {
        return wrong(reason, "it ends by a signal");
    }
    bool is_shorter = fault->expected == EXPECT_SHORTER;
    const char *files = check_files(with, fault, now, is_shorter);
    if (files != NULL) {
        return wrong(reason, files);
    }
    if (is_ended) {
        return VERDICT_ENDED;
    }
    bool is_same = run->status == with->good->status && same_out(run, with->good) &&
                   (state_same(now, with->after) || is_shorter || fault->kind == KIND_UNLINK);
    /* How many calls there are depends on the time (find commits once a second) and on threads. */
    if (!run->fired) {
        return is_same ? VERDICT_UNREACHED : wrong(reason, "it differs without a fault");
    }
    if (is_same && (fault->expected != EXPECT_ENDED || strcmp(fault->what, "signal=13") == 0)) {
        return VERDICT_SAME;
    }
    /* Before it is opened a short file is a file as others. */
    if (is_shorter && with->shorter != NULL && run->status == with->shorter->status &&
        same_out(run, with->shorter)) {
        return VERDICT_TOLD;
    }
    return judge_status(with, fault, run, reason);
}
