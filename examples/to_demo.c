/* SPDX-License-Identifier: MIT
 *
 * Makes a demo out of a recording: to_demo FILE OUT.demo
 *
 * Each tick is written before the reader gives the first event of a later tick, because the
 * world must be that of the end of the tick.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static tt_th_history history;
static tt_convert conversion;
static const tt_convert_options options = {.view = true}; /* the demo opens on a living tee */
static tt_demo_writer writer;
static tt_demo_write_memory memory;
static unsigned char scratch[TT_TH_SCRATCH], piece[65536];
static void *physics; /* memory for the game, without its map */

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

/* Gives the tick of the next record and reads pieces of the file as needed. */
static tt_status next_tick(FILE *file, int32_t *tick)
{
    tt_status status;
    while ((status = tt_th_next_tick(&th, tick)) == TT_MORE)
        tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
    return status;
}

static tt_status begin(FILE *in, FILE *out)
{
    tt_th_event event;
    tt_demo_header header;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_history_init(&history);
    tt_convert_init(&conversion);
    tt_convert_physics(&conversion, NULL, (tt_bytes){NULL, 0}, physics);
    tt_convert_set(&conversion, &options);
    tt_demo_writer_init(&writer, &memory, put, out);
    tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, in)); /* headers are shorter than that */
    if (status != TT_OK || (status = tt_th_next(&th, &event)) != TT_OK)
        return status;
    tt_th_history_follow(&history, &event, &world);
    tt_convert_follow(&conversion, &event, &world, &history);
    tt_convert_header(&conversion, tt_th_look(&th).header, &header);
    return tt_demo_write_header(&writer, &header);
}

static tt_status convert(FILE *in, FILE *out)
{
    tt_th_event event;
    tt_demo_patch patch;
    int32_t tick = -1, next; /* -1: before the first record, where the demo begins */
    tt_status status = begin(in, out);
    while (status == TT_OK && (status = next_tick(in, &next)) == TT_OK) {
        if (tick < 0)
            tick = next;
        for (; status == TT_OK && tick < next; tick++)
            status = tt_convert_write(&conversion, &writer, &world, tick);
        if (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK) {
            tt_th_history_follow(&history, &event, &world);
            tt_convert_follow(&conversion, &event, &world, &history);
        }
        if (status == TT_MORE) /* the record continues in the next piece */
            status = TT_OK;
    }
    if (status == TT_END && tick >= 0)
        status = tt_convert_write(&conversion, &writer, &world, tick);
    if (status == TT_OK)
        status = tt_demo_write_finish(&writer, &patch);
    if (status == TT_OK && fseek(out, 0, SEEK_SET) == 0)
        put(out, (tt_bytes){patch.bytes, patch.size});
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: to_demo FILE OUT.demo\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "rb");
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        perror(in == NULL ? argv[1] : argv[2]);
        if (in != NULL)
            fclose(in);
        return 1;
    }
    physics = malloc(tt_convert_physics_size(NULL));
    tt_status status = physics != NULL ? convert(in, out) : TT_ERR_SPACE;
    free(physics);
    fclose(in);
    if (fclose(out) == 0 && status == TT_OK)
        return 0;
    if (status == TT_OK)
        perror(argv[2]);
    else
        fprintf(stderr, "%s: %s\n", argv[1], tt_status_text(status));
    remove(argv[2]); /* do not leave an incomplete demo */
    return 1;
}
