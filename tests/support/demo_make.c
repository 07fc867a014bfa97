/* SPDX-License-Identifier: MIT
 *
 * Small demos for tests.
 */
#include "support/demo_make.h"
#include "wire/huffman_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "demo/parts.h"
#include "support/snap_make.h"
#include "teetape/string.h"
#include "teetape/varint.h"

int demo_bytes_put(void *user, tt_bytes piece)
{
    demo_bytes *bytes = user;
    if (bytes->size + piece.size > bytes->cap) {
        bytes->cap = (bytes->size + piece.size) * 2;
        bytes->data = realloc(bytes->data, bytes->cap);
        assert_non_null(bytes->data);
    }
    memcpy(bytes->data + bytes->size, piece.data, piece.size);
    bytes->size += piece.size;
    return 0;
}

void demo_bytes_free(demo_bytes *bytes)
{
    free(bytes->data);
    *bytes = (demo_bytes){NULL, 0, 0};
}

tt_demo_header demo_make_header(int32_t version, uint32_t map_size)
{
    tt_demo_header header = {
        .version = version,
        .net_version = TT_NET_VERSION_6,
        .map_name = "small",
        .type = "server",
        .start_time = "2026-11-21_20-14-00",
        .map_size = map_size,
        .map_crc = 0x01020304,
        .has_sha256 = version >= 6,
    };
    memset(header.map_sha256.bytes, version >= 6 ? 0x5a : 0, sizeof header.map_sha256.bytes);
    return header;
}

void demo_make_client7(tt_packer *p, int32_t cid, int local, const char *name)
{
    tt_pack_int(p, cid);
    tt_pack_int(p, local);
    tt_pack_int(p, 0); /* team */
    tt_pack_string(p, tt_bytes_of(name), 0);
    tt_pack_string(p, tt_bytes_of("clan"), 0);
    tt_pack_int(p, 40); /* country */
    for (int i = 0; i < 6; i++) {
        tt_pack_string(p, tt_bytes_of("standard"), 0);
    }
    /* colours of the six parts, a flag for each, and the flag `silent`, all 0 */
    for (int i = 0; i < 13; i++) {
        tt_pack_int(p, 0);
    }
}

bool demo_make_unknown;

static void make_messages(tt_demo_writer *w, uint64_t *seed)
{
    uint8_t message[300] = {0};
    for (unsigned n = random_next(seed) % 3; n > 0; n--) {
        size_t most = random_next(seed) % 8 == 0 ? sizeof message : 20u;
        size_t size = random_next(seed) % most;
        for (size_t i = 0; i < size; i++) {
            message[i] = (uint8_t)random_next(seed);
        }
        message[0] |= demo_make_unknown ? 0 : 2; /* an id of 0 means that a UUID follows */
        assert_int_equal(tt_demo_write_message(w, (tt_bytes){message, size}), TT_OK);
    }
}

void demo_make(demo_bytes *dst, uint64_t seed, int32_t version, uint32_t map_size, int ticks)
{
    static tt_demo_write_memory memory;
    static slow_snap model[2];
    static made_snap made;
    tt_demo_writer w;
    tt_demo_patch patch;
    tt_demo_header header = demo_make_header(version, map_size);
    uint8_t *map = calloc(1, map_size + 1u);
    assert_non_null(map);
    tt_demo_writer_init(&w, &memory, demo_bytes_put, dst);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&w, (tt_bytes){map, map_size}), TT_OK);
    free(map);
    make_messages(&w, &seed);
    made_random(&model[0], &seed, 8, tt_snap_sizes_of(TT_DIALECT_6)->ints);
    int32_t tick = 100;
    for (int i = 0; i < ticks; i++) {
        made_from(&made, &model[i & 1]);
        assert_int_equal(tt_demo_write_snapshot(&w, tick, &made.snap), TT_OK);
        make_messages(&w, &seed);
        tick += (int32_t)(random_next(&seed) % 16 == 0 ? 1 + random_next(&seed) % 200 : 1);
        made_next(&model[1 - (i & 1)], &model[i & 1], &seed, random_next(&seed) % 40,
                  tt_snap_sizes_of(TT_DIALECT_6)->ints);
    }
    assert_int_equal(tt_demo_write_finish(&w, &patch), TT_OK);
    assert_int_equal(tt_demo_writer_look(&w).written, dst->size);
    memcpy(dst->data, patch.bytes, patch.size);
}

