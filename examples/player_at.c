/* SPDX-License-Identifier: MIT
 *
 * Prints kills and positions of a player, from any recording: player_at FILE NAME. A first pass
 * learns the sessions of the player. Ticks in which a demo has only an old position are left
 * out: follow_demo.c computes them with the map.
 */
#include <stdio.h>
#include <teetape/teetape.h>

static tt_recording rec;
static tt_selection who;
static tt_follow follow;

static void show(const tt_item *item)
{
    tt_tee_state tee;
    if (item->kind == TT_ITEM_TICK)
        tt_follow_take(&follow, &rec, item->tick);
    if (item->kind == TT_ITEM_FACT && item->fact->kind == TT_FACT_KILL)
        printf("%d kill %d %d\n", item->tick, item->fact->u.kill.killer, item->fact->cid);
    for (int cid = 0; item->kind == TT_ITEM_TICK && cid < TT_CIDS; cid++)
        if (tt_selection_has(&who, tt_recording_session(&rec, cid).number, cid) &&
            tt_follow_tee(&follow, cid, item->tick, &tee) && tee.place != TT_UNKNOWN)
            printf("%d at %d %d %d\n", item->tick, cid, tee.x, tee.y);
}

/* Reads the file once. The first pass collects the sessions that had the name, the second prints
 * them. */
static tt_status read_through(FILE *file, int pass)
{
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static uint8_t piece[65536];
    tt_item item;
    tt_status status;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_follow_init(&follow, NULL);
    tt_recording_want(&rec, TT_WANT_FACTS | (pass == 0 ? 0 : TT_WANT_TICKS),
                      TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_KILL));
    tt_recording_select(&rec, pass == 0 ? NULL : &who);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE)
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else if (pass == 1)
            show(&item);
        else if (item.fact != NULL && (status = tt_selection_learn(&who, item.fact)) != TT_OK)
            return status; /* more sessions than `bits` has room for */
    return status;
}

int main(int argc, char **argv)
{
    static uint8_t bits[65536]; /* for half a million sessions */
    if (argc != 3 || tt_selection_name(&who, bits, sizeof bits, argv[2]) != TT_OK) {
        fprintf(stderr, "usage: player_at FILE NAME\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_status status = read_through(file, 0);
    if (status == TT_END && tt_selection_found(&who)) {
        rewind(file);
        status = read_through(file, 1);
    }
    fclose(file);
    if (status != TT_END)
        fprintf(stderr, "%s: %s\n", argv[1], tt_status_text(status));
    else if (!tt_selection_found(&who))
        fprintf(stderr, "%s: nobody is called %s\n", argv[1], argv[2]);
    return status == TT_END && tt_selection_found(&who) ? 0 : 1;
}
