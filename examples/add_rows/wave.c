/* SPDX-License-Identifier: MIT
 *
 * Uses the message and the object that docs/guides/add-row.md adds. It is built with a copy of the
 * rows that has them.
 */
#include <stdio.h>

#include <teetape/teetape.h>

/* Packs the message as a client would send it. */
static tt_bytes pack(uint8_t *space, size_t cap)
{
    tt_packer p = tt_packer_of(space, cap);
    tt_pack_int(&p, 0); /* an extended message: its UUID follows */
    tt_pack_uuid(&p, tt_msg_uuid(TT_MSG_CL_WAVE));
    tt_pack_int(&p, 3);
    tt_pack_string(&p, tt_bytes_of("hello"), 0);
    return tt_packer_bytes(&p);
}

int main(void)
{
    static const int32_t item[] = {3, TT_HAND_RIGHT}; /* release 1.0 sends no `until` */
    uint8_t space[64], text[TT_OBJ_JSON_BOUND(3)];
    struct tt_obj_wave wave;
    tt_msg msg;
    if (tt_msg_decode(&msg, pack(space, sizeof space), TT_PROTOCOL_6) != TT_OK ||
        msg.kind != TT_MSG_CL_WAVE)
        return 1;
    printf("%s to %d: %.*s\n", tt_msg_type(msg.kind)->name, (int)msg.u.cl_wave.to,
           (int)msg.u.cl_wave.text.size, (const char *)msg.u.cl_wave.text.data);

    tt_packer p = tt_packer_of(text, sizeof text);
    tt_obj_json(&p, TT_OBJ_WAVE, item, 2, TT_OBJ_JSON_NAMES);
    printf("%.*s\n", (int)tt_packer_bytes(&p).size, (const char *)text);
    if (tt_obj_find_name(TT_DIALECT_DDNET, tt_bytes_of(tt_obj_type(TT_OBJ_WAVE)->name)) !=
        TT_OBJ_WAVE)
        return 1;
    return tt_obj_unpack(&wave, TT_OBJ_WAVE, item, 2) == TT_NOTE_OBJ_SHORTER && wave.hand == 1 ? 0
                                                                                               : 1;
}
