/* SPDX-License-Identifier: MIT
 *
 * Packs a message in the form of the network, and reads it again: pack_message [TEXT]
 *
 * Cursors keep their first error, so the status is checked once after all fields.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

enum { NAME_INTS = 4, CHAT_MAX = 255 };

/* Writes a message of a mod, identified by the UUID of its name: a client id, a name, and a text.
 */
static tt_bytes write_message(uint8_t *space, size_t size, const char *text)
{
    tt_packer p = tt_packer_of(space, size);
    tt_uuid uuid = tt_uuid_from_name(tt_bytes_of("message@example.org"));
    int32_t name[NAME_INTS]; /* as in snapshots: four bytes in an int */
    tt_pack_int(&p, 0);      /* id 0: a UUID follows */
    tt_pack_uuid(&p, &uuid);
    tt_pack_int(&p, -1);
    if (tt_string_to_ints(name, NAME_INTS, tt_bytes_of("nameless tee")) == TT_OK)
        for (int i = 0; i < NAME_INTS; i++)
            tt_pack_int(&p, name[i]);
    tt_pack_string(&p, tt_bytes_of(text), CHAT_MAX); /* cut between two code points */
    return p.status == TT_OK ? tt_packer_bytes(&p) : (tt_bytes){NULL, 0};
}

static tt_status read_message(tt_bytes message)
{
    char id[TT_UUID_TEXT], name[4 * NAME_INTS], text[CHAT_MAX + 1];
    int32_t ints[NAME_INTS];
    tt_unpacker u = tt_unpacker_of(message.data, message.size);
    int32_t zero = tt_unpack_int(&u);
    tt_uuid uuid = tt_unpack_uuid(&u),
            wanted = tt_uuid_from_name(tt_bytes_of("message@example.org"));
    int32_t cid = tt_unpack_int(&u);
    for (int i = 0; i < NAME_INTS; i++)
        ints[i] = tt_unpack_int(&u);
    tt_bytes raw = tt_unpack_string(&u);
    if (u.status != TT_OK) /* the error of the first failed call */
        return u.status;
    if (zero != 0 || memcmp(&uuid, &wanted, sizeof uuid) != 0)
        return TT_ERR_SYNTAX;
    tt_status status = tt_string_from_ints(name, ints, NAME_INTS);
    if (status == TT_OK) /* untrusted: control bytes become blanks */
        status = tt_string_clean(text, sizeof text, raw, TT_SANITIZE_CC | TT_SKIP_WHITESPACE);
    if (status == TT_OK) {
        tt_uuid_format(id, &uuid);
        printf("%s: client %d, %s: %s\n", id, (int)cid, name, text);
    }
    return status;
}

int main(int argc, char **argv)
{
    uint8_t space[512], packed[TT_HUFFMAN_BOUND(sizeof space)], plain[sizeof space];
    size_t packed_size, plain_size;
    tt_bytes message = write_message(space, sizeof space, argc > 1 ? argv[1] : "hello\n");
    tt_status status = message.size == 0 ? TT_ERR_SPACE : TT_OK;
    if (status == TT_OK)
        status =
            tt_huffman_compress(packed, sizeof packed, &packed_size, message, TT_HUFFMAN_CURRENT);
    if (status == TT_OK)
        status = tt_huffman_decompress(plain, sizeof plain, &plain_size,
                                       (tt_bytes){packed, packed_size}, NULL);
    if (status == TT_OK && !tt_bytes_equal(message, (tt_bytes){plain, plain_size}))
        status = TT_ERR_SYNTAX;
    if (status == TT_OK)
        status = read_message((tt_bytes){plain, plain_size});
    if (status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    printf("%zu bytes, %zu compressed\n", plain_size, packed_size);
    return 0;
}
