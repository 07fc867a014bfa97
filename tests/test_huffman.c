/* SPDX-License-Identifier: MIT
 *
 * Tests of the Huffman code (teetape/huffman.h): the tables against the frequencies they are made
 * from, the vectors, and the decoder against one that goes bit by bit.
 */
#include "cm.h"

#include <stdlib.h>

#include "support/huffman_model.h"
#include "teetape/huffman.h"
#include "vectors.h"
#include "wire/huffman_table.h"

enum { SYMBOLS = TTI_HUFFMAN_SYMBOLS, LIMIT = 4096 };

static const tt_huffman_form forms[] = {TT_HUFFMAN_CURRENT, TT_HUFFMAN_CLASSIC};

/* Codes as text, first bit first. */
struct code_table {
    char code[SYMBOLS][32];
    uint32_t frequency[SYMBOLS];
};

static void read_codes(struct code_table *t)
{
    vectors v;
    int count = 0;
    vectors_open(&v, "huffman_codes.txt");
    while (vectors_next(&v)) {
        int symbol = vectors_part(&v, 1);
        assert_int_equal(symbol, count++);
        t->frequency[symbol] = (uint32_t)strtoul(v.field[2], NULL, 10);
        assert_true(strlen(v.field[1]) < sizeof t->code[0]);
        strcpy(t->code[symbol], v.field[1]);
    }
    assert_int_equal(count, SYMBOLS);
}

/* Gives every symbol below a node one bit more, in front. */
static void put_bit(struct code_table *t, const int *owner, int node, char bit)
{
    for (int i = 0; i < SYMBOLS; i++) {
        if (owner[i] == node) {
            memmove(t->code[i] + 1, t->code[i], strlen(t->code[i]) + 1);
            t->code[i][0] = bit;
        }
    }
}

/* Builds the code by merging. No sort: of equals the one that stands last is the lowest. */
static void build_codes(struct code_table *t)
{
    uint32_t weight[SYMBOLS];
    int node[SYMBOLS], owner[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++) {
        weight[i] = t->frequency[i];
        node[i] = owner[i] = i;
        t->code[i][0] = 0;
    }
    for (int count = SYMBOLS; count > 1; count--) {
        /* stable: one step down for everybody who weighs more than the one before */
        for (int pass = 1; pass < count; pass++) {
            for (int k = pass; k > 0 && weight[k - 1] < weight[k]; k--) {
                uint32_t w = weight[k];
                int n = node[k];
                weight[k] = weight[k - 1];
                node[k] = node[k - 1];
                weight[k - 1] = w;
                node[k - 1] = n;
            }
        }
        put_bit(t, owner, node[count - 1], '0');
        put_bit(t, owner, node[count - 2], '1');
        for (int i = 0; i < SYMBOLS; i++) {
            owner[i] = owner[i] == node[count - 1] ? node[count - 2] : owner[i];
        }
        weight[count - 2] += weight[count - 1];
    }
}

static void codes_come_from_the_frequencies(void **state)
{
    (void)state;
    static struct code_table known, built;
    read_codes(&known);
    built = known;
    build_codes(&built);
    assert_int_equal(known.frequency[TTI_HUFFMAN_END], 1);
    for (int i = 0; i < SYMBOLS; i++) {
        assert_string_equal(built.code[i], known.code[i]);
        unsigned length = huffman_model_length(i), code = huffman_model_code(i);
        assert_int_equal(length, strlen(known.code[i]));
        assert_true(length <= TTI_HUFFMAN_LONGEST);
        for (unsigned bit = 0; bit < length; bit++) {
            assert_int_equal(code >> bit & 1, known.code[i][bit] - '0');
        }
        uint64_t shifted = (uint64_t)code << (64 - length);
        assert_true(tti_huffman_encode[i] == (shifted | length)); /* and nothing between */
    }
}

/* The symbol that `bits` begin with, if its code is not longer than `available`, or -1. */
static int first_symbol(const huffman_model *m, unsigned bits, unsigned available, unsigned *used)
{
    int node = 0;
    for (*used = 0; *used < available && node < HUFFMAN_MODEL_LEAF; ++*used) {
        node = m->child[node][bits >> *used & 1];
    }
    return node < HUFFMAN_MODEL_LEAF ? -1 : node - HUFFMAN_MODEL_LEAF;
}

