/* SPDX-License-Identifier: MIT
 *
 * Computes the name that a server gives to a client on its request. Recordings before version_minor
 * 8 have only the request (Cl_StartInfo, Cl_ChangeInfo). The rules are in
 * docs/format/teehistorian.md, "Who is there". The cut and the anonymizer need them, too.
 */
#include "world/world.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "schema/json_pack.h"
#include "teetape/string.h"
#include "wire/blank.h"

static size_t name_start(tt_bytes raw)
{
    size_t at = 0, used;
    while (at < raw.size &&
           tti_is_blank(tt_utf8_decode((tt_bytes){raw.data + at, raw.size - at}, &used))) {
        at += used;
    }
    return at;
}

/* Returns the end of a text without its blanks. Bytes that need not be UTF-8 can be read only
 * forwards. */
static size_t name_end_of(tt_bytes raw)
{
    size_t end = 0, used;
    for (size_t at = 0; at < raw.size; at += used) {
        if (!tti_is_blank(tt_utf8_decode((tt_bytes){raw.data + at, raw.size - at}, &used))) {
            end = at + used;
        }
    }
    return end;
}

/* Cleans a name. Bytes that are not UTF-8 remain, because the game of an old recording showed
 * them. */
void tti_name_clean(char dst[TT_NAME_CAP], tt_bytes raw, size_t limit)
{
    /* The server copies a name into its small buffer before it trims the end, so blanks after the
     * limit never count. */
    size_t start = name_start(raw);
    if (start != 0) {
        raw.data += start;
        raw.size -= start;
    }
    raw.size = tt_utf8_cut(raw, limit);
    size_t size = name_end_of(raw);
    for (size_t i = 0; i < size; i++) {
        dst[i] = (char)(raw.data[i] < ' ' ? ' ' : raw.data[i]);
    }
    dst[size] = 0;
}

/* Returns true when a server would accept the name: it is not empty, does not look like a chat
 * command, and no other client has it. DDNet also refuses similar names, so a name that was taken
 * on the server may be free here. */
static bool is_free(const tt_world *world, int32_t cid, const char *name)
{
    if (name[0] == 0 || name[0] == '/') {
        return false;
    }
    for (int32_t other = 0; other < TT_CIDS; other++) {
        const tt_client *client = &world->client[other];
        if (other != cid && client->connected && tti_same_text(client->name, name)) {
            return false;
        }
    }
    return true;
}

/* Writes "(n)" and the name. A long name loses its end, not the number. */
static void number_name(char dst[TT_NAME_CAP], unsigned n, const char *name)
{
    uint8_t text[16 + TT_NAME_CAP];
    tt_packer p = tt_packer_of(text, sizeof text);
    tti_json_put(&p, "(");
    tti_json_put_number(&p, (int32_t)n);
    tti_json_put(&p, ")");
    tti_json_put(&p, name);
    size_t size = tt_utf8_cut(tt_packer_bytes(&p), TTI_NAME_MAX);
    tti_copy(dst, text, size);
    dst[size] = 0;
}

void tti_name_choose(char dst[TT_NAME_CAP], const tt_world *world, int32_t cid,
                     const char request[TT_NAME_CAP])
{
    tti_copy(dst, request, tti_strlen(request) + 1);
    /* the other clients have at most TT_CIDS - 1 of the numbered names */
    for (unsigned n = 1; n <= TT_CIDS && !is_free(world, cid, dst); n++) {
        number_name(dst, n, request);
    }
}
