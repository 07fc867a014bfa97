/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/codec/codec.h with random values: what is decoded is encoded to the same again, in
 * every form and dialect, and damaged lines give an error or a value, never anything else.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"

#include "cli/codec/codec.h"
#include "cli/shell/message.h"
#include "schema/fields.h"
#include "teetape/delta.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

static const tt_snap_sizes sizes_none = {{0}}; /* every size is written */

/* The lines that were printed. */
struct printed {
    tt_io_output out;
    uint8_t *data;
    size_t size, cap;
};

static int keep(void *user, tt_bytes bytes)
{
    struct printed *p = user;
    if (p->size + bytes.size > p->cap) {
        p->cap = 2 * (p->size + bytes.size);
        p->data = realloc(p->data, p->cap);
        assert_non_null(p->data);
    }
    memcpy(p->data + p->size, bytes.data, bytes.size);
    p->size += bytes.size;
    return 0;
}

/* What a line becomes, without its line feed; remains until it is freed. The line is copied to
 * memory of its very size, so that a sanitizer sees each step beyond it. */
static tt_bytes convert(const struct codec_row *row, const struct codec_options *options,
                        tt_bytes line, enum exit_status *status)
{
    struct printed printed = {.data = NULL};
    static const struct settings quiet = {.quiet = true};
    struct codec c = {
        .settings = &quiet, .options = options, .row = row, .out = &printed.out, .line = 1};
    uint8_t *copy = malloc(line.size + (line.size == 0));
    assert_non_null(copy);
    memcpy(copy, line.data, line.size);
    tt_io_output_open(&printed.out, keep, &printed);
    *status = codec_convert(&c, (tt_bytes){copy, line.size});
    assert_int_equal(tt_io_output_close(&printed.out), 0);
    codec_free(&c);
    free(copy);
    assert_true(printed.size > 0);
    assert_int_equal(printed.data[printed.size - 1], '\n');
    assert_null(memchr(printed.data, '\n', printed.size - 1));
    return (tt_bytes){printed.data, printed.size - 1};
}

static void release(tt_bytes bytes)
{
    free((void *)(uintptr_t)bytes.data);
}

static tt_bytes convert_good(const struct codec_row *row, const struct codec_options *options,
                             tt_bytes line)
{
    enum exit_status status;
    tt_bytes result = convert(row, options, line, &status);
    if (status != EXIT_GOOD) {
        fail_msg("%.*s gives %.*s", (int)(line.size < 500 ? line.size : 500),
                 (const char *)line.data, (int)result.size, (const char *)result.data);
    }
    return result;
}

static bool begins(tt_bytes text, const char *with)
{
    size_t size = strlen(with);
    return text.size >= size && memcmp(text.data, with, size) == 0;
}

/* Converting what `row` gave with `back` gives `line` again. */
static void assert_there_and_back(const struct codec_row *row, const struct codec_row *back,
                                  const struct codec_options *options, tt_bytes line)
{
    tt_bytes there = convert_good(row, options, line);
    tt_bytes here = convert_good(back, options, there);
    assert_int_equal(here.size, line.size);
    assert_memory_equal(here.data, line.data, line.size);
    release(there);
    release(here);
}

static int32_t random_int(uint64_t *seed)
{
    uint32_t bits = random_next(seed) % 34;
    uint32_t value = bits == 33 ? 0x80000000 : bits == 32 ? random_next(seed) : 0;
    value = bits < 32 ? random_next(seed) & ((1u << bits) - 1) : value;
    return (int32_t)(random_next(seed) % 2 == 0 ? value : ~value);
}

static tt_bytes random_bytes(uint64_t *seed, char *dst, size_t most)
{
    size_t count = random_next(seed) % (most + 1);
    for (size_t i = 0; i < count; i++) {
        snprintf(dst + 2 * i, 3, "%02x", random_next(seed) % 4 == 0 ? random_next(seed) % 256 : 0);
    }
    return count == 0 ? tt_bytes_of("-") : (tt_bytes){(const uint8_t *)dst, 2 * count};
}

