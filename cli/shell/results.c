/* SPDX-License-Identifier: MIT
 *
 * Writes stdout and progress. Counters are atomic and one thread draws, so threads that read
 * never wait here.
 */
#include "cli/shell/results.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shell/message.h"
#include "cli/shell/process.h"
#include "cli/shell/terminal.h"
#include "teetape/io/error.h"

/* Work that takes less than this has no progress line. */
#define FIRST_MS 1000u
#define EVERY_MS 100u

/* Writes a size. Decimal units have one decimal below 100. The calculation uses tenths, where 10000
 * are one of the next unit. The sum saturates at 1.8 EB. */
static void print_bytes(char *dst, size_t cap, uint64_t bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t unit = 0;
    uint64_t tenths = bytes < UINT64_MAX / 10 ? bytes * 10 : UINT64_MAX;
    while (tenths >= 10000 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        tenths /= 1000;
        unit++;
    }
    if (unit == 0 || tenths >= 1000) {
        snprintf(dst, cap, "%" PRIu64 " %s", tenths / 10, units[unit]);
    } else {
        snprintf(dst, cap, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10, units[unit]);
    }
}

static void print_time(char *dst, size_t cap, uint64_t seconds)
{
    uint64_t hours = seconds / 3600;
    unsigned minutes = (unsigned)(seconds / 60 % 60);
    unsigned rest = (unsigned)(seconds % 60);
    if (hours > 0) {
        snprintf(dst, cap, "%" PRIu64 ":%02u:%02u", hours, minutes, rest);
    } else {
        snprintf(dst, cap, "%u:%02u", minutes, rest);
    }
}

/* Writes the progress of counted units. The rate has a decimal, because a command may do less than
 * one unit a second. Without a total, or beyond it, there is neither percentage nor time left. */
static void count_text(char *dst, size_t cap, const struct progress_facts *facts)
{
    char left[32];
    double done = (double)facts->done_bytes, all = (double)facts->bytes;
    double seconds = (double)(facts->elapsed_ms == 0 ? 1 : facts->elapsed_ms) / 1000.0;
    if (facts->done_bytes == 0 || facts->done_bytes > facts->bytes) {
        snprintf(dst, cap, "%" PRIu64 " %s  %.1f %s/s", facts->done_bytes, facts->unit,
                 done / seconds, facts->unit);
        return;
    }
    double rest = (all - done) * seconds / done;
    print_time(left, sizeof(left), rest < 1e9 ? (uint64_t)(rest + 0.5) : 0);
    snprintf(dst, cap, "%3u%%  %" PRIu64 " of %" PRIu64 " %s  %.1f %s/s  %s left",
             (unsigned)(done * 100.0 / all), facts->done_bytes, facts->bytes, facts->unit,
             done / seconds, facts->unit, left);
}

void progress_text(char *dst, size_t cap, const struct progress_facts *facts)
{
    char done[32], all[32], rate_text[32], left[32], files[64] = "";
    if (facts->unit != NULL) {
        count_text(dst, cap, facts);
        return;
    }
    print_bytes(done, sizeof(done), facts->done_bytes);
    uint64_t ms = facts->elapsed_ms == 0 ? 1 : facts->elapsed_ms;
    /* Floating point, because products of sizes and times overflow integers. */
    double rate = (double)facts->done_bytes * 1000.0 / (double)ms;
    print_bytes(rate_text, sizeof(rate_text), rate < 1e18 ? (uint64_t)rate : 0);
    if (facts->files > 1) {
        snprintf(files, sizeof(files), "  %zu of %zu files", facts->done_files, facts->files);
    }
    /* A file that grows can bring `done` above the total. */
    if (facts->bytes == 0 || facts->done_bytes > facts->bytes || rate < 1.0) {
        snprintf(dst, cap, "%s  %s/s%s", done, rate_text, files);
        return;
    }
    double seconds = (double)(facts->bytes - facts->done_bytes) / rate;
    unsigned percent = (unsigned)((double)facts->done_bytes * 100.0 / (double)facts->bytes);
    print_bytes(all, sizeof(all), facts->bytes);
    print_time(left, sizeof(left), seconds < 1e9 ? (uint64_t)(seconds + 0.5) : 0);
    snprintf(dst, cap, "%3u%%  %s of %s  %s/s  %s left%s", percent, done, all, rate_text, left,
             files);
}

/* Draws the line when it is due. The thread whose exchange changes `next` draws it, and the other
 * threads go on with their work. */
static void draw_sometimes(struct progress *p)
{
    uint64_t now = clock_ms();
    uint_least64_t next = atomic_load(&p->next);
    if (now < next || !atomic_compare_exchange_strong(&p->next, &next, now + EVERY_MS)) {
        return;
    }
    const struct progress_facts facts = {
        .done_bytes = atomic_load(&p->done_bytes),
        .bytes = atomic_load(&p->bytes),
        .done_files = atomic_load(&p->done_files),
        .files = p->files,
        .elapsed_ms = now - p->started,
        .unit = p->unit,
    };
    char text[200];
    progress_text(text, sizeof(text), &facts);
    if (p->lock != NULL) {
        pthread_mutex_lock(p->lock);
    }
    message_status(text);
    if (p->lock != NULL) {
        pthread_mutex_unlock(p->lock);
    }
}

void progress_start(struct progress *p, bool enabled, pthread_mutex_t *lock, uint64_t bytes,
                    size_t files)
{
    p->lock = lock;
    p->enabled = enabled;
    p->files = files;
    p->unit = NULL;
    p->started = clock_ms();
    atomic_init(&p->next, p->started + FIRST_MS);
    atomic_init(&p->bytes, bytes);
    atomic_init(&p->done_bytes, 0);
    atomic_init(&p->done_files, 0);
}

