/* SPDX-License-Identifier: MIT
 *
 * Repairing demos: whatever comes in, what comes out is a demo that reads without an error, with
 * ticks that grow, and a second repair finds nothing in it. A demo without damage loses nothing.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/demo_cut.h"
#include "teetape/demo_repair.h"

#define OUT_MAX ((size_t)8 << 20)

/* What is longer is not looked at. */
static out_block out[2] = {{.most = OUT_MAX}, {.most = OUT_MAX}};
static tt_demo_repair repair;
static tt_demo_repair_memory memory;
static tt_demo demo;
static tt_demo_memory demo_memory;
static tt_demo_write_memory write_memory;
static tt_demo_cut cut;

static size_t read_at(void *user, uint64_t offset, uint8_t *dst, size_t size)
{
    const tt_bytes *bytes = user;
    size_t left = offset < bytes->size ? bytes->size - (size_t)offset : 0;
    size_t part = size < left ? size : left;
    if (part != 0) {
        memcpy(dst, bytes->data + offset, part);
    }
    return part;
}

static tt_status repair_bytes(out_block *to, tt_bytes bytes)
{
    static const tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
    tt_demo_writer writer;
    tt_demo_event event;
    tt_demo_patch patch;
    tt_status status;
    tt_status taken = TT_OK;
    to->size = 0;
    tt_demo_writer_init(&writer, &write_memory, out_put, to);
    MUST(tt_demo_cut_init(&cut, &writer, &options) == TT_OK);
    tt_demo_repair_init(&repair, &memory, read_at, &bytes, NULL);
    const tt_demo *reader = tt_demo_repair_look(&repair).demo;
    while ((status = tt_demo_repair_next(&repair, &event)) == TT_OK && taken == TT_OK) {
        taken = tt_demo_cut_event(&cut, reader, &event);
    }
    MUST(taken == TT_OK || taken == TT_ERR_DEMO_PUT);
    MUST(tt_demo_repair_look(&repair).lost_bytes <= bytes.size);
    if (taken != TT_OK || status != TT_END) {
        return status == TT_END || status == TT_OK ? taken : status;
    }
    status = tt_demo_cut_finish(&cut, reader, &patch);
    if (status == TT_OK) {
        memcpy(to->data, patch.bytes, patch.size);
    }
    return status;
}

/* How many ticks a demo has; -1 when it has errors, or its ticks do not grow by steps that a repair
 * believes. */
static int count_ticks(tt_bytes bytes)
{
    tt_demo_event event;
    tt_status status;
    int64_t last = -1;
    int count = 0, good = 1;
    tt_demo_init(&demo, &demo_memory);
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_TICK) {
            good &=
                event.tick > last &&
                (last < 0 || event.tick - last <= (event.keyframe ? TT_DEMO_REPAIR_KEYFRAME_TICKS
                                                                  : TT_DEMO_REPAIR_TICKS));
            last = event.tick;
            count++;
        }
    }
    return status == TT_END && good ? count : -1;
}

MUTATE(mutate_demo, 0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (repair_bytes(&out[0], (tt_bytes){data, size}) != TT_OK) {
        return 0;
    }
    tt_bytes repaired = out_bytes(&out[0]);
    int ticks = count_ticks(repaired);
    MUST(ticks > 0);
    MUST(repair_bytes(&out[1], repaired) == TT_OK);
    const tt_demo_repair_view done = tt_demo_repair_look(&repair);
    MUST(done.gaps == 0 && done.bad_chunks == 0);
    MUST(count_ticks(out_bytes(&out[1])) == ticks);
    return 0;
}
