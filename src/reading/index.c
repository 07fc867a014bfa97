/* SPDX-License-Identifier: MIT
 *
 * The index of a reading: the sessions of a name come from it, and the last place in it before the
 * span is where reading begins. An index that cannot be used is reported once, and then the
 * recording is read as if there were none.
 */
#include "reading/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/index_file.h"
#include "archive/index_seek.h"

struct tti_reading_index {
    tt_io_index *index;
    struct archive_place place; /* where reading began; the input is the reading's */
    /* The facts before it that are still to be given, of the blocks [block, end). */
    uint32_t block, end;
    bool has_facts; /* those of the block were read */
    tt_unpacker facts;
    tt_fact fact;
};

static void report(const tt_io_reading *r, tt_io_index_status status, const tt_io_error *error)
{
    if (r->inside->options.on_index != NULL && !r->inside->is_quiet) {
        r->inside->options.on_index(r->inside->options.user, status, error);
    }
}

static tt_io_index *open_index(const tt_io_reading *r)
{
    const struct tti_reading *in = r->inside;
    tt_io_error error;
    tt_io_index_status status = TT_IO_INDEX_NONE;
    char *path = tt_io_index_path(in->path, in->options.index_folder, &error);
    tt_io_index *index = path != NULL ? tt_io_index_open(path, &status, &error) : NULL;
    free(path);
    if (index != NULL) {
        status = tti_index_fits(index, in->path, in->header);
        error = *tt_io_index_error(index);
    }
    if (status != TT_IO_INDEX_GOOD) {
        if (status != TT_IO_INDEX_NONE) {
            report(r, status, &error);
        }
        tt_io_index_close(index);
        return NULL;
    }
    return index;
}

tt_io_index *tti_reading_index(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    bool is_wanted =
        !in->options.no_index && !in->options.follow && !in->is_quiet && strcmp(in->path, "-") != 0;
    if (in->index == NULL && is_wanted) {
        in->index = calloc(1, sizeof *in->index);
        if (in->index != NULL) {
            in->index->index = open_index(r);
        }
    }
    return in->index != NULL ? in->index->index : NULL;
}

void tti_reading_index_forget(tt_io_reading *r, tt_io_index_status status)
{
    struct tti_reading_index *x = r->inside->index;
    tt_io_error error = *tt_io_index_error(x->index);
    bool is_system = error.status == TT_ERR_SYSTEM || status == TT_IO_INDEX_SYSTEM;
    if (is_system && error.status != TT_ERR_SYSTEM) {
        tt_io_error_system(&error, ENOMEM,
                           "cannot be used"); /* or the recording, which reports it */
    }
    report(r, is_system ? TT_IO_INDEX_SYSTEM : status, &error);
    tt_io_index_close(x->index);
    x->index = NULL;
    x->end = 0;
}

void tti_reading_index_close(tt_io_reading *r)
{
    if (r->inside->index != NULL) {
        tti_archive_place_close(&r->inside->index->place);
        tt_io_index_close(r->inside->index->index);
        free(r->inside->index);
    }
}

static void ignore(void *user, const tt_fact *fact)
{
    (void)user, (void)fact;
}

/* The first block of those that have the facts of the sessions that `rec` knows. */
static uint32_t first_block(tt_io_index *index, const tt_recording *rec)
{
    int32_t since = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, 0, cid);
        if (session.number != TT_SESSION_NONE && session.since < since) {
            since = session.since;
        }
    }
    return tt_io_index_find(index, since);
}

/* Prepares the facts before the block, which are read once to see that they are whole. */
static bool find_facts(const tt_io_reading *r, const tt_recording *rec, uint32_t block)
{
    struct tti_reading_index *x = r->inside->index;
    x->block = first_block(x->index, rec);
    x->end = block;
    return tt_io_index_each(x->index, x->block, block, r->inside->options.facts, ignore, NULL);
}

/* The block to begin with; 0 when that is the start of the recording. */
static uint32_t find_block(tt_io_reading *r)
{
    int32_t tick = r->from < TT_IO_PLACE_END ? (int32_t)r->from : INT32_MAX;
    if (r->from <= 0 || !r->has_span || r->inside->is_learning || tti_reading_index(r) == NULL) {
        return 0;
    }
    uint32_t number = tt_io_index_find(r->inside->index->index, tick);
    tt_index_block block = tt_io_index_block(r->inside->index->index, number);
    /* Reading would have ended there. */
    return r->inside->options.ends_at_error && block.errors != 0 ? 0 : number;
}

