/* SPDX-License-Identifier: MIT
 *
 * Takes packets out of a capture, to make a small one of it:
 *
 *     cut_capture IN.pcapng OUT.pcapng PORT FIRST-LAST...
 *
 * Kept are the packets in the ranges from or to a UDP port; 0 stands for all packets. They count
 * from 1, as in Wireshark. Nothing of the machine that made the capture goes with them: the
 * section and its one interface (Ethernet) are written anew, with no option but the unit of
 * time. Read is pcapng of little endian with one section.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_INTERFACE 1
#define BLOCK_PACKET 6
#define BLOCK_MAX 65536

static uint32_t load_le32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int fail(const char *what)
{
    fprintf(stderr, "cut_capture: %s\n", what);
    return 1;
}

/* The next block, whole; its size, 0 at the end or when it is broken. */
static uint32_t read_block(FILE *in, uint8_t block[BLOCK_MAX])
{
    if (fread(block, 1, 8, in) != 8)
        return 0;
    uint32_t size = load_le32(block + 4);
    if (size < 12 || size > BLOCK_MAX || fread(block + 8, 1, size - 8, in) != size - 8)
        return 0;
    return size;
}

/* 1 when the packet in the block (Ethernet, IPv4) is from or to the port. */
static int has_port(const uint8_t *block, uint32_t size, unsigned long port)
{
    const uint8_t *ip = block + 28 + 14;

    if (port == 0)
        return 1;
    if (size < 28 + 14 + 20 || ip[0] >> 4 != 4 || ip[9] != 17)
        return 0;
    size_t head = (size_t)(ip[0] & 15) * 4;
    const uint8_t *udp = ip + head;
    if (size < 28 + 14 + head + 4)
        return 0;
    return (unsigned long)(udp[0] << 8 | udp[1]) == port ||
           (unsigned long)(udp[2] << 8 | udp[3]) == port;
}

/* 1 when the ranges hold the packet, -1 when a range is malformed. */
static int is_wanted(unsigned long packet, char *const *ranges)
{
    for (; *ranges; ranges++) {
        unsigned long first, last;
        char after;
        if (sscanf(*ranges, "%lu-%lu%c", &first, &last, &after) != 2 || first > last)
            return -1;
        if (packet >= first && packet <= last)
            return 1;
    }
    return 0;
}

/* What a unit of time is in this interface: option 9 of its block, 6 (microseconds) without. */
static uint8_t find_resolution(const uint8_t *block, uint32_t size)
{
    for (uint32_t at = 16; at + 8 < size;) {
        uint32_t option = load_le32(block + at);
        if ((option & 0xffff) == 9)
            return block[at + 4];
        at += 4 + ((option >> 16) + 3) / 4 * 4;
    }
    return 6;
}

/* A section and an interface, which the packets need before them. */
static int write_head(FILE *out, uint8_t resolution)
{
    const uint8_t head[] = {
        0x0a, 0x0d, 0x0d, 0x0a, 28,         0,    0,    0,    /* section, size */
        0x4d, 0x3c, 0x2b, 0x1a, 1,          0,    0,    0,    /* byte order, version 1.0 */
        0xff, 0xff, 0xff, 0xff, 0xff,       0xff, 0xff, 0xff, /* its length is not reported */
        28,   0,    0,    0,                                  /* size again */
        1,    0,    0,    0,    32,         0,    0,    0,    /* interface, size */
        1,    0,    0,    0,    0,          0,    4,    0, /* Ethernet, at most 256 KiB a packet */
        9,    0,    1,    0,    resolution, 0,    0,    0, /* option: unit of time */
        0,    0,    0,    0,    32,         0,    0,    0, /* end of the options, size again */
    };
    return fwrite(head, 1, sizeof head, out) == sizeof head;
}

static int cut(FILE *in, FILE *out, unsigned long port, char *const *ranges)
{
    static uint8_t block[BLOCK_MAX];
    unsigned long packet = 0;
    uint32_t size;

    while ((size = read_block(in, block)) != 0) {
        uint32_t kind = load_le32(block);
        if (kind == BLOCK_INTERFACE && packet == 0 &&
            !write_head(out, find_resolution(block, size)))
            return fail("cannot write");
        if (kind != BLOCK_PACKET)
            continue;
        int wanted = is_wanted(++packet, ranges);
        if (wanted < 0)
            return fail("a range is FIRST-LAST");
        if (wanted && has_port(block, size, port) && fwrite(block, 1, size, out) != size)
            return fail("cannot write");
    }
    return feof(in) ? 0 : fail("the capture is broken");
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return fail("usage: cut_capture IN.pcapng OUT.pcapng PORT FIRST-LAST...");
    char *end;
    unsigned long port = strtoul(argv[3], &end, 10);
    if (*end || port > 65535)
        return fail("PORT is 0 to 65535");
    FILE *in = fopen(argv[1], "rb");
    if (!in)
        return fail("cannot open the capture");
    FILE *out = fopen(argv[2], "wb");
    int status = out ? cut(in, out, port, argv + 4) : fail("cannot make the output");
    if (out && fclose(out) != 0)
        status = fail("cannot write");
    fclose(in);
    return status;
}
