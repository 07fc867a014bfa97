/* SPDX-License-Identifier: MIT
 *
 * Tests of the columns of tapes: what each record becomes, values at all borders of their codes,
 * where blocks end, and columns that contradict each other or go beyond the limits.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "cm.h"
#include "support/tape_make.h"

static tt_bytes bytes_of(const th_make *m)
{
    return (tt_bytes){m->data, m->size};
}

/* Columns of a block that was encoded by hand or by the encoder. */
typedef struct columns {
    uint32_t rows;
    th_make column[TAPE_COLUMNS];
} columns;

/* Takes the columns of a block apart; it must have some. */
static columns columns_of(const th_make *block)
{
    columns c = {0};
    uint32_t sizes[TAPE_COLUMNS];
    const uint8_t *at = block->data + TTI_TAPE_CHUNK_SIZE, *end = block->data + block->size;
    assert_int_equal(block->data[4], TTI_TAPE_COLUMNS);
    assert_true(tti_tape_leb_get(&at, end, &c.rows));
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        assert_true(tti_tape_leb_get(&at, end, &sizes[i]));
    }
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        th_make_bytes(&c.column[i], at, sizes[i]);
        at += sizes[i];
    }
    assert_ptr_equal(at, end);
    return c;
}

static void columns_free(columns *c)
{
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        th_make_free(&c->column[i]);
    }
}

static void leb_add(th_make *m, uint32_t value)
{
    uint8_t bytes[5];
    th_make_bytes(m, bytes, tti_tape_leb_put(bytes, value));
}

/* Decodes a block of these columns that says to have `raw_size` bytes; its sum is never right. */
static tt_status decode(const columns *c, uint32_t raw_size)
{
    th_make tape = {NULL, 0, 0}, data = {NULL, 0, 0};
    uint8_t head[TTI_TAPE_HEAD_SIZE], chunk_head[TTI_TAPE_CHUNK_SIZE];
    leb_add(&data, c->rows);
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        leb_add(&data, (uint32_t)c->column[i].size);
    }
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        th_make_bytes(&data, c->column[i].data, c->column[i].size);
    }
    tti_tape_chunk chunk = {TTI_TAPE_COLUMNS, (uint32_t)data.size, raw_size, 0, 1};
    tti_tape_head_put(head);
    tti_tape_chunk_put(chunk_head, &chunk);
    th_make_bytes(&tape, head, sizeof head);
    th_make_bytes(&tape, chunk_head, sizeof chunk_head);
    th_make_bytes(&tape, data.data, data.size);
    tape_read read = tape_read_of(bytes_of(&tape), SIZE_MAX);
    assert_int_equal(read.error.offset, TTI_TAPE_HEAD_SIZE);
    th_make_free(&read.raw);
    th_make_free(&data);
    th_make_free(&tape);
    return read.status;
}

static void check_column(const columns *c, int column, const char *want, size_t size)
{
    assert_int_equal(c->column[column].size, size);
    if (size != 0) {
        assert_memory_equal(c->column[column].data, want, size);
    }
}
#define CHECK(c, column, want) check_column(c, column, want, sizeof(want) - 1)

