/* SPDX-License-Identifier: MIT
 *
 * Snapshot objects, snapshots and deltas as JSON: any text read as any object; what was read is
 * written and read again without a change. And the input as ints of an item: writing and reading
 * them loses nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "must.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "teetape/snap_json.h"

#define MOST 256

static void check_ints(tt_obj_kind kind, const int32_t *ints, size_t count, unsigned options)
{
    size_t cap = TT_OBJ_JSON_BOUND(count);
    uint8_t *out = malloc(cap);
    int32_t back[MOST];
    size_t back_count;
    MUST(out != NULL);
    tt_packer p = tt_packer_of(out, cap);
    tt_obj_json(&p, kind, ints, count, options);
    MUST(p.status == TT_OK);
    tt_json j = tt_json_of(tt_packer_bytes(&p));
    MUST(tt_obj_from_json(back, MOST, &back_count, kind, &j) == tti_obj_fit(kind, count));
    MUST(back_count == count && (count == 0 || memcmp(back, ints, 4 * count) == 0));
    tt_json_token token;
    MUST(tt_json_next(&j, &token) == TT_END);
    free(out);
}

static void check_values(tt_obj_kind kind, int32_t *ints, size_t count)
{
    tt_obj_any any;
    int32_t back[MOST];
    size_t where = MOST;
    tt_status fit = tti_obj_fit(kind, count);
    MUST(tt_obj_unpack(&any, kind, ints, count) == fit);
    tt_status status = tt_obj_validate(kind, ints, count, &where);
    MUST(status == TT_ERR_RANGE ? where < count : status == (fit < 0 ? fit : TT_OK));
    if (fit == TT_OK || fit == TT_NOTE_OBJ_SHORTER) {
        MUST(tti_obj_pack(back, count, kind, &any) == TT_OK);
        MUST(count == 0 || memcmp(back, ints, 4 * count) == 0);
    }
    size_t changed = tt_obj_clamp(kind, ints, count);
    MUST(status != TT_ERR_RANGE || changed > 0);
    MUST(status != TT_OK || changed == 0);
    MUST(fit < 0 || tt_obj_validate(kind, ints, count, NULL) == TT_OK);
}

/* The same text as a snapshot: what is read is written and read again. */
static void check_snapshot(tt_bytes text, tt_dialect dialect)
{
    static tt_snap_space space[2];
    tt_snap snap, back;
    tt_error error;
    tt_status status = tt_snap_from_json(&snap, &space[0], text, dialect, &error);
    if (status != TT_OK) {
        MUST(error.status == status && error.offset <= text.size && snap.count == 0);
        return;
    }
    size_t bound = tt_snap_json_bound(&snap);
    uint8_t *out = malloc(bound);
    MUST(out != NULL);
    tt_packer p = tt_packer_of(out, bound);
    tt_snap_json(&p, &snap, dialect, TT_OBJ_JSON_NAMES);
    MUST(p.status == TT_OK);
    MUST(tt_snap_from_json(&back, &space[1], tt_packer_bytes(&p), dialect, NULL) == TT_OK);
    MUST(tti_snap_equal(&snap, &back));
    free(out);
}

/* The same text as a delta. */
static void check_delta(tt_bytes text, tt_dialect dialect)
{
    static int32_t dst[2][TT_DELTA_BOUND];
    tt_delta delta, back;
    tt_delta_builder b;
    tt_error error;
    tt_delta_builder_init(&b, dst[0], TT_DELTA_BOUND, &sizes_none);
    tt_status status = tt_delta_from_json(&delta, &b, text, dialect, &error);
    if (status != TT_OK) {
        MUST(error.status == status && error.offset <= text.size && delta.count == 0);
        return;
    }
    size_t bound = tt_delta_json_bound(delta, &sizes_none);
    uint8_t *out = malloc(bound);
    MUST(out != NULL);
    tt_packer p = tt_packer_of(out, bound);
    MUST(tt_delta_json(&p, NULL, delta, &sizes_none, dialect) == TT_OK);
    tt_delta_builder_init(&b, dst[1], TT_DELTA_BOUND, &sizes_none);
    MUST(tt_delta_from_json(&back, &b, tt_packer_bytes(&p), dialect, NULL) == TT_OK);
    MUST(back.count == delta.count);
    MUST(back.count == 0 || memcmp(back.ints, delta.ints, 4 * back.count) == 0);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    /* The first byte is the object; letters and digits reach them all. */
    tt_obj_kind kind = (tt_obj_kind)(data[0] % TT_OBJ_KINDS);
    unsigned options = data[1] & TT_OBJ_JSON_NAMES;
    int32_t ints[MOST];
    size_t count;
    tt_json j = tt_json_of((tt_bytes){data + 2, size - 2});
    tt_status status = tt_obj_from_json(ints, MOST, &count, kind, &j);
    MUST(count <= MOST);
    if (status >= 0 || status == TT_ERR_OBJ_SHORT) {
        MUST(status == tti_obj_fit(kind, count));
        check_ints(kind, ints, count, options);
    } else {
        MUST(count == 0 && j.error.status == status && j.error.offset <= size - 2);
    }
    check_snapshot((tt_bytes){data + 2, size - 2}, (tt_dialect)(data[1] / 2 % TT_DIALECTS));
    check_delta((tt_bytes){data + 2, size - 2}, (tt_dialect)(data[1] / 2 % TT_DIALECTS));
    count = (size - 2) / 4 < MOST ? (size - 2) / 4 : MOST;
    memcpy(ints, data + 2, 4 * count);
    check_ints(kind, ints, count, options);
    check_values(kind, ints, count);
    return 0;
}
