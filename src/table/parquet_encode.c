/* SPDX-License-Identifier: MIT
 *
 * The encodings of Parquet, with the same bytes on every machine. The buffers keep failures.
 */
#include "table/parquet.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct parquet_values tti_parquet_slice(const struct parquet_values *v, size_t begin, size_t end)
{
    struct parquet_values slice = *v;
    slice.count = end - begin;
    if (v->width == 0) {
        slice.text = v->text + begin;
    } else {
        slice.fixed = v->fixed + begin * v->width;
    }
    return slice;
}

static uint64_t load(const struct parquet_values *v, size_t index)
{
    if (v->width == 4) {
        uint32_t number;
        memcpy(&number, v->fixed + 4 * index, 4);
        return number;
    }
    uint64_t number;
    memcpy(&number, v->fixed + 8 * index, 8);
    return number;
}

/* Appends booleans. Each takes a bit, the first one the lowest bit. Bits after the last value are
 * 0. */
static void plain_bools(struct table_buffer *out, const struct parquet_values *v)
{
    size_t size = (v->count + 7) / 8;
    uint8_t *at = tti_table_buffer_add(out, size);
    if (at == NULL || size == 0) {
        return;
    }
    memset(at, 0, size);
    for (size_t i = 0; i < v->count; i++) {
        at[i >> 3] |= (uint8_t)((v->fixed[i] != 0) << (i & 7));
    }
}

/* Appends values one after the other. UUIDs are bytes in the order of their text. Each text has its
 * size before it, in 4 bytes. */
void tti_parquet_plain(struct table_buffer *out, const struct parquet_values *v)
{
    if (v->width == 1) {
        plain_bools(out, v);
        return;
    }
    if (v->width == 16) {
        tti_table_buffer_put(out, v->fixed, v->count * 16);
        return;
    }
    uint8_t *at = v->width != 0 ? tti_table_buffer_add(out, v->count * v->width) : NULL;
    for (size_t i = 0; i < v->count; i++) {
        if (v->width == 0) {
            tti_table_buffer_number(out, v->text[i].size, 4);
            tti_table_buffer_put(out, v->text[i].data, v->text[i].size);
        } else if (at != NULL && v->width == 4) {
            tti_store_le32(at + 4 * i, (uint32_t)load(v, i));
        } else if (at != NULL) {
            tti_store_le64(at + 8 * i, load(v, i));
        }
    }
}

/* Appends the bytes of all values by rank, because the high bytes of near numbers are alike. */
void tti_parquet_split(struct table_buffer *out, const struct parquet_values *v)
{
    uint8_t *at = tti_table_buffer_add(out, v->count * v->width);
    for (size_t i = 0; at != NULL && i < v->count; i++) {
        uint64_t number = load(v, i);
        for (unsigned byte = 0; byte < v->width; byte++) {
            at[byte * v->count + i] = (uint8_t)(number >> 8 * byte);
        }
    }
}

/* Appends numbers of `width` bits, 0 to 64, the first in the lowest bits; no number may have higher
 * bits. `count` is a multiple of 8, so the result is whole bytes. */
static void pack(struct table_buffer *out, const uint64_t *numbers, size_t count, unsigned width)
{
    uint8_t *at = width == 0 ? NULL : tti_table_buffer_add(out, count / 8 * width);
    uint64_t bits = 0;
    unsigned used = 0;
    for (size_t i = 0; at != NULL && i < count; i++) {
        bits |= numbers[i] << used;
        used += width;
        if (used >= 64) {
            tti_store_le64(at, bits);
            at += 8;
            used -= 64;
            /* A shift by 64 is undefined, and `width` may be 64. */
            bits = used == 0 ? 0 : numbers[i] >> (width - used);
        }
    }
    for (; at != NULL && used != 0; used -= 8) {
        *at++ = (uint8_t)bits;
        bits >>= 8;
    }
}

/* Returns the bits of a number without its leading zeros. 0 has none, as in a miniblock of equal
 * differences. */
static unsigned bits_of(uint64_t number)
{
    unsigned bits = 0;
    for (; number != 0; number >>= 1) {
        bits++;
    }
    return bits;
}

