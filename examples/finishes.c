/* SPDX-License-Identifier: MIT
 *
 * Prints the finishes in an archive of recordings: finishes FILE...
 *
 * Records without facts are skipped, so this is as fast as reading the files. Decompress files
 * with `xz -dc` and a pipe, or with a library.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];

static tt_status scan(const char *path, FILE *file)
{
    static unsigned char piece[1 << 18];
    tt_item item;
    tt_status status;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_recover(&rec, 1); /* one bad record must not hide the rest */
    tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_FINISH));
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else if (item.kind == TT_ITEM_FACT)
            printf("%s  tick %d  %s  %.2f s\n", path, (int)item.tick,
                   tt_recording_session(&rec, item.fact->cid).name,
                   item.fact->u.finish.ticks / (double)TT_TICKS_PER_SECOND);
    }
    return status;
}

int main(int argc, char **argv)
{
    int bad = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: finishes FILE...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "rb");
        if (file == NULL) {
            perror(argv[i]);
            return 2;
        }
        if (scan(argv[i], file) < 0) {
            const tt_error *error = tt_recording_look(&rec).error;
            fprintf(stderr, "%s: byte %llu: %s\n", argv[i], (unsigned long long)error->offset,
                    error->what);
            bad = 1;
        }
        fclose(file);
    }
    return bad;
}
