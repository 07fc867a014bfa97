/* SPDX-License-Identifier: MIT
 *
 * The index of a reading: the sessions of a name come from it, and the last place in it before the
 * span is where reading begins. An index that cannot be used is reported once, and then the
 * recording is read as if there were none.
 *
 * It is trusted as far as the recording beside it (teetape/index.h). Its sums, and the one of the
 * interval where reading begins (index/seek.c), find damage and changes of either file.
 */
#include "reading/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "index/file.h"

/* Exists once the index was looked for, so that this is done once. */
struct tti_reading_index {
    tt_io_index *index;       /* NULL when there is none that can be used */
    struct index_place place; /* where reading began; the input is the reading's */
    /* The facts before it that are still to be given, of the blocks [block, end). */
    uint32_t block, end;
    bool has_facts;    /* those of the block were read */
    tt_unpacker facts; /* the ones that are left of the block, in the buffer of the index */
    tt_fact fact;      /* the one that r->item has */
};

/* A first pass reports nothing, as the pass that gives items finds the same again. */
static void report(const tt_io_reading *r, tt_io_index_status status, const tt_io_error *error)
{
    if (r->inside->options.on_index != NULL && !r->inside->is_quiet) {
        r->inside->options.on_index(r->inside->options.user, status, error);
    }
}

tt_io_index *tti_reading_index_open(const struct tti_reading *in, tt_io_index_status *status,
                                    tt_io_error *error)
{
    *status = TT_IO_INDEX_NONE;
    char *path = tt_io_index_path(in->path, in->options.index_folder, error);
    tt_io_index *index = path != NULL ? tt_io_index_open(path, status, error) : NULL;
    free(path);
    if (index != NULL) {
        *status = tti_index_fits(index, in->path, in->header);
        *error = *tt_io_index_error(index);
    }
    if (*status != TT_IO_INDEX_GOOD) {
        tt_io_index_close(index);
        return NULL;
    }
    return index;
}

/* An index that is missing is the usual case and is not reported. All others are: somebody has made
 * the file and expects it to be used. */
static tt_io_index *open_index(const tt_io_reading *r)
{
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index *index = tti_reading_index_open(r->inside, &status, &error);
    if (status != TT_IO_INDEX_GOOD && status != TT_IO_INDEX_NONE) {
        report(r, status, &error);
    }
    return index;
}

/* Not for a file that is followed, which grows while the index does not, nor for stdin, which has
 * no name beside which one could be. */
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

/* The recording is then read as if there were no index. x remains, so that it is not looked for
 * again. Without an error of the index itself it was memory that was missing. */
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
        tti_index_place_close(&r->inside->index->place);
        tt_io_index_close(r->inside->index->index);
        free(r->inside->index);
    }
}

/* For a pass over facts that only shows that they can be read. */
static void ignore(void *user, const tt_fact *fact)
{
    (void)user, (void)fact;
}

/* The first block of those that have the facts of the sessions that `rec` knows. The oldest of them
 * decides. Sessions that ended before are not asked for, however long ago that was; some of their
 * facts may be in these blocks all the same. */
static uint32_t first_block(tt_io_index *index, const tt_recording *rec)
{
    int32_t since = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, cid);
        if (session.number != TT_SESSION_NONE && session.since < since) {
            since = session.since;
        }
    }
    return tt_io_index_find(index, since);
}

/* Prepares the facts before the block, which are read once to see that they are whole. Once the
 * first of them is given there is no way back to reading without an index. `rec` is at the begin of
 * the block. */
static bool find_facts(const tt_io_reading *r, const tt_recording *rec, uint32_t block)
{
    struct tti_reading_index *x = r->inside->index;
    x->block = first_block(x->index, rec);
    x->end = block;
    return tt_io_index_each(x->index, x->block, block, r->inside->options.facts, ignore, NULL);
}

/* The block to begin with: the last one that leaves what the caller wants before the span; 0 when
 * that is the start of the recording. Names that are learned on the way need every record, so
 * nothing can be left out then. */
static uint32_t find_block(tt_io_reading *r)
{
    int64_t from = r->from - r->inside->options.lead;
    int32_t tick = r->from < TT_IO_PLACE_END ? (int32_t)from : INT32_MAX;
    if (from <= 0 || !r->has_span || r->inside->is_learning || tti_reading_index(r) == NULL) {
        return 0;
    }
    uint32_t number = tt_io_index_find(r->inside->index->index, tick);
    tt_index_block block = tt_io_index_block(r->inside->index->index, number);
    /* Reading would have ended there. */
    return r->inside->options.ends_at_error && block.errors != 0 ? 0 : number;
}

/* What is wrong before the access point counts, but is not reported one by one. The index has the
 * counts of all that is before the block. */
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

/* A reader at the begin of the block, and the bytes from there on. GOOD, or why the index cannot be
 * used; nothing of the reading has changed then. `rec` and `scratch` may be NULL: there was no
 * memory for them. */
static tt_io_index_status open_block(tt_io_reading *r, tt_io_index *index, uint32_t block,
                                     struct index_place *place, tt_recording *rec, void *scratch)
{
    if (rec == NULL || scratch == NULL) {
        return TT_IO_INDEX_SYSTEM;
    }
    if (!tti_index_resume(index, block, rec, scratch, READING_SCRATCH, r->inside->header) ||
        (r->inside->options.wants_before && !find_facts(r, rec, block))) {
        return TT_IO_INDEX_DAMAGED;
    }
    return tti_index_place_open(place, index, block, r->inside->path, r->inside->options.stop);
}

/* Everything that can fail is done with a second reader. Only when it is at the block and the bytes
 * have the right sum, it takes the place of the first one. */
tt_io_index_status tti_reading_index_go(tt_io_reading *r, tt_io_index *index, uint32_t block,
                                        struct index_place *place)
{
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(READING_SCRATCH);
    tt_io_index_status status = open_block(r, index, block, place, rec, scratch);
    if (status != TT_IO_INDEX_GOOD) {
        free(rec);
        free(scratch);
    } else {
        tti_reading_source_take(r, rec, scratch, place);
    }
    return status;
}

/* All facts come from the index, and the recording is not read. The reading ends before its first
 * record; tti_reading_index_next gives the facts all the same. Whether they can be read is found
 * out before the first is given, as nothing could take their place then. */
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
    struct tti_reading_index *x = r->inside->index;
    tt_io_index_status status = tti_reading_index_go(r, x->index, number, &x->place);
    if (status == TT_IO_INDEX_GOOD) {
        tt_index_block block = tt_io_index_block(x->index, number);
        pass_over(r, &block);
    } else {
        tti_reading_index_forget(r, status);
    }
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

/* The facts of the next block that has any which are wanted. False when there is none. The tables
 * say which kinds a block has, so one that has none of them is not even read. */
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

/* Facts before the span come without their records: the item has the fact, its session and tick,
 * and nothing else. */
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