/* Makes columns smaller than the records, so that a coder that only copies keeps them. */
static void fill_add(th_make *m)
{
    for (int i = 0; i < 40; i++) {
        TH_INTS(m, TH_INPUT_DIFF, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}

static void rows_are_those_of_the_server(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_PLAYER_NEW, 3, 320, -64);              /* row 0 follows: the block's first */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_NEW, 5, 1, 2); /* row 1 does not: 5 > 3 */
    TH_INTS(&m, 3, 2, -1, 5, 0, 700);                     /* row 2 follows */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_INPUT_DIFF, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0); /* row 3 */
    TH_INTS(&m, TH_TICK_SKIP, 0, 3, 2, -3);                                       /* row 4 */
    TH_INTS(&m, TH_TICK_SKIP, 252, 3, 2, -3);                                     /* row 5 */
    TH_INTS(&m, TH_TICK_SKIP, 253, 3, 2, -3);                                     /* row 6: wide */
    TH_INTS(&m, TH_TICK_SKIP, 0, TH_PLAYER_OLD, 3); /* row 7: needless */
    TH_INTS(&m, TH_FINISH, 5, 1, 1);                /* and row 8, which no server writes */
    fill_add(&m);
    tape_check(bytes_of(&m), TTI_TAPE_BLOCK, NULL);
    th_make block = tape_block(bytes_of(&m), 0);
    columns c = columns_of(&block);
    assert_int_equal(c.rows, 9);
    CHECK(&c, TAPE_SKIP, "\x00\x00\x00\x00\x00\xfc\xff\xfe\xfd");
    CHECK(&c, TAPE_OPS, "\x00\x00\x00\x00\x00\x00\x00\x01\x00");
    CHECK(&c, TAPE_KIND, "\x01");
    CHECK(&c, TAPE_LEAD, "\x00");
    CHECK(&c, TAPE_MOVED, "\xf5\x00\x06\x01");
    CHECK(&c, TAPE_PRESSED, "\x08\x00\x00\x01");
    CHECK(&c, TAPE_DX, "\xfd\x04\x04\x04\x04\xfe\xfd\x00\x02");
    CHECK(&c, TAPE_DY, "\x00\x01\x03\x00\x00\x00\x00\xfc\xfc");
    CHECK(&c, TAPE_WIDE, "\x80\x05\x7f\x02\x04\xf8\x0a\xfa\x03\xf5\x0a");
    columns_free(&c);
    th_make_free(&block);
    th_make_free(&m);
}

static void inputs_are_by_client(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_TICK_SKIP, 0);
    TH_INTS(&m, TH_INPUT_DIFF, 1, 1, 10, -4, 0, 0, 0, 0, 0, 0, 0);
    TH_INTS(&m, TH_INPUT_DIFF, 1, 0, 12, 200, 1, 1, -1, 0, 0, 0, 0); /* again */
    TH_INTS(&m, TH_INPUT_DIFF, 2, 0, 0, 0, 0, 0, 0, 16, -5, 300, 1);
    TH_INTS(&m, TH_INPUT_DIFF, 1, 0, 9000, -9000, 0, 0, 0, 0, 0, 0, 0); /* an op */
    TH_INTS(&m, TH_INPUT_DIFF, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);        /* again */
    TH_INTS(&m, TH_INPUT_DIFF, 4, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0);
    fill_add(&m);
    tape_check(bytes_of(&m), TTI_TAPE_BLOCK, NULL);
    th_make block = tape_block(bytes_of(&m), 0);
    columns c = columns_of(&block);
    CHECK(&c, TAPE_OPS, "\x01");
    CHECK(&c, TAPE_LEAD, "\x02");
    CHECK(&c, TAPE_KIND, "\x05");
    CHECK(&c, TAPE_CID, "\x01");
    assert_memory_equal(c.column[TAPE_MASK].data, "\x47\x3e\x46\x00\x80\x02\x40", 7);
    CHECK(&c, TAPE_MASK2, "\x0f");
    CHECK(&c, TAPE_X, "\x14\x04\xff\x0e");
    CHECK(&c, TAPE_X_LOW, "");
    CHECK(&c, TAPE_Y, "\x07\xc0\xff");
    CHECK(&c, TAPE_Y_LOW, "\xd8");
    CHECK(&c, TAPE_WIDE, "\xd8\x04\xb8\x8c\x01\xdf\x8f\x01");
    CHECK(&c, TAPE_FIELD, "\x02");
    CHECK(&c, TAPE_FIELD + 1, "\x02");
    CHECK(&c, TAPE_FIELD + 3, "\x01");
    CHECK(&c, TAPE_FIELD + 4, "\x20");
    CHECK(&c, TAPE_FIELD + 5, "\x09");
    CHECK(&c, TAPE_FIELD + 6, "\xfc");
    CHECK(&c, TAPE_FIELD + 7, "\x02");
    columns_free(&c);
    th_make_free(&block);
    th_make_free(&m);
}