static void plain_values_there_and_back(void **state)
{
    static char text[20000];
    const struct codec_options current = {.raw = false}, classic = {.classic = true};
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < 300; i++) {
        size_t size = 0, count = random_next(&seed) % 50;
        for (size_t j = 0; j < count; j++) {
            size += (size_t)sprintf(text + size, "%s%d", j > 0 ? " " : "", (int)random_int(&seed));
        }
        tt_bytes line = count == 0 ? tt_bytes_of("-") : (tt_bytes){(const uint8_t *)text, size};
        assert_there_and_back(&codec_varint_encode, &codec_varint_decode, &current, line);
        line = random_bytes(&seed, text, 2000);
        assert_there_and_back(&codec_huffman_encode, &codec_huffman_decode, &current, line);
        assert_there_and_back(&codec_huffman_encode, &codec_huffman_decode, &classic, line);
    }
}

static void texts_there_and_back(void **state)
{
    static const char *const pieces[] = {"a", " ", "\t", "\"", "-", "\xc3\xa4", "\xf0\x9f\x98\x80",
                                         "\r"};
    struct codec_options options = {.count = 0};
    uint64_t seed = 8;
    (void)state;
    for (int i = 0; i < 500; i++) {
        char text[200] = "";
        for (uint32_t left = random_next(&seed) % 20; left > 0; left--) {
            strcat(text, pieces[random_next(&seed) % 8]);
        }
        options.count = 0;
        assert_there_and_back(&codec_string_encode, &codec_string_decode, &options,
                              tt_bytes_of(text));
        options.count = (int64_t)strlen(text) / 4 + 1;
        assert_there_and_back(&codec_ints_encode, &codec_ints_decode, &options, tt_bytes_of(text));
    }
}

static tt_snap_space space;
static tt_snap_types types;

/* Adds an item that may have the layout of a known type, or be shorter or longer, or something
 * else altogether. Items that do not fit are left out. */
static void add_random(tt_snap_builder *b, uint64_t *seed, tt_dialect dialect,
                       const tt_snap_sizes *sizes)
{
    int32_t data[80];
    int32_t type = (int32_t)(random_next(seed) % 30) + 1, id = (int32_t)(random_next(seed) % 8);
    tt_obj_kind kind = tt_obj_find(dialect, type);
    const tt_uuid *uuid = NULL;
    if (random_next(seed) % 4 == 0) {
        kind = (tt_obj_kind)(random_next(seed) % TT_OBJ_KINDS);
        uuid = tti_obj_uuid(kind);
    }
    size_t size = tti_obj_ints(kind);
    if (uuid != NULL || type >= TT_SNAP_SIZED_TYPES || sizes->ints[type] == 0) {
        size = random_next(seed) % 3 == 0 ? random_next(seed) % 70 : size;
    } else {
        size = sizes->ints[type];
    }
    for (size_t i = 0; i < size; i++) {
        data[i] = random_int(seed);
    }
    for (size_t i = 0; i + 4 <= size && random_next(seed) % 2 == 0; i++) {
        tt_string_to_ints(data + i, 4, tt_bytes_of("nameless tee"));
    }
    if (uuid != NULL) {
        tt_snap_builder_add_uuid(b, uuid, id, data, size);
    } else {
        tt_snap_builder_add(b, type, id, data, size);
    }
}

