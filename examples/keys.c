/* SPDX-License-Identifier: MIT
 *
 * Counts how often each client id pressed each key: keys FILE.teehistorian
 *
 * For a demo this program prints only the format.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
static tt_input last[TT_CIDS];
static unsigned long presses[TT_CIDS][TT_KEYS];

/* Counting starts with the first input of a player (INPUT_NEW): earlier presses are unknown. */
static void follow(const tt_th_event *event)
{
    if (event->kind == TT_TH_INPUT_NEW) {
        last[event->cid] = tt_input_of(event->u.input_new.input);
    } else if (event->kind == TT_TH_INPUT_DIFF) {
        tt_input now = tt_input_of(event->u.input_diff.input);
        tt_input_change change = tt_input_compare(&last[event->cid], &now);
        for (int key = 0; key < TT_KEYS; key++)
            presses[event->cid][key] += change.pressed[key];
        last[event->cid] = now;
    }
}

static void print_presses(void)
{
    for (int cid = 0; cid < TT_CIDS; cid++)
        for (int key = 0; key < TT_KEYS; key++)
            if (presses[cid][key] != 0)
                printf("%d  %s  %lu\n", cid, tt_key_name((tt_key)key), presses[cid][key]);
}

int main(int argc, char **argv)
{
    static unsigned char piece[1 << 16];
    tt_item item;
    tt_status status;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: keys FILE.teehistorian\n");
        return 2;
    }
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_RECORDS, 0);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else if (item.kind == TT_ITEM_HEADER)
            printf("%s: %s\n", argv[1], tt_format_info_of(tt_recording_look(&rec).format)->name);
        else if (item.th != NULL)
            follow(item.th);
    }
    fclose(file);
    print_presses();
    if (status < 0)
        fprintf(stderr, "%s: %s\n", argv[1], tt_recording_look(&rec).error->what);
    return status < 0;
}
