/* SPDX-License-Identifier: MIT
 *
 * Reads the parts of a recording on many cores, with the results of one reading.
 *
 * parts.c divides the recording and checks the parts. This file puts the results of threads in
 * order: bytes by a tt_io_sequence, issues by `places`, and the state at the end by `last`.
 *
 * If the end state of a part is not the first state of the next one, that part reads on to the end
 * of the recording. All results of later parts are dropped.
 */
#include "host/posix.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "reading/inside.h"
#include "teetape/io/jobs.h"
#include "teetape/io/sequence.h"

/* Bytes of results that a part may keep until its turn. All parts together may keep eight times
 * that (sequence.h). */
#define KEPT_MOST ((size_t)24 << 20)
#define KEPT_OF_TWO (KEPT_MOST / 2)

/* The most unknown kinds that a part counts one by one; records of further kinds count for the last
 * one. */
enum { KINDS = 8 };

struct found {
    uint64_t count[TT_LEVEL_ERROR + 1];
    struct kind {
        tt_issue note;
        uint8_t uuid[16];
        uint64_t count;
    } kinds[KINDS];
    size_t kind_count;
    tt_issue first[2 * TT_IO_PARTS_ISSUES]; /* room for the errors and warnings that are reported
                                               one by one */
    int32_t first_tick[2 * TT_IO_PARTS_ISSUES];
    size_t kept;
};

struct place {
    struct found *found;
    bool is_done; /* the worker of this part has ended; changed under the lock */
};

struct whole {
    tt_io_reading *r;
    const tt_io_parts_use *use;
    struct parts *parts;
    tt_io_sequence *sequence;
    pthread_mutex_t lock; /* guards the following members, and what callbacks of the whole change */
    struct place *places;
    size_t count; /* the number of valid parts; falls when a part reads on to the end */
    size_t told;
    tt_io_reading *last;
    bool no_memory;
};

struct worker {
    struct whole *w;
    size_t part;
    tt_io_reading *r;
    tt_io_output out;
};

static void no_memory(struct whole *w)
{
    pthread_mutex_lock(&w->lock);
    w->no_memory = true;
    pthread_mutex_unlock(&w->lock);
    tti_io_sequence_stop(w->sequence);
}

static void count_kind(struct found *found, const tt_issue *issue)
{
    size_t i = 0;
    while (i < found->kind_count && memcmp(found->kinds[i].uuid, issue->uuid, 16) != 0) {
        i++;
    }
    if (i == KINDS) {
        i--;
    } else if (i == found->kind_count) {
        found->kind_count++;
        found->kinds[i].note = *issue;
        memcpy(found->kinds[i].uuid, issue->uuid, 16);
    }
    found->kinds[i].count++;
}

/* Notes an issue of a part. Before the part is done, only its worker uses its element of `places`.
 * Most parts have no issue and need no memory. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct worker *at = user;
    struct place *place = &at->w->places[at->part];
    struct found *found = place->found;
    if (found == NULL) {
        found = place->found = calloc(1, sizeof *found);
    }
    if (found == NULL) {
        no_memory(at->w);
        return;
    }
    if (issue->uuid != NULL) {
        count_kind(found, issue);
    }
    if (found->count[issue->level]++ < TT_IO_PARTS_ISSUES && issue->level != TT_LEVEL_NOTE) {
        found->first_tick[found->kept] = tt_recording_look(at->r->rec).first_tick;
        found->first[found->kept++] = *issue;
    }
}

/* Reports the issues of a part. Each issue comes with its part's first tick, because the reader of
 * the whole has read no tick. Called with the lock. */
static void tell(struct whole *w, struct found *found)
{
    const tt_io_reading_options *options = &w->r->inside->options;
    int32_t *first_tick = &w->r->inside->index_first_tick, before = *first_tick;
    w->r->errors += found->count[TT_LEVEL_ERROR];
    w->r->warnings += found->count[TT_LEVEL_WARNING];
    w->r->notes += found->count[TT_LEVEL_NOTE];
    for (size_t i = 0; i < found->kept; i++) {
        *first_tick = before >= 0 ? before : found->first_tick[i];
        found->count[found->first[i].level]--;
        if (options->on_issue != NULL) {
            options->on_issue(options->user, &found->first[i]);
        }
    }
    for (size_t i = 0; i < found->kind_count; i++) {
        struct kind *kind = &found->kinds[i];
        kind->note.uuid = kind->uuid;
        for (; kind->count > 0 && options->on_issue != NULL; kind->count--) {
            found->count[TT_LEVEL_NOTE]--;
            options->on_issue(options->user, &kind->note);
        }
    }
    *first_tick = before;
    w->use->on_more_issues(w->r, found->count);
}

/* Reports the issues of finished parts in the order of the recording. Progress advances with them
 * and never goes back. Called with the lock. */
static void tell_all(struct whole *w)
{
    const tt_io_reading_options *options = &w->r->inside->options;
    size_t before = w->told;
    while (w->told < w->count && w->places[w->told].is_done) {
        struct place *place = &w->places[w->told++];
        if (place->found != NULL) {
            tell(w, place->found);
        }
        free(place->found);
        place->found = NULL;
    }
    if (w->told != before && options->on_progress != NULL) {
        options->on_progress(options->user, tti_parts_stored(w->parts, w->told));
    }
}

/* Drops the parts after `part`. The sequence has a lock of its own and is cut without this one. */
static void cut(struct whole *w, size_t part)
{
    pthread_mutex_lock(&w->lock);
    if (part + 1 < w->count) {
        w->count = part + 1;
    }
    pthread_mutex_unlock(&w->lock);
    tti_io_sequence_cut(w->sequence, part);
}

