/* SPDX-License-Identifier: MIT
 *
 * Prints the tees of a recording tick by tick, and how each position is known:
 * io_tees FILE FROM TO [MAP]
 *
 * FROM and TO are places in time, such as 0:30. A demo has positions of up to 150 ticks ago: those
 * of the tick are derived with the map, which is in the demo, in the game's folders, or MAP.
 */
#include <stdio.h>
#include <teetape/io.h>
#include <teetape/teetape.h>

static void print_tees(tt_io_reading *r)
{
    static const char *const known[] = {"unknown", "recorded", "derived"};
    tt_tee_state tee;
    for (int32_t cid = 0; cid < TT_CIDS; cid++)
        if (tt_io_reading_tee(r, cid, r->item.tick, &tee))
            printf("%d %d %d %d %s %s\n", (int)tee.tick, (int)cid, (int)tee.x, (int)tee.y,
                   known[tee.place], tt_recording_session(r->rec, cid).name);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: io_tees FILE FROM TO [MAP]\n");
        return 2;
    }
    tt_io_reading r;
    tt_io_reading_options how = {.from = argv[2], .to = argv[3], .wants_states = true};
    how.wants = TT_WANT_TICKS;
    how.map = argc > 4 ? argv[4] : NULL;
    if (tt_io_reading_open(&r, argv[1], &how))
        while (tt_io_reading_next(&r))
            print_tees(&r);
    if (r.error.status != TT_OK)
        fprintf(stderr, "%s: %s\n", r.error.path, r.error.text);
    else if (r.lacks_map)
        fprintf(stderr, "%s: the map was not found\n", argv[1]);
    bool is_good = tt_io_reading_is_good(&r);
    tt_io_reading_close(&r);
    return is_good ? 0 : 1;
}
