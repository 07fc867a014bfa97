/* SPDX-License-Identifier: MIT
 *
 * Turns the UUID column of a .def row, five groups of hex digits, into bytes.
 *
 * The row is written as the UUID is, so that it can be compared with its source; bytes are made of
 * it when the library is compiled.
 */
#ifndef TTI_SCHEMA_UUID_ROW_H
#define TTI_SCHEMA_UUID_ROW_H

/* Groups are pasted to hex numbers, so they need no quotes and no 0x in the row. */
#define TTI_HEX_BYTE(digits, shift) (uint8_t)((0x##digits##ull >> (shift)) & 0xffu)
#define TTI_HEX_BYTES2(digits) TTI_HEX_BYTE(digits, 8), TTI_HEX_BYTE(digits, 0)

/* clang-format off */
#define TT_UUID(a, b, c, d, e)                                                                     \
    {{TTI_HEX_BYTE(a, 24), TTI_HEX_BYTE(a, 16), TTI_HEX_BYTES2(a), TTI_HEX_BYTES2(b),              \
      TTI_HEX_BYTES2(c), TTI_HEX_BYTES2(d), TTI_HEX_BYTE(e, 40), TTI_HEX_BYTE(e, 32),              \
      TTI_HEX_BYTE(e, 24), TTI_HEX_BYTE(e, 16), TTI_HEX_BYTES2(e)}}
/* clang-format on */

#endif
