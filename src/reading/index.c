/* SPDX-License-Identifier: MIT
 *
 * Uses the index of a recording: takes the sessions of a name from it, and begins to read at its
 * last access point before the span. An index that cannot be used is reported once, and the
 * recording is read without it.
 *
 * An index is trusted like the recording beside it (teetape/index.h). Its sums, and the sum of the
 * interval where reading begins (index/seek.c), find damage and changes of either file.
 */
#include "reading/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "index/file.h"

struct tti_reading_index {
    tt_io_index *index;
    struct index_place place;
    uint32_t block, end;
    bool has_facts;
    uint8_t *game; /* the packed game where reading began; NULL: none */
    size_t game_size;
    tt_unpacker facts;
    tt_fact fact;
};

static void report(const tt_io_reading *r, tt_io_index_status status, const tt_io_error *error)
{
    if (r->inside->options.on_index != NULL && !r->inside->is_quiet) {
        r->inside->options.on_index(r->inside->options.user, status, error);
    }
}

tt_io_index *tti_reading_index_open(const struct tti_reading *in, tt_io_index_status *status,
                                    tt_io_error *error)
{
    tt_io_index *index = tti_index_open_of(in->path, in->options.index_folder, status, error);
    if (index != NULL) {
        *status = tti_index_fits(index, in->path, in->header);
        *error = *tti_index_error(index);
    }
    if (index != NULL && *status != TT_IO_INDEX_GOOD) {
        tti_index_close(index);
        return NULL;
    }
    return index;
}

/* Returns NULL without a report if there is no index, which is the usual case. */
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

/* Returns no index for stdin, nor for a followed file, which grows while its index does not. */
tt_io_index *tti_reading_index(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    bool is_wanted = !in->options.no_index && !in->options.no_seek && !in->options.follow &&
                     !in->is_quiet && strcmp(in->path, "-") != 0;
    if (in->index == NULL && !in->lacks_index && is_wanted) {
        tt_io_index *index = open_index(r);
        in->index = index != NULL ? calloc(1, sizeof *in->index) : NULL;
        if (in->index != NULL) {
            in->index->index = index;
        } else if (index != NULL) {
            tti_index_close(index);
        }
        in->lacks_index = in->index == NULL;
    }
    return in->index != NULL ? in->index->index : NULL;
}

/* Forgets the index, but not that it was opened, so that it is not opened again. When the index has
 * no error, memory was missing. */
void tti_reading_index_forget(tt_io_reading *r, tt_io_index_status status)
{
    struct tti_reading_index *x = r->inside->index;
    tt_io_error error = *tti_index_error(x->index);
    bool is_system = error.status == TT_ERR_SYSTEM || status == TT_IO_INDEX_SYSTEM;
    if (is_system && error.status != TT_ERR_SYSTEM) {
        tt_io_error_system(&error, ENOMEM,
                           "cannot be used"); /* a failed recording is reported on its own */
    }
    report(r, is_system ? TT_IO_INDEX_SYSTEM : status, &error);
    tti_index_close(x->index);
    x->index = NULL;
    x->end = 0;
    r->inside->lacks_index = true;
}

void tti_reading_index_close(tt_io_reading *r)
{
    tti_index_place_close(&r->inside->index->place);
    tti_index_close(r->inside->index->index);
    free(r->inside->index->game);
    free(r->inside->index);
}

static void ignore(void *user, const tt_fact *fact)
{
    (void)user, (void)fact;
}

static uint32_t first_block(tt_io_index *index, const tt_recording *rec)
{
    int32_t since = INT32_MAX;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(rec, cid);
        if (session.number != TT_SESSION_NONE && session.since < since) {
            since = session.since;
        }
    }
    return tti_index_find(index, since);
}

/* Reads all facts before the block, to check them, before the first one is given: after that, the
 * reading could no longer start over without the index. `rec` is at the begin of the block. */
static bool find_facts(const tt_io_reading *r, const tt_recording *rec, uint32_t block)
{
    struct tti_reading_index *x = r->inside->index;
    x->block = first_block(x->index, rec);
    x->end = block;
    return tti_index_each(x->index, x->block, block, r->inside->options.facts, ignore, NULL);
}

/* Finds the last block at which reading can begin without missing what the caller wants from
 * before the span. A reading that learns names from records needs every record, and begins with
 * block 0. */
