/* SPDX-License-Identifier: MIT
 *
 * A tick of a conversion, to a writer of demos.
 *
 * The writer knows ticks of the demo, the conversion those of the recording: c->shift is between
 * them. Callers with many demos of one recording take the two parts one by one.
 */
#include "convert/parts.h"

/* A writer that cannot go on at all: its output failed. Everything else it refuses (an item or a
 * message that has no room) is counted, and costs only that. */
static int is_bad(tt_convert *c, tt_status status)
{
    if (status == TT_ERR_DEMO_PUT) {
        return 1;
    }
    c->left_out += status != TT_OK;
    return 0;
}

/* The writer notes which tick of the demo is tick 0 of the recording: below 0 where a gap was left
 * out before the demo begins. It is said once, at the first tick, as c->shift grows later. */
tt_status tt_convert_write_snapshot(tt_convert *c, tt_demo_writer *writer)
{
    if (!writer->has_start_tick) {
        tt_demo_write_start_tick(writer, -c->shift); /* tick 0 of the recording */
    }
    if (!c->is_due) {
        return TT_OK;
    }
    tt_status status = tt_demo_write_snapshot(writer, c->tick - c->shift, &c->snap);
    c->snapshots += status == TT_OK;
    return is_bad(c, status) ? TT_ERR_DEMO_PUT : TT_OK;
}

/* Messages come after the snapshot of their tick: a viewer needs the players in it to show who
 * speaks. The queue is empty after it, so nothing is written twice. */
tt_status tt_convert_write_messages(tt_convert *c, tt_demo_writer *writer)
{
    tt_bytes message;
    while (tt_convert_next_message(c, &message)) {
        tt_status status = tt_demo_write_message(writer, message);
        if (is_bad(c, status)) {
            return TT_ERR_DEMO_PUT;
        }
        c->messages += status == TT_OK;
    }
    /* a second one within a second is no loss */
    if (c->marker && tt_demo_write_marker(writer) == TT_OK) {
        c->markers++;
    }
    return TT_OK;
}

/* A snapshot that is not complete is still written: c->snap has what found room. */
tt_status tt_convert_write(tt_convert *c, tt_demo_writer *writer, const tt_world *world,
                           int32_t tick)
{
    if (is_bad(c, tt_convert_tick(c, world, tick))) {
        return TT_ERR_DEMO_PUT;
    }
    tt_status status = tt_convert_write_snapshot(c, writer);
    return status == TT_OK ? tt_convert_write_messages(c, writer) : status;
}
