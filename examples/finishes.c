/* SPDX-License-Identifier: MIT
 *
 * Who finished in an archive of recordings, when and how fast: finishes FILE...
 *
 * tt_th_next_rare leaves out what fills a recording, so this is bound by how fast files are read. A
 * marker tells what people look for, with names; compressed files come in through `xz -dc` and a
 * pipe, or through a library.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

/* Everything that belongs to one recording. */
struct recording {
    const char *path;
    tt_th th;
    tt_world world;
    tt_th_past past;
    tt_th_marker marker;
    unsigned char scratch[TT_TH_SCRATCH];
};

static void on_mark(void *user, const tt_mark *mark)
{
    const struct recording *r = user;
    if (mark->kind == TT_MARK_FINISH)
        printf("%s  tick %d  %s  %.2f s\n", r->path, (int)mark->tick,
               r->world.client[mark->cid].name, mark->value / (double)TT_TICKS_PER_SECOND);
}

static tt_status scan(struct recording *r, FILE *file)
{
    static unsigned char piece[1 << 18];
    tt_th_event event;
    tt_status status = tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch);
    r->th.recover = 1; /* one bad record does not hide the rest */
    tt_th_past_init(&r->past);
    tt_th_marker_init(&r->marker, on_mark, r);
    while (status == TT_OK || status == TT_MORE) {
        size_t size = fread(piece, 1, sizeof piece, file);
        tt_th_feed(&r->th, piece, size);
        if (size == 0)
            tt_th_end(&r->th);
        while ((status = tt_th_next_rare(&r->th, &event)) == TT_OK) {
            tt_th_change change = tt_th_past_follow(&r->past, &event, &r->world);
            tt_th_marker_follow(&r->marker, &event, &r->world, &change);
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    static struct recording r;
    int bad = 0;
    for (int i = 1; i < argc; i++) {
        FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "rb");
        if (file == NULL) {
            perror(argv[i]);
            return 2;
        }
        r.path = argv[i];
        if (scan(&r, file) < 0) {
            fprintf(stderr, "%s: byte %llu: %s\n", r.path, (unsigned long long)r.th.error.offset,
                    r.th.error.what);
            bad = 1;
        }
        fclose(file);
    }
    return bad;
}
