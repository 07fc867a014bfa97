/* SPDX-License-Identifier: MIT
 *
 * Mutation of deltas between snapshots, as varints: removed and updated items as a whole, with the
 * counts in front of them.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "teetape/delta.h"
#include "teetape/varint.h"

static int32_t ints[TT_DELTA_MAX_INTS];

/* Opens a gap of `by` ints at `at`. */
static size_t open_gap(size_t count, size_t at, size_t by)
{
    if (count + by > TT_DELTA_MAX_INTS) {
        return 0;
    }
    memmove(ints + at + by, ints + at, (count - at) * sizeof *ints);
    return by;
}

static void add(int32_t *value, int32_t by)
{
    *value = (int32_t)((uint32_t)*value + (uint32_t)by);
}

static int32_t known_type(uint64_t *state)
{
    static const int32_t types[] = {1, 5, 9, 64, 70, 4, 11, 0};
    return types[mutate_below(state, sizeof types / sizeof *types)];
}

/* The key of one more item to be removed, in front of the others. */
static size_t add_removed(size_t count, uint64_t *state)
{
    if (open_gap(count, 3, 1) == 0) {
        return count;
    }
    add(&ints[0], 1);
    ints[3] = (int32_t)((uint32_t)known_type(state) << 16 | mutate_below(state, 8));
    return count + 1;
}

/* One more updated item at the end, with a size in front of its data or not. */
static size_t add_updated(size_t count, uint64_t *state)
{
    size_t size = mutate_below(state, 24), has_size = mutate_below(state, 2);
    if (count + 3 + size > TT_DELTA_MAX_INTS) {
        return count;
    }
    add(&ints[1], 1);
    ints[count++] = known_type(state);
    ints[count++] = (int32_t)mutate_below(state, 8);
    if (has_size) {
        ints[count++] = (int32_t)size;
    }
    for (; size > 0; size--) {
        ints[count++] = mutate_int(state);
    }
    return count;
}

static size_t change(size_t count, uint64_t *state)
{
    size_t at = mutate_below(state, count);
    switch (mutate_below(state, 6)) {
    case 0:
        return add_removed(count, state);
    case 1:
        return add_updated(count, state);
    case 2: /* some ints again */
        return count + open_gap(count, at, 1 + mutate_below(state, count - at));
    case 3:
        memmove(ints + at, ints + at + 1, (count - at - 1) * sizeof *ints);
        return count > 3 ? count - 1 : count;
    case 4:
        add(&ints[mutate_below(state, 2)], (int32_t)mutate_below(state, 3) - 1);
        return count;
    default:
        ints[at] = mutate_int(state);
        return count;
    }
}

size_t mutate_delta(uint8_t *data, size_t size, size_t max_size, uint64_t *state)
{
    size_t count, changed;
    if (tt_varints_decode(ints, TT_DELTA_MAX_INTS, &count, data, size, NULL) != TT_OK) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    for (; count < 3; count++) {
        ints[count] = 0;
    }
    for (size_t deeds = 1 + mutate_below(state, 3); deeds > 0; deeds--) {
        count = change(count, state);
    }
    return tt_varints_encode(data, max_size, &changed, ints, count) == TT_OK ? changed : size;
}