/* Every other kind of record, with bytes that are no UTF-8, and ints that are too long. */
static void others_are_ops(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_JOIN, 0, TH_JOIN, -128, TH_JOIN, 127);
    TH_INTS(&m, TH_INPUT_NEW, 7, INT32_MIN, INT32_MAX, -1, 0, 1, 2, 3, 4, 5, 6);
    TH_INTS(&m, TH_MESSAGE, 5, 3);
    th_make_bytes(&m, "\x00\xff\x41", 3);
    TH_INTS(&m, TH_DROP, 5);
    th_make_text(&m, "\xff gone");
    TH_INTS(&m, TH_CONSOLE_COMMAND, -1, 4);
    th_make_text(&m, "say");
    TH_INTS(&m, 2);
    th_make_text(&m, "a");
    th_make_text(&m, "");
    TH_INTS(&m, TH_EX);
    th_make_fill(&m, 0x77, 16);
    TH_INTS(&m, 2);
    th_make_bytes(&m, "xy", 2);
    TH_INTS(&m, TH_JOIN, 128);            /* a client id that is too large */
    th_make_bytes(&m, "\x47\x81\x00", 3); /* a JOIN with an int that is too long */
    th_make_bytes(&m, "\x4b\x4c", 2);     /* no records */
    TH_INTS(&m, TH_FINISH);
    fill_add(&m);
    tape_check(bytes_of(&m), TTI_TAPE_BLOCK, NULL);
    th_make block = tape_block(bytes_of(&m), 0);
    columns c = columns_of(&block);
    assert_int_equal(c.rows, 1);
    CHECK(&c, TAPE_SKIP, "\xfd");
    CHECK(&c, TAPE_KIND, "\x08\x08\x08\x06\x07\x09\x0a\x0b\x00\x01");
    CHECK(&c, TAPE_CID, "\x00\x80\x7f\x07\x05\x05\xff");
    CHECK(&c, TAPE_TEXT,
          "\x00\xff\x41\xff gone\0say\0a\0\0wwwwwwwwwwwwwwwwxy\x47\x80\x02\x47\x81\x00\x4b\x4c");
    CHECK(&c, TAPE_NUMBER,
          "\xff\xff\xff\xff\x0f\xfe\xff\xff\xff\x0f\x01\x00\x02\x04\x06\x08\x0a\x0c\x06\x08\x04"
          "\x04\x10");
    columns_free(&c);
    th_make_free(&block);
    th_make_free(&m);
}

/* Values around every border of a code, in every field; differences that wrap around. */
static void values_at_all_borders(void **state)
{
    (void)state;
    static const int32_t values[] = {
        1,     -1,    63,    -64,    64,      95,      96,        -96,       -97,  125,
        126,   -126,  127,   -127,   8159,    8160,    -8160,     -8161,     8191, 8192,
        -8193, 65535, 65536, -70000, 1 << 20, 1 << 27, INT32_MAX, INT32_MIN, 0,    1};
    const int count = sizeof values / sizeof *values;
    th_make m = {NULL, 0, 0};
    for (int i = 0; i < count * count; i++) {
        int32_t a = values[i % count], b = values[i / count];
        TH_INTS(&m, i % 6, a, b, TH_INPUT_DIFF, i % 5, a, b, a, b, a, b, a, b, a, b);
        TH_INTS(&m, TH_INPUT_DIFF, i % 3, b, 0, b, a, 0, b, a, 0, b, a);
        TH_INTS(&m, TH_TICK_SKIP, a, TH_PLAYER_NEW, i % 7, a, b);
        if (i % 3 == 0) {
            fill_add(&m);
        }
    }
    int counts[4] = {0};
    tape_check(bytes_of(&m), TTI_TAPE_BLOCK, counts);
    assert_int_equal(counts[TTI_TAPE_PLAIN] + counts[TTI_TAPE_STORED], 0);
    th_make_free(&m);
}

