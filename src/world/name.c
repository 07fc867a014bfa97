/* SPDX-License-Identifier: MIT
 *
 * What a server makes of the name that a client asks for. Recordings before version_minor 8 hold
 * the request only (Cl_StartInfo, Cl_ChangeInfo), so the reader has to do again what the server
 * did. The world calls it for names; the cut uses it to see whether a message brings a name about;
 * the anonymizer makes the same name the same in all its forms. The rules are in
 * docs/format/teehistorian.md, "Who is there".
 */
#include "world/name.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "wire/blank.h"

/* Where the text without the blanks at its front begins. */
static size_t start_of(tt_bytes raw)
{
    size_t at = 0, used;
    while (at < raw.size &&
           tti_is_blank(tt_utf8_decode((tt_bytes){raw.data + at, raw.size - at}, &used))) {
        at += used;
    }
    return at;
}

/* Where the text without the blanks at its back ends. Forwards: in bytes that need not be UTF-8 it
 * cannot be seen from the end where the last code point begins. */
static size_t end_of(tt_bytes raw)
{
    size_t end = 0, used;
    for (size_t at = 0; at < raw.size; at += used) {
        if (!tti_is_blank(tt_utf8_decode((tt_bytes){raw.data + at, raw.size - at}, &used))) {
            end = at + used;
        }
    }
    return end;
}

/* Only bytes below a blank are replaced: what is not UTF-8 in an old recording is the name that was
 * shown. `dst` has room, because `limit` is below TT_NAME_CAP and the rest only gets shorter. */
void tti_name_clean(char dst[TT_NAME_CAP], tt_bytes raw, size_t limit)
{
    /* A name is cut before its right end is trimmed, because the server copies it into its own
     * small buffer first: blanks that end exactly at the limit go, those after it were never there.
     */
    size_t start = start_of(raw);
    if (start != 0) {
        raw.data += start;
        raw.size -= start;
    }
    raw.size = tt_utf8_cut(raw, limit);
    size_t size = end_of(raw);
    for (size_t i = 0; i < size; i++) {
        dst[i] = (char)(raw.data[i] < ' ' ? ' ' : raw.data[i]);
    }
    dst[size] = 0;
}

/* Byte by byte. DDNet also compares with a table of characters that look alike, which is not here,
 * so a name may be free for this library that was taken for the server. */
static int same_text(const char *a, const char *b)
{
    size_t size = tti_strlen(a);
    return size == tti_strlen(b) && tti_equal(a, b, size);
}

/* A server refuses empty names, names that would look like a command in the chat, and names that
 * somebody else has. Linear in the client ids; a client keeps its own name when it asks for it
 * again. */
static int is_free(const tt_world *world, int32_t cid, const char *name)
{
    if (name[0] == 0 || name[0] == '/') {
        return 0;
    }
    for (int32_t other = 0; other < TT_CIDS; other++) {
        const tt_client *client = &world->client[other];
        if (other != cid && client->connected && same_text(client->name, name)) {
            return 0;
        }
    }
    return 1;
}

/* "(n)" and the name, cut to the longest that a server keeps: a long name loses its end, not the
 * number. There is no blank between the two. */
static void number_name(char dst[TT_NAME_CAP], unsigned n, const char *name)
{
    char text[16 + TT_NAME_CAP];
    char digits[8];
    size_t count = 0, at = 0;
    for (unsigned rest = n; rest > 0; rest /= 10) {
        digits[count++] = (char)('0' + rest % 10);
    }
    text[at++] = '(';
    while (count > 0) {
        text[at++] = digits[--count];
    }
    text[at++] = ')';
    size_t size = tti_strlen(name);
    tti_copy(text + at, name, size);
    tt_bytes whole = {(const uint8_t *)text, at + size};
    size = tt_utf8_cut(whole, TTI_NAME_MAX);
    tti_copy(dst, text, size);
    dst[size] = 0;
}

void tti_name_choose(char dst[TT_NAME_CAP], const tt_world *world, int32_t cid,
                     const char request[TT_NAME_CAP])
{
    tti_copy(dst, request, tti_strlen(request) + 1);
    /* TT_CIDS - 1 others can hold at most as many of the numbered names. */
    for (unsigned n = 1; n <= TT_CIDS && !is_free(world, cid, dst); n++) {
        number_name(dst, n, request);
    }
}
