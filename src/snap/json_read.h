/* SPDX-License-Identifier: MIT
 *
 * What reading snapshots and deltas from JSON has in common: parts of a text, and errors with their
 * place in it.
 */
#ifndef TTI_SNAP_JSON_READ_H
#define TTI_SNAP_JSON_READ_H

#include "base/error.h"
#include "teetape/json.h"
#include "teetape/snap_object.h"

/* A text that is read, in parts that point into it. */
typedef struct tti_json_reader {
    tt_bytes text;      /* all of it: places of errors count from its start */
    tt_dialect dialect; /* whose names objects have */
    tt_error *error;    /* of the caller; may be NULL */
} tti_json_reader;

/* Where a part is in the text. Parts are views of it and never copies. */
static inline size_t tti_json_place(const tti_json_reader *r, tt_bytes part)
{
    return (size_t)(part.data - r->text.data);
}

/* A failure at the first byte of a part, with a sentence for whom the text is from. */
static inline tt_status tti_json_fail(const tti_json_reader *r, tt_status status, tt_bytes part,
                                      const char *what)
{
    return tti_fail_with(r->error, status, tti_json_place(r, part), what);
}

/* A failure of a scanner that reads `part`. */
static inline tt_status tti_json_fail_scan(const tti_json_reader *r, tt_bytes part,
                                           const tt_error *error)
{
    return tti_fail_with(r->error, error->status, tti_json_place(r, part) + error->offset,
                         error->what);
}

/* All members that an object may have are named by the caller; others are an error, which finds a
 * misspelled one. */
static inline tt_status tti_json_read_members(const tti_json_reader *r, tt_bytes part,
                                              tt_json_member *members, size_t count)
{
    tt_error error;
    tt_status status = tt_json_members(members, count, part, &error);
    return status == TT_OK ? TT_OK : tti_json_fail_scan(r, part, &error);
}

/* Whole numbers alone: 1.0 and "1" are refused, so that what is read is what is meant. */
static inline tt_status tti_json_read_int(const tti_json_reader *r, tt_bytes part, int32_t *value)
{
    int64_t number;
    if (tt_json_int(&number, part) != TT_OK || number < INT32_MIN || number > INT32_MAX) {
        return tti_json_fail(r, TT_ERR_RANGE, part, "not a whole number of 32 bits");
    }
    *value = (int32_t)number;
    return TT_OK;
}

/* Begins the array that `part` is. */
static inline tt_status tti_json_begin_array(const tti_json_reader *r, tt_bytes part, tt_json *j)
{
    tt_json_token token;
    *j = tt_json_of(part);
    if (tt_json_next(j, &token) != TT_OK) {
        return tti_json_fail_scan(r, part, &j->error);
    }
    return token.kind == TT_JSON_ARRAY ? TT_OK
                                       : tti_json_fail(r, TT_ERR_JSON_TYPE, part, "not an array");
}

/* The next element; TT_END, and no bytes, after the last one. */
static inline tt_status tti_json_next_element(const tti_json_reader *r, tt_bytes part, tt_json *j,
                                              tt_bytes *element)
{
    tt_json_token token;
    *element = (tt_bytes){NULL, 0};
    if (tt_json_next(j, &token) == TT_OK && token.kind == TT_JSON_ARRAY_END) {
        return TT_END;
    }
    if (j->error.status == TT_OK) {
        (void)tt_json_value(j, &token, element);
    }
    return j->error.status == TT_OK ? TT_OK : tti_json_fail_scan(r, part, &j->error);
}

#endif
