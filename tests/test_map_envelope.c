/* SPDX-License-Identifier: MIT
 *
 * Tests of envelopes at a time (teetape/map_design.h): each curve at half way, loops, one point,
 * broken order, times before 0, and random ones beside a slow model in floating point.
 */
#include "cm.h"

#include "base/mem.h"
#include "map/design.h"
#include "support/map_build.h"
#include "teetape/uuid.h"

enum { TYPE_ENVELOPE = 3, TYPE_POINTS = 6, TYPE_TANGENTS = 0x8000, TYPE_UUID = 65535 };
enum { POINTS_MAX = 40 };

typedef struct point {
    int32_t time, curve, values[4];
} point;

static map_bytes file;
static tt_map_design design;
static const tt_map_animation first = {0, 0};

/* A map with one envelope; `tangents` (16 ints a point) may be NULL. */
static void make(int32_t channels, const point *points, size_t count, const int32_t *tangents)
{
    map_build m = {.version = 4};
    const int32_t envelope[] = {1, channels, 0, (int32_t)count};
    map_build_item(&m, TYPE_ENVELOPE, envelope, 4);
    int32_t ints[6 * POINTS_MAX];
    for (size_t i = 0; i < count; i++) {
        ints[6 * i] = points[i].time;
        ints[6 * i + 1] = points[i].curve;
        tti_copy(ints + 6 * i + 2, points[i].values, 16);
    }
    map_build_item(&m, TYPE_POINTS, ints, 6 * count);
    if (tangents != NULL) {
        const tt_uuid uuid =
            tt_uuid_from_name(tt_bytes_of("mapitemtype-envpoints-bezier@ddnet.tw"));
        int32_t four[4];
        for (size_t i = 0; i < 4; i++) {
            four[i] = tti_signed(tti_load_be32(uuid.bytes + 4 * i));
        }
        map_build_item(&m, TYPE_TANGENTS, tangents, 16 * count);
        map_build_item_id(&m, TYPE_UUID, TYPE_TANGENTS, four, 4);
    }
    map_bytes_free(&file);
    map_build_end(&m, "DATA", &file);
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, NULL), TT_OK);
}

static int32_t x_at(int64_t microseconds)
{
    int32_t position[3];
    tti_map_design_position(&design, first, microseconds, position);
    return position[0];
}

/* From 0 to 8192 in a second; then 100 until two seconds are over. */
static void make_curve(int32_t curve)
{
    const point points[] = {{0, curve, {0}}, {1000, 0, {8192}}, {2000, 0, {100}}};
    make(3, points, 3, NULL);
}

static void curves(void **state)
{
    (void)state;
    /* At a quarter, half and three quarters of the way: of 8192. */
    static const int32_t expected[][3] = {
        {0, 0, 0},          {2048, 4096, 6144}, {128, 1024, 3456}, {4736, 7168, 8064},
        {1280, 4096, 6912}, {2048, 4096, 6144}, {2048, 4096, 6144}};
    for (int32_t curve = 0; curve < 7; curve++) {
        make_curve(curve);
        for (int32_t i = 0; i < 3; i++) {
            assert_int_equal(x_at(250000 * (i + 1)), expected[curve][i]);
        }
        assert_int_equal(x_at(0), 0);
        assert_int_equal(x_at(1000000), 8192);
        assert_int_equal(x_at(1999999), 8192); /* a step */
    }
    make_curve(-1);
    assert_int_equal(x_at(500000), 4096);
}

static void loops(void **state)
{
    (void)state;
    make_curve(1);
    assert_int_equal(x_at(2000000), 0);
    assert_int_equal(x_at(2500000), 4096);
    assert_int_equal(x_at(2000000 * (int64_t)1000000 + 250000), 2048);
    assert_int_equal(x_at(125), 1); /* 1.024, in parts of a millisecond */
    int32_t position[3];
    tti_map_design_position(&design, (tt_map_animation){0, 500}, 0, position);
    assert_int_equal(position[0], 4096);
    tti_map_design_position(&design, (tt_map_animation){0, -500}, 2000000, position);
    assert_int_equal(position[0], 8192); /* 1.5 s in it */
    tti_map_design_position(&design, (tt_map_animation){0, INT32_MAX}, INT64_MAX, position);
    tti_map_design_position(&design, (tt_map_animation){0, INT32_MIN}, INT64_MIN, position);
    assert_int_equal(position[0], 100); /* before the first point: the last one */
}

