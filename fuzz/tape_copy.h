/* SPDX-License-Identifier: MIT
 *
 * The coder of the fuzz targets for tapes. It copies, so that inputs reach the columns.
 */
#ifndef FUZZ_TAPE_COPY_H
#define FUZZ_TAPE_COPY_H

#include <string.h>

#include "tape/model.h"

static tt_status tape_copy_pack(void *user, uint8_t *dst, size_t room, size_t *size,
                                const tt_bytes *pieces, size_t count, tt_bytes dictionary)
{
    (void)user;
    (void)dictionary;
    *size = 0;
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].size > room - *size) {
            return TT_ERR_SPACE;
        }
        memcpy(dst + *size, pieces[i].data, pieces[i].size);
        *size += pieces[i].size;
    }
    return TT_OK;
}

static tt_status tape_copy_unpack(void *user, uint8_t *dst, size_t size, tt_bytes packed,
                                  tt_bytes dictionary)
{
    (void)user;
    (void)dictionary;
    if (packed.size != size) {
        return TT_ERR_TAPE_UNPACK;
    }
    memcpy(dst, packed.data, size);
    return TT_OK;
}

static const tti_tape_coder tape_copier = {tape_copy_pack, tape_copy_unpack, NULL};

#endif