/* Every entry says what its twelve bits are. */
static void look_ups_are_whole_codes(void **state)
{
    (void)state;
    huffman_model m;
    huffman_model_init(&m);
    int escapes = 0, choices = 0, most = 0;
    for (unsigned index = 0; index < TTI_HUFFMAN_DECODE; index++) {
        uint64_t entry = tti_huffman_decode[index];
        unsigned at = 0, used = 0;
        if ((entry & TTI_HUFFMAN_CHOICE) != 0) {
            assert_int_equal(entry >> 56, 1);
            assert_int_equal(entry & 0xff, TTI_HUFFMAN_CHOICE | (TTI_HUFFMAN_BITS + 1));
            for (unsigned bit = 0; bit < 2; bit++) {
                unsigned longer = index | bit << TTI_HUFFMAN_BITS;
                int want = first_symbol(&m, longer, TTI_HUFFMAN_BITS + 1, &used);
                assert_int_equal(entry >> (8 + 8 * bit) & 0xff, want);
                assert_int_equal(used, TTI_HUFFMAN_BITS + 1);
            }
            choices++;
            continue;
        }
        if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
            assert_int_equal(first_symbol(&m, index, TTI_HUFFMAN_BITS, &used), -1);
            for (unsigned more = 0; more < 8; more++) {
                unsigned symbol = tti_huffman_rare[(entry & 0xff) + more];
                int want = first_symbol(&m, index | more << TTI_HUFFMAN_BITS, 15, &used);
                assert_int_equal(symbol >> 4, want);
                assert_int_equal(symbol & 15, used);
            }
            escapes++;
            continue;
        }
        int count = (int)(entry >> 56);
        assert_in_range(count, 1, 12);
        for (int i = 0; i < count; i++, at += used) {
            uint64_t byte = i < TTI_HUFFMAN_STORED ? entry >> (8 + 8 * i) & 0xff : 0;
            assert_int_equal(first_symbol(&m, index >> at, TTI_HUFFMAN_BITS - at, &used), byte);
        }
        assert_int_equal(entry & 0xff, at);
        most = count > most ? count : most;
    }
    assert_int_equal(8 * escapes, TTI_HUFFMAN_RARE);
    assert_int_equal(choices, 17);
    assert_int_equal(most, 12);
}

static void compress_vectors_are_met(void **state)
{
    (void)state;
    static uint8_t in[LIMIT], want[2][2 * LIMIT], made[2 * LIMIT], back[LIMIT];
    int seen = 0, different = 0;
    vectors v;
    vectors_open(&v, "huffman.txt");
    while (vectors_next(&v)) {
        tt_bytes plain = {in, vectors_hex(in, sizeof in, v.field[1])};
        int same = strcmp(v.field[3], "=") == 0;
        for (int f = 0; f < 2; f++) {
            const char *hex = v.field[f == 0 || same ? 2 : 3];
            size_t size = vectors_hex(want[f], sizeof want[f], hex), written;
            assert_int_equal(tti_huffman_size(plain, forms[f]), size);
            assert_int_equal(tt_huffman_compress(made, size, &written, plain, forms[f]), TT_OK);
            assert_int_equal(written, size);
            assert_memory_equal(made, want[f], size);
            tt_bytes packed = {made, size};
            assert_int_equal(tt_huffman_decompress(back, sizeof back, &written, packed, NULL),
                             TT_OK);
            assert_int_equal(written, plain.size);
            assert_true(plain.size == 0 || memcmp(back, in, plain.size) == 0);
        }
        different += !same;
        seen++;
    }
    assert_int_equal(seen, 200);
    assert_true(different > 10 && different < 100);
}

static void decompress_vectors_are_met(void **state)
{
    (void)state;
    static uint8_t in[LIMIT], want[LIMIT], back[LIMIT];
    int errors = 0, good = 0;
    vectors v;
    vectors_open(&v, "huffman_decode.txt");
    while (vectors_next(&v)) {
        tt_bytes packed = {in, vectors_hex(in, sizeof in, v.field[1])};
        size_t written;
        tt_error error = {TT_OK, 0, NULL};
        tt_status status = tt_huffman_decompress(back, sizeof back, &written, packed, &error);
        assert_int_equal(error.status, status);
        if (strcmp(v.field[2], "error") == 0) {
            assert_true(status == TT_ERR_TRUNCATED || status == TT_ERR_SPACE);
            assert_string_equal(error.what, tt_status_text(status));
            errors++;
            continue;
        }
        size_t size = vectors_hex(want, sizeof want, v.field[2]);
        assert_int_equal(status, TT_OK);
        assert_int_equal(written, size);
        assert_true(size == 0 || memcmp(back, want, size) == 0);
        good++;
    }
    assert_int_equal(errors + good, 80);
    assert_true(errors > 10 && good > 10);
}