static bool counts(struct whole *w, size_t part)
{
    pthread_mutex_lock(&w->lock);
    bool is_one = part < w->count && !w->no_memory;
    pthread_mutex_unlock(&w->lock);
    return is_one;
}

/* Gives the items of a part. PART_FURTHER comes only at the end of a part: the results so far are
 * right. */
static enum part_end show(struct worker *at)
{
    for (;;) {
        while (tt_io_reading_next(at->r) && tt_io_output_error(&at->out) == 0) {
            at->w->use->show(at->r);
        }
        if (tt_io_output_error(&at->out) != 0) {
            return PART_OVER; /* the output failed or was stopped */
        }
        enum part_end end = tti_parts_end(at->w->parts, at->part, at->r);
        if (end != PART_OVER) {
            cut(at->w, at->part);
        }
        if (end != PART_FURTHER) {
            return end;
        }
    }
}

static enum part_end take(struct worker *at)
{
    const tt_io_reading_options options = {
        .on_issue = on_issue, .stop = at->w->r->inside->options.stop, .user = at};
    enum part_end end = PART_LAST;
    if (!tti_parts_open(at->w->parts, at->part, at->r, &options)) {
        cut(at->w, at->part);
        return end;
    }
    if (at->w->use->open(at->r, &at->out)) {
        end = show(at);
        at->w->use->close(at->r);
    } else {
        tti_reading_no_memory(at->r);
        cut(at->w, at->part);
    }
    return end;
}

/* Ends a part. If several parts came to the end of the recording, the first one counts: a cut can
 * make an earlier part the last one. Closing frees much, so it is done without the lock. */
static void end_part(struct worker *at, enum part_end end)
{
    struct whole *w = at->w;
    tt_io_reading *useless = at->r;
    pthread_mutex_lock(&w->lock);
    w->places[at->part].is_done = true;
    if (end == PART_LAST && at->part + 1 == w->count) {
        useless = w->last;
        w->last = at->r;
    }
    tell_all(w);
    pthread_mutex_unlock(&w->lock);
    if (useless != NULL) {
        tt_io_reading_close(useless);
        free(useless);
    }
}

static tt_io_reading *copy_whole(struct whole *w)
{
    tt_io_reading *r = malloc(w->use->size);
    if (r != NULL) {
        pthread_mutex_lock(&w->lock);
        memcpy(r, w->r, w->use->size);
        pthread_mutex_unlock(&w->lock);
    }
    return r;
}

/* Reads a part. The sequence is ended last, because cutting it needs a part that has not ended. */
static void job(void *user, size_t part, unsigned worker)
{
    struct whole *w = user;
    struct worker at = {.w = w, .part = part};
    (void)worker;
    if (!counts(w, part)) {
        return;
    }
    tt_io_sequence_begin(w->sequence, part, &at.out);
    at.r = copy_whole(w);
    if (at.r != NULL) {
        end_part(&at, take(&at));
    } else {
        no_memory(w);
    }
    tt_io_sequence_end(w->sequence, part, &at.out);
}

static bool open_parts(struct whole *w, tt_io_output *out, unsigned threads)
{
    w->count = tti_parts_count(w->parts);
    w->places = calloc(w->count, sizeof *w->places);
    w->sequence = w->places != NULL
                      ? tt_io_sequence_new(out, w->count, threads == 2 ? KEPT_OF_TWO : KEPT_MOST)
                      : NULL;
    return w->sequence != NULL;
}

static void close_parts(struct whole *w, size_t count)
{
    for (size_t i = 0; i < count && w->places != NULL; i++) {
        free(w->places[i].found);
    }
    free(w->places);
    tt_io_sequence_free(w->sequence);
    tti_parts_free(w->parts);
}

/* Moves the reader of the last part to the whole. No part is the last one after a stop, or when the
 * output failed. */
static void take_end(struct whole *w)
{
    tt_io_reading *r = w->r, *last = w->last;
    if (last != NULL && last->inside != NULL) {
        tt_recording *rec = r->rec;
        uint8_t *scratch = r->inside->scratch;
        r->rec = last->rec;
        r->inside->scratch = last->inside->scratch;
        last->rec = rec;
        last->inside->scratch = scratch;
    }
    if (last != NULL) {
        r->is_at_end = last->is_at_end;
        r->is_later = last->is_later;
        r->is_unfinished = last->is_unfinished;
        r->bytes = last->bytes;
        r->item = (tt_item){.tick = last->item.tick};
        if (last->error.status != TT_OK) {
            tti_reading_fail(r, &last->error);
        }
        tti_reading_end(r, NULL);
        tt_io_reading_close(last);
        free(last);
    }
    if ((w->no_memory || tti_io_sequence_error(w->sequence) != 0) && r->error.status == TT_OK) {
        tti_reading_no_memory(r);
    }
}

bool tt_io_parts_read(tt_io_reading *whole, tt_io_output *out, unsigned threads,
                      const tt_io_parts_use *use)
{
    struct whole w = {.r = whole, .use = use};
    w.parts = threads >= 2 ? tti_parts_new(whole) : NULL;
    if (w.parts == NULL) {
        return false;
    }
    if (!open_parts(&w, out, threads)) {
        close_parts(&w, w.count);
        return false;
    }
    size_t count = w.count;
    pthread_mutex_init(&w.lock, NULL);
    tt_io_jobs_run(count, threads, job, &w, whole->inside->options.stop);
    pthread_mutex_destroy(&w.lock);
    take_end(&w);
    close_parts(&w, count);
    return true;
}
