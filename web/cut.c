/* SPDX-License-Identifier: MIT
 *
 * Cuts [from, to) out of a recording. The output has the bytes that `teetape cut` writes. At the
 * end, those of cut_patch must replace the first bytes of a demo.
 */
#include "teetape/demo_cut.h"
#include "teetape/teehistorian_cut.h"
#include "web/core.h"

struct demo_work {
    tt_demo demo;
    tt_demo_memory memory;
    tt_demo_cut cut;
    tt_demo_writer writer;
    tt_demo_write_memory write_memory;
    tt_demo_patch patch;
};

struct th_work {
    tt_th th;
    tt_world world;
    tt_th_history history;
    tt_th_cut cut;
    tt_th_writer writer;
    uint8_t buffer[TT_TH_WRITE_BUFFER];
    bool has_header;
};

static struct demo_work *of_demo;
static struct th_work *of_th;
static uint8_t *piece;

static int open_demo(int32_t from, int32_t to)
{
    /* A delta after a lost one would not play, so unreliable snapshots are dropped. */
    const tt_demo_cut_options options = {.from = from, .to = to, .drop_unreliable = true};
    of_demo = core_take(sizeof *of_demo);
    if (of_demo == NULL) {
        return TT_ERR_SPACE;
    }
    tt_demo_init(&of_demo->demo, &of_demo->memory);
    tt_demo_writer_init(&of_demo->writer, &of_demo->write_memory, core_out_put, NULL);
    return tt_demo_cut_init(&of_demo->cut, &of_demo->writer, &options);
}

static int open_th(int32_t from, int32_t to)
{
    const tt_th_cut_options options = {.from = from, .to = to, .selection = {NULL, 0}};
    void *scratch = core_take(TT_RECORDING_SCRATCH);
    of_th = core_take(sizeof *of_th);
    if (of_th == NULL || scratch == NULL) {
        return TT_ERR_SPACE;
    }
    tt_th_history_init(&of_th->history);
    tt_th_init(&of_th->th, &of_th->world, scratch, TT_RECORDING_SCRATCH);
    tt_th_writer_init(&of_th->writer, of_th->buffer, sizeof of_th->buffer, core_out_put, NULL);
    return tt_th_cut_init(&of_th->cut, &of_th->writer, &options);
}

/* Returns the address for the next piece, of at most CORE_PIECE bytes. */
CORE_EXPORT uint8_t *cut_piece(void)
{
    piece = piece != NULL ? piece : core_take(CORE_PIECE);
    return piece;
}

/* Begins a cut in an instance that does nothing else. `format` is a tt_format. */
CORE_EXPORT int cut_open(int format, int32_t from, int32_t to)
{
    return format == TT_FORMAT_DEMO ? open_demo(from, to) : open_th(from, to);
}

static int run_demo(void)
{
    tt_demo_event event;
    tt_status status;
    while ((status = tt_demo_next(&of_demo->demo, &event)) == TT_OK) {
        status = tt_demo_cut_event(&of_demo->cut, &of_demo->demo, &event);
        if (status != TT_OK) {
            break;
        }
    }
    return status;
}

static int put_header(void)
{
    tt_th_event event;
    tt_status status = tt_th_next(&of_th->th, &event);
    if (status == TT_OK) {
        size_t size = tt_th_cut_header_bound(&of_th->cut, tt_th_look(&of_th->th).header);
        void *space = core_take(size);
        status = space == NULL
                     ? TT_ERR_SPACE
                     : tt_th_cut_header(&of_th->cut, tt_th_look(&of_th->th).header, space, size);
        of_th->has_header = status == TT_OK;
    }
    return status;
}

/* Reads a piece of `size` bytes; 0 is the end. Returns TT_MORE when another piece is needed. After
 * any other result, cut_finish follows. */
CORE_EXPORT int cut_run(size_t size)
{
    if (of_demo != NULL) {
        tt_demo_feed(&of_demo->demo, piece, size);
        return run_demo();
    }
    tt_th_feed(&of_th->th, piece, size);
    int status = of_th->has_header ? TT_OK : put_header();
    return status == TT_OK ? tt_th_cut_next(&of_th->cut, &of_th->th, &of_th->history) : status;
}

/* Ends the cut. The cut of a damaged recording has the readable part. Returns TT_OK or an error. */
CORE_EXPORT int cut_finish(void)
{
    return of_demo != NULL ? tt_demo_cut_finish(&of_demo->cut, &of_demo->demo, &of_demo->patch)
                           : tt_th_cut_finish(&of_th->cut, &of_th->world, &of_th->history);
}

/* Returns the bytes that replace the first ones of the cut. cut_patch_size is their number, 0
 * for none. */
CORE_EXPORT const uint8_t *cut_patch(void)
{
    return of_demo != NULL ? of_demo->patch.bytes : NULL;
}

CORE_EXPORT size_t cut_patch_size(void)
{
    return of_demo != NULL ? of_demo->patch.size : 0;
}

CORE_EXPORT const char *core_status_text(int status)
{
    return tt_status_text((tt_status)status);
}
