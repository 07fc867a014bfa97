/* SPDX-License-Identifier: MIT
 *
 * Tests of wire/sha256.c: the examples of FIPS 180-4, lengths around the block borders, every way
 * to split the input in two, and the vectors of RFC 4231 for HMAC.
 */
#include "cm.h"
#include "wire/hmac.h"

#include "teetape/bytes.h"
#include "wire/hash.h"

static void assert_sum(const uint8_t *sum, const char *expected)
{
    char text[2 * TTI_SHA256_SIZE + 1];
    for (size_t i = 0; i < TTI_SHA256_SIZE; i++) {
        text[2 * i] = "0123456789abcdef"[sum[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
    }
    text[strlen(expected)] = 0; /* a vector may give the beginning alone */
    assert_string_equal(text, expected);
}

static void assert_sha256(const void *data, size_t size, const char *expected)
{
    for (size_t split = 0; split <= size; split++) {
        tti_sha256_context sha;
        uint8_t sum[TTI_SHA256_SIZE];
        tti_sha256_start(&sha);
        tti_sha256_add(&sha, data, split);
        tti_sha256_add(&sha, (const uint8_t *)data + split, size - split);
        tti_sha256_finish(&sha, sum);
        assert_sum(sum, expected);
    }
}

static void examples_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *sum;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_sha256(rows[i].text, strlen(rows[i].text), rows[i].sum);
    }
}

static void a_million_letters(void **state)
{
    (void)state;
    uint8_t sum[TTI_SHA256_SIZE], letters[1000];
    tti_sha256_context sha;
    memset(letters, 'a', sizeof letters);
    tti_sha256_start(&sha);
    for (int i = 0; i < 1000; i++) {
        tti_sha256_add(&sha, letters, sizeof letters);
    }
    tti_sha256_finish(&sha, sum);
    assert_sum(sum, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Byte i of the input is i * 31 + 7. The sums are another program's. */
static void lengths_around_the_blocks(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *sum;
    } rows[] = {
        {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {1, "ca358758f6d27e6cf45272937977a748fd88391db679ceda7dc7bf1f005ee879"},
        {54, "c802146d5788fb540fbf29d8ff485730ad10f4f13b78961c032e78691b582647"},
        {55, "8aa994584139d128848eeebc4e815639ba5ab6e6e39574195a63ac4f14f7c43b"},
        {56, "ad574708f75c044c9b85de64cb568ee7711ff4f36448c6242f053ba8f6cc2b63"},
        {57, "5b46e502092be01b1100193e089fdda95638c12e19a1d24f308eb2c3d3ae849d"},
        {63, "280ed3e8ff1df845b2e7dfe6ac6cee817bef20e783cc65abc41b818b4d2fe076"},
        {64, "c6ab9724ade5b6a7a1edfffb12f3aa9181351355af8fd08c919952ad211339dd"},
        {65, "788367c73c7ddf4c53f65e68cc0d943e6227ab55b0e78ba63ace822b1c6301c0"},
        {119, "3d610547d68216dedf7435a4fb6260353911f6b3fd3f18805ddb8be285d726fe"},
        {120, "1f80156a804cb7862ad113e8200e9d74499723e7c7854d5f48776d3148e09656"},
        {121, "614571410beab3df68d50132a341d338575653da8374c630441bbe380b9b3136"},
        {127, "192409cd280e14b743642ad1343fbd3e82d9305de72c078117745a679210cc3d"},
        {128, "cc548ca2dec1f6fe4f58b2e27aa9c7521607df1130d140b55a4dad0665302356"},
        {129, "81e89a7b2911aaa7795f9e3d4910cb47d6cd2b00d83b8399481527261a1a7519"},
        {1000, "5097e7d587352f5097062ae679f37bda5802d9f875aba14c8cb4d1a188ada179"},
    };
    uint8_t data[1000];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i * 31 + 7);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_sha256(data, rows[i].size, rows[i].sum);
    }
}

/* Byte by byte is the same as at once, and a sum that was begun anew has forgotten the old one. */
static void pieces_and_new_starts(void **state)
{
    (void)state;
    uint8_t sum[TTI_SHA256_SIZE];
    tti_sha256_context sha;
    tti_sha256_start(&sha);
    tti_sha256_add(&sha, "forget this", 11);
    tti_sha256_start(&sha);
    tti_sha256_add(&sha, NULL, 0);
    for (const char *c = "abc"; *c != 0; c++) {
        tti_sha256_add(&sha, c, 1);
    }
    tti_sha256_finish(&sha, sum);
    assert_sum(sum, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void assert_hmac(tt_bytes key, tt_bytes data, const char *expected)
{
    for (size_t split = 0; split <= data.size; split++) {
        tti_hmac hmac;
        uint8_t sum[TTI_SHA256_SIZE];
        tti_hmac_start(&hmac, key.data, key.size);
        tti_hmac_add(&hmac, data.data, split);
        tti_hmac_add(&hmac, split == 0 ? data.data : data.data + split, data.size - split);
        tti_hmac_finish(&hmac, sum);
        assert_sum(sum, expected);
    }
}

static void hmac_of_the_rfc(void **state)
{
    (void)state;
    uint8_t ordered[25], many[131], data[50];
    for (size_t i = 0; i < sizeof ordered; i++) {
        ordered[i] = (uint8_t)(i + 1);
    }
    memset(many, 0x0b, 20);
    assert_hmac((tt_bytes){many, 20}, tt_bytes_of("Hi There"),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    assert_hmac(tt_bytes_of("Jefe"), tt_bytes_of("what do ya want for nothing?"),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(many, 0xaa, sizeof many);
    memset(data, 0xdd, sizeof data);
    assert_hmac((tt_bytes){many, 20}, (tt_bytes){data, 50},
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    memset(data, 0xcd, sizeof data);
    assert_hmac((tt_bytes){ordered, 25}, (tt_bytes){data, 50},
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    memset(data, 0x0c, 20);
    assert_hmac((tt_bytes){data, 20}, tt_bytes_of("Test With Truncation"),
                "a3b6167473100ee06e0c796c2955552b");
    assert_hmac((tt_bytes){many, 131},
                tt_bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    assert_hmac((tt_bytes){many, 131},
                tt_bytes_of("This is a test using a larger than block-size key and a larger than "
                            "block-size data. The key needs to be hashed before being used by the "
                            "HMAC algorithm."),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

/* A key of exactly a block is taken as it is, one byte more is summed first. Other programs' sums.
 */
static void keys_around_a_block(void **state)
{
    (void)state;
    uint8_t key[65];
    memset(key, 'k', sizeof key);
    assert_hmac((tt_bytes){key, 64}, tt_bytes_of("data"),
                "93244b031118b8060c6619e5900fcf916faefb2d8d020fecb22ae0f62275db08");
    assert_hmac((tt_bytes){key, 65}, tt_bytes_of("data"),
                "a79b53d0bf1cb4bb00c301979e6e60ef792a435cafabd76ab9e8989bbdef2dff");
    assert_hmac((tt_bytes){NULL, 0}, (tt_bytes){NULL, 0},
                "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),  cmocka_unit_test(a_million_letters),
        cmocka_unit_test(lengths_around_the_blocks), cmocka_unit_test(pieces_and_new_starts),
        cmocka_unit_test(hmac_of_the_rfc),           cmocka_unit_test(keys_around_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
