/* SPDX-License-Identifier: MIT
 *
 * The writer of recordings after the reader. The input is a whole recording.
 *
 * Every record that a strict reader gives can be written: from its fields, or, where they do not
 * say all, from its bytes. Copies give the bytes of the input; records from fields have the same
 * sizes, and what they say is written to the same bytes once more. What a reader in recovery
 * gives, errors and all, is written as far as it makes sense, and is then a recording. So is what
 * a writer leaves whose output fails.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_write.h"

typedef struct run {
    tt_th th;
    tt_th_writer writer;
    tt_world world;
    out_block out;
    unsigned puts_left; /* then the output fails */
    tt_status end;      /* how the reader ended */
    uint64_t written, refused;
    uint8_t scratch[TT_TH_SCRATCH];
    uint8_t buffer[TT_TH_WRITE_MIN];
} run;

enum way { AS_COPIES, AS_FIELDS, RECOVERED, FAILING };

static run first, second;

static int put(void *user, tt_bytes piece)
{
    run *r = user;
    if (r->puts_left == 0) {
        return 1;
    }
    r->puts_left--;
    return out_put(&r->out, piece);
}

static tt_status write_copy(run *r, const tt_th_event *event)
{
    return tt_th_write_copy(&r->writer, event, tt_th_record(&r->th, event));
}

/* An excerpt: the ticks are marked by the writer. */
static tt_status write_recovered(run *r, const tt_th_event *event)
{
    tt_th_event copy = *event;
    copy.size = 0; /* whatever size it gets */
    if (event->kind == TT_TH_TICK_SKIP) {
        return TT_OK;
    }
    if (event->tick > tti_th_writer_seen(&r->writer)->tick) {
        MUST(tt_th_write_begin_tick(&r->writer, event->tick) == TT_OK);
    }
    tt_status status = tt_th_write_event(&r->writer, &copy);
    /* after the last tick a reader remains in it */
    MUST(status != TT_ERR_TH_TICK || event->tick == INT32_MAX);
    MUST(status != TT_ERR_TH_WRITE_SAME);
    return status;
}

static tt_status write_event(run *r, const tt_th_event *event, enum way way)
{
    if (event->kind == TT_TH_HEADER) {
        return tt_th_write_header(&r->writer, tt_th_look(&r->th).header->json);
    }
    if (way == RECOVERED) {
        return write_recovered(r, event);
    }
    if (way != AS_FIELDS) {
        return write_copy(r, event);
    }
    tt_status status = tt_th_write_event(&r->writer, event);
    return status == TT_ERR_TH_WRITE_SAME ? write_copy(r, event) : status;
}

static void write_again(run *r, const uint8_t *data, size_t size, enum way way)
{
    tt_th_event event;
    r->written = r->refused = 0;
    r->puts_left = way == FAILING && size > 0 ? data[size - 1] : UINT32_MAX;
    MUST(tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch) == TT_OK);
    MUST(tt_th_writer_init(&r->writer, r->buffer, sizeof r->buffer, put, r) == TT_OK);
    tt_th_set(&r->th, &(tt_th_options){.recover = way == RECOVERED});
    tt_th_feed(&r->th, data, size);
    tt_th_feed(&r->th, NULL, 0);
    while ((r->end = tt_th_next(&r->th, &event)) == TT_OK) {
        tt_status status = write_event(r, &event, way);
        MUST(status == TT_OK || way == RECOVERED ||
             (way == FAILING && status == TT_ERR_TH_WRITE_PUT));
        r->written += status == TT_OK;
        r->refused += status != TT_OK;
    }
    tt_status status = tt_th_write_flush(&r->writer);
    MUST(status == TT_OK || way == FAILING || r->written == 0 || tt_th_look(&r->th).finished);
    MUST(way == FAILING || tt_th_writer_size(&r->writer) == r->out.size);
}

/* `first` wrote a recording with nothing wrong in it; the way it writes it again. */
static void check_readable(int may_be_cut)
{
    write_again(&second, first.out.data, first.out.size, AS_COPIES);
    tt_status end = second.end;
    MUST(end == TT_END || (may_be_cut && (end == TT_ERR_TH_TRUNCATED || second.written == 0)));
    MUST(second.out.size <= first.out.size);
    MUST(second.out.size == 0 || memcmp(second.out.data, first.out.data, second.out.size) == 0);
    MUST(may_be_cut || second.out.size == first.out.size);
    out_free(&second.out);
}

MUTATE(mutate_teehistorian, 0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    write_again(&first, data, size, AS_COPIES);
    uint64_t read = first.written == 0 ? 0 : tt_th_look(&first.th).offset;
    MUST(first.out.size == read && (read == 0 || memcmp(first.out.data, data, (size_t)read) == 0));
    out_free(&first.out);

    write_again(&first, data, size, AS_FIELDS);
    MUST(first.out.size == read);
    write_again(&second, first.out.data, first.out.size, AS_FIELDS);
    MUST(first.out.size == second.out.size && first.written == second.written);
    MUST(read == 0 || memcmp(first.out.data, second.out.data, (size_t)read) == 0);
    out_free(&second.out);
    out_free(&first.out);

    write_again(&first, data, size, RECOVERED);
    if (first.written != 0) {
        check_readable(0);
    }
    out_free(&first.out);

    write_again(&first, data, size, FAILING);
    check_readable(1);
    out_free(&first.out);
    return 0;
}
