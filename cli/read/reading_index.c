/* SPDX-License-Identifier: MIT
 *
 * The index of a reading: the sessions of a name come from it, and the last place in it before the
 * span is where reading begins. An index that cannot be used is reported once, and then the
 * recording is read as if there were none.
 */
#include "cli/read/reading_inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/index_seek.h"
#include "cli/read/index_report.h"
#include "cli/shell/message.h"
#include "cli/show/text.h"

struct reading_index {
    struct archive_index *index;
    struct archive_place place; /* where reading began; the input is the reading's */
    /* The facts before it that are still to be given, of the blocks [block, end). */
    uint32_t block, end;
    bool has_facts; /* those of the block were read */
    tt_unpacker facts;
    tt_fact fact;
};

static void report(const struct reading *r, enum archive_index_status status,
                   const struct host_error *error)
{
    if (!r->options.is_quiet) {
        index_report(r->job->path, r->span.index_dir, status, error);
    }
}

static struct archive_index *open_index(const struct reading *r)
{
    struct host_error error;
    enum archive_index_status status = ARCHIVE_INDEX_NONE;
    char *path = archive_index_path(r->job->path, r->span.index_dir);
    struct archive_index *index = path != NULL ? archive_index_open(path, &status, &error) : NULL;
    free(path);
    if (index != NULL) {
        status = archive_index_fits(index, r->job->path, r->header);
        error = *archive_index_error(index);
    }
    if (status != ARCHIVE_INDEX_GOOD) {
        report(r, status, &error);
        archive_index_close(index);
        return NULL;
    }
    return index;
}

struct archive_index *reading_index(struct reading *r)
{
    bool is_wanted = r->options.span != NULL && !r->span.no_index && !r->job->settings->follow &&
                     strcmp(r->job->path, "-") != 0;
    if (r->index == NULL && is_wanted) {
        r->index = calloc(1, sizeof *r->index);
        if (r->index != NULL) {
            r->index->index = open_index(r);
        }
    }
    return r->index != NULL ? r->index->index : NULL;
}

void reading_index_forget(struct reading *r, enum archive_index_status status)
{
    struct host_error error = *archive_index_error(r->index->index);
    bool is_system = error.status != TT_OK || status == ARCHIVE_INDEX_SYSTEM;
    if (error.status == TT_OK) {
        host_error_system(&error, ENOMEM,
                          "cannot be used"); /* or the recording, which reports it */
    }
    report(r, is_system ? ARCHIVE_INDEX_SYSTEM : status, &error);
    archive_index_close(r->index->index);
    r->index->index = NULL;
    r->index->end = 0;
}

void reading_index_close(struct reading *r)
{
    if (r->index != NULL) {
        archive_place_close(&r->index->place);
        archive_index_close(r->index->index);
        free(r->index);
    }
}

static void ignore(void *user, const tt_fact *fact)
{
    (void)user, (void)fact;
}

/* The first block of those that have the facts of the sessions that `rec` knows. */
static uint32_t first_block(struct archive_index *index, const tt_recording *rec)
{
    int32_t since = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, cid);
        if (session.number != TT_SESSION_NONE && session.since < since) {
            since = session.since;
        }
    }
    return archive_index_find(index, since);
}

/* Prepares the facts before the block, which are read once to see that they are whole. */
static bool find_facts(const struct reading *r, const tt_recording *rec, uint32_t block)
{
    struct reading_index *x = r->index;
    x->block = first_block(x->index, rec);
    x->end = block;
    return archive_index_each(x->index, x->block, block, r->options.facts, ignore, NULL);
}

/* The block to begin with; 0 when that is the start of the recording. */
static uint32_t find_block(struct reading *r)
{
    int32_t tick = r->from < PLACE_END ? (int32_t)r->from : INT32_MAX;
    if (r->from <= 0 || !r->has_span || r->is_learning || reading_index(r) == NULL) {
        return 0;
    }
    uint32_t number = archive_index_find(r->index->index, tick);
    tt_index_block block = archive_index_block(r->index->index, number);
    /* With --strict, reading ends at the first error. */
    return r->job->settings->strict && block.errors != 0 ? 0 : number;
}

