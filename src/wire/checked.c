/* SPDX-License-Identifier: MIT
 *
 * Numbers of 64 bits, seven bits a byte; see wire/checked.h.
 */
#include "wire/checked.h"

void tti_pack_u64(tt_packer *p, uint64_t value)
{
    uint8_t bytes[TTI_U64_MAX];
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) {
        bytes[size++] = (uint8_t)(value | 0x80);
    }
    bytes[size++] = (uint8_t)value;
    tt_pack_raw(p, (tt_bytes){bytes, size});
}

uint64_t tti_unpack_u64(tt_unpacker *u)
{
    uint64_t value = 0;
    const uint8_t *at = u->at;
    size_t left = tt_unpacker_left(u);
    if (u->status != TT_OK) {
        return 0;
    }
    for (unsigned i = 0; i < TTI_U64_MAX; i++) {
        if (i == left) {
            u->status = TT_ERR_TRUNCATED;
            return 0;
        }
        /* the tenth byte has room for the 64th bit only */
        if (i == TTI_U64_MAX - 1 && at[i] > 1) {
            break;
        }
        value |= (uint64_t)(at[i] & 0x7f) << 7 * i;
        if (at[i] < 0x80) {
            if (i != 0 && at[i] == 0) {
                break; /* zero highest bits make the form too long */
            }
            u->at = at + i + 1;
            return value;
        }
    }
    u->status = TT_ERR_RANGE;
    return 0;
}
