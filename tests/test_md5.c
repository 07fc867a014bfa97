/* SPDX-License-Identifier: MIT
 *
 * Tests of MD5 in wire/uuid.h: the test suite of RFC 1321, lengths around the block borders, and
 * every way to split the input in two.
 */
#include "cm.h"

#include "wire/uuid.h"

static void assert_sum(const uint8_t sum[TTI_MD5_SIZE], const char *expected)
{
    char text[2 * TTI_MD5_SIZE + 1];
    for (size_t i = 0; i < TTI_MD5_SIZE; i++) {
        text[2 * i] = "0123456789abcdef"[sum[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
    }
    text[2 * TTI_MD5_SIZE] = 0;
    assert_string_equal(text, expected);
}

static void assert_md5(const void *data, size_t size, const char *expected)
{
    for (size_t split = 0; split <= size; split++) {
        tti_md5 md5;
        uint8_t sum[TTI_MD5_SIZE];
        tti_md5_start(&md5);
        tti_md5_add(&md5, data, split);
        tti_md5_add(&md5, (const uint8_t *)data + split, size - split);
        tti_md5_finish(&md5, sum);
        assert_sum(sum, expected);
    }
}

static void suite_of_the_rfc(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *sum;
    } rows[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"1234567890123456789012345678901234567890"
         "1234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_md5(rows[i].text, strlen(rows[i].text), rows[i].sum);
    }
}

/* Byte i of the input is i * 31 + 7. The sums are another program's. */
static void lengths_around_the_blocks(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *sum;
    } rows[] = {
        {0, "d41d8cd98f00b204e9800998ecf8427e"},   {1, "89e74e640b8c46257a29de0616794d5d"},
        {54, "3c600df998dc0e0610dc12c670346fce"},  {55, "c9e512626618c9980ef21a96597af94c"},
        {56, "ecde7caa08e9f5657c863df107cac60a"},  {57, "b17b1a018dd6a4d1edda8aca15f17846"},
        {63, "2f0301069e1c40af7f6c8f843b1b13f2"},  {64, "b6bf87c24b1bc334e2541387a92b981b"},
        {65, "f168246f08b6134d66bd2a10343fa9f1"},  {119, "d5dc3d8264de3aa24dee105910ee27fe"},
        {120, "bcc139b3848923904860d1eefd6e5923"}, {121, "10aac7fe9e1def45870b0aa1c3a2faf0"},
        {127, "27670172396247fa5f68637f13f8933d"}, {128, "3e85b70ffc8df5c735ecf2a8f14f1bee"},
        {129, "e45ecac9930fe93de302f98ba673ba36"}, {1000, "2b1e78d5765de9e10495a01412a1cf22"},
    };
    uint8_t data[1000];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i * 31 + 7);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_md5(data, rows[i].size, rows[i].sum);
    }
}

static void one_byte_at_a_time(void **state)
{
    (void)state;
    tti_md5 md5;
    uint8_t sum[TTI_MD5_SIZE];
    tti_md5_start(&md5);
    for (int i = 0; i < 1000; i++) {
        uint8_t byte = (uint8_t)(i * 31 + 7);
        tti_md5_add(&md5, &byte, 1);
        tti_md5_add(&md5, NULL, 0);
    }
    tti_md5_finish(&md5, sum);
    assert_sum(sum, "2b1e78d5765de9e10495a01412a1cf22");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_of_the_rfc),
        cmocka_unit_test(lengths_around_the_blocks),
        cmocka_unit_test(one_byte_at_a_time),
    };
    return cmocka_run_group_tests_name("md5", tests, NULL, NULL);
}
