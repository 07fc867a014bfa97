/* SPDX-License-Identifier: MIT
 *
 * Cuts [FROM, TO) out of a recording, in ticks: cut_span FILE OUT [FROM TO]
 *
 * The output is a recording of its own, which every reader accepts.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static tt_th_history history;
static tt_th_cut cut;
static tt_th_writer writer;
static unsigned char scratch[TT_TH_SCRATCH], piece[65536], buffer[TT_TH_WRITE_BUFFER];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

static void feed(FILE *file)
{
    tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
}

/* Copies the header, which is the first event, to the cut. */
static tt_status begin(FILE *in)
{
    tt_th_event event;
    tt_status status;
    while ((status = tt_th_next(&th, &event)) == TT_MORE)
        feed(in);
    if (status != TT_OK)
        return status == TT_END ? TT_ERR_TRUNCATED : status;
    size_t size = tt_th_cut_header_bound(&cut, tt_th_look(&th).header);
    void *space = malloc(size);
    status =
        space == NULL ? TT_ERR_SPACE : tt_th_cut_header(&cut, tt_th_look(&th).header, space, size);
    free(space);
    return status;
}

static tt_status make(FILE *in, FILE *out, const tt_th_cut_options *options)
{
    tt_th_history_init(&history);
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    if (status == TT_OK)
        status = tt_th_writer_init(&writer, buffer, sizeof buffer, put, out);
    if (status == TT_OK)
        status = tt_th_cut_init(&cut, &writer, options);
    if (status == TT_OK)
        status = begin(in);
    if (status != TT_OK)
        return status;
    while ((status = tt_th_cut_next(&cut, &th, &history)) == TT_MORE)
        feed(in);
    return status < 0 ? status : tt_th_cut_finish(&cut, &world, &history);
}

int main(int argc, char **argv)
{
    tt_th_cut_options options = {.from = 1000, .to = 2000};
    if (argc == 5) {
        options.from = (int32_t)strtol(argv[3], NULL, 10);
        options.to = (int32_t)strtol(argv[4], NULL, 10);
    }
    FILE *in = argc > 2 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: cut_span FILE OUT [FROM TO]\n");
        return 2;
    }
    tt_status status = make(in, out, &options);
    if (fclose(out) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    fclose(in);
    return 0;
}