static void negative_time(void **state)
{
    (void)state;
    make_curve(1);
    assert_int_equal(x_at(-1), 100);
    assert_int_equal(x_at(-2000000), 0); /* -0 is in it */
    const point points[] = {{-1000, 1, {0}}, {1000, 1, {2000}}};
    make(3, points, 2, NULL);
    assert_int_equal(x_at(-500000), 500);
    assert_int_equal(x_at(-1500000), 500); /* the loop ends at 1000, and keeps the sign */
    assert_int_equal(x_at(500000), 1500);
}

static void few_points(void **state)
{
    (void)state;
    const point one = {700, 1, {3, 4, 5, 6}}, never[] = {{0, 1, {5}}, {0, 1, {6}}};
    int32_t color[4], position[3];
    make(4, &one, 1, NULL);
    tti_map_design_color(&design, first, 123456789, color);
    assert_memory_equal(color, ((int32_t[4]){3, 4, 5, 6}), sizeof color);
    make(3, never, 2, NULL); /* the last time is 0 */
    assert_int_equal(x_at(1234), 6);
    make(3, &one, 0, NULL);
    tti_map_design_position(&design, first, 0, position);
    assert_memory_equal(position, ((int32_t[3]){0, 0, 0}), sizeof position);
    tti_map_design_color(&design, (tt_map_animation){-1, 0}, 0, color);
    assert_memory_equal(color, ((int32_t[4]){1024, 1024, 1024, 1024}), sizeof color);
    tti_map_design_color(&design, (tt_map_animation){1, 0}, 0, color);
    assert_int_equal(color[3], 1024); /* there is no such envelope */
}

/* Channels that an envelope does not have keep what they are without one. */
static void channels(void **state)
{
    (void)state;
    const point one = {700, 1, {3, 4, 5, 6}};
    int32_t color[4], position[3];
    make(3, &one, 1, NULL);
    tti_map_design_color(&design, first, 0, color);
    assert_memory_equal(color, ((int32_t[4]){3, 4, 5, 1024}), sizeof color);
    make(INT32_MAX, &one, 1, NULL);
    tti_map_design_position(&design, first, 0, position);
    assert_memory_equal(position, ((int32_t[3]){3, 4, 5}), sizeof position);
    make(INT32_MIN, &one, 1, NULL);
    tti_map_design_position(&design, first, 0, position);
    assert_memory_equal(position, ((int32_t[3]){0, 0, 0}), sizeof position);
}

/* Points in no order: the last one, or one between two that have the time between them. */
static void unsorted(void **state)
{
    (void)state;
    const point late[] = {{900, 1, {1}}, {100, 1, {2}}, {500, 1, {3}}};
    make(3, late, 3, NULL);
    assert_int_equal(x_at(0), 3);
    assert_int_equal(x_at(499000), 3);
    const point mixed[] = {{0, 0, {1}}, {900, 0, {2}}, {100, 0, {3}}, {500, 0, {4}}};
    make(3, mixed, 4, NULL);
    assert_int_equal(x_at(50000), 1);
    assert_int_equal(x_at(200000), 1);
}

/* Values and times as far apart as they can be. */
static void extremes(void **state)
{
    (void)state;
    const point points[] = {{INT32_MIN, 1, {INT32_MIN}}, {INT32_MAX, 1, {INT32_MAX}}};
    make(3, points, 2, NULL);
    assert_in_range(x_at(0) + 10, 0, 20);
    assert_in_range(x_at((int64_t)INT32_MAX * 500) - 1073741823 + 10, 0, 20);
    int32_t far[32];
    for (size_t i = 0; i < 32; i++) {
        far[i] = i % 2 == 0 ? INT32_MAX : INT32_MIN;
    }
    const point bent[] = {{INT32_MIN, 5, {INT32_MIN}}, {INT32_MAX, 5, {INT32_MAX}}};
    make(3, bent, 2, far);
    for (int64_t time = INT32_MIN; time < INT32_MAX; time += 99999999) {
        (void)x_at(time * 1000); /* the sanitizer looks */
    }
}

