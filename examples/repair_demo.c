/* SPDX-License-Identifier: MIT
 *
 * Makes a playable demo from a damaged one: repair_demo FILE.demo OUT.demo
 *
 * The repair gives the events that can be trusted. A cut of the whole span writes a demo with its
 * length, and without the snapshots that depend on lost ones.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_demo_repair repair;
static tt_demo_repair_memory memory;
static tt_demo_cut cut;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

/* A repair reads ahead and goes back, so it asks for bytes at an offset. */
static size_t read_at(void *file, uint64_t offset, uint8_t *dst, size_t size)
{
    return fseek(file, (long)offset, SEEK_SET) == 0 ? fread(dst, 1, size, file) : 0;
}

static void on_gap(void *user, const tt_demo_gap *gap)
{
    (void)user;
    printf("byte %llu, tick %d: %llu bytes left out\n", (unsigned long long)gap->offset,
           (int)gap->tick, (unsigned long long)gap->size);
}

static tt_status repair_file(FILE *in, FILE *out)
{
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
    tt_demo_event event;
    tt_demo_patch patch;
    tt_demo_repair_init(&repair, &memory, read_at, in, &(tt_demo_repair_options){.on_gap = on_gap});
    const tt_demo *demo = tt_demo_repair_look(&repair).demo;
    tt_demo_writer_init(&writer, &write_memory, put, out);
    tt_status status = tt_demo_repair_next(&repair, &event); /* the header */
    if (status != TT_OK)
        return status;
    options.drop_map = tt_demo_repair_look(&repair).map_lost; /* no client would play it */
    tt_demo_cut_init(&cut, &writer, &options);
    while (status == TT_OK && (status = tt_demo_cut_event(&cut, demo, &event)) == TT_OK)
        status = tt_demo_repair_next(&repair, &event);
    if (status == TT_END)
        status = tt_demo_cut_finish(&cut, demo, &patch);
    if (status != TT_OK)
        return status;
    return fseek(out, 0, SEEK_SET) == 0 && put(out, (tt_bytes){patch.bytes, patch.size}) == 0
               ? TT_OK
               : TT_ERR_DEMO_PUT;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: repair_demo FILE.demo OUT.demo\n");
        return 2;
    }
    tt_status status = repair_file(in, out);
    fclose(in);
    if (fclose(out) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    const tt_demo_cut_view made = tt_demo_cut_look(&cut);
    printf("%llu snapshots; %llu chunks were damaged, %llu ticks and messages left out\n",
           (unsigned long long)made.snapshots,
           (unsigned long long)tt_demo_repair_look(&repair).bad_chunks,
           (unsigned long long)made.left_out);
    return 0;
}
