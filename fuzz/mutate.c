/* SPDX-License-Identifier: MIT
 *
 * Mutation by pieces, whatever they are.
 */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "must.h"

/* Puts `piece` in place of the bytes from `begin` to `end`; without room nothing changes. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, size_t begin, size_t end,
                      const uint8_t *piece, size_t piece_size)
{
    size_t rest = size - end;
    if (begin + piece_size + rest > max_size) {
        return size;
    }
    memmove(data + begin + piece_size, data + end, rest);
    memcpy(data + begin, piece, piece_size);
    return begin + piece_size + rest;
}

/* What is done to a piece: changed twice as often as anything else. */
enum deed { LEAVE_OUT, DOUBLE, MOVE, EXCHANGE, CHANGE, CHANGE_AGAIN, MAKE, DEEDS };

typedef struct work {
    const mutate_shape *shape;
    uint8_t *data, *piece; /* piece: `max_size` bytes of room */
    size_t size, max_size;
    size_t begin, end; /* of the piece at hand */
    uint64_t *state;
} work;

static void put(work *w, size_t begin, size_t end, size_t piece_size)
{
    w->size = replace(w->data, w->size, w->max_size, begin, end, w->piece, piece_size);
}

/* What becomes of the piece at hand; `other` is where another one begins, and `other_end` ends. */
static void do_deed(work *w, enum deed deed, size_t other, size_t other_end)
{
    size_t size = w->end - w->begin;
    memcpy(w->piece, w->data + w->begin, size);
    switch (deed) {
    case LEAVE_OUT:
        put(w, w->begin, w->end, 0);
        break;
    case DOUBLE:
        put(w, other, other, size);
        break;
    case MOVE: /* after itself first, so that `begin` remains right */
        if (other > w->begin) {
            put(w, other, other, size);
            put(w, w->begin, w->end, 0);
        } else {
            put(w, w->begin, w->end, 0);
            put(w, other, other, size);
        }
        break;
    case EXCHANGE: /* takes the place of the other one */
        put(w, other, other_end, size);
        break;
    case MAKE:
        put(w, w->begin, w->begin, w->shape->make(w->piece, 0, w->max_size, w->state));
        break;
    default:
        put(w, w->begin, w->end, w->shape->change(w->piece, size, w->max_size, w->state));
        break;
    }
}

size_t mutate_pieces(const mutate_shape *shape, size_t fixed, uint8_t *data, size_t size,
                     size_t max_size, uint64_t *state)
{
    work w = {shape, data, malloc(max_size + 1), size, max_size, 0, 0, state};
    MUST(w.piece != NULL && size <= max_size);
    for (size_t deeds = 1 + mutate_below(state, 4); deeds > 0; deeds--) {
        size_t ends[MUTATE_PIECES];
        size_t count = shape->split(ends, MUTATE_PIECES, w.data, w.size);
        if (count <= fixed) {
            put(&w, w.size, w.size, shape->make(w.piece, 0, max_size, state));
            break;
        }
        size_t one = fixed + mutate_below(state, count - fixed);
        size_t two = fixed + mutate_below(state, count - fixed);
        w.begin = one == 0 ? 0 : ends[one - 1];
        w.end = ends[one];
        do_deed(&w, (enum deed)mutate_below(state, DEEDS), two == 0 ? 0 : ends[two - 1], ends[two]);
    }
    free(w.piece);
    return w.size;
}

size_t mutate_behind(mutate_fn *mutate, size_t prefix, uint8_t *data, size_t size, size_t max_size,
                     unsigned seed)
{
    uint64_t state = (uint64_t)seed << 8 | 1;
    (void)mutate_random(&state);
    if (size <= prefix || mutate_below(&state, 10) == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    if (prefix != 0 && mutate_below(&state, 10) == 0) {
        data[mutate_below(&state, prefix)] = (uint8_t)mutate_random(&state);
    }
    return prefix + mutate(data + prefix, size - prefix, max_size - prefix, &state);
}