static uint64_t seed = 9;

static int32_t random_in(int32_t low, int32_t high)
{
    return low + (int32_t)(random_next(&seed) % (uint32_t)(high - low + 1));
}

static double mix(double a, double b, double s)
{
    return a + (b - a) * s;
}

static double cubic(double a, double b, double c, double d, double s)
{
    return mix(mix(mix(a, b, s), mix(b, c, s), s), mix(mix(b, c, s), mix(c, d, s), s), s);
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* Milliseconds from the first point, which lies at 0. */
static double model(const point *points, size_t count, const int32_t *tangents, double time)
{
    size_t i = 0;
    while (i + 1 < count && !(points[i].time <= time && time < points[i + 1].time)) {
        i++;
    }
    if (i + 1 == count) {
        return points[i].values[0];
    }
    const point *p = &points[i], *q = p + 1;
    double length = q->time - p->time, a = (time - p->time) / length;
    const int32_t *out = tangents + 16 * i, *in = out + 16;
    switch (p->curve) {
    case 0:
        a = 0;
        break;
    case 2:
        a = a * a * a;
        break;
    case 3:
        a = 1 - (1 - a) * (1 - a) * (1 - a);
        break;
    case 4:
        a = a * a * (3 - 2 * a);
        break;
    case 5: {
        double low = 0, high = 1, x1 = clamp(out[8], 0, length);
        double x2 = clamp(length + in[0], 0, length);
        for (int step = 0; step < 50; step++) {
            double s = (low + high) / 2;
            *(cubic(0, x1, x2, length, s) <= time - p->time ? &low : &high) = s;
        }
        return cubic(p->values[0], (double)p->values[0] + out[12], (double)q->values[0] + in[4],
                     q->values[0], low);
    }
    default:
        break;
    }
    return mix(p->values[0], q->values[0], a);
}

/* A curve may stand upright: so the exact value is that of the time or a microsecond beside it. */
static void random_ones(void **state)
{
    (void)state;
    double worst = 0;
    for (int round = 0; round < 2000; round++) {
        point points[POINTS_MAX] = {{0}};
        int32_t tangents[16 * POINTS_MAX] = {0};
        size_t count = (size_t)random_in(2, POINTS_MAX);
        for (size_t i = 0; i < count; i++) {
            points[i].time = i == 0 ? 0 : points[i - 1].time + random_in(30, 3000);
            points[i].curve = random_in(0, 6);
            points[i].values[0] = random_in(-(1 << 20), 1 << 20);
            tangents[16 * i + 0] = random_in(-4000, 100);
            tangents[16 * i + 4] = random_in(-1000000, 1000000);
            tangents[16 * i + 8] = random_in(-100, 4000);
            tangents[16 * i + 12] = random_in(-1000000, 1000000);
        }
        make(3, points, count, tangents);
        for (int i = 0; i < 30; i++) {
            int64_t time = random_in(0, points[count - 1].time * 1000 - 1);
            double at = (double)time / 1000, is = x_at(time);
            double before = model(points, count, tangents, at - 0.001);
            double after = model(points, count, tangents, at + 0.001);
            double exact = model(points, count, tangents, at);
            double low = before < after ? before : after, high = before < after ? after : before;
            double error = is - clamp(is, exact < low ? exact : low, exact > high ? exact : high);
            worst = clamp(error < 0 ? -error : error, worst, 1e9);
        }
    }
    if (worst > 2) {
        fail_msg("%f away", worst);
    }
}

static int teardown(void **state)
{
    (void)state;
    map_bytes_free(&file);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves),        cmocka_unit_test(loops),
        cmocka_unit_test(negative_time), cmocka_unit_test(few_points),
        cmocka_unit_test(channels),      cmocka_unit_test(unsorted),
        cmocka_unit_test(extremes),      cmocka_unit_test(random_ones),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
