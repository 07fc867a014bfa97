/* SPDX-License-Identifier: MIT
 *
 * Cuts [FROM, TO) out of a demo, in ticks: cut_demo FILE.demo OUT.demo FROM TO
 *
 * The cut plays in the game: it begins with a full snapshot and the state from before.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_cut cut;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static unsigned char piece[65536];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

/* Gives the next event and reads pieces of the file as needed. */
static tt_status next(FILE *file, tt_demo_event *event)
{
    tt_status status;
    while ((status = tt_demo_next(&demo, event)) == TT_MORE)
        tt_demo_feed(&demo, piece, fread(piece, 1, sizeof piece, file));
    return status;
}

static tt_status make(FILE *in, FILE *out, const tt_demo_cut_options *options)
{
    tt_demo_event event;
    tt_demo_patch patch;
    tt_demo_init(&demo, &memory);
    tt_demo_writer_init(&writer, &write_memory, put, out);
    tt_status status = tt_demo_cut_init(&cut, &writer, options);
    while (status == TT_OK && (status = next(in, &event)) == TT_OK)
        status = tt_demo_cut_event(&cut, &demo, &event); /* TT_END after the span */
    if (status == TT_END)
        status = tt_demo_cut_finish(&cut, &demo, &patch);
    if (status != TT_OK)
        return status;
    /* Length and markers are known now, and go into the header. */
    return fseek(out, 0, SEEK_SET) == 0 && put(out, (tt_bytes){patch.bytes, patch.size}) == 0
               ? TT_OK
               : TT_ERR_DEMO_PUT;
}

int main(int argc, char **argv)
{
    tt_demo_cut_options options = {.drop_unreliable = 1}; /* drop what follows a loss */
    if (argc == 5) {
        options.from = (int32_t)strtol(argv[3], NULL, 10);
        options.to = (int32_t)strtol(argv[4], NULL, 10);
    }
    FILE *in = argc == 5 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: cut_demo FILE.demo OUT.demo FROM TO\n");
        return 2;
    }
    tt_status status = make(in, out, &options);
    fclose(in);
    if (fclose(out) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    const tt_demo_cut_view made = tt_demo_cut_look(&cut);
    printf("ticks %d to %d, %llu snapshots, %llu messages\n", (int)made.first_tick,
           (int)tt_demo_writer_look(&writer).tick, (unsigned long long)made.snapshots,
           (unsigned long long)made.messages);
    return 0;
}
