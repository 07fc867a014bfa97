/* SPDX-License-Identifier: MIT
 *
 * Jobs for the parts, and one end for all of them. tt_io_parts divides and checks; what is here
 * brings the results of threads into the order of one reading: bytes by a tt_io_sequence, issues by
 * `places`, and the state at the end by `last`.
 *
 * A part whose end is not the beginning of the next one, as the index says, cuts the later parts
 * and reads on to the end of the whole itself. What those have printed or found is dropped.
 */
#include "cli/read/parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/run.h"
#include "teetape/io/jobs.h"
#include "teetape/io/parts.h"
#include "teetape/io/sequence.h"

/* Bytes of results that a part may keep until its turn: those of an interval as objects. Of two
 * threads that take turns each has to keep half of them. All parts together may keep eight times
 * that (sequence.h). */
#define KEPT_MOST ((size_t)24 << 20)
#define KEPT_OF_TWO (KEPT_MOST / 2)

/* What is wrong with a part, until it is its turn to be reported. */
struct found {
    uint64_t count[TT_LEVEL_ERROR + 1];   /* of each level, those in `first` included */
    tt_issue first[2 * ISSUES_TOLD];      /* as many errors and warnings as can be reported */
    int32_t since_start[2 * ISSUES_TOLD]; /* their game times, which the part knows alone */
    size_t kept;                          /* of both arrays */
};

/* A part in the order of parts, before and after its worker. */
struct place {
    struct found *found; /* NULL: nothing was */
    bool is_done;        /* its worker has ended; changed under the lock */
};

/* The whole on its way. Threads share it. */
struct parts {
    const struct parts_use *use;
    struct reading *whole;    /* the begin of the verb's struct */
    tt_io_parts *parts;       /* which have a lock of their own, as has the sequence */
    tt_io_sequence *sequence; /* of the results of all parts */
    pthread_mutex_t lock;     /* of what follows, and of all that the whole's issues are */
    struct place *places;     /* one for each part, also for those that do not count any more */
    size_t count;             /* parts that count */
    size_t told;              /* those before it were reported */
    struct reading *last;     /* of the last one, when it has ended the whole */
    bool no_memory;           /* no part is begun any more */
};

/* One part at work, on the stack of its thread. */
struct worker {
    struct parts *p;
    size_t part;
    struct reading *r; /* the begin of the verb's struct */
    struct job job;    /* a copy of the whole's, with an output of its own */
    tt_io_output out;  /* its turn of the sequence */
};

/* What is missing cannot be left out, as later parts would look whole: all of them end, and so does
 * the command. */
static void no_memory(struct parts *p)
{
    pthread_mutex_lock(&p->lock);
    p->no_memory = true;
    pthread_mutex_unlock(&p->lock);
    tt_io_sequence_stop(p->sequence);
}

/* An issue of a part; only its worker looks at the part's place until it is done. Most parts have
 * none, so there is memory only for those that have. What is more than can be reported of the whole
 * cannot be reported of a part. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct worker *w = user;
    struct place *place = &w->p->places[w->part];
    struct found *found = place->found;
    if (found == NULL) {
        found = place->found = calloc(1, sizeof *found);
    }
    if (found == NULL) {
        no_memory(w->p);
    } else if (found->count[issue->level]++ < ISSUES_TOLD && issue->level != TT_LEVEL_NOTE) {
        found->since_start[found->kept] = reading_since_start(w->r, issue);
        found->first[found->kept++] = *issue;
    }
}

/* Reports them as if the whole had met them, and counts the others. reading_take_issue counts what
 * it takes, so that is taken off first. Called with the lock. */
static void tell(struct reading *whole, struct found *found)
{
    for (size_t i = 0; i < found->kept; i++) {
        reading_take_issue(whole, &found->first[i], found->since_start[i]);
        found->count[found->first[i].level]--;
    }
    whole->issues.errors += found->count[TT_LEVEL_ERROR];
    whole->issues.warnings += found->count[TT_LEVEL_WARNING];
    whole->issues.notes += found->count[TT_LEVEL_NOTE];
}

/* All parts that are done, up to the first one that is not: so issues come in the order of the
 * recording, though not at once. Progress moves with them, by the place in the file, and never goes
 * back. Called with the lock. */
static void tell_all(struct parts *p)
{
    size_t before = p->told;
    while (p->told < p->count && p->places[p->told].is_done) {
        struct place *place = &p->places[p->told++];
        if (place->found != NULL) {
            tell(p->whole, place->found);
        }
        free(place->found);
        place->found = NULL;
    }
    if (p->told != before) {
        run_progress(p->whole->job, tt_io_parts_stored(p->parts, p->told));
    }
}

/* No part after this one counts. The count only falls. The sequence has a lock of its own and is
 * cut without ours. */
static void cut(struct parts *p, size_t part)
{
    pthread_mutex_lock(&p->lock);
    if (part + 1 < p->count) {
        p->count = part + 1;
    }
    pthread_mutex_unlock(&p->lock);
    tt_io_sequence_cut(p->sequence, part);
}

/* Asked before a part is begun: one that does not count need not be. */
static bool counts(struct parts *p, size_t part)
{
    pthread_mutex_lock(&p->lock);
    bool is_one = part < p->count && !p->no_memory;
    pthread_mutex_unlock(&p->lock);
    return is_one;
}

/* Shows items up to the end of the part, or of the whole. FURTHER is found at the end of a part
 * only: what was shown until then is right, and the reading goes on as the whole's would. */
