/* SPDX-License-Identifier: MIT
 *
 * Accesses the members of a struct through its description, so that a new record or message is a
 * row in a .def file and needs no code.
 */
#include "schema/fields.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* Returns the next string. The count comes from the file and may exceed the number of strings, so
 * the first string without its NUL ends the list. */
tt_bytes tt_texts_next(tt_texts *texts)
{
    tt_bytes none = {NULL, 0};
    if (texts->count <= 0) {
        return none;
    }
    tt_unpacker u = tt_unpacker_of(texts->packed.data, texts->packed.size);
    tt_bytes text = tt_unpack_string(&u);
    if (u.status != TT_OK) {
        texts->count = 0;
        return none;
    }
    texts->count--;
    texts->packed = tt_unpack_raw(&u, tt_unpacker_left(&u));
    return text;
}

bool tt_ints_next(tt_ints *ints, int32_t *value)
{
    size_t size = tt_varint_decode(ints->packed.data, ints->packed.size, value, NULL);
    if (size == 0) {
        return false;
    }
    ints->packed.data += size;
    ints->packed.size -= size;
    return true;
}

const void *tt_field_of(const tt_field *field, const void *object)
{
    return (const uint8_t *)object + field->offset;
}

/* Reads an int. An OPT_INT may be missing: it is the last field of its message, and older programs
 * send the message without it. */
static int32_t int_unpack(const tt_field *field, tt_unpacker *u)
{
    if (field->type == TT_TYPE_OPT_INT && u->status == TT_OK && tt_unpacker_left(u) == 0) {
        return 0;
    }
    int32_t value = tt_unpack_int(u);
    if (u->status == TT_OK && (value < field->min || value > field->max)) {
        u->status = TT_ERR_RANGE;
    }
    return value;
}

/* Reads element `index` of a member. DATA and INTS take all remaining bytes, so they are last in
 * their rows. Views point into the message. TEXTS, INPUT and MSG are errors, because only records
 * whose sizes are known otherwise have them. */
static void field_unpack(const tt_field *field, unsigned index, tt_unpacker *u, void *object)
{
    void *member = (uint8_t *)object + field->offset;
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
    case TT_TYPE_PLACE:
        ((int32_t *)member)[index] = int_unpack(field, u);
        break;
    case TT_TYPE_TEXT:
        ((tt_bytes *)member)[index] = tt_unpack_string(u);
        break;
    case TT_TYPE_DATA:
        ((tt_bytes *)member)[index] = tt_unpack_raw(u, tt_unpacker_left(u));
        break;
    case TT_TYPE_UUID:
        ((tt_uuid *)member)[index] = tt_unpack_uuid(u);
        break;
    case TT_TYPE_INTS:
        ((tt_ints *)member)[index].packed = tt_unpack_raw(u, tt_unpacker_left(u));
        break;
    case TT_TYPE_TEXTS:
    case TT_TYPE_INPUT:
    case TT_TYPE_MSG:
        u->status = TT_ERR_ARGUMENT;
        break;
    }
}

/* Reads all fields except derived ones, which are not in the bytes: the reader that knows them
 * fills them. */
tt_status tti_fields_unpack(const tt_type *type, tt_unpacker *u, void *object)
{
    for (size_t i = 0; i < type->field_count && u->status == TT_OK; i++) {
        const tt_field *field = &type->fields[i];
        for (unsigned n = 0; n < field->count && !field->derived && u->status == TT_OK; n++) {
            field_unpack(field, n, u, object);
        }
    }
    return u->status;
}

/* Writes the int even if it is out of range; the caller then removes the whole message. */
static void int_pack(const tt_field *field, tt_packer *p, int32_t value)
{
    if (value < field->min || value > field->max) {
        p->status = TT_ERR_RANGE;
    }
    tt_pack_int(p, value);
}

/* Writes a string. A client's string need not be UTF-8. A NUL inside is refused, because the rest
 * would be read as the next field. */
static void field_text_pack(tt_packer *p, tt_bytes text)
{
    static const uint8_t nul = 0;
    if (tti_find_byte(text.data, text.size, 0) != NULL) {
        p->status = TT_ERR_ARGUMENT;
    }
    tt_pack_raw(p, text);
    tt_pack_raw(p, (tt_bytes){&nul, 1});
}

static void field_pack(const tt_field *field, unsigned index, tt_packer *p, const void *object)
{
    const void *member = tt_field_of(field, object);
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
    case TT_TYPE_PLACE:
        int_pack(field, p, ((const int32_t *)member)[index]);
        break;
    case TT_TYPE_TEXT:
        field_text_pack(p, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_DATA:
        tt_pack_raw(p, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_UUID:
        tt_pack_uuid(p, &((const tt_uuid *)member)[index]);
        break;
    case TT_TYPE_INTS:
        tt_pack_raw(p, ((const tt_ints *)member)[index].packed);
        break;
    case TT_TYPE_TEXTS:
    case TT_TYPE_INPUT:
    case TT_TYPE_MSG:
        p->status = TT_ERR_ARGUMENT;
        break;
    }
}

/* Writes all fields. Bytes before a failure remain in the packer: tti_msg_pack removes them. */
void tti_fields_pack(const tt_type *type, tt_packer *p, const void *object)
{
    for (size_t i = 0; i < type->field_count && p->status == TT_OK; i++) {
        const tt_field *field = &type->fields[i];
        for (unsigned n = 0; n < field->count && !field->derived && p->status == TT_OK; n++) {
            field_pack(field, n, p, object);
        }
    }
}
