/* SPDX-License-Identifier: MIT
 *
 * Messages of clients: any bytes, decoded for every protocol, and asked for what is secret.
 */

#include <string.h>

#include "msg/command.h"
#include "msg/inside.h"
#include "must.h"
#include "teetape/secret.h"
#include "teetape/varint.h"

/* A view lies inside the message and after the one before it. */
static const uint8_t *check_text(tt_bytes data, const uint8_t *at, tt_bytes text)
{
    MUST(text.data != NULL && text.data >= at);
    MUST(text.size < (size_t)(data.data + data.size - text.data)); /* its NUL is there too */
    MUST(text.size == 0 || memchr(text.data, 0, text.size) == NULL);
    MUST(text.data[text.size] == 0);
    return text.data + text.size + 1;
}

/* Returns how many fields are secret. */
static int check_fields(const tt_msg *msg, tt_bytes data)
{
    const tt_type *type = tt_msg_type(msg->kind);
    const uint8_t *at = data.data;
    int secrets = 0;
    MUST(type != NULL);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        const void *member = tt_field_of(field, &msg->u);
        for (unsigned n = 0; n < field->count; n++) {
            if (field->type == TT_TYPE_TEXT) {
                tt_bytes text = ((const tt_bytes *)member)[n];
                at = check_text(data, at, text);
                MUST(tti_command_hiding(text) == TTI_COMMAND_UNKNOWN || text.size >= 1);
            } else {
                int32_t value = ((const int32_t *)member)[n];
                MUST(value >= field->min && value <= field->max);
            }
        }
        secrets += tt_secret_msg_field(msg, field);
    }
    return secrets;
}

/* What was decoded is encoded to a message that decodes to the same, and is encoded to the same. */
static void check_encode(const tt_msg *msg, size_t size, tt_protocol protocol)
{
    static uint8_t space[2][1 << 16];
    tt_msg again;
    /* an int that was left out is written */
    if (size + TT_VARINT_MAX > sizeof space[0]) {
        return;
    }
    tt_packer q, p = tt_packer_of(space[0], size + TT_VARINT_MAX);
    tt_msg_encode(&p, msg);
    MUST(p.status == TT_OK);
    tt_bytes first = tt_packer_bytes(&p);
    MUST(tt_msg_decode(&again, first, protocol) == TT_OK && again.kind == msg->kind);
    q = tt_packer_of(space[1], first.size);
    tt_msg_encode(&q, &again);
    MUST(q.status == TT_OK && tt_bytes_equal(first, tt_packer_bytes(&q)));
    q = tt_packer_of(space[1], first.size - 1);
    tt_msg_encode(&q, &again);
    MUST(q.status == TT_ERR_SPACE && tt_packer_bytes(&q).size == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tt_protocol protocols[] = {TT_PROTOCOL_UNKNOWN, TT_PROTOCOL_6, TT_PROTOCOL_7};
    tt_bytes bytes = {data, size};
    for (int i = 0; i < 3; i++) {
        tt_msg msg, other;
        tt_status status = tt_msg_decode(&msg, bytes, protocols[i]);
        int secret = tti_secret_msg_data(bytes, protocols[i]);
        MUST(secret == 0 || secret == 1);
        if (status != TT_OK) {
            MUST(msg.kind == TT_MSG_KINDS);
            MUST(status == TT_ERR_TRUNCATED || status == TT_ERR_RANGE || status == TT_ERR_UNKNOWN);
            continue;
        }
        int secrets = check_fields(&msg, bytes);
        check_encode(&msg, size, protocols[i]);
        MUST(secrets == 0 || secret == 1);
        /* A message with a number is one of its protocol; an extended one is the same in all. */
        if (tt_msg_uuid(msg.kind) != NULL) {
            MUST(tt_msg_decode(&other, bytes, TT_PROTOCOL_7) == TT_OK && other.kind == msg.kind);
        }
    }
    (void)tti_secret_chat(bytes);
    MUST(tti_secret_sv_chat(bytes) <= size);
    /* A value can be secret because of itself, arguments because of one of them. */
    tt_bytes name = {data, size < 16 ? size : 16}, value = {data + name.size, size - name.size};
    if (value.size != 0 && value.data[value.size - 1] == 0) {
        tt_texts args = {1, value};
        tt_texts rest = args;
        tt_bytes arg = tt_texts_next(&rest);
        MUST(tti_command_hiding(name) == TTI_COMMAND_UNKNOWN ||
             (tt_secret_args(name, args) && tti_secret_setting(name, arg)));
    }
    return 0;
}
