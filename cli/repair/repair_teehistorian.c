/* SPDX-License-Identifier: MIT
 *
 * See repair_teehistorian.h.
 */
#include "cli/repair/repair_teehistorian.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/repair/repair_tell.h"

/* Bytes of the magic that nothing else begins with; the others may be damaged. */
#define MAGIC_ENOUGH 8

struct parts {
    tt_th_repair repair;
    struct repair_story story;
    uint8_t buffer[TT_TH_REPAIR_BUFFER];
};

bool repair_is_teehistorian(const struct repair_work *w)
{
    return w->first.size >= MAGIC_ENOUGH &&
           memcmp(w->first.data, tt_th_magic.bytes, MAGIC_ENOUGH) == 0;
}

static int put(void *user, tt_bytes piece)
{
    struct repair_work *w = user;
    host_output_bytes(w->file.out, piece);
    return host_output_error(w->file.out);
}

/* False when there will be no output; then also when it takes no more. */
static bool write_all(struct repair_work *w, tt_th_repair *repair)
{
    tt_bytes piece;
    enum repair_status next = REPAIR_PIECE;
    tt_status status = TT_OK;
    while (status == TT_OK && (next = repair_work_next(w, &piece)) <= REPAIR_GAP) {
        status = next == REPAIR_PIECE ? tt_th_repair_feed(repair, piece.data, piece.size)
                                      : tt_th_repair_skip(repair, w->missing);
    }
    return status == TT_OK && next == REPAIR_END && tt_th_repair_end(repair) == TT_OK;
}

/* Why nothing of it can be repaired. */
static void tell_failure(struct repair_work *w, const tt_error *error)
{
    char text[256];
    if (error->status == TT_OK) {
        return; /* it was said already */
    }
    if (error->status == TT_ERR_TH_MAGIC) {
        snprintf(text, sizeof text, "%s", error->what);
    } else {
        snprintf(text, sizeof text,
                 "offset %" PRIu64 ": %s; without its header nothing can be repaired",
                 error->offset, error->what);
    }
    repair_work_fail(w, EXIT_DAMAGED, w->job->path, text);
}

void repair_teehistorian(struct repair_work *w)
{
    const struct repair_options *options = w->job->options;
    struct parts *p = calloc(1, sizeof *p);
    if (p == NULL) {
        repair_work_fail(w, EXIT_SYSTEM, w->job->path, "there is not enough memory");
        return;
    }
    p->story.work = w;
    tt_th_repair_init(&p->repair, p->buffer, sizeof p->buffer, put, w);
    p->repair.resync = w->passes = options->resync;
    p->repair.on_loss = repair_tell_loss;
    p->repair.loss_user = &p->story;
    if (write_all(w, &p->repair)) {
        if (repair_work_commit(w)) {
            repair_tell_result(&p->story, &p->repair);
        }
    } else if (p->repair.error.status == TT_ERR_TH_WRITE_PUT) {
        repair_work_commit(w); /* it says why the output took no more */
    } else {
        tell_failure(w, &p->repair.error);
    }
    free(p);
}
