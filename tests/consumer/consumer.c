/* SPDX-License-Identifier: MIT
 *
 * A program of a user: writes an int as the protocol does, and reads it back.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

int main(void)
{
    unsigned char space[16];
    tt_packer p = tt_packer_of(space, sizeof(space));
    tt_pack_int(&p, -4711);
    tt_bytes packed = tt_packer_bytes(&p);
    tt_unpacker u = tt_unpacker_of(packed.data, packed.size);
    if (tt_unpack_int(&u) != -4711 || u.status != TT_OK) {
        return 1;
    }
    return strcmp(tt_version(), TT_VERSION_STRING) == 0 ? 0 : 1;
}