/* Blocks end between records, and after 65,536 rows. */
static void blocks_end_between_records(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    for (int i = 0; i < 70000; i++) {
        TH_INTS(&m, 0, 1, 1);
    }
    tt_bytes raw = bytes_of(&m);
    assert_int_equal(tti_tape_split(raw, 0, 100), 99);
    assert_int_equal(tti_tape_split(raw, 0, 3), 3);
    assert_int_equal(tti_tape_split(raw, 0, 2), 2);
    assert_int_equal(tti_tape_split(raw, 0, TTI_TAPE_BLOCK), 3 * TAPE_ROWS_MAX);
    int counts[4] = {0};
    tape_check(raw, TTI_TAPE_BLOCK, counts);
    assert_int_equal(counts[TTI_TAPE_COLUMNS], 2);
    th_make block = tape_block(raw, 0); /* too many rows for columns */
    assert_int_equal(block.data[4], TTI_TAPE_PLAIN);
    th_make_free(&block);
    th_make_free(&m);

    th_make_header(&m, 2, "");
    size_t header = m.size;
    TH_INTS(&m, TH_EX);
    th_make_fill(&m, 0, 16);
    TH_INTS(&m, 3000);
    th_make_fill(&m, 'x', 3000);
    TH_INTS(&m, TH_FINISH, TH_EX);
    th_make_fill(&m, 0, 16);
    TH_INTS(&m, 3000);
    th_make_fill(&m, 'x', 3000);
    raw = bytes_of(&m);
    assert_int_equal(tti_tape_split(raw, 0, 9999), header);
    assert_int_equal(raw.size - header, 6039);
    assert_int_equal(tti_tape_split((tt_bytes){raw.data + header, 6039}, 5, 9999), 6039);
    assert_int_equal(tti_tape_split((tt_bytes){raw.data + header, 6000}, 5, 6000), 3020);
    assert_int_equal(tti_tape_split((tt_bytes){raw.data + header, 4000}, 5, 5000), 4000);
    th_make_free(&m);
}

/* The columns of a block of a few records, and its size. */
static columns good_columns(uint32_t *raw_size)
{
    th_make m = {NULL, 0, 0};
    for (int i = 0; i < 4; i++) {
        TH_INTS(&m, 1, 2, 3, 2, 300, 500, TH_INPUT_DIFF, 2, 1, 500, 5, 0, 0, 0, 0, 0, 0, 1);
        TH_INTS(&m, TH_CONSOLE_COMMAND, 1, 4);
        th_make_text(&m, "say");
        TH_INTS(&m, 1);
        th_make_text(&m, "hello");
    }
    fill_add(&m);
    th_make block = tape_block(bytes_of(&m), 0);
    columns c = columns_of(&block);
    *raw_size = (uint32_t)m.size;
    th_make_free(&block);
    th_make_free(&m);
    return c;
}

/* Any column with a byte more or less is refused. */
static void columns_have_their_exact_size(void **state)
{
    (void)state;
    uint32_t size;
    columns c = good_columns(&size);
    assert_int_equal(decode(&c, size), TT_ERR_TAPE_SUM); /* all but the sum is right */
    assert_int_equal(decode(&c, size - 1), TT_ERR_TAPE_COLUMNS);
    assert_int_equal(decode(&c, size + 1), TT_ERR_TAPE_COLUMNS);
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        for (int k = 0; k < 3; k++) { /* a byte more at the end: 0, 1 or 255 */
            th_make_fill(&c.column[i], k == 2 ? 255 : k, 1);
            assert_int_equal(decode(&c, size), TT_ERR_TAPE_COLUMNS);
            c.column[i].size--;
        }
        if (c.column[i].size != 0) {
            c.column[i].size--;
            assert_int_equal(decode(&c, size), TT_ERR_TAPE_COLUMNS);
            c.column[i].size++;
        }
    }
    columns_free(&c);
}

static void rows_keep_their_limits(void **state)
{
    (void)state;
    uint32_t size;
    columns c = good_columns(&size);
    static const uint32_t rows[] = {0, 1, 3, 5, 8, 9, TAPE_ROWS_MAX, TAPE_ROWS_MAX + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        c.rows = rows[i];
        assert_int_equal(decode(&c, size), TT_ERR_TAPE_COLUMNS);
    }
    c.rows = 4;
    c.column[TAPE_MOVED].data[0] |= 0x10; /* a bit after the last row */
    assert_int_equal(decode(&c, size), TT_ERR_TAPE_COLUMNS);
    columns_free(&c);
}

/* Every value of every byte of the columns: an error, or other records of the same size. */
static void bytes_of_columns_may_have_any_value(void **state)
{
    (void)state;
    uint32_t size;
    columns c = good_columns(&size);
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        for (size_t k = 0; k < c.column[i].size && k < 12; k++) {
            uint8_t was = c.column[i].data[k];
            for (int value = 0; value < 256; value++) {
                c.column[i].data[k] = (uint8_t)value;
                tt_status status = decode(&c, size);
                assert_true(status == TT_ERR_TAPE_SUM || status == TT_ERR_TAPE_COLUMNS);
            }
            c.column[i].data[k] = was;
        }
    }
    columns_free(&c);
}

