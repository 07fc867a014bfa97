/* SPDX-License-Identifier: MIT
 *
 * Compares an index with its recording.
 *
 * The scan that builds an index runs while the recording is read, with the ends of the blocks taken
 * from the index, and compares each block. So building and comparing share every rule of an index,
 * and memory has only one block. After the first difference nothing more is compared: `differs`
 * remains true.
 */
#include "reading/index_check.h"
#include "host/error.h"
#include "index/file.h"
#include "teetape/io/index_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "reading/inside.h"
#include "teetape/io/path.h"

struct tt_io_index_check {
    tt_io_index *index;
    struct tti_index_scan *scan;
    uint32_t block;
    uint32_t points;
    bool differs; /* the index differs; remains true after the first difference */
};

/* Returns the end of the same block in the index, because other intervals within the limits of the
 * format are equally valid. The last block ends with the recording. */
static uint64_t find_end(void *user, uint64_t begin)
{
    const tt_io_index_check *c = user;
    const tt_index_foot *foot = tti_index_foot(c->index);
    (void)begin;
    return c->block + 1 < foot->blocks ? tti_index_block(c->index, c->block + 1).begin : UINT64_MAX;
}

static bool is_same(const tt_index_block *a, const tt_index_block *b)
{
    return a->begin == b->begin && a->end == b->end && a->state_size == b->state_size &&
           a->facts_size == b->facts_size && a->state_hash == b->state_hash &&
           a->facts_hash == b->facts_hash && a->raw_hash == b->raw_hash &&
           a->first_session == b->first_session && a->tick == b->tick && a->kinds == b->kinds &&
           a->errors == b->errors && a->warnings == b->warnings && a->fact_count == b->fact_count;
}

/* Compares a block of the recording with the tables, and its parts in the file with the tables:
 * each can be damaged alone. */
static bool on_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    tt_io_index_check *c = user;
    tt_bytes part;
    (void)state;
    (void)facts;
    if (c->block >= tti_index_foot(c->index)->blocks) {
        return false;
    }
    tt_index_block have = tti_index_block(c->index, c->block);
    bool is_good = is_same(&have, block) && tti_index_state(c->index, c->block, &part) &&
                   tti_index_facts(c->index, c->block, &part);
    c->block++;
    return is_good;
}

/* Returns true when the index has this point of the input with the same window. is_right compares
 * the number of points, so an index with more points is wrong, too. */
static bool is_right_access_point(tt_io_index_check *c, const tt_io_access_point *point)
{
    tt_io_access_point have;
    size_t count;
    const tt_index_foot *foot = tti_index_foot(c->index);
    if (point->raw == 0 || point->raw >= foot->indexed) {
        /* the start needs no access point, and a point after the last record is useless */
        return true;
    }
    c->points++;
    return tti_index_access_point(c->index, point->raw, &have, &count) && count == 1 &&
           have.raw == point->raw && have.stored == point->stored && have.bits == point->bits &&
           have.window.size == point->window.size &&
           (have.window.size == 0 ||
            memcmp(have.window.data, point->window.data, have.window.size) == 0);
}

static void on_access_point(void *user, const tt_io_access_point *point)
{
    tt_io_index_check *c = user;
    c->differs = c->differs || !is_right_access_point(c, point);
}

tt_io_index_check *tti_index_check_new(tt_io_index *index, tt_io_error *error)
{
    tt_io_index_check *c = calloc(1, sizeof *c);
    struct index_scan_options options = {
        .find_end = find_end, .on_block = on_block, .on_access_point = on_access_point, .user = c};
    if (c != NULL) {
        c->index = index;
        c->scan = tti_index_scan_new(&options);
    }
    if (c == NULL || c->scan == NULL) {
        free(c);
        tt_io_error_system(error, ENOMEM, "cannot be checked");
        return NULL;
    }
    return c;
}

struct tti_index_scan *tti_index_check_scan(tt_io_index_check *c)
{
    return c->scan;
}

static bool is_same_foot(const tt_index_foot *a, const tt_index_foot *b)
{
    return a->format == b->format && a->header_size == b->header_size &&
           a->header_hash == b->header_hash && a->indexed == b->indexed &&
           a->sessions == b->sessions && a->errors == b->errors && a->warnings == b->warnings &&
           a->first_tick == b->first_tick && a->last_tick == b->last_tick &&
           a->ending == b->ending && memcmp(a->facts, b->facts, sizeof a->facts) == 0;
}

static bool is_right(tt_io_index_check *c, bool damaged)
{
    return !c->differs && tti_index_scan_end(c->scan, damaged) == INDEX_SCAN_OVER &&
           c->block == tti_index_foot(c->index)->blocks &&
           c->points == tti_index_foot(c->index)->access_points &&
           is_same_foot(tti_index_foot(c->index), tti_index_scan_foot(c->scan));
}

/* Ends the check. OTHER is reported first, because in an index of another recording everything
 * differs. A failure of the system has priority over any difference. */
tt_io_index_status tti_index_check_end(tt_io_index_check *c, const tt_io_reading *r,
                                       tt_io_error *error)
{
    const char *recording = r->inside->path;
    bool damaged = r->error.status == TT_ERR_COMPRESSED_DATA;
    tt_io_index_status status = tti_index_fits(c->index, recording, r->inside->header);
    if (status == TT_IO_INDEX_GOOD && !is_right(c, damaged)) {
        status = TT_IO_INDEX_DIFFERS;
    }
    *error = *tti_index_error(c->index);
    if (error->status != TT_ERR_SYSTEM && status == TT_IO_INDEX_DIFFERS) {
        tti_error_say(error, TT_ERR_INDEX, "its index does not agree with it");
    }
    tti_error_of(error, recording);
    return error->status == TT_ERR_SYSTEM ? TT_IO_INDEX_SYSTEM : status;
}

void tti_index_check_free(tt_io_index_check *c)
{
    if (c != NULL) {
        free(c->scan);
        free(c);
    }
}

tt_io_index_check *tt_io_index_check_open(const char *path, tt_io_reading_options *how,
                                          tt_io_index_status *status, tt_io_error *error)
{
    bool is_index = tt_io_ending_is(tt_bytes_of(path), TT_IO_INDEX_SUFFIX);
    tt_io_index *index =
        is_index ? tti_index_open(path, status, error) : tti_index_open_inside(path, status, error);
    tt_io_index_check *c = index != NULL ? tti_index_check_new(index, error) : NULL;
    if (c != NULL) {
        how->scan = tti_index_check_scan(c);
    } else if (index != NULL) {
        *status = TT_IO_INDEX_SYSTEM;
        tti_index_close(index);
    }
    return c;
}

tt_io_index_status tt_io_index_check_close(tt_io_index_check *c, const tt_io_reading *r,
                                           tt_io_error *error)
{
    if (c == NULL) {
        return TT_IO_INDEX_NONE;
    }
    tt_io_index *index = c->index;
    tt_io_index_status status = r != NULL ? tti_index_check_end(c, r, error) : TT_IO_INDEX_NONE;
    tti_index_check_free(c);
    tti_index_close(index);
    return status;
}
