/* SPDX-License-Identifier: MIT
 *
 * Repairing recordings. The first byte says how (bit 0: resync; the rest: sizes of pieces), the
 * others are the recording.
 *
 * Whatever comes in: what comes out is read to its FINISH by a strict reader, does not depend on
 * how the input was split, and comes out as it is when it is repaired again. Up to the first loss
 * it is the input. What can be read without an error is only closed.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/teehistorian_repair.h"

typedef struct run {
    tt_th_repair r;
    out_block out;
    tt_status status;
    uint64_t hash;           /* of all losses */
    uint64_t lost_at, first; /* offsets of the last loss but UNKNOWN, and of the least one */
    uint8_t window[TT_TH_REPAIR_MIN];
} run;

static run once, pieces, again;

static void add(run *r, uint64_t value)
{
    r->hash = (r->hash ^ value) * UINT64_C(0x100000001b3);
}

static void on_loss(void *user, const tt_th_loss *loss)
{
    run *r = user;
    add(r, (uint64_t)loss->kind << 32 | (uint32_t)loss->status);
    add(r, loss->offset);
    add(r, loss->bytes);
    add(r, loss->records);
    MUST(tt_th_loss_words_of(loss->kind)->name != NULL &&
         tt_th_loss_words_of(loss->kind)->doc != NULL);
    MUST(loss->offset + (loss->kind == TT_TH_LOSS_UNKNOWN ? 0 : loss->bytes) <=
         tt_th_repair_look(&r->r).bytes);
    if (loss->kind != TT_TH_LOSS_UNKNOWN) {
        MUST(loss->offset >= r->lost_at); /* in their order, none in another */
        r->lost_at = loss->offset + loss->bytes;
        r->first = loss->offset < r->first ? loss->offset : r->first;
    }
}

/* `seed` 0 is one piece. */
static void repair(run *r, const uint8_t *data, size_t size, int resync, uint32_t seed)
{
    const tt_th_repair_options options = {.resync = resync, .on_loss = on_loss, .user = r};
    MUST(tt_th_repair_init(&r->r, r->window, sizeof r->window, out_put, &r->out, &options) ==
         TT_OK);
    r->hash = r->lost_at = 0;
    r->first = UINT64_MAX;
    r->status = TT_OK;
    for (size_t at = 0, piece; at < size && r->status == TT_OK; at += piece) {
        seed = seed * 1664525u + 1013904223u * (seed != 0);
        piece = seed == 0 ? size : (size_t)(seed >> 16) % ((seed >> 8 & 7) == 0 ? 1000 : 20) + 1;
        piece = piece < size - at ? piece : size - at;
        r->status = tt_th_repair_feed(&r->r, data + at, piece);
    }
    if (r->status == TT_OK) {
        r->status = tt_th_repair_feed(&r->r, NULL, 0);
    }
    const tt_th_repair_view done = tt_th_repair_look(&r->r);
    MUST(done.error.status == r->status);
    MUST(r->status == TT_OK || r->out.size == 0);
    MUST(r->status != TT_OK || (done.bytes == size && done.written == r->out.size));
}

/* The bytes up to which a strict reader comes, and how it ends. */
static tt_status read_strictly(const uint8_t *data, size_t size, uint64_t *end, int *finished)
{
    static tt_world world;
    static uint8_t scratch[TT_TH_SCRATCH];
    tt_th th;
    tt_th_event event;
    tt_status status;
    MUST(tt_th_init(&th, &world, scratch, sizeof scratch) == TT_OK);
    tt_th_feed(&th, data, size);
    tt_th_feed(&th, NULL, 0);
    while ((status = tt_th_next(&th, &event)) == TT_OK) {
    }
    *end = tt_th_look(&th).offset;
    *finished = tt_th_look(&th).finished;
    return status;
}

/* `once` repaired the input without resync. */
static void check_against_input(const uint8_t *data, size_t size)
{
    uint64_t end;
    int finished;
    tt_status status = read_strictly(data, size, &end, &finished);
    const tt_th_repair_view done = tt_th_repair_look(&once.r);
    if (status == TT_END) { /* there may be bytes after FINISH */
        MUST(once.out.size == end + (finished ? 0 : 1));
        MUST(memcmp(once.out.data, data, (size_t)end) == 0);
        MUST(done.sum[TT_TH_LOSS_RECORD].count == 0 && done.finished == finished);
    } else if (done.sum[TT_TH_LOSS_MAGIC].count == 0) {
        MUST(once.first == end); /* the first error of a reader is the first loss */
    }
}

static void check_output(const uint8_t *data, int resync)
{
    uint64_t end;
    int finished;
    MUST(read_strictly(once.out.data, once.out.size, &end, &finished) == TT_END);
    MUST(finished && end == once.out.size);
    repair(&again, once.out.data, once.out.size, 0, 0);
    MUST(again.status == TT_OK && again.first == UINT64_MAX && again.out.size == once.out.size);
    MUST(memcmp(again.out.data, once.out.data, once.out.size) == 0);
    out_free(&again.out);
    if (resync) { /* what is odd may be taken for damage now, but never makes it unreadable */
        repair(&again, once.out.data, once.out.size, 1, 0);
        MUST(again.status == TT_OK);
        MUST(read_strictly(again.out.data, again.out.size, &end, &finished) == TT_END && finished);
        out_free(&again.out);
    }
    if (tt_th_repair_look(&once.r).sum[TT_TH_LOSS_MAGIC].count == 0 && once.first != UINT64_MAX) {
        MUST(once.out.size >= once.first && memcmp(once.out.data, data, (size_t)once.first) == 0);
    }
}

MUTATE(mutate_teehistorian, 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    int resync = data[0] & 1;
    repair(&once, data + 1, size - 1, resync, 0);
    repair(&pieces, data + 1, size - 1, resync, data[0] | 1u);
    MUST(pieces.status == once.status && pieces.hash == once.hash &&
         pieces.out.size == once.out.size);
    MUST(once.out.size == 0 || memcmp(pieces.out.data, once.out.data, once.out.size) == 0);
    if (once.status == TT_OK) {
        check_output(data + 1, resync);
        if (!resync) {
            check_against_input(data + 1, size - 1);
        }
    }
    out_free(&once.out);
    out_free(&pieces.out);
    return 0;
}
