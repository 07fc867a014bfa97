/* SPDX-License-Identifier: MIT
 *
 * Repairs a recording that is damaged, or whose server was killed: repair_recording FILE OUT
 *
 * Copies everything readable byte for byte, closes the recording, and reports losses.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_th_repair repair;
static unsigned char buffer[TT_TH_REPAIR_BUFFER], piece[65536];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

static void on_loss(void *user, const tt_th_loss *loss)
{
    (void)user;
    printf("byte %llu, tick %d: %s: %llu bytes left out\n", (unsigned long long)loss->offset,
           (int)loss->tick, tt_th_loss_words_of(loss->kind)->doc, (unsigned long long)loss->bytes);
}

static tt_status repair_file(FILE *in, FILE *out)
{
    size_t size;
    const tt_th_repair_options options = {
        .resync = true, /* continue after bytes that cannot be decoded */
        .on_loss = on_loss};
    tt_status status = tt_th_repair_init(&repair, buffer, sizeof buffer, put, out, &options);
    while (status == TT_OK && (size = fread(piece, 1, sizeof piece, in)) > 0)
        status = tt_th_repair_feed(&repair, piece, size);
    if (status == TT_OK && !ferror(in))
        status = tt_th_repair_feed(&repair, NULL, 0);
    return status;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: repair_recording FILE OUT\n");
        return 2;
    }
    tt_status status = repair_file(in, out);
    int is_bad = ferror(in); /* the recording was not read as a whole then */
    fclose(in);
    if (fclose(out) != 0 || is_bad) {
        fprintf(stderr, "cannot read or write\n");
        return 2;
    }
    const tt_th_repair_view done = tt_th_repair_look(&repair);
    if (status != TT_OK) {
        fprintf(stderr, "byte %llu: %s\n", (unsigned long long)done.error.offset,
                tt_status_text(status));
        return 1;
    }
    printf("%llu records, %llu bytes\n", (unsigned long long)done.records,
           (unsigned long long)done.written);
    return 0;
}