/* Sizes of a block and a miniblock. The format wants multiples of 128 and of 32. With small ones a
 * single jump of a value costs little. */
enum { BLOCK = 128, MINI = 32, MINIS = BLOCK / MINI };

/* Cuts a difference to the width of the values, and extends its sign. */
static int64_t narrow(uint64_t number, unsigned width)
{
    return width == 4 ? (int64_t)(int32_t)(uint32_t)number : (int64_t)number;
}

/* Writes at most BLOCK values from `first`, which is not 0: the least difference, the widths of the
 * miniblocks, then each difference less the least one. A miniblock without values has width 0 and
 * no bytes; the last one with values is filled with zeros. In 32 bits the mask removes what the
 * wrap left in the high bits. */
static void delta_block(struct table_buffer *out, const struct parquet_values *v, size_t first,
                        size_t count)
{
    uint64_t numbers[BLOCK] = {0};
    const uint64_t mask = v->width == 4 ? UINT32_MAX : UINT64_MAX;
    int64_t least = INT64_MAX;
    uint8_t widths[MINIS];
    for (size_t i = 0; i < count; i++) {
        int64_t delta = narrow(load(v, first + i) - load(v, first + i - 1), v->width);
        least = delta < least ? delta : least;
        numbers[i] = (uint64_t)delta;
    }
    for (size_t mini = 0; mini < MINIS; mini++) {
        uint64_t any = 0;
        for (size_t i = mini * MINI; i < (mini + 1) * MINI && i < count; i++) {
            numbers[i] = (numbers[i] - (uint64_t)least) & mask;
            any |= numbers[i];
        }
        widths[mini] = (uint8_t)bits_of(any);
    }
    tti_table_buffer_varuint(out, table_zigzag(least));
    tti_table_buffer_put(out, widths, sizeof widths);
    for (size_t i = 0; i < MINIS; i++) {
        pack(out, numbers + i * MINI, MINI, widths[i]);
    }
}

/* Writes the header (block size, miniblocks in a block, count of values, first value), then the
 * blocks. */
void tti_parquet_delta(struct table_buffer *out, const struct parquet_values *v)
{
    tti_table_buffer_varuint(out, BLOCK);
    tti_table_buffer_varuint(out, MINIS);
    tti_table_buffer_varuint(out, v->count);
    tti_table_buffer_varuint(out, v->count == 0 ? 0 : table_zigzag(narrow(load(v, 0), v->width)));
    for (size_t i = 1; i < v->count; i += BLOCK) {
        delta_block(out, v, i, v->count - i < BLOCK ? v->count - i : BLOCK);
    }
}

static size_t run_of(const uint32_t *numbers, size_t count)
{
    size_t run = 1;
    while (run < count && numbers[run] == numbers[0]) {
        run++;
    }
    return run;
}

/* Writes groups of 8 as bits: the header has their count and a 1 as its lowest bit. Only the last
 * group of all can be short, and is filled with zeros. */
static void put_groups(struct table_buffer *out, const uint32_t *numbers, size_t count,
                       unsigned width)
{
    tti_table_buffer_varuint(out, (count + 7) / 8 << 1 | 1);
    for (size_t i = 0; i < count; i += 8) {
        uint64_t group[8] = {0};
        for (size_t j = 0; j < 8 && i + j < count; j++) {
            group[j] = numbers[i + j];
        }
        pack(out, group, 8, width);
    }
}

/* Writes numbers as runs and groups. A run of 8 or more is a count and the number; other numbers
 * are groups of 8, until a run begins at the border of a group. Linear in `count`. */
void tti_parquet_hybrid(struct table_buffer *out, const uint32_t *numbers, size_t count,
                        unsigned width)
{
    for (size_t i = 0; i < count;) {
        size_t run = run_of(numbers + i, count - i);
        if (run >= 8) {
            tti_table_buffer_varuint(out, (uint64_t)run << 1);
            tti_table_buffer_number(out, numbers[i], (width + 7) / 8);
            i += run;
            continue;
        }
        size_t begin = i;
        do {
            i = count - i < 8 ? count : i + 8;
        } while (i < count && run_of(numbers + i, count - i) < 8);
        put_groups(out, numbers + begin, i - begin, width);
    }
}