/* What is wrong before the access point counts, but is not reported one by one. */
static void pass_over(tt_io_reading *r, const tt_index_block *block)
{
    r->passed_errors = block->errors;
    r->passed_warnings = block->warnings;
    r->errors += block->errors;
    r->warnings += block->warnings;
    if (r->inside->options.on_seek != NULL) {
        r->inside->options.on_seek(r->inside->options.user, block);
    }
}

/* A reader at the begin of the block, and the bytes from there on. */
static tt_io_index_status open_block(tt_io_reading *r, uint32_t block, tt_recording *rec,
                                     void *scratch)
{
    struct tti_reading_index *x = r->inside->index;
    if (rec == NULL || scratch == NULL) {
        return TT_IO_INDEX_SYSTEM;
    }
    if (!tti_archive_index_resume(x->index, block, rec, scratch, READING_SCRATCH,
                                  r->inside->header) ||
        (r->inside->options.wants_before && !find_facts(r, rec, block))) {
        return TT_IO_INDEX_DAMAGED;
    }
    return tti_archive_place_open(&x->place, x->index, block, r->inside->path,
                                  r->inside->options.stop);
}

/* All facts come from the index, and the recording is not read. */
static void take_all(tt_io_reading *r)
{
    tt_io_index *index = tti_reading_index(r);
    /* Reading would have ended there. */
    if (index == NULL ||
        (r->inside->options.ends_at_error && tt_io_index_foot(index)->errors != 0)) {
        return;
    }
    uint32_t blocks = tt_io_index_foot(index)->blocks;
    if (!tt_io_index_each(index, 0, blocks, r->inside->options.facts, ignore, NULL)) {
        tti_reading_index_forget(r, TT_IO_INDEX_DAMAGED);
        return;
    }
    r->inside->index->end = blocks;
    r->inside->index_first_tick = tt_io_index_foot(index)->first_tick;
    tti_reading_end(r, NULL);
}

void tti_reading_index_seek(tt_io_reading *r)
{
    if (r->inside->options.wants_all) {
        take_all(r);
        return;
    }
    uint32_t number = find_block(r);
    if (number == 0) {
        return;
    }
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(READING_SCRATCH);
    tt_io_index_status status = open_block(r, number, rec, scratch);
    if (status != TT_IO_INDEX_GOOD) {
        free(rec);
        free(scratch);
        tti_reading_index_forget(r, status);
        return;
    }
    struct tti_reading_index *x = r->inside->index;
    tt_index_block block = tt_io_index_block(x->index, number);
    tti_reading_source_take(r, rec, scratch, x->place.input);
    x->place.input = NULL;
    r->bytes = block.begin + x->place.size;
    tt_recording_feed(rec, x->place.data, x->place.size);
    pass_over(r, &block);
}

/* Facts that were whole before cannot be read now. Some may have been given, so that nothing else
 * can take their place. */
static void lose(tt_io_reading *r)
{
    struct tti_reading_index *x = r->inside->index;
    tt_io_error error = *tt_io_index_error(x->index);
    if (error.status != TT_ERR_SYSTEM) {
        tt_io_error_say(&error, TT_ERR_CHANGED, "the index was changed while it was read");
    }
    x->end = 0;
    tti_reading_end(r, &error);
}

/* The facts of the next block that has any which are wanted. False when there is none. */
static bool next_block(tt_io_reading *r)
{
    tt_bytes facts;
    struct tti_reading_index *x = r->inside->index;
    while (x->block < x->end &&
           (tt_io_index_block(x->index, x->block).kinds & r->inside->options.facts) == 0) {
        x->block++;
    }
    if (x->block >= x->end) {
        return false;
    }
    if (!tti_index_facts(x->index, x->block, &facts)) {
        lose(r);
        return false;
    }
    x->facts = tt_unpacker_of(facts.data, facts.size);
    return x->has_facts = true;
}

bool tti_reading_index_next(tt_io_reading *r)
{
    struct tti_reading_index *x = r->inside->index;
    while (x != NULL && (x->has_facts || next_block(r))) {
        tt_index_block block = tt_io_index_block(x->index, x->block);
        if (tt_index_fact_next(&x->facts, tt_io_index_foot(x->index), &block, &x->fact) == TT_OK) {
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