static tt_io_part_end show(struct worker *w)
{
    for (;;) {
        while (tt_io_reading_next(&w->r->io) && tt_io_output_error(&w->out) == 0) {
            w->p->use->show(w->r);
        }
        if (tt_io_output_error(&w->out) != 0) {
            return TT_IO_PART_OVER; /* nobody takes results any more */
        }
        tt_io_part_end end = tt_io_parts_end(w->p->parts, w->part, &w->r->io);
        if (end != TT_IO_PART_OVER) {
            cut(w->p, w->part);
        }
        if (end != TT_IO_PART_FURTHER) {
            return end;
        }
    }
}

/* A part that cannot be opened ends the whole as a failure of the whole would: its reading says why
 * when it is closed. */
static tt_io_part_end take(struct worker *w)
{
    const tt_io_reading_options options = {.on_issue = on_issue, .stop = w->job.stop, .user = w};
    tt_io_part_end end = TT_IO_PART_LAST;
    if (!tt_io_parts_open(w->p->parts, w->part, &w->r->io, &options)) {
        cut(w->p, w->part);
        return end;
    }
    if (w->p->use->open(w->r)) {
        end = show(w);
        w->p->use->close(w->r);
    } else {
        cut(w->p, w->part);
    }
    return end;
}

/* The part is done. The reading that has come to the end says how it went: of several, such as when
 * the user wants to leave, that of the first part. The condition holds for the last part that
 * counts; when the count falls later, an earlier part takes its place, and the reading of the later
 * one is of no use any more. Closing is done without the lock, since it frees much. */
static void end_part(struct worker *w, tt_io_part_end end)
{
    struct parts *p = w->p;
    struct reading *useless = w->r;
    pthread_mutex_lock(&p->lock);
    p->places[w->part].is_done = true;
    if (end == TT_IO_PART_LAST && w->part + 1 == p->count) {
        useless = p->last;
        p->last = w->r;
    }
    tell_all(p);
    pthread_mutex_unlock(&p->lock);
    if (useless != NULL) {
        tt_io_reading_close(&useless->io);
        free(useless);
    }
}

/* A copy of the verb's struct, with a reading that reports nothing by itself. Under the lock,
 * because the issues of the whole are in it, which other parts change; the reading is emptied, as
 * tt_io_parts_open makes its own. */
static struct reading *copy_whole(struct worker *w)
{
    struct parts *p = w->p;
    struct reading *r = malloc(p->use->size);
    pthread_mutex_lock(&p->lock);
    if (r != NULL) {
        memcpy(r, p->whole, p->use->size);
    }
    pthread_mutex_unlock(&p->lock);
    w->job = *p->whole->job;
    w->job.out = &w->out;
    if (r != NULL) {
        memset(&r->io, 0, sizeof r->io);
        r->job = &w->job;
    }
    return r;
}

/* See tt_io_job_fn. The sequence is ended last: a cut (see there) needs a part that is begun and
 * has not ended. */
static void job(void *user, size_t part, unsigned worker)
{
    struct parts *p = user;
    struct worker w = {.p = p, .part = part};
    (void)worker;
    if (!counts(p, part)) {
        return;
    }
    tt_io_sequence_begin(p->sequence, part, &w.out);
    w.r = copy_whole(&w);
    if (w.r != NULL) {
        end_part(&w, take(&w));
    } else {
        no_memory(p);
    }
    tt_io_sequence_end(p->sequence, part, &w.out);
}

/* Each step only if the one before it was good. What there is by then is freed by close_parts. */
static bool open_parts(struct parts *p, unsigned threads)
{
    p->parts = tt_io_parts_new(&p->whole->io);
    p->count = p->parts != NULL ? tt_io_parts_count(p->parts) : 0;
    p->places = p->count != 0 ? calloc(p->count, sizeof *p->places) : NULL;
    p->sequence = p->places != NULL ? tt_io_sequence_new(p->whole->job->out, p->count,
                                                         threads == 2 ? KEPT_OF_TWO : KEPT_MOST)
                                    : NULL;
    return p->sequence != NULL;
}

/* `count` is that from before any cut: places after it have memory, too. */
static void close_parts(struct parts *p, size_t count)
{
    for (size_t i = 0; i < count && p->places != NULL; i++) {
        free(p->places[i].found);
    }
    free(p->places);
    tt_io_sequence_free(p->sequence);
    tt_io_parts_free(p->parts);
}

/* Closes the reading that has come to the end, with what all of them have met. The whole itself
 * gave no item: what reading it would have found at its end is in the last part. */
static enum exit_status close_last(const struct parts *p)
{
    struct reading *whole = p->whole, *last = p->last;
    if (last == NULL) { /* the user wants to leave, or nobody takes results any more */
        return reading_close(whole);
    }
    last->job = whole->job;
    last->issues = whole->issues;
    enum exit_status status = reading_close(last);
    tt_io_reading_close(&whole->io);
    free(last);
    return status;
}

/* One of many recordings is not divided: the inputs keep all cores busy already. The whole's issues
 * need no lock once the threads have ended. */
bool parts_show(void *whole, const struct parts_use *use, enum exit_status *status)
{
    struct parts p = {.use = use, .whole = whole};
    const struct job *of = p.whole->job;
    unsigned threads = settings_threads(of->settings);
    if (threads < 2 || of->is_one_of_many || !open_parts(&p, threads)) {
        close_parts(&p, p.count);
        return false;
    }
    size_t count = p.count;
    pthread_mutex_init(&p.lock, NULL);
    tt_io_jobs_run(count, threads, job, &p, of->stop);
    pthread_mutex_destroy(&p.lock);
    bool is_short = p.no_memory || tt_io_sequence_error(p.sequence) != 0;
    if (is_short) {
        memory_tell(of->path);
    }
    enum exit_status how = close_last(&p);
    *status = is_short && how < EXIT_SYSTEM ? EXIT_SYSTEM : how;
    close_parts(&p, count);
    return true;
}