/* Slots of the hash table. At most half are used, so a search always ends at an empty one. */
enum { SLOTS = 2 * PARQUET_DICTIONARY_MOST };

/* Returns the hash of a value. Multiplying mixes upwards, so the high bits are used. The order of
 * entries does not depend on the hash, which may differ between machines. */
static size_t hash_of(tt_bytes value)
{
    uint64_t hash = value.size;
    while (value.size >= 4) {
        uint32_t word;
        memcpy(&word, value.data, 4);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
        value.data += 4;
        value.size -= 4;
    }
    for (size_t i = 0; i < value.size; i++) {
        hash = (hash ^ value.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return (size_t)(hash >> 40) % SLOTS;
}

/* Compares bytes: -0 and 0 are two entries, and a NaN equals itself. */
static bool is_same(tt_bytes a, tt_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool make_room(struct parquet_dictionary *d, size_t count)
{
    if (d->slots == NULL) {
        d->slots = malloc(SLOTS * sizeof *d->slots);
    }
    if (d->first == NULL) {
        d->first = malloc(PARQUET_DICTIONARY_MOST * sizeof *d->first);
    }
    if (count > d->room) {
        free(d->number);
        d->number = malloc(count * sizeof *d->number);
        d->room = d->number != NULL ? count : 0;
    }
    return d->slots != NULL && d->first != NULL && (count == 0 || d->number != NULL);
}

/* Makes the dictionary. After TOO_MANY its content is incomplete and must not be used. */
enum parquet_dictionary_result tti_parquet_dictionary_make(struct parquet_dictionary *d,
                                                           const struct parquet_values *v)
{
    if (!make_room(d, v->count)) {
        return PARQUET_DICTIONARY_NO_MEMORY;
    }
    memset(d->slots, 0, SLOTS * sizeof *d->slots);
    d->count = 0;
    for (size_t i = 0; i < v->count; i++) {
        tt_bytes value = parquet_value(v, i);
        if (i != 0 && is_same(value, parquet_value(v, i - 1))) {
            d->number[i] = d->number[i - 1];
            continue;
        }
        size_t slot = hash_of(value);
        while (d->slots[slot] != 0 &&
               !is_same(value, parquet_value(v, d->first[d->slots[slot] - 1]))) {
            slot = (slot + 1) % SLOTS;
        }
        if (d->slots[slot] == 0) {
            if (d->count == PARQUET_DICTIONARY_MOST) {
                return PARQUET_DICTIONARY_TOO_MANY;
            }
            d->first[d->count++] = i;
            d->slots[slot] = (uint32_t)d->count;
        }
        d->number[i] = d->slots[slot] - 1;
    }
    return PARQUET_DICTIONARY_GOOD;
}

/* Appends the entries. `v` must be the values of which the dictionary was made: entries are indexes
 * into them. */
void tti_parquet_dictionary_plain(const struct parquet_dictionary *d, struct table_buffer *out,
                                  const struct parquet_values *v)
{
    for (size_t i = 0; i < d->count; i++) {
        const struct parquet_values one = tti_parquet_slice(v, d->first[i], d->first[i] + 1);
        tti_parquet_plain(out, &one);
    }
}

/* Appends the numbers of entries. Their width comes first, in a byte, and is at least 1: some
 * readers do not support a width of 0. */
void tti_parquet_dictionary_numbers(const struct parquet_dictionary *d, struct table_buffer *out,
                                    size_t begin, size_t end)
{
    unsigned width = 1;
    while (d->count > (size_t)1 << width) {
        width++;
    }
    tti_table_buffer_number(out, width, 1);
    tti_parquet_hybrid(out, d->number + begin, end - begin, width);
}

void tti_parquet_dictionary_free(struct parquet_dictionary *d)
{
    free(d->slots);
    free(d->first);
    free(d->number);
}
