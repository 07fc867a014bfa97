/* SPDX-License-Identifier: MIT
 *
 * Prints the positions of tees in each snapshot of a demo: characters FILE.demo
 *
 * Snapshots consist of items, and an item of ints; tt_obj_unpack makes a struct of them. Tees of
 * 0.6 and of 0.7 have structs of their own.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_recording rec;

static void print(int32_t tick, const tt_snap_item *item)
{
    tt_obj_kind kind = tt_recording_object(&rec, item->type);
    tt_obj_any object;
    if ((kind != TT_OBJ_CHARACTER && kind != TT_OBJ_TW7_CHARACTER) ||
        tt_obj_unpack(&object, kind, item->data, item->size) < 0)
        return;
    if (kind == TT_OBJ_CHARACTER)
        printf("%d client %d at %d, %d\n", (int)tick, (int)item->id, (int)object.character.x,
               (int)object.character.y);
    else
        printf("%d client %d at %d, %d\n", (int)tick, (int)item->id, (int)object.tw7_character.x,
               (int)object.tw7_character.y);
}

/* Records may also be chunks without a snapshot, such as messages. */
static void look(const tt_item *item)
{
    if (item->demo == NULL || item->demo->status != TT_OK ||
        (item->demo->kind != TT_DEMO_SNAPSHOT && item->demo->kind != TT_DEMO_DELTA))
        return;
    const tt_snap *snap = tt_demo_look(tt_recording_demo(&rec)).snap;
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item one = tt_snap_item_at(snap, i);
        print(item->tick, &one);
    }
}

int main(int argc, char **argv)
{
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static char piece[65536];
    tt_item item;
    tt_status status;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: characters FILE.demo\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_RECORDS, 0);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE)
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else
            look(&item);
    fclose(file);
    if (status != TT_END)
        fprintf(stderr, "%s: %s\n", argv[1], tt_recording_look(&rec).error->what);
    else if (tt_recording_look(&rec).format != TT_FORMAT_DEMO)
        fprintf(stderr, "%s: no demo, and only demos have snapshots\n", argv[1]);
    return status == TT_END && tt_recording_look(&rec).format == TT_FORMAT_DEMO ? 0 : 1;
}
