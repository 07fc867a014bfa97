/* SPDX-License-Identifier: MIT
 *
 * The commands on damaged demos: bits flipped all over a demo, garbage in it, sizes that lie. They
 * print what is readable, as whole lines of JSON; what verify calls good is good for all of them,
 * and no number in a file decides how much memory they take.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "cm.h"
#include "support/cli_run.h"
#include "support/demo_people.h"

static const char path[] = "test_cli_demo_damage.demo";

static struct {
    long good, damaged, quiet_damage;
} seen;

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Every line is an object. Returns how many there are. */
static long check_lines(const cli_run *run)
{
    long count = 0;
    for (const char *line = run->out; *line != 0; count++) {
        const char *end = strchr(line, '\n');
        json_error_t error;
        assert_non_null(end);
        json_t *object = json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, &error);
        if (object == NULL) {
            fail_msg("%s: %.*s", error.text, (int)(end - line), line);
        }
        json_decref(object);
        line = end + 1;
    }
    return count;
}

/* The first issue has a place in the file, and a status with a sentence. */
static void check_issues(const json_t *result, size_t size)
{
    const json_t *issue = json_array_get(json_object_get(result, "issues"), 0);
    assert_non_null(issue);
    assert_in_range(json_integer_value(json_object_get(issue, "offset")), 0, size);
    assert_true(json_is_integer(json_object_get(issue, "tick")));
    assert_true(strlen(json_string_value(json_object_get(issue, "what"))) > 10);
    assert_memory_equal(json_string_value(json_object_get(issue, "status")), "TT_", 3);
}

/* Whether verify calls it good. */
static bool verify(size_t size)
{
    cli_run run = CLI_RUN(&cmd_verify, "--json", path);
    json_t *result = json_loads(run.out, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(result);
    bool good = json_is_true(json_object_get(result, "good"));
    bool has_errors = json_integer_value(json_object_get(result, "errors")) != 0;
    assert_int_equal(run.status, good ? EXIT_GOOD : EXIT_DAMAGED);
    assert_int_equal(has_errors, !good);
    if (!good) {
        check_issues(result, size);
    }
    json_decref(result);
    cli_run_free(&run);
    return good;
}

/* All commands on one file. Those that unpack less may not notice what is wrong with the rest. */
static void run_all(const uint8_t *data, size_t size)
{
    write_file(data, size);
    bool good = verify(size);
    cli_run runs[] = {
        CLI_RUN(&cmd_dump, "--json", path),
        CLI_RUN(&cmd_dump, "--json", "--items", path),
        CLI_RUN(&cmd_dump, "--json", "--items=all", "--player", "1", path),
        CLI_RUN(&cmd_info, "--json", path),
        CLI_RUN(&cmd_players, "--json", path),
        CLI_RUN(&cmd_chat, "--json", path),
        CLI_RUN(&cmd_chat, "--json", "--player", "ada", path),
    };
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        check_lines(&runs[i]);
        assert_true(runs[i].status == EXIT_DAMAGED || runs[i].status == EXIT_GOOD);
        assert_true(!good || runs[i].status == EXIT_GOOD);
        if (i < 3) {
            assert_int_equal(runs[i].status, good ? EXIT_GOOD : EXIT_DAMAGED);
        }
        seen.quiet_damage += !good && runs[i].status == EXIT_GOOD;
        cli_run_free(&runs[i]);
    }
    seen.good += good;
    seen.damaged += !good;
}

static void no_damage(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    demo_people_make(&demo, 4, 16, 0);
    seen.good = seen.damaged = 0;
    run_all(demo.data, demo.size);
    assert_int_equal(seen.good, 1);
    demo_bytes_free(&demo);
}

/* Every bit of some kilobytes takes a minute; every 13th one meets each bit of the bytes, as any
 * odd step does. */