/* Counts bytes. While units are counted, bytes are ignored. */
void progress_add(struct progress *p, uint64_t bytes)
{
    if (p->enabled && p->unit == NULL) {
        atomic_fetch_add(&p->done_bytes, bytes);
        draw_sometimes(p);
    }
}

void progress_add_file(struct progress *p)
{
    if (p->enabled) {
        atomic_fetch_add(&p->done_files, 1);
        draw_sometimes(p);
    }
}

/* Adds bytes to the total. A total of 0 means unknown, and remains 0. */
void progress_more(struct progress *p, uint64_t bytes)
{
    if (p->enabled && atomic_load(&p->bytes) != 0) {
        atomic_fetch_add(&p->bytes, bytes);
    }
}

void progress_count(struct progress *p, uint64_t all, const char *unit)
{
    p->unit = unit;
    p->started = clock_ms();
    atomic_store(&p->bytes, all);
    atomic_store(&p->done_bytes, 0);
}

void progress_step(struct progress *p)
{
    if (p->enabled) {
        atomic_fetch_add(&p->done_bytes, 1);
        draw_sometimes(p);
    }
}

void progress_end(struct progress *p)
{
    if (p->enabled) {
        p->enabled = false;
        message_status(NULL);
    }
}

/* Most bytes of an unfinished line that are held back. */
#define LINE_MOST ((size_t)16 * 1024)

struct results_screen {
    pthread_mutex_t lock; /* held while results or progress are drawn */
    tt_io_output out;     /* stdout itself */
    uint8_t begun[LINE_MOST];
    size_t used; /* bytes of a line whose end has not come yet */
};

/* Writes up to the last line end and keeps the rest in `begun`, so that progress is never drawn
 * inside a line. When the rest does not fit, `begun` is written without its end. used <=
 * LINE_MOST after each call. The caller holds the lock. */
static int write_lines(struct results_screen *screen, tt_bytes bytes)
{
    size_t lines = bytes.size;
    while (lines > 0 && bytes.data[lines - 1] != '\n') {
        lines--;
    }
    size_t rest = bytes.size - lines;
    if (lines > 0 || screen->used + rest > sizeof screen->begun) {
        const tt_bytes begun = {screen->begun, screen->used};
        const tt_bytes whole = {bytes.data, rest > sizeof screen->begun ? bytes.size : lines};
        message_status(NULL);
        tt_io_output_bytes(&screen->out, begun);
        tt_io_output_bytes(&screen->out, whole);
        tt_io_output_flush(&screen->out);
        screen->used = 0;
        rest = bytes.size - whole.size;
    }
    memcpy(screen->begun + screen->used, bytes.data + bytes.size - rest, rest);
    screen->used += rest;
    return tt_io_output_error(&screen->out);
}

/* A tt_sink_fn that writes results to the screen. The lock prevents progress in the middle of a
 * line. */
static int sink(void *user, tt_bytes bytes)
{
    struct results_screen *screen = user;
    pthread_mutex_lock(&screen->lock);
    int error = write_lines(screen, bytes);
    pthread_mutex_unlock(&screen->lock);
    return error;
}

/* Opens stdout. Without memory for a screen, progress may be drawn inside lines, but nothing is
 * lost. */
void results_open(struct results *r)
{
    memset(&r->progress, 0, sizeof r->progress);
    r->screen = terminal_is(STDOUT_FILENO) ? calloc(1, sizeof *r->screen) : NULL;
    if (r->screen == NULL) {
        tt_io_output_open_fd(&r->out, STDOUT_FILENO, true);
        return;
    }
    pthread_mutex_init(&r->screen->lock, NULL);
    tt_io_output_open_fd(&r->screen->out, STDOUT_FILENO, true);
    tt_io_output_open(&r->out, sink, r->screen);
}

/* Starts the progress. It goes to stderr, whatever stdout is: `teetape dump FILE | less` shows it,
 * too. */
void results_progress_start(struct results *r, bool enabled, uint64_t bytes, size_t files)
{
    progress_start(&r->progress, enabled && terminal_smart(STDERR_FILENO),
                   r->screen != NULL ? &r->screen->lock : NULL, bytes, files);
}

/* Closes the outputs. The outer one flushes into the screen, so it is closed first. The begun line
 * follows, and stdout is closed last, where a full disk may be reported. The first error counts. */
static int close_stdout(struct results *r)
{
    int error = tt_io_output_close(&r->out);
    if (r->screen != NULL) {
        const tt_bytes begun = {r->screen->begun, r->screen->used};
        if (error == 0) {
            tt_io_output_bytes(&r->screen->out, begun);
        }
        int closing = tt_io_output_close(&r->screen->out);
        error = error != 0 ? error : closing;
        pthread_mutex_destroy(&r->screen->lock);
        free(r->screen);
        r->screen = NULL;
    }
    return error;
}

/* Closes stdout. EPIPE is no failure: `teetape dump FILE | head` is normal use. */
enum exit_status results_close(struct results *r)
{
    progress_end(&r->progress);
    int error = close_stdout(r);
    if (error == 0 || error == EPIPE) {
        return EXIT_GOOD;
    }
    tt_io_error text;
    tt_io_error_system(&text, error, "the results cannot be written");
    message_say(MESSAGE_ERROR, NULL, "%s", text.text);
    return EXIT_SYSTEM;
}
