/* SPDX-License-Identifier: MIT
 *
 * Prints the sessions of a recording of any format: sessions FILE
 *
 * A session that is open when the recording ends has no fact LEAVE: after the last item,
 * tt_recording_session gives these sessions.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_recording rec;

/* Prints the session in a slot. `to` is the tick in which it ended. */
static void print(int32_t cid, int32_t to, const char *how)
{
    tt_session session = tt_recording_session(&rec, cid);
    printf("%9.2f s to %9.2f s  client %3d  %s%s\n", session.since / 50.0, to / 50.0, (int)cid,
           session.name, how);
}

static tt_status follow(FILE *file)
{
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static char piece[65536];
    tt_item item;
    tt_status status;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_LEAVE));
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else if (item.kind == TT_ITEM_FACT && item.fact->u.leave.how != TT_LEFT_NOBODY)
            print(item.fact->cid, item.tick, "");
    }
    return status;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: sessions FILE\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_status status = follow(file);
    fclose(file);
    for (int32_t cid = 0; cid < TT_CIDS; cid++)
        if (tt_recording_session(&rec, cid).open)
            print(cid, tt_recording_look(&rec).last_tick, ", to the end of the recording");
    if (status != TT_END)
        fprintf(stderr, "%s: %s\n", argv[1], tt_recording_look(&rec).error->what);
    return status == TT_END ? 0 : 1;
}
