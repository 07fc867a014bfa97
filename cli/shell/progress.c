/* SPDX-License-Identifier: MIT
 *
 * Counts what is done and draws the progress line. Counters are atomic and drawing is left to who
 * comes first, so threads that read do not wait for each other here.
 */
#include "cli/shell/progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/shell/clock.h"
#include "cli/shell/message.h"

/* No line for what is done within a second; then one that can be read while it changes. */
#define FIRST_MS 1000u
#define EVERY_MS 100u

/* Decimal units, as disks and ls --si have them, with one decimal below 100. Counts in tenths, as
 * whole numbers: 10000 tenths of a unit are one of the next. From 1.8 EB on the sum saturates. */
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

/* As a clock: M:SS, and H:MM:SS from an hour on. */
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

/* Of what a command makes, which may be slower than one a second, hence the decimal. More than was
 * wanted, or a number that is not known (0), has neither percentage nor time left. */
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

/* A pure function of its facts, so that a test needs no clock and no terminal. */
void progress_text(char *dst, size_t cap, const struct progress_facts *facts)
{
    char done[32];
    char all[32];
    char rate_text[32];
    char left[32];
    char files[64] = "";
    if (facts->unit != NULL) {
        count_text(dst, cap, facts);
        return;
    }
    print_bytes(done, sizeof(done), facts->done_bytes);
    uint64_t ms = facts->elapsed_ms == 0 ? 1 : facts->elapsed_ms;
    /* Doubles: the line is for eyes, and products of sizes and times overflow otherwise. */
    double rate = (double)facts->done_bytes * 1000.0 / (double)ms;
    print_bytes(rate_text, sizeof(rate_text), rate < 1e18 ? (uint64_t)rate : 0);
    if (facts->files > 1) {
        snprintf(files, sizeof(files), "  %zu of %zu files", facts->done_files, facts->files);
    }
    /* A file that grows can make more done than there was. */
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

/* At most one of the threads that come here in the same moment draws: the one whose exchange moves
 * `next`. The others go on without waiting. Facts are read one by one and may be of slightly
 * different moments, which no eye sees. */
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

/* Before the first thread of the run: `started`, `files` and `enabled` are read without a lock. */
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

/* Once units are counted, bytes that are still read add nothing: they would mix with them. */
void progress_add(struct progress *p, uint64_t bytes)
{
    if (p->enabled && p->unit == NULL) {
        atomic_fetch_add(&p->done_bytes, bytes);
        draw_sometimes(p);
    }
}

/* Files count also while units are counted: the line then does not show them. */
void progress_add_file(struct progress *p)
{
    if (p->enabled) {
        atomic_fetch_add(&p->done_files, 1);
        draw_sometimes(p);
    }
}

/* A total that is not known remains 0: adding to it would make it a wrong one. */
void progress_more(struct progress *p, uint64_t bytes)
{
    if (p->enabled && atomic_load(&p->bytes) != 0) {
        atomic_fetch_add(&p->bytes, bytes);
    }
}

/* The clock starts anew: the time for reading says nothing about the rate of what comes now. */
void progress_count(struct progress *p, uint64_t all, const char *unit)
{
    p->unit = unit;
    p->started = clock_ms();
    atomic_store(&p->bytes, all);
    atomic_store(&p->done_bytes, 0);
}

/* Of the one thread that makes what is counted: see progress_count. */
void progress_step(struct progress *p)
{
    if (p->enabled) {
        atomic_fetch_add(&p->done_bytes, 1);
        draw_sometimes(p);
    }
}

/* Nobody may count any more: `enabled` is no atomic. */
void progress_end(struct progress *p)
{
    if (p->enabled) {
        p->enabled = false;
        message_status(NULL);
    }
}
