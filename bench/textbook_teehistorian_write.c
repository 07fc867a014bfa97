/* SPDX-License-Identifier: MIT
 *
 * The yardstick of the writer. It writes what changed, marks ticks where a reader cannot know them,
 * and fills a buffer. It checks nothing of what it is reported, and uses no tricks; nor is it
 * slowed down.
 */
#include "textbook_teehistorian_write.h"

#include <string.h>

/* No record that it makes itself is longer. */
enum { RECORD_MAX = 13 * 5 };

static void flush(textbook_writer *w)
{
    w->put(w->user, w->buffer, w->filled);
    w->filled = 0;
}

static void need(textbook_writer *w, size_t size)
{
    if (size > sizeof w->buffer - w->filled) {
        flush(w);
    }
}

static void put_int(textbook_writer *w, int32_t value)
{
    uint32_t bits = value < 0 ? ~(uint32_t)value : (uint32_t)value;
    uint32_t byte = (bits & 0x3f) | (value < 0 ? 0x40 : 0);
    for (bits >>= 6; bits != 0; bits >>= 7) {
        w->buffer[w->filled++] = (uint8_t)(byte | 0x80);
        byte = bits & 0x7f;
    }
    w->buffer[w->filled++] = (uint8_t)byte;
}

void textbook_open(textbook_writer *w, void (*put)(void *user, const uint8_t *data, size_t size),
                   void *user)
{
    memset(w, 0, sizeof *w);
    w->put = put;
    w->user = user;
    w->tick_written = 1;
    w->max_cid = TEXTBOOK_CIDS;
}

void textbook_begin_tick(textbook_writer *w, int32_t tick)
{
    w->tick = tick;
    w->tick_written = 0;
    w->prev_max_cid = w->max_cid;
    w->max_cid = -1;
}

static void mark_tick(textbook_writer *w)
{
    if (!w->tick_written) {
        put_int(w, -2);
        put_int(w, w->tick - w->last_written - 1);
    }
    w->tick_written = 1;
    w->last_written = w->tick;
}

/* A tick needs no mark when it follows the last one and its first tee does not come after the last
 * tee of that. */
static void mark_tick_of_player(textbook_writer *w, int32_t cid)
{
    if (cid > w->prev_max_cid || w->last_written + 1 != w->tick) {
        mark_tick(w);
    }
    w->tick_written = 1;
    w->last_written = w->tick;
    w->max_cid = cid;
}

/* Differences wrap around. */
static int32_t minus(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

void textbook_player(textbook_writer *w, int32_t cid, int32_t x, int32_t y)
{
    struct textbook_client *c = &w->client[cid];
    if (c->alive && c->x == x && c->y == y) {
        return;
    }
    need(w, RECORD_MAX);
    mark_tick_of_player(w, cid);
    if (c->alive) {
        put_int(w, cid);
        put_int(w, minus(x, c->x));
        put_int(w, minus(y, c->y));
    } else {
        put_int(w, -3);
        put_int(w, cid);
        put_int(w, x);
        put_int(w, y);
    }
    c->alive = 1;
    c->x = x;
    c->y = y;
}

void textbook_dead(textbook_writer *w, int32_t cid)
{
    if (w->client[cid].alive) {
        need(w, RECORD_MAX);
        mark_tick_of_player(w, cid);
        put_int(w, -4);
        put_int(w, cid);
        w->client[cid].alive = 0;
    }
}

void textbook_input(textbook_writer *w, int32_t cid, uint32_t player,
                    const int32_t input[TEXTBOOK_INPUT])
{
    struct textbook_client *c = &w->client[cid];
    int is_new = c->player != player;
    if (!is_new && memcmp(c->input, input, sizeof c->input) == 0) {
        return;
    }
    need(w, RECORD_MAX);
    mark_tick(w);
    put_int(w, is_new ? -6 : -5);
    put_int(w, cid);
    for (int i = 0; i < TEXTBOOK_INPUT; i++) {
        put_int(w, is_new ? input[i] : minus(input[i], c->input[i]));
        c->input[i] = input[i];
    }
    c->player = player;
}

void textbook_record(textbook_writer *w, const uint8_t *data, size_t size)
{
    need(w, RECORD_MAX + size);
    mark_tick(w);
    memcpy(w->buffer + w->filled, data, size);
    w->filled += size;
}

void textbook_finish(textbook_writer *w)
{
    need(w, RECORD_MAX);
    put_int(w, -1);
    flush(w);
}