/* Bytes like those of snapshots, like text, and of any kind. */
static void fill(uint8_t *bytes, size_t size, uint64_t *seed)
{
    uint32_t zeros = random_next(seed) % 4, bits = 1 + random_next(seed) % 8;
    for (size_t i = 0; i < size; i++) {
        uint32_t any = random_next(seed);
        bytes[i] = (uint8_t)((any >> 16 & 3) < zeros ? 0 : any & ((1u << bits) - 1));
    }
}

/* In memory of its own, so that a sanitizer sees every byte beyond. */
static uint8_t *copy_of(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size != 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/* Compressing into exactly as much as is needed, and into one byte less. */
static void room_is_asked_for_exactly(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 2000; round++) {
        uint8_t plain[200], whole[TT_HUFFMAN_BOUND(200)];
        size_t size = random_next(&seed) % (round % 2 != 0 ? 20 : sizeof plain), written;
        tt_huffman_form form = forms[round / 2 % 2];
        fill(plain, sizeof plain, &seed);
        uint8_t *data = copy_of(plain, size);
        tt_bytes in = {data, size};
        size_t need = tti_huffman_size(in, form);
        assert_true(need <= TT_HUFFMAN_BOUND(size));
        assert_int_equal(tt_huffman_compress(whole, sizeof whole, &written, in, form), TT_OK);
        assert_int_equal(written, need);
        for (size_t more = 1; more <= 20; more++) {
            uint8_t *dst = malloc(need + more);
            assert_non_null(dst);
            assert_int_equal(tt_huffman_compress(dst, need + more, &written, in, form), TT_OK);
            assert_int_equal(written, need);
            assert_memory_equal(dst, whole, need);
            free(dst);
        }
        for (size_t less = 0; less <= need; less++) {
            uint8_t *dst = copy_of(whole, need - less);
            memset(dst, 0xee, need - less);
            tt_status status = tt_huffman_compress(dst, need - less, &written, in, form);
            assert_int_equal(status, less == 0 ? TT_OK : TT_ERR_SPACE);
            assert_int_equal(written, less == 0 ? need : 0);
            assert_true(less != 0 || memcmp(dst, whole, need) == 0);
            free(dst);
        }
        free(data);
    }
}

/* The symbols of a compressed string one after the other, their bits as the codes say. */
static void codes_follow_each_other(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int round = 0; round < 500; round++) {
        uint8_t plain[100], made[TT_HUFFMAN_BOUND(100)];
        size_t size = random_next(&seed) % sizeof plain, written, bit = 0;
        fill(plain, size, &seed);
        tt_bytes in = {plain, size};
        assert_int_equal(tt_huffman_compress(made, sizeof made, &written, in, TT_HUFFMAN_CLASSIC),
                         TT_OK);
        for (size_t i = 0; i <= size; i++) {
            int symbol = i < size ? plain[i] : TTI_HUFFMAN_END;
            for (unsigned k = 0; k < huffman_model_length(symbol); k++, bit++) {
                assert_int_equal(made[bit / 8] >> bit % 8 & 1, huffman_model_code(symbol) >> k & 1);
            }
        }
        assert_int_equal(written, bit / 8 + 1);
        assert_int_equal(made[bit / 8] >> bit % 8, 0);
        /* the current form is shorter by the byte that is empty, else the same */
        assert_int_equal(tti_huffman_size(in, TT_HUFFMAN_CURRENT), (bit + 7) / 8);
    }
}

