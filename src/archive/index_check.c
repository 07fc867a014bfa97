/* SPDX-License-Identifier: MIT
 *
 * Compares an index with its recording.
 */
#include "archive/index_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/index_scan.h"

struct archive_check {
    struct archive_index *index;
    struct index_scan *scan;
    uint32_t block;  /* the next one to be compared */
    uint32_t points; /* this many were compared */
    bool differs;
};

/* Blocks end where those of the index do. */
static uint64_t find_end(void *user, uint64_t begin)
{
    const struct archive_check *c = user;
    const tt_index_foot *foot = archive_index_foot(c->index);
    (void)begin;
    return c->block + 1 < foot->blocks ? archive_index_block(c->index, c->block + 1).begin
                                       : UINT64_MAX;
}

static bool is_same(const tt_index_block *a, const tt_index_block *b)
{
    return a->begin == b->begin && a->end == b->end && a->state_size == b->state_size &&
           a->facts_size == b->facts_size && a->state_hash == b->state_hash &&
           a->facts_hash == b->facts_hash && a->raw_hash == b->raw_hash &&
           a->first_session == b->first_session && a->tick == b->tick && a->kinds == b->kinds &&
           a->errors == b->errors && a->warnings == b->warnings && a->fact_count == b->fact_count;
}

static bool on_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    struct archive_check *c = user;
    tt_bytes part;
    (void)state;
    (void)facts;
    if (c->block >= archive_index_foot(c->index)->blocks) {
        return false;
    }
    tt_index_block have = archive_index_block(c->index, c->block);
    bool is_good = is_same(&have, block) && archive_index_state(c->index, c->block, &part) &&
                   archive_index_facts(c->index, c->block, &part);
    c->block++;
    return is_good;
}

struct archive_check *archive_check_new(struct archive_index *index)
{
    struct archive_check *c = calloc(1, sizeof *c);
    struct index_scan_options options = {find_end, false, on_block, NULL, c};
    if (c == NULL) {
        return NULL;
    }
    c->index = index;
    c->scan = index_scan_new(&options);
    if (c->scan == NULL) {
        free(c);
        return NULL;
    }
    return c;
}

/* Of those that the index has, and of those that it has to have. */
static bool is_right_access_point(struct archive_check *c, const struct host_access_point *point)
{
    struct host_access_point have;
    size_t count;
    const tt_index_foot *foot = archive_index_foot(c->index);
    if (point->raw == 0 || point->raw >= foot->indexed) {
        return true; /* the start needs none, and after the last record it is of no use */
    }
    c->points++;
    return archive_index_access_point(c->index, point->raw, &have, &count) && count == 1 &&
           have.raw == point->raw && have.stored == point->stored && have.bits == point->bits &&
           have.window.size == point->window.size &&
           (have.window.size == 0 ||
            memcmp(have.window.data, point->window.data, have.window.size) == 0);
}

void archive_check_access_point(struct archive_check *c, const struct host_access_point *point)
{
    if (!c->differs) {
        c->differs = !is_right_access_point(c, point);
    }
}

void archive_check_piece(struct archive_check *c, tt_bytes piece)
{
    if (!c->differs) {
        c->differs = index_scan_piece(c->scan, piece) == INDEX_SCAN_FAILED;
    }
}

tt_bytes archive_check_header(const struct archive_check *c)
{
    return index_scan_first(c->scan);
}

static bool is_same_foot(const tt_index_foot *a, const tt_index_foot *b)
{
    return a->format == b->format && a->header_size == b->header_size &&
           a->header_hash == b->header_hash && a->indexed == b->indexed &&
           a->sessions == b->sessions && a->errors == b->errors && a->warnings == b->warnings &&
           a->first_tick == b->first_tick && a->last_tick == b->last_tick &&
           a->ending == b->ending && memcmp(a->facts, b->facts, sizeof a->facts) == 0;
}

bool archive_check_end(struct archive_check *c, bool damaged)
{
    return !c->differs && index_scan_end(c->scan, damaged) == INDEX_SCAN_OVER &&
           c->block == archive_index_foot(c->index)->blocks &&
           c->points == archive_index_foot(c->index)->access_points &&
           is_same_foot(archive_index_foot(c->index), index_scan_foot(c->scan));
}

bool archive_check_failed(const struct archive_check *c, struct host_error *error)
{
    *error = *archive_index_error(c->index);
    if (error->status == TT_OK && index_scan_no_memory(c->scan)) {
        host_error_system(error, ENOMEM, "cannot be compared");
    }
    return error->status != TT_OK;
}

void archive_check_free(struct archive_check *c)
{
    if (c != NULL) {
        index_scan_free(c->scan);
        free(c);
    }
}