/* Numbers of ops up to the largest ones. */
static void counts_are_bounded(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {0x7f, 0xffff, 0x7ffffffe, 0xfffffffe, 0xffffffff};
    static const int places[] = {TAPE_NUMBER, TAPE_WIDE, TAPE_OPS, TAPE_LEAD};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            uint32_t size;
            columns c = good_columns(&size);
            th_make *column = &c.column[places[i]], more = {NULL, 0, 0};
            leb_add(&more, numbers[k]);
            th_make_bytes(&more, column->data + 1, column->size - 1);
            th_make_free(column);
            *column = more;
            tt_status status = decode(&c, size);
            assert_true(status == TT_ERR_TAPE_COLUMNS ||
                        (status == TT_ERR_TAPE_SUM && places[i] <= TAPE_WIDE));
            columns_free(&c);
        }
    }
}

/* Sizes that add up to more than the limit are refused before anything is unpacked. */
static void columns_have_a_limit(void **state)
{
    (void)state;
    uint32_t size;
    columns c = good_columns(&size);
    size_t rest = 16 * (size_t)size + 4096;
    for (int i = 0; i < TAPE_COLUMNS; i++) {
        rest -= i == TAPE_TEXT ? 0 : c.column[i].size;
    }
    th_make block = {NULL, 0, 0};
    for (int i = 0; i < 2; i++) {
        th_make tape = {NULL, 0, 0};
        uint8_t head[TTI_TAPE_HEAD_SIZE], chunk_head[TTI_TAPE_CHUNK_SIZE];
        th_make_free(&block);
        leb_add(&block, c.rows);
        for (int k = 0; k < TAPE_COLUMNS; k++) {
            size_t own = k == TAPE_TEXT ? rest + (size_t)i : c.column[k].size;
            leb_add(&block, (uint32_t)own);
        }
        tti_tape_chunk chunk = {TTI_TAPE_COLUMNS, (uint32_t)block.size, size, 0, 1};
        tti_tape_head_put(head);
        tti_tape_chunk_put(chunk_head, &chunk);
        th_make_bytes(&tape, head, sizeof head);
        th_make_bytes(&tape, chunk_head, sizeof chunk_head);
        th_make_bytes(&tape, block.data, block.size);
        tape_read read = tape_read_of(bytes_of(&tape), SIZE_MAX);
        assert_int_equal(read.status, i == 0 ? TT_ERR_TAPE_UNPACK : TT_ERR_TAPE_COLUMNS);
        th_make_free(&tape);
    }
    th_make_free(&block);
    columns_free(&c);
}

static void lebs_are_below_2_to_the_32(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size, used;
        uint32_t value; /* with used 0: an error */
    } rows[] = {
        {"\x00", 1, 1, 0},
        {"\x7f", 1, 1, 127},
        {"\x80\x01", 2, 2, 128},
        {"\x80\x00", 2, 2, 0},
        {"\xff\xff\xff\xff\x0f", 5, 5, UINT32_MAX},
        {"\xff\xff\xff\xff\x1f", 5, 0, 0},
        {"\x80\x80\x80\x80\x80\x00", 6, 0, 0},
        {"\x80", 1, 0, 0},
        {"", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *bytes = (const uint8_t *)rows[i].bytes, *at = bytes;
        uint32_t value = 0;
        bool is_good = tti_tape_leb_get(&at, bytes + rows[i].size, &value);
        assert_true(is_good == (rows[i].used != 0));
        if (is_good) {
            assert_int_equal(value, rows[i].value);
            assert_int_equal(at - bytes, rows[i].used);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_server),
        cmocka_unit_test(inputs_are_by_client),
        cmocka_unit_test(others_are_ops),
        cmocka_unit_test(values_at_all_borders),
        cmocka_unit_test(blocks_end_between_records),
        cmocka_unit_test(columns_have_their_exact_size),
        cmocka_unit_test(rows_keep_their_limits),
        cmocka_unit_test(bytes_of_columns_may_have_any_value),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(columns_have_a_limit),
        cmocka_unit_test(lebs_are_below_2_to_the_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
