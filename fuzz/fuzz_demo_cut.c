/* SPDX-License-Identifier: MIT
 *
 * Cutting, changing and repairing demos: whatever comes in, what comes out is a demo that reads
 * without an error and whose snapshots are those of the demo that came in.
 *
 * Four bytes say what to do: from and to in quarters of a second, a client to hide, flags. The rest
 * is the demo.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/demo_cut.h"

/* What is longer is not looked at. */
static out_block out = {.most = (size_t)8 << 20};

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_write_memory write_memory;
static tt_demo_cut cut;

static tt_status make(const uint8_t *data, size_t size, const tt_demo_cut_options *options)
{
    tt_demo_writer writer;
    tt_demo_event event;
    tt_demo_patch patch;
    tt_status status = TT_OK;
    tt_demo_writer_init(&writer, &write_memory, out_put, &out);
    MUST(tt_demo_cut_init(&cut, &writer, options) == TT_OK);
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = true});
    tt_demo_feed(&demo, data, size);
    tt_demo_feed(&demo, NULL, 0);
    while (status == TT_OK && (status = tt_demo_next(&demo, &event)) == TT_OK) {
        status = tt_demo_cut_event(&cut, &demo, &event);
    }
    if (status == TT_ERR_DEMO_PUT) {
        return status;
    }
    status = tt_demo_cut_finish(&cut, &demo, &patch);
    if (status == TT_OK) {
        memcpy(out.data, patch.bytes, patch.size);
    }
    return status;
}

/* Nothing of it is odd, and every tick is in the span. */
static void check(const tt_demo_cut_options *options)
{
    tt_demo_event event;
    tt_status status;
    int32_t last = -1;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, out.data, out.size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_TICK) {
            MUST(event.tick >= options->from && event.tick < options->to && event.tick > last);
            last = event.tick;
        }
    }
    MUST(status == TT_END);
    MUST(last >= 0);
}

MUTATE(mutate_demo, 4)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END};
    if (size < 4) {
        return 0;
    }
    out.size = 0;
    options.from = data[0] * 12;
    if (data[1] != 0) {
        options.to = options.from + data[1] * 12;
    }
    bool hidden[TT_CIDS] = {false};
    hidden[data[2] % TT_CIDS] = data[2] < TT_CIDS;
    options.hide = hidden;
    options.drop_map = data[3] & 1;
    options.drop_chat = data[3] >> 1 & 1;
    options.drop_system = data[3] >> 2 & 1;
    options.drop_unreliable = data[3] >> 3 & 1;
    if (make(data + 4, size - 4, &options) == TT_OK) {
        check(&options);
    }
    return 0;
}