/* A random snapshot in hex. */
static tt_bytes random_snapshot(uint64_t *seed, const struct codec_options *options,
                                tt_dialect dialect, const tt_snap_sizes *sizes)
{
    static int32_t ints[TT_SNAP_MAX_INTS];
    static char text[TT_SNAP_MAX_INTS * 12];
    tt_snap_builder b;
    size_t count, size = 0;
    tt_snap_builder_init(&b, &space, &types);
    for (uint32_t left = random_next(seed) % 40; left > 0; left--) {
        add_random(&b, seed, dialect, sizes);
    }
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(tt_snap_write(ints, TT_SNAP_MAX_INTS, &count, &snap), TT_OK);
    for (size_t i = 0; i < count; i++) {
        size += (size_t)sprintf(text + size, "%d ", (int)ints[i]);
    }
    return convert_good(&codec_varint_encode, options, (tt_bytes){(const uint8_t *)text, size});
}

static const struct {
    const char *word;
    tt_dialect dialect;
} protocols[] = {
    {NULL, TT_DIALECT_DDNET},
    {"ddnet", TT_DIALECT_DDNET},
    {"6", TT_DIALECT_6},
    {"7", TT_DIALECT_7},
};

static struct codec_options options_of(size_t protocol)
{
    return (struct codec_options){.protocol = protocols[protocol].word};
}

static const tt_snap_sizes *sizes_of(size_t protocol)
{
    return tt_snap_sizes_of(protocols[protocol].dialect);
}

/* "A B", or {"from":A,"delta":B}; to be released. */
static tt_bytes join(const char *format, tt_bytes a, tt_bytes b)
{
    char *text = malloc(a.size + b.size + 100);
    assert_non_null(text);
    int size =
        sprintf(text, format, (int)a.size, (const char *)a.data, (int)b.size, (const char *)b.data);
    return (tt_bytes){(const uint8_t *)text, (size_t)size};
}

static void snapshots_there_and_back(void **state)
{
    uint64_t seed = 9;
    (void)state;
    for (size_t i = 0; i < 150; i++) {
        size_t protocol = i % 4;
        struct codec_options options = options_of(protocol);
        tt_bytes hex = random_snapshot(&seed, &options, protocols[protocol].dialect, &sizes_none);
        assert_there_and_back(&codec_snapshot_decode, &codec_snapshot_encode, &options, hex);
        release(hex);
    }
}

/* create, then apply the hex and the JSON of it. */
static void check_delta(const struct codec_options *options, tt_bytes from, tt_bytes to)
{
    tt_bytes line = join("%.*s %.*s", from, to);
    tt_bytes delta = convert_good(&codec_delta_create, options, line);
    release(line);
    line = join("%.*s %.*s", from, delta);
    tt_bytes decoded = convert_good(&codec_delta_decode, options, line);
    tt_bytes applied = convert_good(&codec_delta_apply, options, line);
    release(line);
    line = join("{\"from\":\"%.*s\",\"delta\":%.*s}", from, decoded);
    tt_bytes again = convert_good(&codec_delta_apply, options, line);
    assert_int_equal(again.size, applied.size);
    assert_memory_equal(again.data, applied.data, again.size);
    release(line);
    /* kept items come first, so only a second delta says that both are the same */
    line = join("%.*s %.*s", applied, to);
    tt_bytes none = convert_good(&codec_delta_create, options, line);
    assert_int_equal(none.size, 1);
    assert_int_equal(none.data[0], '-');
    release(line);
    release(none);
    release(again);
    release(applied);
    release(decoded);
    release(delta);
}

static void deltas_there_and_back(void **state)
{
    uint64_t seed = 10;
    (void)state;
    for (size_t i = 0; i < 100; i++) {
        size_t protocol = i % 4;
        struct codec_options options = options_of(protocol);
        tt_dialect dialect = protocols[protocol].dialect;
        uint64_t same = seed;
        tt_bytes from = random_snapshot(&seed, &options, dialect, sizes_of(protocol));
        tt_bytes to =
            random_snapshot(i % 10 == 0 ? &same : &seed, &options, dialect, sizes_of(protocol));
        enum exit_status status;
        tt_bytes line = join("%.*s %.*s", from, to);
        tt_bytes delta = convert(&codec_delta_create, &options, line, &status);
        /* items of the same key may happen to have two sizes */
        if (status == EXIT_GOOD) {
            check_delta(&options, from, to);
        } else {
            assert_true(begins(delta, "error: to: type "));
        }
        release(delta);
        release(line);
        release(from);
        release(to);
    }
}

