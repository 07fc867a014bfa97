/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/show/rows.h: every kind of member as JSON and as a cell, known and unknown.
 */
#include "cm.h"

#include "cli/show/rows.h"
#include "support/cli_capture.h"

struct part {
    int32_t tick;
};

struct thing {
    int32_t cid;
    int64_t alive;
    int64_t rate;
    uint32_t small;
    uint64_t large;
    bool good;
    char name[8];
    const char *clan;
    tt_bytes text, sum;
    const tt_uuid *game;
    struct column_texts names;
    struct column_list parts;
    struct column_own own;
    const char *ratio;
    const char *when;
};

static const struct column inner[] = {COLUMN(struct part, tick, ""), COLUMNS_END};

static const struct column columns[] = {
    COLUMN(struct thing, cid, "", .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct thing, alive, "", .heading = "alive", .show = SHOW_TIME),
    COLUMN(struct thing, rate, "", .heading = "rate", .show = SHOW_HUNDREDTHS),
    COLUMN(struct thing, small, ""),
    COLUMN(struct thing, large, "", .heading = "large", .show = SHOW_GROUPS),
    COLUMN(struct thing, good, ""),
    COLUMN(struct thing, name, "", .heading = "name"),
    COLUMN(struct thing, clan, "", .is_optional = true, .where = TT_FORMAT_DEMO),
    COLUMN(struct thing, text, ""),
    COLUMN(struct thing, sum, "", .show = SHOW_HEX),
    COLUMN(struct thing, game, ""),
    COLUMN(struct thing, names, ""),
    COLUMN(struct thing, parts, "", .inner = inner),
    COLUMN(struct thing, own, "", .is_optional = true),
    COLUMN(struct thing, ratio, "", .show = SHOW_JSON),
    CELL(struct thing, when, "when", .right = true, .where = TT_FORMAT_TEEHISTORIAN),
    COLUMNS_END,
};

static void write_own(struct json *j, const char *key, const void *of)
{
    json_text_c(j, key, of);
}

static const struct part parts[] = {{1}, {COLUMN_UNKNOWN}};
static const char names[][4] = {"a", "b"};
static const tt_uuid uuid = {{0xab}};
static const struct thing known = {
    .cid = 3,
    .alive = 75,
    .rate = -105,
    .small = UINT32_MAX,
    .large = UINT64_MAX,
    .good = true,
    .name = "tee",
    .clan = "clan",
    .text = {(const uint8_t *)"\xff", 1},
    .sum = {(const uint8_t *)"\x01\xff", 2},
    .game = &uuid,
    .names = {names[0], 2, sizeof names[0]},
    .parts = {parts, 2, sizeof parts[0]},
    .own = {write_own, "mine"},
    .ratio = "1.5",
    .when = "noon",
};
static const struct thing unknown = {
    .cid = COLUMN_UNKNOWN, .alive = COLUMN_UNKNOWN, .rate = COLUMN_UNKNOWN};

static struct settings settings;
static struct job job = {.settings = &settings, .path = "a.demo"};

static const char *json_of(const struct thing *thing, tt_format format)
{
    static struct capture capture;
    capture_begin(&capture);
    job.out = &capture.out;
    rows_json(&job, columns, format, thing);
    return capture_end(&capture);
}

static void members_as_json(void **state)
{
    (void)state;
    assert_string_equal(json_of(&known, TT_FORMAT_TEEHISTORIAN),
                        "{\"cid\":3,\"alive\":75,\"rate\":-1.05,\"small\":4294967295,"
                        "\"large\":18446744073709551615,\"good\":true,\"name\":\"tee\","
                        "\"text\":\"\xef\xbf\xbd\",\"text_hex\":\"ff\",\"sum\":\"01ff\","
                        "\"game\":\"ab000000-0000-0000-0000-000000000000\","
                        "\"names\":[\"a\",\"b\"],\"parts\":[{\"tick\":1},{\"tick\":null}],"
                        "\"own\":\"mine\",\"ratio\":1.5}\n");
}