static uint32_t find_block(tt_io_reading *r)
{
    int64_t from = r->from - r->inside->options.lead;
    int32_t tick = r->from < TT_IO_PLACE_END ? (int32_t)from : INT32_MAX;
    if (from <= 0 || !r->has_span || r->inside->is_learning || tti_reading_index(r) == NULL) {
        return 0;
    }
    uint32_t number = tti_index_find(r->inside->index->index, tick);
    tt_index_block block = tti_index_block(r->inside->index->index, number);
    return r->inside->options.ends_at_error && block.errors != 0 ? 0 : number;
}

/* Adds the issues before the access point to the counts, without reporting them. */
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

/* Continues the reading at a block. A second reader replaces the first one only when the sum of the
 * bytes is right. */
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

/* Takes the game at the begin of a block. A replay continues with it at once; for a scene it is
 * kept. */
static bool take_game(tt_io_reading *r, uint32_t block)
{
    tt_bytes packed;
    struct tti_reading_index *x = r->inside->index;
    if (!tti_index_game(x->index, block, &packed)) {
        return false;
    }
    if (r->inside->replays) {
        return r->inside->take_game(r, packed);
    }
    x->game = malloc(packed.size);
    if (x->game != NULL) {
        memcpy(x->game, packed.data, packed.size);
        x->game_size = packed.size;
    }
    return x->game != NULL;
}

tt_bytes tti_reading_game(const tt_io_reading *r)
{
    const struct tti_reading_index *x = r->inside->index;
    return x != NULL ? (tt_bytes){x->game, x->game_size} : (tt_bytes){NULL, 0};
}

bool tti_reading_index_all(tt_io_reading *r, uint64_t facts, tt_io_fact_fn *take, void *user)
{
    tt_io_index *index = tti_reading_index(r);
    if (index == NULL || (r->inside->options.ends_at_error && tti_index_foot(index)->errors != 0)) {
        return false;
    }
    bool is_whole = tti_index_each(index, 0, tti_index_foot(index)->blocks, facts, take, user);
    if (!is_whole) {
        tti_reading_index_forget(r, TT_IO_INDEX_DAMAGED);
    }
    return is_whole;
}

/* Reads all facts of the index, to check them, before the first one is given: after that, the
 * reading could no longer start over without the index. */
static void take_all(tt_io_reading *r)
{
    if (tti_reading_index_all(r, r->inside->options.facts, ignore, NULL)) {
        const tt_index_foot *foot = tti_index_foot(r->inside->index->index);
        r->inside->index->end = foot->blocks;
        r->inside->index_first_tick = foot->first_tick;
        tti_reading_end(r, NULL);
    }
}

/* Returns true when the index has all that is wanted: it has no ticks and records, and not the fact
 * MAP. States need ticks. */
static bool has_all(const tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    return (options->wants & (TT_WANT_TICKS | TT_WANT_RECORDS)) == 0 && r->inside->states == NULL &&
           (options->facts & ~TT_INDEX_HOLDS) == 0 && !options->wants_game;
}

void tti_reading_index_seek(tt_io_reading *r)
{
    bool needs_game = r->inside->replays || r->inside->options.wants_game;
    if (r->inside->options.wants_all) {
        if (has_all(r)) {
            take_all(r);
        }
        return;
    }
    uint32_t number = find_block(r);
    if (number == 0 || (needs_game && !take_game(r, number))) {
        return;
    }
    struct tti_reading_index *x = r->inside->index;
    tt_io_index_status status = tti_reading_index_go(r, x->index, number, &x->place);
    if (status == TT_IO_INDEX_GOOD) {
        tt_index_block block = tti_index_block(x->index, number);
        pass_over(r, &block);
    } else {
        if (r->inside->replays) {
            (void)r->inside->take_game(r, (tt_bytes){NULL, 0});
        }
        x->game_size = 0;
        tti_reading_index_forget(r, status);
    }
}

static void lose(tt_io_reading *r)
{
    struct tti_reading_index *x = r->inside->index;
    tt_io_error error = *tti_index_error(x->index);
    if (error.status != TT_ERR_SYSTEM) {
        tti_error_say(&error, TT_ERR_CHANGED, "the index was changed while it was read");
    }
    x->end = 0;
    tti_reading_end(r, &error);
}

static bool next_block(tt_io_reading *r)
{
    tt_bytes facts;
    struct tti_reading_index *x = r->inside->index;
    while (x->block < x->end &&
           (tti_index_block(x->index, x->block).kinds & r->inside->options.facts) == 0) {
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
        tt_index_block block = tti_index_block(x->index, x->block);
        if (tt_index_fact_next(&x->facts, tti_index_foot(x->index), &block, &x->fact) == TT_OK) {
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
