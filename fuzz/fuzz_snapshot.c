/* SPDX-License-Identifier: MIT
 *
 * Serialized snapshots: any ints either fail, at one of them, or give a view whose every item
 * is found, and which is written back as the same ints.
 */
#include <string.h>

#include "base/mem.h"
#include "must.h"
#include "teetape/snapshot.h"

static int32_t ints[TT_SNAP_MAX_INTS + 8], back[TT_SNAP_MAX_INTS];

static void check_items(const tt_snap *snap)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i), found;
        MUST(item.type >= 0 && item.type <= TT_SNAP_MAX_TYPE && item.id >= 0);
        MUST(tt_snap_find(snap, tt_snap_key(item.type, item.id), &found));
        MUST(found.data == item.data && found.size == item.size);
        for (uint32_t j = 0; j < item.size; j++) {
            sum += (uint32_t)item.data[j];
        }
    }
    MUST(sum == tt_snap_checksum(snap));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_snap snap;
    tt_snap_index index;
    tt_error error = {TT_OK, 0, NULL};
    size_t count = size / 4, written;
    count = count < sizeof ints / sizeof ints[0] ? count : sizeof ints / sizeof ints[0];
    for (size_t i = 0; i < count; i++) {
        ints[i] = tti_signed(tti_load_le32(data + 4 * i));
    }
    /* after the last one, so that a sanitizer sees a read beyond the end */
    const int32_t *begin = ints + sizeof ints / sizeof ints[0] - count;
    memmove(ints + sizeof ints / sizeof ints[0] - count, ints, count * sizeof ints[0]);
    tt_status status = tt_snap_open(&snap, &index, begin, count, &error);
    if (status != TT_OK) {
        MUST(status < 0 && error.status == status && error.what != NULL);
        MUST(error.offset <= count && snap.count == 0);
        return 0;
    }
    check_items(&snap);
    MUST(tt_snap_write(back, TT_SNAP_MAX_INTS, &written, &snap) == TT_OK);
    MUST(written == count && memcmp(back, begin, count * sizeof back[0]) == 0);
    return 0;
}