/* Changes some bytes, or cuts the text. */
static void damage(uint64_t *seed, uint8_t *text, size_t *size)
{
    static const char letters[] = "{}[]\",:-0123456789abcdef xnul\\\xff";
    for (uint32_t left = random_next(seed) % 4 + 1; left > 0 && *size > 0; left--) {
        text[random_next(seed) % *size] =
            (uint8_t)letters[random_next(seed) % (sizeof letters - 1)];
    }
    if (random_next(seed) % 4 == 0) {
        *size = random_next(seed) % (*size + 1);
    }
}

/* A line that `row` takes: hex or JSON, whatever it needs. To be released. */
static tt_bytes line_for(const struct codec_row *row, const struct codec_options *options,
                         tt_bytes from, tt_bytes to)
{
    tt_bytes none = {from.data, 0};
    tt_bytes json = convert_good(&codec_snapshot_decode, options, to);
    tt_bytes line = {NULL, 0};
    if (row == &codec_snapshot_decode) {
        line = join("%.*s%.*s", from, none);
    } else if (row == &codec_snapshot_encode) {
        line = join("%.*s%.*s", json, none);
    } else if (row == &codec_delta_create) {
        line = join("{\"from\":\"%.*s\",\"to\":%.*s}", from, json);
    } else {
        tt_bytes both = join("%.*s %.*s", tt_bytes_of("-"), to);
        tt_bytes delta = convert_good(&codec_delta_create, options, both);
        tt_bytes decoded = convert_good(&codec_delta_decode, options, delta);
        line = delta.size % 4 == 0 ? join("{\"from\":%.*s,\"delta\":%.*s}", json, decoded)
                                   : join("%.*s %.*s", from, delta);
        release(both);
        release(delta);
        release(decoded);
    }
    release(json);
    return line;
}

static void damaged_lines_are_told(void **state)
{
    const struct codec_row *rows[] = {&codec_snapshot_decode, &codec_snapshot_encode,
                                      &codec_delta_decode, &codec_delta_apply, &codec_delta_create};
    uint64_t seed = 11;
    int good = 0, wrong = 0;
    (void)state;
    for (size_t i = 0; i < 2000; i++) {
        const struct codec_row *row = rows[i / 4 % 5];
        struct codec_options options = options_of(i % 4);
        enum exit_status status;
        tt_dialect dialect = protocols[i % 4].dialect;
        tt_bytes from = random_snapshot(&seed, &options, dialect, sizes_of(i % 4));
        tt_bytes to = random_snapshot(&seed, &options, dialect, sizes_of(i % 4));
        tt_bytes line = line_for(row, &options, from, to);
        options.little_endian = random_next(&seed) % 16 == 0;
        damage(&seed, (uint8_t *)(uintptr_t)line.data, &line.size);
        tt_bytes result = convert(row, &options, line, &status);
        assert_true(status == EXIT_GOOD || status == EXIT_DAMAGED);
        assert_int_equal(status == EXIT_DAMAGED, begins(result, "error: "));
        assert_true(status == EXIT_GOOD || result.size > strlen("error: "));
        good += status == EXIT_GOOD;
        wrong += status == EXIT_DAMAGED;
        release(result);
        release(line);
        release(from);
        release(to);
    }
    assert_true(good > 30 && wrong > 500); /* both were tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_values_there_and_back), cmocka_unit_test(texts_there_and_back),
        cmocka_unit_test(snapshots_there_and_back),    cmocka_unit_test(deltas_there_and_back),
        cmocka_unit_test(damaged_lines_are_told),
    };
    message_least(MESSAGE_NONE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