typedef struct log_text {
    char *text;
    size_t size, cap;
} log_text;

static void say(log_text *log, const char *format, ...)
{
    va_list arguments;
    if (log->cap - log->size < 300) {
        log->cap = log->cap * 2 + 1000;
        log->text = realloc(log->text, log->cap);
        assert_non_null(log->text);
    }
    va_start(arguments, format);
    log->size += (size_t)vsnprintf(log->text + log->size, 300, format, arguments);
    va_end(arguments);
}

static uint32_t sum_of(tt_bytes bytes)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        sum = sum * 31 + bytes.data[i];
    }
    return sum;
}

static void say_issue(void *user, const tt_issue *issue)
{
    say(user, "issue %d %d at %d tick %d\n", (int)issue->level, (int)issue->status,
        (int)issue->offset, (int)issue->tick);
}

tt_huffman_form demo_form(const tt_demo_event *event)
{
    tt_bytes packed = event->packed;
    if (packed.size == 0 || packed.data[packed.size - 1] != 0) {
        return TT_HUFFMAN_CURRENT;
    }
    size_t size = tti_huffman_size(event->plain, TT_HUFFMAN_CURRENT);
    return size + 1 == packed.size ? TT_HUFFMAN_CLASSIC : TT_HUFFMAN_CURRENT;
}

/* The pieces of a map depend on how the input is cut, so the log has one sum over all of them. */
static void say_event(log_text *log, const tt_demo *demo, const tt_demo_event *event, uint32_t *map)
{
    if (event->kind == TT_DEMO_MAP) {
        for (size_t i = 0; i < event->data.size; i++) {
            *map = *map * 31 + event->data.data[i];
        }
        return;
    }
    say(log, "%s at %d size %d tick %d status %d key %d abs %d form %d packed %08x data %d %08x ",
        tt_demo_kind_name(event->kind), (int)event->offset, (int)event->size, (int)event->tick,
        (int)event->status, event->keyframe, event->absolute, (int)demo_form(event),
        (unsigned)sum_of(event->packed), (int)event->data.size, (unsigned)sum_of(event->data));
    say(log, "ints %d snap %d %08x at %d bad %d map %08x\n", (int)event->count,
        (int)tt_demo_look(demo).snap->count, (unsigned)tt_snap_checksum(tt_demo_look(demo).snap),
        (int)tt_demo_look(demo).snap_tick, tt_demo_look(demo).unreliable, (unsigned)*map);
}

char *demo_log(tt_bytes bytes, size_t piece, int recover)
{
    tt_demo *demo = malloc(sizeof *demo);
    tt_demo_memory *memory = malloc(sizeof *memory);
    log_text log = {NULL, 0, 0};
    tt_demo_event event;
    tt_status status;
    uint32_t map = 0;
    size_t at = 0;
    assert_non_null(demo);
    assert_non_null(memory);
    tt_demo_init(demo, memory);
    tt_demo_set(demo, &(tt_demo_options){.recover = recover, .on_issue = say_issue, .user = &log});
    for (;;) {
        while ((status = tt_demo_next(demo, &event)) == TT_OK) {
            say_event(&log, demo, &event, &map);
        }
        if (status != TT_MORE) {
            break;
        }
        if (at == bytes.size) {
            tt_demo_feed(demo, NULL, 0);
            continue;
        }
        size_t size = piece != 0 && piece < bytes.size - at ? piece : bytes.size - at;
        /* a copy of the piece alone, so that reading beyond it is noticed */
        uint8_t *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes.data + at, size);
        at += size;
        tt_demo_feed(demo, copy, size);
        while ((status = tt_demo_next(demo, &event)) == TT_OK) {
            say_event(&log, demo, &event, &map);
        }
        free(copy);
        if (status != TT_MORE) {
            break;
        }
    }
    say(&log, "ended %d at %d\n", (int)status, (int)tt_demo_look(demo).offset);
    free(demo);
    free(memory);
    return log.text;
}
