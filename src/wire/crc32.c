/* SPDX-License-Identifier: MIT
 *
 * CRC-32, a byte at a time: milliseconds for a map of some MiB.
 */
#include "wire/hash.h"

/* CRC_BIT(i, bit, sum) is the CRC of one bit of the byte i: the polynomial 0xedb88320, shifted down
 * as far as it goes. CRCs are linear, so the CRC of a byte is the XOR of the CRCs of its bits. */
#define CRC_BIT(i, bit, sum) (((i) & (bit)) != 0 ? UINT32_C(sum) : 0)
#define CRC_ROW(i)                                                                                 \
    (CRC_BIT(i, 1, 0x77073096) ^ CRC_BIT(i, 2, 0xee0e612c) ^ CRC_BIT(i, 4, 0x076dc419) ^           \
     CRC_BIT(i, 8, 0x0edb8832) ^ CRC_BIT(i, 16, 0x1db71064) ^ CRC_BIT(i, 32, 0x3b6e20c8) ^         \
     CRC_BIT(i, 64, 0x76dc4190) ^ CRC_BIT(i, 128, 0xedb88320))
#define ROWS_4(i) CRC_ROW(i), CRC_ROW((i) + 1), CRC_ROW((i) + 2), CRC_ROW((i) + 3)
#define ROWS_16(i) ROWS_4(i), ROWS_4((i) + 4), ROWS_4((i) + 8), ROWS_4((i) + 12)
#define ROWS_64(i) ROWS_16(i), ROWS_16((i) + 16), ROWS_16((i) + 32), ROWS_16((i) + 48)

static const uint32_t table[256] = {ROWS_64(0), ROWS_64(64), ROWS_64(128), ROWS_64(192)};

/* Continues a CRC-32. The register is inverted before and after the bytes, like zlib's, so the sum
 * of nothing is 0, and a call can continue an earlier sum. */
uint32_t tti_crc32(uint32_t sum, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    sum = ~sum;
    for (size_t i = 0; i < size; i++) {
        sum = table[(sum ^ bytes[i]) & 0xff] ^ sum >> 8;
    }
    return ~sum;
}