/* What is wrong before the place counts, but is not reported one by one. */
static void pass_over(struct reading *r, const tt_index_block *block)
{
    char time[TEXT_TIME];
    r->passed_errors = block->errors;
    r->passed_warnings = block->warnings;
    if (!r->issues.quiet && (block->errors != 0 || block->warnings != 0)) {
        message_say(MESSAGE_WARNING, r->job->path,
                    "%" PRIu32 " errors and %" PRIu32 " warnings before tick %" PRId32
                    " (%s) are not shown",
                    block->errors, block->warnings, block->tick,
                    text_time(time, reading_time(r, block->tick)));
    }
}

/* A reader at the begin of the block, and the bytes from there on. */
static enum archive_index_status open_block(struct reading *r, uint32_t block, tt_recording *rec,
                                            void *scratch)
{
    struct reading_index *x = r->index;
    if (rec == NULL || scratch == NULL) {
        return ARCHIVE_INDEX_SYSTEM;
    }
    if (!archive_index_resume(x->index, block, rec, scratch, READING_SCRATCH, r->header) ||
        (r->options.wants_before && !find_facts(r, rec, block))) {
        return ARCHIVE_INDEX_DAMAGED;
    }
    return archive_place_open(&x->place, x->index, block, r->job->path, r->job->stop);
}

/* All facts come from the index, and the recording is not read. */
static void take_all(struct reading *r)
{
    struct archive_index *index = reading_index(r);
    /* With --strict, reading ends at the first error. */
    if (index == NULL || (r->job->settings->strict && archive_index_foot(index)->errors != 0)) {
        return;
    }
    uint32_t blocks = archive_index_foot(index)->blocks;
    if (!archive_index_each(index, 0, blocks, r->options.facts, ignore, NULL)) {
        reading_index_forget(r, ARCHIVE_INDEX_DAMAGED);
        return;
    }
    r->index->end = blocks;
    r->index_first_tick = archive_index_foot(index)->first_tick;
    reading_stop(r);
}

void reading_index_jump(struct reading *r)
{
    if (r->options.wants_all) {
        take_all(r);
        return;
    }
    uint32_t number = find_block(r);
    if (number == 0) {
        return;
    }
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(READING_SCRATCH);
    enum archive_index_status status = open_block(r, number, rec, scratch);
    if (status != ARCHIVE_INDEX_GOOD) {
        free(rec);
        free(scratch);
        reading_index_forget(r, status);
        return;
    }
    struct reading_index *x = r->index;
    tt_index_block block = archive_index_block(x->index, number);
    reading_source_take(r, rec, scratch, x->place.input);
    x->place.input = NULL;
    r->bytes = block.begin + x->place.size;
    tt_recording_feed(rec, x->place.data, x->place.size);
    pass_over(r, &block);
}

/* The facts of the next block that has any which are wanted. False when there is none. */
static bool next_block(struct reading *r)
{
    tt_bytes facts;
    struct reading_index *x = r->index;
    while (x->block < x->end &&
           (archive_index_block(x->index, x->block).kinds & r->options.facts) == 0) {
        x->block++;
    }
    if (x->block >= x->end) {
        return false;
    }
    if (!archive_index_facts(x->index, x->block, &facts)) {
        reading_index_forget(r, ARCHIVE_INDEX_DAMAGED); /* it was whole before */
        return false;
    }
    x->facts = tt_unpacker_of(facts.data, facts.size);
    return x->has_facts = true;
}

bool reading_index_next(struct reading *r)
{
    struct reading_index *x = r->index;
    while (x != NULL && (x->has_facts || next_block(r))) {
        tt_index_block block = archive_index_block(x->index, x->block);
        if (tt_index_fact_next(&x->facts, archive_index_foot(x->index), &block, &x->fact) ==
            TT_OK) {
            r->item = (tt_item){.kind = TT_ITEM_FACT,
                                .tick = x->fact.tick,
                                .session = x->fact.session,
                                .session2 = TT_SESSION_NONE,
                                .fact = &x->fact};
            return true;
        }
        x->has_facts = false;
        x->block++;
    }
    return false;
}