static void flipped_bits(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    demo_people_make(&demo, 4, 16, 0);
    assert_in_range(demo.size, 1000, 16 * 1024);
    seen.good = seen.damaged = seen.quiet_damage = 0;
    for (size_t bit = 0; bit < demo.size * 8; bit += TT_TEST_SHARE == 1 ? 13 : 65) {
        demo.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        run_all(demo.data, demo.size);
        demo.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(seen.damaged > 30);
    assert_true(seen.good > 30);
    assert_true(seen.quiet_damage > 0);
    demo_bytes_free(&demo);
}

/* Bytes overwritten, put in, or left out. */
static void garbage(void **state)
{
    (void)state;
    uint64_t random = 1;
    seen.good = seen.damaged = 0;
    for (uint64_t seed = 1; seed <= 120 / TT_TEST_SHARE; seed++) {
        demo_bytes demo = {NULL, 0, 0};
        uint8_t copy[40000];
        demo_people_make(&demo, seed, 12, seed % 2 == 0 ? DEMO_PEOPLE_STRANGE : 0);
        size_t at = seed % 5 == 0 ? random_next(&random) % TT_DEMO_HEADER_MAX
                                  : TT_DEMO_HEADER_MAX +
                                        random_next(&random) % (demo.size - TT_DEMO_HEADER_MAX);
        size_t left = demo.size - at, length = 1 + random_next(&random) % 64;
        size_t dropped = seed % 3 == 0 ? 0 : length < left ? length : left;
        size_t added = seed % 3 == 1 ? 0 : length;
        assert_true(demo.size + added <= sizeof copy);
        memcpy(copy, demo.data, at);
        for (size_t i = 0; i < added; i++) {
            copy[at + i] = (uint8_t)random_next(&random);
        }
        memcpy(copy + at + added, demo.data + at + dropped, left - dropped);
        run_all(copy, demo.size + added - dropped);
        demo_bytes_free(&demo);
    }
    assert_true(seen.damaged > 60 / TT_TEST_SHARE);
}

/* All lines of a dump before the damage are those of a dump of the whole. */
static void what_is_readable_is_printed(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    size_t last = 0;
    demo_people_make(&demo, 6, 16, 0);
    write_file(demo.data, demo.size);
    cli_run whole = CLI_RUN(&cmd_dump, "--json", "--items=all", path);
    for (size_t size = TT_DEMO_HEADER_MAX; size < demo.size; size += 11) {
        write_file(demo.data, size);
        cli_run part = CLI_RUN(&cmd_dump, "--json", "--items=all", path);
        assert_true(part.size <= whole.size);
        assert_memory_equal(part.out, whole.out, part.size);
        assert_true(part.size >= last);
        last = part.size;
        cli_run_free(&part);
    }
    assert_true(last > whole.size - whole.size / 8);
    cli_run_free(&whole);
    demo_bytes_free(&demo);
}

#if defined(__SANITIZE_ADDRESS__)
#define MEASURES_MEMORY 0 /* what was freed remains for a while */
#elif defined(__has_feature)
#define MEASURES_MEMORY (!__has_feature(address_sanitizer))
#else
#define MEASURES_MEMORY 1
#endif

/* The most memory so far, in KiB. */
static long memory_used(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Every number of the header as large as can be, and chunks of the largest size. */
static void sizes_that_lie(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    static uint8_t large[TT_DEMO_HEADER_MAX + 5 + 3 + TT_DEMO_PACKED_MAX];
    demo_people_make(&demo, 4, 16, 0);
    write_file(demo.data, demo.size);
    assert_true(verify(demo.size));
    long before = memory_used();
    for (size_t at = 136; at < 184; at += 4) {
        for (unsigned high = 0x7f; high <= 0xff; high += 0x80) {
            uint8_t old[4];
            memcpy(old, demo.data + at, 4);
            memset(demo.data + at, 0xff, 4);
            demo.data[at] = (uint8_t)high;
            run_all(demo.data, demo.size);
            memcpy(demo.data + at, old, 4);
        }
    }
    memcpy(large, demo.data, TT_DEMO_HEADER_MAX + 5);
    for (unsigned type = 0; type < 4; type++) {
        for (unsigned fill = 0; fill <= 0xff; fill += 0x55) {
            memset(large + TT_DEMO_HEADER_MAX + 5, (int)fill, 3 + TT_DEMO_PACKED_MAX);
            large[TT_DEMO_HEADER_MAX + 5] = (uint8_t)(type << 5 | 31);
            large[TT_DEMO_HEADER_MAX + 6] = large[TT_DEMO_HEADER_MAX + 7] = 0xff;
            run_all(large, sizeof large);
        }
    }
    if (MEASURES_MEMORY) {
        assert_in_range(memory_used() - before, 0, 16 * 1024);
    }
    demo_bytes_free(&demo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_damage),      cmocka_unit_test(flipped_bits),
        cmocka_unit_test(garbage),        cmocka_unit_test(what_is_readable_is_printed),
        cmocka_unit_test(sizes_that_lie),
    };
    int failed = cmocka_run_group_tests_name("commands on damaged demos", tests, NULL, NULL);
    remove(path);
    return failed;
}
