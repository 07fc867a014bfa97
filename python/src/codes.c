/* SPDX-License-Identifier: MIT
 *
 * Columns whose texts repeat in many rows: `recording` and `name`. Each text is stored once, as an
 * entry, and a row has the number of its entry:
 *
 *     rows     nameless, brainless, nameless, -       codes    0, 1, 0, 0
 *                                                     entries  nameless, brainless
 *
 * A UUID is an entry in its text form. A hash table finds the entry of a text.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

struct core_entries {
    uint32_t *slots; /* number of an entry plus 1; 0: free */
    size_t count;    /* of slots, a power of two */
};

bool core_is_coded(const tt_io_column *column)
{
    return (column->type == TT_COLUMN_UUID || column->type == TT_COLUMN_TEXT) &&
           (strcmp(column->name, "recording") == 0 || strcmp(column->name, "name") == 0);
}

void core_entries_free(core_entries *entries)
{
    if (entries != NULL) {
        free(entries->slots);
    }
    free(entries);
}

/* FNV-1a. Names of strangers may collide; a recording has at most some thousand names. */
static uint32_t hash_of(const uint8_t *text, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ text[i]) * 16777619u;
    }
    return hash;
}

/* Returns the slot of a text: the one with its entry, or a free one. */
static uint32_t *slot_of(const core_values *v, const uint8_t *text, size_t size)
{
    const core_entries *e = v->lookup;
    for (size_t at = hash_of(text, size);; at++) {
        uint32_t *slot = &e->slots[at & (e->count - 1)];
        const int64_t *place = &v->offsets[*slot - (*slot > 0)];
        if (*slot == 0 || ((size_t)(place[1] - place[0]) == size &&
                           memcmp(v->values + place[0], text, size) == 0)) {
            return slot;
        }
    }
}

/* Makes the table as large as `entries` need, and fills it again. At least half of it is free. */
static bool grow_slots(core_values *v, size_t entries)
{
    size_t count = v->lookup->count > 0 ? v->lookup->count : 64;
    while (count < 2 * entries) {
        count *= 2;
    }
    if (count == v->lookup->count) {
        return true;
    }
    free(v->lookup->slots);
    v->lookup->slots = calloc(count, sizeof *v->lookup->slots);
    v->lookup->count = v->lookup->slots != NULL ? count : 0;
    for (size_t i = 0; i < v->entries && v->lookup->slots != NULL; i++) {
        const int64_t *place = &v->offsets[i];
        *slot_of(v, v->values + place[0], (size_t)(place[1] - place[0])) = (uint32_t)i + 1;
    }
    return v->lookup->slots != NULL;
}

static bool add_entry(core_values *v, const uint8_t *text, size_t size)
{
    if (!core_grow((void **)&v->offsets, &v->entry_room, v->entries + 2, sizeof *v->offsets) ||
        !core_grow((void **)&v->values, &v->room, v->size + size + 1, 1)) {
        return false;
    }
    memcpy(v->values + v->size, text, size);
    v->offsets[v->entries] = (int64_t)v->size;
    v->size += size;
    v->offsets[++v->entries] = (int64_t)v->size;
    return grow_slots(v, v->entries);
}

/* Finds the number of a text, which becomes an entry when it is new. */
static bool find_code(core_values *v, const uint8_t *text, size_t size, int32_t *code)
{
    uint32_t found = v->lookup->count > 0 ? *slot_of(v, text, size) : 0;
    if (found == 0) {
        if (v->entries >= INT32_MAX || !add_entry(v, text, size)) {
            return false;
        }
        found = (uint32_t)v->entries;
        *slot_of(v, text, size) = found;
    }
    *code = (int32_t)found - 1;
    return true;
}

bool core_codes_add(core_values *v, const tt_io_column_data *data, size_t rows)
{
    const uint8_t *values = data->values, *last = NULL;
    bool is_text = data->column->type == TT_COLUMN_TEXT;
    size_t last_size = 0;
    int32_t code = 0;
    v->lookup = v->lookup != NULL ? v->lookup : calloc(1, sizeof *v->lookup);
    for (size_t i = 0; v->lookup != NULL && i < rows; i++) {
        size_t begin = !is_text ? i * sizeof(tt_uuid) : i > 0 ? data->ends[i - 1] : 0;
        size_t size = is_text ? data->ends[i] - begin : sizeof(tt_uuid);
        const uint8_t *value = values + begin;
        char uuid[CORE_UUID];
        if (data->has != NULL && (data->has[i / 8] >> (i % 8) & 1) == 0) {
            v->codes[v->rows + i] = 0;
            continue;
        }
        bool is_same = last != NULL && size == last_size && memcmp(value, last, size) == 0;
        if (!is_same && !is_text) {
            core_uuid_text(uuid, value);
        }
        if (!is_same && !find_code(v, is_text ? value : (const uint8_t *)uuid,
                                   is_text ? size : sizeof uuid, &code)) {
            return false;
        }
        v->codes[v->rows + i] = code;
        last = value;
        last_size = size;
    }
    return v->lookup != NULL;
}