static void check_model(const huffman_model *m, const uint8_t *bytes, size_t size, size_t cap)
{
    static uint8_t want[LIMIT];
    size_t want_size, got_size;
    uint64_t offset;
    uint8_t *data = copy_of(bytes, size), *got = malloc(cap != 0 ? cap : 1);
    assert_non_null(got);
    tt_bytes in = {data, size};
    tt_error error = {TT_MORE, 77, NULL};
    tt_status want_status = huffman_model_decompress(m, want, cap, &want_size, in, &offset);
    tt_status status = tt_huffman_decompress(cap != 0 ? got : NULL, cap, &got_size, in, &error);
    assert_int_equal(status, want_status);
    assert_int_equal(got_size, want_size);
    assert_memory_equal(got, want, got_size);
    assert_int_equal(error.status, status == TT_OK ? TT_MORE : status);
    assert_int_equal(error.offset, status == TT_OK ? 77 : offset);
    free(got);
    free(data);
}

/* Streams cut at every byte and with every room, and bytes that nobody compressed. */
static void decoder_does_what_bits_say(void **state)
{
    (void)state;
    static uint8_t plain[300], made[TT_HUFFMAN_BOUND(300) + 20];
    huffman_model m;
    uint64_t seed = 13;
    huffman_model_init(&m);
    for (int round = 0; round < 40; round++) {
        size_t size = random_next(&seed) % sizeof plain, written;
        fill(plain, size, &seed);
        tt_bytes in = {plain, size};
        fill(made, sizeof made, &seed); /* what follows the end symbol */
        assert_int_equal(
            tt_huffman_compress(made, TT_HUFFMAN_BOUND(300), &written, in, forms[round % 2]),
            TT_OK);
        for (size_t cut = 0; cut <= written + 20; cut++) {
            check_model(&m, made, cut, sizeof plain);
        }
        for (size_t cap = 0; cap <= size + 80 && cap <= LIMIT; cap++) {
            check_model(&m, made, written, cap);
        }
    }
    for (int round = 0; round < 20000; round++) {
        size_t size = random_next(&seed) % 120;
        fill(made, size, &seed);
        check_model(&m, made, size, random_next(&seed) % 1000);
    }
}

static void bounds_are_tight(void **state)
{
    (void)state;
    static uint8_t plain[900], made[TT_HUFFMAN_BOUND(900)], back[TT_HUFFMAN_PLAIN_BOUND(200)];
    for (size_t size = 0; size < sizeof plain; size++) {
        plain[size] = 0x77; /* the byte whose code is longest */
        tt_bytes in = {plain, size};
        assert_int_equal(tti_huffman_size(in, TT_HUFFMAN_CLASSIC), TT_HUFFMAN_BOUND(size));
    }
    tt_bytes in = {back, TT_HUFFMAN_PLAIN_BOUND(200) - 8};
    size_t size, again;
    assert_int_equal(tt_huffman_compress(made, sizeof made, &size, in, TT_HUFFMAN_CURRENT), TT_OK);
    assert_true(size <= 201);
    tt_bytes packed = {made, size};
    assert_int_equal(tt_huffman_decompress(back, sizeof back, &again, packed, NULL), TT_OK);
    assert_int_equal(again, in.size);
}

static void nothing_is_an_error(void **state)
{
    (void)state;
    uint8_t byte = 0;
    size_t size = 9;
    tt_bytes none = {NULL, 0};
    tt_error error = {TT_OK, 5, NULL};
    assert_int_equal(tt_huffman_decompress(&byte, 1, &size, none, &error), TT_ERR_TRUNCATED);
    assert_int_equal(size, 0);
    assert_int_equal(error.offset, 0);
    assert_int_equal(tt_huffman_compress(NULL, 0, &size, none, TT_HUFFMAN_CURRENT), TT_ERR_SPACE);
    assert_int_equal(tt_huffman_compress(&byte, 1, &size, none, TT_HUFFMAN_CURRENT), TT_ERR_SPACE);
    assert_int_equal(tti_huffman_size(none, TT_HUFFMAN_CURRENT), 2);
    assert_int_equal(tti_huffman_size(none, TT_HUFFMAN_CLASSIC), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_come_from_the_frequencies),
        cmocka_unit_test(look_ups_are_whole_codes),
        cmocka_unit_test(compress_vectors_are_met),
        cmocka_unit_test(decompress_vectors_are_met),
        cmocka_unit_test(room_is_asked_for_exactly),
        cmocka_unit_test(codes_follow_each_other),
        cmocka_unit_test(decoder_does_what_bits_say),
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(nothing_is_an_error),
    };
    return cmocka_run_group_tests_name("huffman", tests, NULL, NULL);
}
