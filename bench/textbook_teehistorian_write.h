/* SPDX-License-Identifier: MIT
 *
 * The yardstick of the writer: one as it is written straight from the description of the format.
 */
#ifndef TT_BENCH_TEXTBOOK_TEEHISTORIAN_WRITE_H
#define TT_BENCH_TEXTBOOK_TEEHISTORIAN_WRITE_H

#include <stddef.h>
#include <stdint.h>

enum { TEXTBOOK_CIDS = 128, TEXTBOOK_INPUT = 10, TEXTBOOK_BUFFER = 64 << 10 };

typedef struct textbook_writer {
    void (*put)(void *user, const uint8_t *data, size_t size);
    void *user;
    size_t filled;
    int32_t tick, last_written;
    int tick_written;
    int32_t max_cid, prev_max_cid;
    struct textbook_client {
        int alive;
        int32_t x, y;
        uint32_t player; /* whose input it is */
        int32_t input[TEXTBOOK_INPUT];
    } client[TEXTBOOK_CIDS];
    uint8_t buffer[TEXTBOOK_BUFFER];
} textbook_writer;

/* After magic and header. */
void textbook_open(textbook_writer *w, void (*put)(void *user, const uint8_t *data, size_t size),
                   void *user);

/* As the calls of teehistorian_write.h. Everything is taken as good. */
void textbook_begin_tick(textbook_writer *w, int32_t tick);
void textbook_player(textbook_writer *w, int32_t cid, int32_t x, int32_t y);
void textbook_dead(textbook_writer *w, int32_t cid);
void textbook_input(textbook_writer *w, int32_t cid, uint32_t player,
                    const int32_t input[TEXTBOOK_INPUT]);

/* A record of another kind, of at most half the buffer. */
void textbook_record(textbook_writer *w, const uint8_t *data, size_t size);

void textbook_finish(textbook_writer *w);

#endif
