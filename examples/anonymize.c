/* SPDX-License-Identifier: MIT
 *
 * Replaces the names in a recording by pseudonyms: anonymize FILE OUT KEY
 *
 * The same key gives the same pseudonyms in every recording. A person who guesses the key can
 * try names, so a key should be random. Here the key is an argument, to keep the example short.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static tt_th_writer writer;
static tt_th_anonymizer anonymizer;
static unsigned char scratch[TT_TH_SCRATCH], piece[65536], buffer[TT_TH_WRITE_BUFFER];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

/* Gives the next event and reads pieces of the file as needed. */
static tt_status next(FILE *file, tt_th_event *event)
{
    tt_status status;
    while ((status = tt_th_next(&th, event)) == TT_MORE)
        tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
    return status;
}

static tt_status make(FILE *in, FILE *out, const char *key)
{
    tt_th_event event;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_set(&th, &(tt_th_options){.recover = true}); /* leave out what a strict reader refuses */
    if (status == TT_OK)
        status = tt_th_writer_init(&writer, buffer, sizeof buffer, put, out);
    tt_th_anonymizer_init(&anonymizer, &writer, tt_bytes_of(key), NULL);
    while (status == TT_OK && (status = next(in, &event)) == TT_OK)
        status = event.kind == TT_TH_HEADER
                     ? tt_th_anonymize_header(&anonymizer, tt_th_look(&th).header)
                     : tt_th_anonymize_event(&anonymizer, &event);
    return status == TT_END ? tt_th_write_flush(&writer) : status;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: anonymize FILE OUT KEY\n");
        return 2;
    }
    tt_status status = make(in, out, argv[3]);
    fclose(in);
    if (fclose(out) != 0 || status != TT_OK) {
        remove(argv[2]); /* an incomplete output must not be published */
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    const tt_th_anonymizer_view done = tt_th_anonymizer_look(&anonymizer);
    printf("%llu kept, %llu changed, %llu removed, %llu refused\n", (unsigned long long)done.kept,
           (unsigned long long)done.changed, (unsigned long long)done.removed,
           (unsigned long long)done.refused);
    return 0;
}
