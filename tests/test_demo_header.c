/* SPDX-License-Identifier: MIT
 *
 * Tests of the header of demos (teetape/demo_header.h).
 */
#include "cm.h"

#include <stdlib.h>

#include "demo/parts.h"
#include "host_files.h"
#include "support/demo_make.h"

static size_t write_any(uint8_t dst[TT_DEMO_HEADER_MAX], int32_t version)
{
    tt_demo_header header = demo_make_header(version, 77);
    header.length = 400;
    if (version >= 4) {
        header.marker_count = 2;
        header.markers[0] = 1000;
        header.markers[1] = 0x123456;
    }
    return tti_demo_header_write(dst, &header);
}

static void real_header_is_written_again(void **state)
{
    (void)state;
    size_t file_size, size;
    int odd;
    uint8_t written[TT_DEMO_HEADER_MAX];
    tt_demo_header header;
    unsigned char *file =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &file_size);
    assert_int_equal(tt_demo_header_parse(&header, &size, (tt_bytes){file, file_size}, &odd),
                     TT_OK);
    assert_int_equal(odd, 0);
    assert_int_equal(header.version, 6);
    assert_string_equal(header.map_name, "dm1");
    assert_int_equal(tt_demo_protocol(&header), TT_PROTOCOL_6);
    assert_false(tt_demo_is_server(&header));
    assert_int_equal(tti_demo_header_write(written, &header), size);
    assert_memory_equal(written, file, size);
    free(file);
}

static void every_version(void **state)
{
    (void)state;
    static const size_t sizes[] = {176, 436, 436, 484};
    for (int32_t version = 3; version <= 6; version++) {
        uint8_t bytes[TT_DEMO_HEADER_MAX], again[TT_DEMO_HEADER_MAX];
        tt_demo_header header;
        size_t size;
        int odd;
        assert_int_equal(write_any(bytes, version), sizes[version - 3]);
        tt_bytes all = {bytes, sizes[version - 3]};
        assert_int_equal(tt_demo_header_parse(&header, &size, all, &odd), TT_OK);
        assert_int_equal(size, all.size);
        assert_int_equal(odd, 0);
        assert_int_equal(header.version, version);
        assert_int_equal(header.map_size, 77);
        assert_int_equal(header.map_crc, 0x01020304);
        assert_int_equal(header.length, 400);
        assert_int_equal(header.marker_count, version >= 4 ? 2 : 0);
        assert_int_equal(header.markers[1], version >= 4 ? 0x123456 : 0);
        assert_int_equal(header.has_sha256, version >= 6);
        assert_true(tt_demo_is_server(&header));
        assert_int_equal(tti_demo_header_write(again, &header), size);
        assert_memory_equal(again, bytes, size);
        for (size_t cut = 0; cut < size; cut++) {
            assert_int_equal(tt_demo_header_parse(&header, &size, (tt_bytes){bytes, cut}, NULL),
                             TT_ERR_TRUNCATED);
            size = all.size;
        }
    }
}

static void other_versions(void **state)
{
    (void)state;
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    tt_demo_header header;
    size_t size;
    assert_int_equal(write_any(bytes, 6), 484);
    tt_bytes all = {bytes, sizeof bytes};
    bytes[7] = 2;
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_ERR_DEMO_VERSION);
    bytes[7] = 9; /* read like 6 */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_OK);
    assert_int_equal(size, 484);
    assert_int_equal(tti_demo_header_write(bytes, &header), 0);
    bytes[7] = 6;
    bytes[440] ^= 1; /* another UUID: the map begins in its place */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_OK);
    assert_int_equal(size, 436);
    assert_false(header.has_sha256);
    all.size = 436 + 5; /* a whole demo can be that short */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_OK);
    assert_int_equal(size, 436);
    all.size = 436 + 4;
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_ERR_TRUNCATED);
    assert_int_equal(size, 436 + 5);
    bytes[440] ^= 1;
    all.size = 436 + 16;
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_ERR_TRUNCATED);
    assert_int_equal(size, 484);
    bytes[3] = 'X';
    assert_int_equal(tt_demo_header_parse(&header, &size, all, NULL), TT_ERR_DEMO_MAGIC);
    assert_int_equal(tt_demo_header_parse(&header, &size, (tt_bytes){bytes, 4}, NULL),
                     TT_ERR_DEMO_MAGIC);
}

static void odd_values(void **state)
{
    (void)state;
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    tt_demo_header header;
    size_t size;
    int odd;
    tt_bytes all = {bytes, sizeof bytes};
    write_any(bytes, 6);
    memset(bytes + 72, 'm', 64); /* a map name without a NUL is cut */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, &odd), TT_OK);
    assert_int_equal(odd, 1);
    assert_int_equal(strlen(header.map_name), 63);
    write_any(bytes, 6);
    bytes[100] = 'x'; /* after the NUL */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, &odd), TT_OK);
    assert_int_equal(odd, 0);
    assert_string_equal(header.map_name, "small");
    write_any(bytes, 6);
    bytes[176] = 0xff; /* a negative count of markers is none, a large one is 64 */
    assert_int_equal(tt_demo_header_parse(&header, &size, all, &odd), TT_OK);
    assert_int_equal(odd, 1);
    assert_int_equal(header.marker_count, 0);
    bytes[176] = 1;
    assert_int_equal(tt_demo_header_parse(&header, &size, all, &odd), TT_OK);
    assert_int_equal(odd, 1);
    assert_int_equal(header.marker_count, TT_DEMO_MARKERS);
}

static void uuid_is_that_of_its_name(void **state)
{
    (void)state;
    tt_uuid uuid = tt_uuid_from_name(tt_bytes_of("demoitem-sha256@ddnet.tw"));
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    assert_int_equal(write_any(bytes, 6), TT_DEMO_HEADER_MAX);
    assert_memory_equal(bytes + 436, uuid.bytes, sizeof uuid.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_header_is_written_again),
        cmocka_unit_test(every_version),
        cmocka_unit_test(other_versions),
        cmocka_unit_test(odd_values),
        cmocka_unit_test(uuid_is_that_of_its_name),
    };
    return cmocka_run_group_tests_name("demo header", tests, NULL, NULL);
}