/* What is not known is null, or left out where the row says so. */
static void unknown_members(void **state)
{
    (void)state;
    assert_string_equal(json_of(&unknown, TT_FORMAT_DEMO),
                        "{\"cid\":null,\"alive\":null,\"rate\":null,\"small\":0,\"large\":0,"
                        "\"good\":false,\"name\":\"\",\"text\":null,\"sum\":null,\"game\":null,"
                        "\"names\":[],\"parts\":[],\"ratio\":null}\n");
}

/* A row that only one format has, and the name of the file. */
static void formats_and_files(void **state)
{
    (void)state;
    job.is_one_of_many = true;
    assert_non_null(strstr(json_of(&known, TT_FORMAT_DEMO), "{\"file\":\"a.demo\",\"cid\":3,"));
    assert_non_null(strstr(json_of(&known, TT_FORMAT_DEMO), "\"clan\":\"clan\""));
    assert_null(strstr(json_of(&known, TT_FORMAT_TEEHISTORIAN), "clan"));
    job.is_one_of_many = false;
}

/* A kind of objects; a row that follows another one is there when that one is, null or not. */
struct answer {
    int32_t other;
    const char *other_name;
    int32_t team;
};
static const struct column_object kill = COLUMN_OBJECT(
    "kill", "", TT_FORMAT_UNKNOWN, COLUMN(struct answer, other, "", .is_optional = true),
    COLUMN(struct answer, other_name, "", .follows = true),
    COLUMN(struct answer, team, "", .is_any = true));
static const struct column_object end = {"end", "", TT_FORMAT_UNKNOWN, NULL};

static const char *object_of(const struct column_object *object, const struct answer *answer)
{
    static const struct part head = {7};
    static struct capture capture;
    capture_begin(&capture);
    job.out = &capture.out;
    rows_object(&job, inner, &head, object, TT_FORMAT_DEMO, answer);
    return capture_end(&capture);
}

static void objects_of_kinds(void **state)
{
    (void)state;
    assert_string_equal(object_of(&kill, &(struct answer){3, "tee", 5}),
                        "{\"tick\":7,\"other\":3,\"other_name\":\"tee\",\"team\":5}\n");
    assert_string_equal(object_of(&kill, &(struct answer){3, NULL, 0}),
                        "{\"tick\":7,\"other\":3,\"other_name\":null,\"team\":0}\n");
    assert_string_equal(object_of(&kill, &(struct answer){COLUMN_UNKNOWN, "tee", INT32_MIN}),
                        "{\"tick\":7,\"team\":-2147483648}\n");
    assert_string_equal(object_of(&end, NULL), "{\"tick\":7}\n");
}

static const char *table_of(tt_format format)
{
    static struct capture capture;
    struct rows rows;
    capture_begin(&capture);
    job.out = &capture.out;
    rows_open(&rows, &job, columns, format);
    rows_add(&rows, &known);
    rows_add(&rows, &unknown);
    assert_true(rows_close(&rows));
    return capture_end(&capture);
}

static void cells(void **state)
{
    (void)state;
    settings.wide = true;
    assert_string_equal(table_of(TT_FORMAT_TEEHISTORIAN),
                        "cid       alive   rate                       large  name  when\n"
                        "  3  0:00:01.50  -1.05  18,446,744,073,709,551,615  tee   noon\n"
                        "  -           -      -                           0\n");
    assert_non_null(strstr(table_of(TT_FORMAT_DEMO), "large  name\n"));
}

/* With --json the same calls give objects. */
static void rows_as_objects(void **state)
{
    (void)state;
    settings.json = true;
    const char *text = table_of(TT_FORMAT_DEMO);
    assert_non_null(strstr(text, "\"ratio\":1.5}\n{\"cid\":null"));
    settings.json = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_as_json),   cmocka_unit_test(unknown_members),
        cmocka_unit_test(formats_and_files), cmocka_unit_test(cells),
        cmocka_unit_test(rows_as_objects),   cmocka_unit_test(objects_of_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
