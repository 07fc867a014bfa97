/* SPDX-License-Identifier: MIT
 *
 * A block that grows with what is put into it. See out.h.
 */
#include "out.h"

#include <string.h>

#include "must.h"

int out_put(void *user, tt_bytes piece)
{
    out_block *out = user;
    if (out->most != 0 && piece.size > out->most - out->size) {
        return 1;
    }
    if (out->cap - out->size < piece.size) {
        out->cap = 2 * (out->size + piece.size);
        out->data = realloc(out->data, out->cap);
        MUST(out->data != NULL);
    }
    memcpy(out->data + out->size, piece.data, piece.size);
    out->size += piece.size;
    return 0;
}

tt_bytes out_bytes(const out_block *out)
{
    return (tt_bytes){out->data, out->size};
}

void out_free(out_block *out)
{
    free(out->data);
    *out = (out_block){.most = out->most};
}
