/* SPDX-License-Identifier: MIT
 *
 * Prints src/wire/huffman_table.c: the Huffman code, made from how often each symbol is taken
 * to occur, and the tables that the coder and the decoder look into. docs/format/huffman.md
 * says how the tree is built, src/wire/huffman_table.h what the tables hold.
 *
 * usage: make_huffman >src/wire/huffman_table.c
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "huffman_frequencies.h"
#include "wire/huffman_table.h"

enum { NODES = 2 * TTI_HUFFMAN_SYMBOLS - 1, NO_CHILD = -1 };

static struct node {
    uint32_t frequency;
    int child[2]; /* NO_CHILD for a symbol */
} nodes[NODES];

static struct code {
    uint32_t bits; /* bit 0 is sent first */
    unsigned length;
} codes[TTI_HUFFMAN_SYMBOLS];

static uint64_t decode[TTI_HUFFMAN_DECODE];
static uint16_t rare[TTI_HUFFMAN_RARE];
static unsigned rare_count;

/* Highest frequency first; those of the same frequency remain in order. */
static void sort_by_frequency(int *list, int count)
{
    for (int i = 1; i < count; i++) {
        int node = list[i], place = i;
        for (; place > 0 && nodes[list[place - 1]].frequency < nodes[node].frequency; place--) {
            list[place] = list[place - 1];
        }
        list[place] = node;
    }
}

/* Returns the root. */
static int build_tree(void)
{
    int list[TTI_HUFFMAN_SYMBOLS];
    int next = TTI_HUFFMAN_SYMBOLS;
    for (int i = 0; i < TTI_HUFFMAN_SYMBOLS; i++) {
        struct node leaf = {huffman_frequencies[i], {NO_CHILD, NO_CHILD}};
        nodes[i] = leaf;
        list[i] = i;
    }
    for (int count = TTI_HUFFMAN_SYMBOLS; count > 1; count--) {
        sort_by_frequency(list, count);
        int last = list[count - 1], before = list[count - 2];
        struct node both = {nodes[last].frequency + nodes[before].frequency, {last, before}};
        nodes[next] = both;
        list[count - 2] = next++;
    }
    return list[0];
}

static void walk_tree(int node, uint32_t bits, unsigned length)
{
    if (nodes[node].child[0] == NO_CHILD) {
        struct code code = {bits, length};
        codes[node] = code;
        return;
    }
    walk_tree(nodes[node].child[0], bits, length + 1);
    walk_tree(nodes[node].child[1], bits | UINT32_C(1) << length, length + 1);
}

/* The symbol whose code begins at bit 0 of `bits`, or -1 when fewer than its bits are there. */
static int find_symbol(uint32_t bits, unsigned available)
{
    for (int i = 0; i < TTI_HUFFMAN_SYMBOLS; i++) {
        if (codes[i].length <= available &&
            (bits & ((UINT32_C(1) << codes[i].length) - 1)) == codes[i].bits) {
            return i;
        }
    }
    return -1;
}

/* A code that is longer than the index by a bit. */
static uint64_t make_choice(int first, int second)
{
    return UINT64_C(1) << 56 | (uint64_t)second << 16 | (uint64_t)first << 8 | TTI_HUFFMAN_CHOICE |
           (TTI_HUFFMAN_BITS + 1);
}

/* By more than one, or that depends: the last bits choose in a table of their own. */
static uint64_t make_escape(uint32_t index)
{
    uint64_t entry = TTI_HUFFMAN_ESCAPE | (uint64_t)rare_count;
    for (uint32_t more = 0; more < 1u << TTI_HUFFMAN_RARE_BITS; more++) {
        int symbol = find_symbol(index | more << TTI_HUFFMAN_BITS, TTI_HUFFMAN_LONGEST);
        rare[rare_count++] = (uint16_t)((unsigned)symbol << 4 | codes[symbol].length);
    }
    return entry;
}

/* As many whole codes as the index holds, see huffman_table.h. */
static uint64_t make_entry(uint32_t index)
{
    uint64_t symbols = 0;
    unsigned used = 0, count = 0;
    for (;;) {
        int symbol = find_symbol(index >> used, TTI_HUFFMAN_BITS - used);
        if (symbol < 0 || (count >= TTI_HUFFMAN_STORED && symbol != 0)) {
            break;
        }
        symbols |= count < TTI_HUFFMAN_STORED ? (uint64_t)symbol << (8 + 8 * count) : 0;
        used += codes[symbol].length;
        count++;
    }
    if (count != 0) {
        return (uint64_t)count << 56 | symbols | used;
    }
    int first = find_symbol(index, TTI_HUFFMAN_BITS + 1);
    int second = find_symbol(index | 1u << TTI_HUFFMAN_BITS, TTI_HUFFMAN_BITS + 1);
    return first >= 0 && second >= 0 ? make_choice(first, second) : make_escape(index);
}

static void print_numbers(const char *head, const uint64_t *numbers, unsigned count, int digits,
                          unsigned columns)
{
    printf("\n%s = {\n", head);
    for (unsigned i = 0; i < count; i++) {
        int last = i + 1 == count, line_end = last || i % columns == columns - 1;
        printf("%s0x%0*" PRIx64 "%s%s", i % columns == 0 ? "    " : " ", digits, numbers[i],
               last ? "};" : ",", line_end ? "\n" : "");
    }
}

int main(void)
{
    static uint64_t numbers[TTI_HUFFMAN_SYMBOLS];
    static uint64_t rare_numbers[TTI_HUFFMAN_RARE];
    walk_tree(build_tree(), 0, 0);
    for (unsigned i = 0; i < TTI_HUFFMAN_SYMBOLS; i++) {
        numbers[i] = (uint64_t)codes[i].bits << (64 - codes[i].length) | codes[i].length;
    }
    for (uint32_t i = 0; i < TTI_HUFFMAN_DECODE; i++) {
        decode[i] = make_entry(i);
    }
    for (unsigned i = 0; i < TTI_HUFFMAN_RARE; i++) {
        rare_numbers[i] = rare[i];
    }
    if (rare_count != TTI_HUFFMAN_RARE) {
        fprintf(stderr, "TTI_HUFFMAN_RARE must be %u\n", rare_count);
        return 1;
    }
    puts("/* SPDX-License-Identifier: MIT\n"
         " *\n"
         " * The tables of the Huffman code. Generated by tools/make_huffman.c: do not edit.\n"
         " */\n"
         "#include \"wire/huffman_table.h\"");
    print_numbers("const uint64_t tti_huffman_encode[TTI_HUFFMAN_SYMBOLS]", numbers,
                  TTI_HUFFMAN_SYMBOLS, 16, 4);
    print_numbers("const uint64_t tti_huffman_decode[TTI_HUFFMAN_DECODE]", decode,
                  TTI_HUFFMAN_DECODE, 16, 4);
    print_numbers("const uint16_t tti_huffman_rare[TTI_HUFFMAN_RARE]", rare_numbers,
                  TTI_HUFFMAN_RARE, 4, 12);
    return fflush(stdout) != 0 || ferror(stdout);
}
