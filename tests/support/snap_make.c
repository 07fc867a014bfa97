/* SPDX-License-Identifier: MIT
 *
 * Snapshots for tests. See snap_make.h.
 */
#include "support/snap_make.h"
#include "snap/index.h"

#include "cm.h"
#include "teetape/snap_object.h"

void made_from(made_snap *made, const slow_snap *model)
{
    tt_error error = {TT_OK, 0, ""};
    made->count = slow_write(made->ints, model);
    tt_status status = tt_snap_open(&made->snap, &made->index, made->ints, made->count, &error);
    if (status != TT_OK) {
        fail_msg("int %d: %s", (int)error.offset, error.what);
    }
}

void made_parse(made_snap *made, const char *text)
{
    static slow_snap model;
    slow_parse(&model, text);
    made_from(made, &model);
}

int made_same(const tt_snap *snap, const slow_snap *model)
{
    if (snap->count != (uint32_t)model->count) {
        return 0;
    }
    for (uint32_t i = 0; i < snap->count; i++) {
        const slow_item *wanted = &model->item[i];
        tt_snap_item item = tt_snap_item_at(snap, i), found;
        if (item.type != wanted->type || item.id != wanted->id ||
            item.size != (uint32_t)wanted->size ||
            (item.size != 0 &&
             memcmp(item.data, model->ints + wanted->at, item.size * sizeof *item.data) != 0)) {
            return 0;
        }
        if (!tt_snap_find(snap, tt_snap_key(item.type, item.id), &found) ||
            found.data != item.data || found.size != item.size) {
            return 0;
        }
    }
    return tt_snap_checksum(snap) == slow_checksum(model);
}

void made_check(const tt_snap *snap)
{
    static int32_t ints[TT_SNAP_MAX_INTS];
    tt_snap_index index;
    tt_snap again;
    size_t count;
    assert_int_equal(tt_snap_write(ints, TT_SNAP_MAX_INTS, &count, snap), TT_OK);
    assert_int_equal(tt_snap_open(&again, &index, ints, count, NULL), TT_OK);
    assert_true(tti_snap_equal(&again, snap));
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i), found;
        assert_true(tt_snap_find(snap, tt_snap_key(item.type, item.id), &found));
        assert_ptr_equal(found.data, item.data);
    }
}

static int random_size(int32_t type, int32_t id, const uint16_t sizes[64])
{
    if (type < 64 && sizes[type] != 0) {
        return sizes[type];
    }
    return (int)((uint32_t)(type * 7 + id * 3) % 26);
}

static void random_fill(int32_t *data, int size, uint64_t *seed)
{
    for (int i = 0; i < size; i++) {
        uint32_t bits = random_next(seed);
        data[i] = (int32_t)(random_next(seed) & 1 ? bits : bits % 8);
    }
}

static void random_add(slow_snap *model, uint64_t *seed, const uint16_t sizes[64])
{
    static const int32_t types[] = {0, 1, 2, 5, 9, 11, 22, 23, 63, 64, 70, 0x7fff};
    int32_t type = types[random_next(seed) % 12];
    int32_t id = (int32_t)(random_next(seed) % 8 == 0 ? random_next(seed) & 0xffff
                                                      : random_next(seed) % 120);
    int size = random_size(type, id, sizes);
    if (slow_find(model, type, id) < 0 && model->count < 1024 &&
        2 + model->count * 2 + model->used + 2 + size <= TT_SNAP_MAX_INTS) {
        random_fill(slow_add(model, type, id, size), size, seed);
    }
}

void made_random(slow_snap *model, uint64_t *seed, int count, const uint16_t sizes[64])
{
    model->count = 0;
    model->used = 0;
    for (int i = 0; i < count; i++) {
        random_add(model, seed, sizes);
    }
}

void made_next(slow_snap *model, const slow_snap *before, uint64_t *seed, unsigned changed,
               const uint16_t sizes[64])
{
    model->count = 0;
    model->used = 0;
    for (int i = 0; i < before->count; i++) {
        const slow_item *item = &before->item[i];
        if (random_next(seed) % 32 == 0) {
            continue;
        }
        if (random_next(seed) % 32 == 0) {
            random_add(model, seed, sizes);
        }
        if (slow_find(model, item->type, item->id) >= 0) {
            continue;
        }
        int32_t *data = slow_add(model, item->type, item->id, item->size);
        memcpy(data, before->ints + item->at, (size_t)item->size * sizeof *data);
        if (item->size != 0 && random_next(seed) % 100 < changed) {
            data[random_next(seed) % (uint32_t)item->size] ^= (int32_t)(random_next(seed) % 256);
        }
    }
    for (int i = 0; i < 3; i++) {
        random_add(model, seed, sizes);
    }
}

const tt_snap_sizes *made_sizes(const char *name)
{
    if (strcmp(name, "06") == 0) {
        return tt_snap_sizes_of(TT_DIALECT_6);
    }
    assert_true(strcmp(name, "07") == 0 || strcmp(name, "none") == 0);
    return strcmp(name, "07") == 0 ? tt_snap_sizes_of(TT_DIALECT_7) : &sizes_none;
}
