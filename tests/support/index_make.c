/* SPDX-License-Identifier: MIT
 *
 * Recordings for tests of indexes. What is in them is consistent: nothing in it is warned about.
 */
#include "support/index_make.h"

#include <stdio.h>

#include "base/mem.h"
#include "cm.h"
#include "recording/index_entry.h"

enum { CLIENTS = 8, WALKER = 10 };

#define NINE_ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0

static void put_info(th_make *m, int32_t cid, int id, const char *name)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, id << 1);
    th_make_text(&payload, name);
    th_make_text(&payload, cid % 2 == 0 ? "cats" : "");
    th_make_int(&payload, -1);
    th_make_text(&payload, "default");
    TH_INTS(&payload, 0, 65408, 65408);
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

/* Appends an extension with a client id, an int unless `value` is TH_STOP, and a text unless `text`
 * is NULL. */
static void put_ex(th_make *m, tt_th_kind kind, int32_t cid, int64_t value, const char *text)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, cid);
    if (value != TH_STOP) {
        th_make_int(&payload, (int32_t)value);
    }
    if (text != NULL) {
        th_make_text(&payload, text);
    }
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

static void put_command(th_make *m, int32_t cid, const char *name, const char *argument)
{
    TH_INTS(m, TH_CONSOLE_COMMAND, cid, 128);
    th_make_text(m, name);
    th_make_int(m, 1);
    th_make_text(m, argument);
}

static void put_noise(index_make *m, int32_t cid, size_t size)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, 1000 << 1); /* an unknown message */
    for (size_t i = 0; i < size; i++) {
        th_make_fill(&payload, (int)(random_next(&m->seed) & 0xff), 1);
    }
    th_make_message(&m->bytes, cid, &payload);
    th_make_free(&payload);
}

/* Appends the next record of a random client, in a cycle from JOIN to DROP. */
static void put_deed(index_make *m)
{
    th_make *b = &m->bytes;
    char name[16];
    int32_t cid = (int32_t)(random_next(&m->seed) % CLIENTS);
    snprintf(name, sizeof name, "tee%u", random_next(&m->seed) % 12);
    switch (m->steps[cid]++) {
    case 0:
        TH_INTS(b, TH_JOIN, cid);
        put_info(b, cid, 20, name);
        break;
    case 1:
        put_ex(b, TT_TH_DDNETVER_OLD, cid, 16000 + cid, NULL);
        break;
    case 2:
        TH_INTS(b, TH_TICK_SKIP, 0, TH_PLAYER_NEW, cid, 100 * cid, 7);
        TH_INTS(b, TH_INPUT_NEW, cid, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        break;
    case 3:
        put_ex(b, TT_TH_PLAYER_TEAM, cid, cid / 2, NULL);
        put_command(b, cid, "team", "3");
        break;
    case 4:
        put_ex(b, TT_TH_AUTH_LOGIN, cid, 2, "boss");
        break;
    case 5:
        put_ex(b, TT_TH_PLAYER_NAME, cid, TH_STOP, name);
        break;
    case 6:
        put_ex(b, TT_TH_PLAYER_FINISH, cid, 4321, NULL);
        TH_INTS(b, TH_TICK_SKIP, 0, TH_PLAYER_OLD, cid);
        break;
    case 7:
        put_info(b, cid, 21, name);
        put_noise(m, cid, m->noise);
        break;
    case 8:
        put_command(b, cid, "say", "hello");
        break;
    default:
        TH_INTS(b, TH_DROP, cid);
        th_make_text(b, "had enough");
        m->steps[cid] = 0;
        break;
    }
}

void index_make_begin(index_make *m, uint64_t seed, const char *more)
{
    *m = (index_make){.seed = seed, .every = 60000, .noise = 400};
    th_make_header(&m->bytes, 2, more);
    for (int32_t cid = WALKER; cid < WALKER + 2; cid++) {
        TH_INTS(&m->bytes, TH_JOIN, cid);
    }
    TH_INTS(&m->bytes, TH_TICK_SKIP, 0, TH_PLAYER_NEW, WALKER, 1000, 1000, TH_PLAYER_NEW,
            WALKER + 1, 2000, 2000, TH_INPUT_NEW, WALKER, 0, NINE_ZEROS);
}

void index_make_grow(index_make *m, size_t size)
{
    th_make walk = {NULL, 0, 0};
    TH_INTS(&walk, TH_TICK_SKIP, 0, WALKER, 1, -1, WALKER + 1, -1, 1, TH_INPUT_DIFF, WALKER, 1,
            NINE_ZEROS);
    TH_INTS(&walk, TH_TICK_SKIP, 0, WALKER, -1, 1, WALKER + 1, 1, -1, TH_INPUT_DIFF, WALKER, -1,
            NINE_ZEROS);
    while (m->bytes.size < size) {
        size_t until = m->bytes.size + m->every / 2 + random_next(&m->seed) % m->every;
        while (m->bytes.size < until && m->bytes.size < size) {
            th_make_bytes(&m->bytes, walk.data, walk.size);
            if (m->bulk != 0) {
                put_noise(m, WALKER, m->bulk);
            }
        }
        put_deed(m);
    }
    th_make_free(&walk);
}

void index_make_free(index_make *m)
{
    th_make_free(&m->bytes);
}

/* Computes the sum of a part again and writes it to `hash`. */
static void seal_part(uint8_t *hash, const uint8_t *part, uint64_t size)
{
    tti_store_le64(hash, tt_index_hash((tt_bytes){part, (size_t)size}));
}

void index_make_seal(uint8_t *index, const uint8_t *good, size_t size)
{
    size_t foot = size - TT_INDEX_FOOT_SIZE, tables = (size_t)tti_load_le64(good + foot);
    uint32_t blocks = tti_load_le32(good + foot + TTI_FOOT_BLOCKS);
    uint32_t points = tti_load_le32(good + foot + TTI_FOOT_ACCESS_POINTS);
    for (uint32_t i = 0; i < blocks; i++) {
        size_t entry = tables + i * TT_INDEX_BLOCK_SIZE;
        uint64_t place = tti_load_le64(good + entry + TTI_BLOCK_PLACE);
        uint32_t state = tti_load_le32(good + entry + TTI_BLOCK_STATE_SIZE);
        uint32_t marks = tti_load_le32(good + entry + TTI_BLOCK_FACTS_SIZE);
        seal_part(index + entry + TTI_BLOCK_STATE_HASH, index + place, state);
        seal_part(index + entry + TTI_BLOCK_FACTS_HASH, index + place + state, marks);
    }
    for (uint32_t i = 0; i < points; i++) {
        size_t entry = tables + blocks * TT_INDEX_BLOCK_SIZE + i * TT_INDEX_ACCESS_POINT_SIZE;
        uint32_t packed = tti_load_le32(good + entry + TTI_POINT_PACKED_SIZE);
        if (packed != 0) {
            seal_part(index + entry + TTI_POINT_PACKED_HASH,
                      index + tti_load_le64(good + entry + TTI_POINT_PLACE), packed);
        }
    }
    seal_part(index + foot + TTI_FOOT_TABLES_HASH, index + tables, foot - tables);
    seal_part(index + foot + TTI_FOOT_HASH, index + foot, TTI_FOOT_HASH);
}
