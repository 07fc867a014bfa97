/* SPDX-License-Identifier: MIT
 *
 * Copies a teehistorian recording without its console commands: filter_recording FILE OUT
 *
 * Records that are kept keep their bytes. A console command can be left out because no other record
 * depends on it. Tees, inputs and ticks need a cut (teehistorian_cut.h).
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static tt_th_writer writer;
static unsigned char scratch[TT_TH_SCRATCH], buffer[TT_TH_WRITE_BUFFER], piece[65536];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

static tt_status copy(const tt_th_event *event)
{
    if (event->kind == TT_TH_HEADER)
        return tt_th_write_header(&writer, tt_th_look(&th).header->json);
    if (event->kind == TT_TH_CONSOLE_COMMAND)
        return TT_OK;
    tt_status status = tt_th_write_event(&writer, event);
    if (status == TT_ERR_TH_WRITE_SAME) /* the record is not encoded as the game does it */
        status = tt_th_write_copy(&writer, event, tt_th_record(&th, event));
    return status;
}

static tt_status filter(FILE *in)
{
    tt_th_event event;
    tt_status status = TT_MORE;
    while (status == TT_MORE) {
        tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, in));
        while ((status = tt_th_next(&th, &event)) == TT_OK)
            if ((status = copy(&event)) != TT_OK)
                return status;
    }
    /* A recording without FINISH remains one: only the buffer is written. */
    return status == TT_END ? tt_th_write_flush(&writer) : status;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: filter_recording FILE OUT\n");
        return 2;
    }
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    if (status == TT_OK)
        status = tt_th_writer_init(&writer, buffer, sizeof buffer, put, out);
    if (status == TT_OK)
        status = filter(in);
    fclose(in);
    if (fclose(out) != 0 || status != TT_OK) {
        fprintf(stderr, "byte %llu: %s\n", (unsigned long long)tt_th_look(&th).offset,
                tt_status_text(status));
        return 1;
    }
    return 0;
}
