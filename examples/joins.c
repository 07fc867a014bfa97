/* SPDX-License-Identifier: MIT
 *
 * Prints the joins of a teehistorian recording: joins FILE.teehistorian
 */
#include <stdio.h>
#include <teetape/teetape.h>

int main(int argc, char **argv)
{
    static tt_th th;
    static tt_world world;
    static unsigned char scratch[TT_TH_SCRATCH], piece[65536];
    tt_th_event event;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: joins FILE.teehistorian\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    while (status >= 0 && status != TT_END) {
        tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
        while ((status = tt_th_next(&th, &event)) == TT_OK)
            if (event.kind == TT_TH_JOIN)
                printf("%.2f s: client %d\n", event.tick / 50.0, (int)event.cid);
    }
    if (status != TT_END)
        fprintf(stderr, "%s: %s\n", argv[1], tt_th_look(&th).error->what);
    return status == TT_END ? 0 : 1;
}
