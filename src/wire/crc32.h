/* SPDX-License-Identifier: MIT
 *
 * CRC-32 as zlib, PNG and Ethernet have it (polynomial 0x04c11db7, reflected): what the game calls
 * the crc of a map. It finds accidents, and protects against nobody.
 */
#ifndef TTI_WIRE_CRC32_H
#define TTI_WIRE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The sum of `sum`'s bytes with `size` more after them; begin with 0. `data` may be NULL when
 * `size` is 0. */
uint32_t tti_crc32(uint32_t sum, const void *data, size_t size);

#endif
