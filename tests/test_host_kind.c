/* SPDX-License-Identifier: MIT
 *
 * Tests of host/kind.h: which names say that a file is a recording, and which first bytes are one.
 */
#include "host/posix.h"

#include "demo/demo.h"
#include "teetape/io/kind.h"

#include "cm.h"
#include "teetape/demo_header.h"
#include "teetape/teehistorian_header.h"

static tt_io_kind kind_of(const void *bytes, size_t size)
{
    tt_io_first first = {.size = 0};
    tt_io_first_add(&first, (tt_bytes){bytes, size});
    return tt_io_first_kind(&first);
}

static void names_of_recordings(void **state)
{
    static const char *const named[] = {
        "a.teehistorian",
        "dir/a.demo",
        "a.teehistorian.xz",
        "a.teehistorian.zst",
        "a.teehistorian.gz",
        "a.b.demo.xz",
        "x/y.z/a.demo.zst",
        "a.demo.gz",
        "A.TEEHISTORIAN",
        "A.DEMO",
        "A.Demo",
        "a.demo.XZ",
        "A.TEEHISTORIAN.XZ",
        "A.DEMO.ZST",
        "a.teeHistorian.Gz",
    };
    static const char *const others[] = {
        "",           "a",
        "demo",       "teehistorian.d/a",
        "a.demo.bak", "a.xz",
        "a.demo.txt", "a.teehistorian.ttidx",
        "A.DEMOS",    "a.demo.xz.xz",
        "a.demo/b",   "DEMO",
        ".DEMO",      "A.XZ",
        "A\016demo",  "A.DEMO.XZ\x1a",
    };
    (void)state;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        assert_true(tt_io_kind_is_named(named[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(tt_io_kind_is_named(others[i]));
    }
}

/* Each beginning of a magic, alone and with zeros after it. */
static void cuts_of(const uint8_t *magic, size_t size, tt_io_kind whole)
{
    uint8_t bytes[64] = {0};
    memcpy(bytes, magic, size);
    assert_int_equal(kind_of(bytes, size), whole);
    assert_int_equal(kind_of(bytes, sizeof bytes), whole);
    for (size_t cut = 1; cut < size; cut++) {
        memset(bytes + cut, 0, sizeof bytes - cut);
        if (memcmp(bytes, magic, size) == 0) {
            continue; /* the magic of a demo ends with a zero itself */
        }
        assert_int_equal(kind_of(bytes, cut), TT_IO_KIND_CUT);
        assert_int_equal(kind_of(bytes, sizeof bytes), TT_IO_KIND_CUT);
        bytes[cut] = (uint8_t)(magic[cut] ^ 1);
        assert_int_equal(kind_of(bytes, sizeof bytes), TT_IO_KIND_OTHER);
        memcpy(bytes, magic, size);
    }
}

static void first_bytes(void **state)
{
    static const uint8_t zeros[40];
    (void)state;
    assert_int_equal(kind_of(zeros, 0), TT_IO_KIND_EMPTY);
    assert_int_equal(kind_of(zeros, 1), TT_IO_KIND_ZEROS);
    assert_int_equal(kind_of(zeros, sizeof zeros), TT_IO_KIND_ZEROS);
    assert_int_equal(kind_of("TWDEMO of somebody", 18), TT_IO_KIND_OTHER);
    assert_int_equal(kind_of("a text", 6), TT_IO_KIND_OTHER);
    assert_int_equal(kind_of("PK\x03\x04 and more", 13), TT_IO_KIND_PACKED);
    assert_int_equal(kind_of("BZh91AY", 7), TT_IO_KIND_PACKED);
    assert_int_equal(kind_of("PK", 2), TT_IO_KIND_OTHER);
    assert_non_null(strstr(tt_io_kind_reason(TT_IO_KIND_PACKED), "unpack it"));
    assert_true(tt_io_kind_is_damage("a.teehistorian", TT_IO_KIND_PACKED));
    cuts_of(tt_th_magic.bytes, sizeof tt_th_magic.bytes, TT_IO_KIND_TEEHISTORIAN);
    cuts_of(tti_demo_magic, TT_DEMO_MAGIC_SIZE, TT_IO_KIND_DEMO);
}

static void pieces_of_any_size(void **state)
{
    tt_io_first first = {.size = 0};
    (void)state;
    for (size_t i = 0; i < sizeof tt_th_magic.bytes; i++) {
        assert_int_equal(tt_io_first_kind(&first), i == 0 ? TT_IO_KIND_EMPTY : TT_IO_KIND_CUT);
        tt_io_first_add(&first, (tt_bytes){tt_th_magic.bytes + i, 1});
    }
    tt_io_first_add(&first, (tt_bytes){(const uint8_t *)"more", 4});
    assert_int_equal(tt_io_first_kind(&first), TT_IO_KIND_TEEHISTORIAN);
}

static void damage_is_a_name_over_nothing(void **state)
{
    (void)state;
    assert_true(tt_io_kind_is_damage("a.demo", TT_IO_KIND_EMPTY));
    assert_true(tt_io_kind_is_damage("a.teehistorian.xz", TT_IO_KIND_ZEROS));
    assert_true(tt_io_kind_is_damage("a.demo.gz", TT_IO_KIND_CUT));
    assert_false(tt_io_kind_is_damage("a.demo", TT_IO_KIND_DEMO));
    assert_false(tt_io_kind_is_damage("a.demo", TT_IO_KIND_OTHER));
    assert_false(tt_io_kind_is_damage("README", TT_IO_KIND_EMPTY));
    assert_null(tt_io_kind_reason(TT_IO_KIND_DEMO));
    assert_null(tt_io_kind_reason(TT_IO_KIND_TEEHISTORIAN));
    for (int kind = TT_IO_KIND_EMPTY; kind <= TT_IO_KIND_OTHER; kind++) {
        assert_non_null(tt_io_kind_reason((tt_io_kind)kind));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_recordings),
        cmocka_unit_test(first_bytes),
        cmocka_unit_test(pieces_of_any_size),
        cmocka_unit_test(damage_is_a_name_over_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
