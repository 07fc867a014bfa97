/* SPDX-License-Identifier: MIT
 *
 * Writes a field by its type.
 */
#include "cli/show/fields.h"

#include "cli/text/text.h"
#include "teetape/secret.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"

/* Writes an input: one array of its ten numbers, as in the file. */
static void input_json(struct json *j, const char *key, const int32_t *ints)
{
    json_array_begin(j, key);
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        json_int(j, NULL, ints[i]);
    }
    json_array_end(j);
}

/* Writes an array of ints. They may not fit on the stack, so they are unpacked one by one from a
 * copy of the view. */
static void all_ints_json(struct json *j, const char *key, tt_ints ints)
{
    int32_t value;
    json_array_begin(j, key);
    while (tt_ints_next(&ints, &value)) {
        json_int(j, NULL, value);
    }
    json_array_end(j);
}

/* Writes texts. Strings in an array have no keys, so the hex of all strings is in a second array.
 */
void field_texts_json(struct json *j, const char *key, tt_texts texts, bool is_secret)
{
    bool all_valid = true;
    json_array_begin(j, key);
    for (tt_texts rest = texts; rest.count > 0;) {
        tt_bytes text = tt_texts_next(&rest);
        json_text(j, NULL, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : text);
        all_valid = all_valid && tt_utf8_valid(text);
    }
    json_array_end(j);
    if (all_valid || is_secret) {
        return;
    }
    json_array_hex_begin(j, key);
    while (texts.count > 0) {
        json_hex(j, NULL, tt_texts_next(&texts));
    }
    json_array_end(j);
}

/* Writes an array of texts. field_json has already replaced a secret one. */
static void text_array_json(struct json *j, const tt_field *field, const tt_bytes *texts)
{
    bool all_valid = true;
    json_array_begin(j, field->name);
    for (unsigned i = 0; i < field->count; i++) {
        json_text(j, NULL, texts[i]);
        all_valid = all_valid && tt_utf8_valid(texts[i]);
    }
    json_array_end(j);
    if (all_valid) {
        return;
    }
    json_array_hex_begin(j, field->name);
    for (unsigned i = 0; i < field->count; i++) {
        json_hex(j, NULL, texts[i]);
    }
    json_array_end(j);
}

/* Writes an element. `member` is the first one. The elements of an array have no key. */
static void element_json(struct json *j, const char *key, const tt_field *field, const void *member,
                         unsigned index)
{
    if (field_is_int(field)) {
        json_int(j, key, ((const int32_t *)member)[index]);
        return;
    }
    switch (field->type) {
    case TT_TYPE_TEXT:
        json_text(j, key, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_DATA:
        json_hex(j, key, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_UUID:
        json_uuid(j, key, &((const tt_uuid *)member)[index]);
        break;
    case TT_TYPE_INPUT:
        input_json(j, key, ((const tt_field_INPUT *)member)[index]);
        break;
    case TT_TYPE_INTS:
        all_ints_json(j, key, ((const tt_field_INTS *)member)[index]);
        break;
    default:
        break; /* TEXTS and MSG have their own functions, which know the secret parts */
    }
}

/* Writes a field. The number of elements of a secret field is secret, too. */
void field_json(struct json *j, const tt_field *field, const void *object, bool is_secret)
{
    const void *member = tt_field_of(field, object);
    if (is_secret) {
        json_text_c(j, field->name, TT_SECRET_TEXT);
        return;
    }
    if (field->count == 1) {
        element_json(j, field->name, field, member, 0);
        return;
    }
    if (field->type == TT_TYPE_TEXT) {
        text_array_json(j, field, member);
        return;
    }
    json_array_begin(j, field->name);
    for (unsigned i = 0; i < field->count; i++) {
        element_json(j, NULL, field, member, i);
    }
    json_array_end(j);
}

/* Flags of a CONSOLE_COMMAND record, with the values of DDNet. */
#define CONSOLE_SERVER 4
#define CONSOLE_ECON 32
#define CONSOLE_CHAT 128

#define HEX_SHOWN 16

/* Returns the word for the flags. A mask may have several bits. Chat is tested first: its bit means
 * that a player typed the command. */
const char *field_console(int32_t flags)
{
    if ((flags & CONSOLE_CHAT) != 0) {
        return "chat";
    }
    if ((flags & CONSOLE_ECON) != 0) {
        return "econ";
    }
    return (flags & CONSOLE_SERVER) != 0 ? "server" : "console";
}

const char *field_weapon(int32_t weapon)
{
    const size_t index = offsetof(struct tt_obj_character, weapon) / sizeof(int32_t);
    return tt_obj_value_name(tt_obj_member_at(TT_OBJ_CHARACTER, index), weapon);
}

static void data_text(tt_io_output *out, tt_bytes data)
{
    bool is_long = data.size > HEX_SHOWN;
    tt_io_output_text(out, data.size == 0 ? "-" : "");
    tt_io_output_hex(out, (tt_bytes){data.data, is_long ? HEX_SHOWN : data.size});
    if (is_long) {
        tt_io_output_text(out, "...");
    }
}

void field_quoted_text(tt_io_output *out, tt_bytes text)
{
    tt_io_output_byte(out, '"');
    text_safe(out, text);
    tt_io_output_byte(out, '"');
}

/* Writes an input. It is one word, so that lines have a fixed number of words. */
static void input_text(tt_io_output *out, const int32_t *ints)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        if (i > 0) {
            tt_io_output_byte(out, ',');
        }
        tt_io_output_int(out, ints[i]);
    }
}

static void all_ints_text(tt_io_output *out, tt_ints ints)
{
    int32_t value;
    for (bool first = true; tt_ints_next(&ints, &value); first = false) {
        if (!first) {
            tt_io_output_byte(out, ',');
        }
        tt_io_output_int(out, value);
    }
}

static void element_text(tt_io_output *out, const tt_field *field, const void *member,
                         unsigned index)
{
    char uuid[TT_UUID_TEXT];
    if (field_is_int(field)) {
        tt_io_output_int(out, ((const int32_t *)member)[index]);
        return;
    }
    switch (field->type) {
    case TT_TYPE_TEXT:
        field_quoted_text(out, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_DATA:
        data_text(out, ((const tt_bytes *)member)[index]);
        break;
    case TT_TYPE_UUID:
        tt_uuid_format(uuid, &((const tt_uuid *)member)[index]);
        tt_io_output_text(out, uuid);
        break;
    case TT_TYPE_INPUT:
        input_text(out, ((const tt_field_INPUT *)member)[index]);
        break;
    case TT_TYPE_INTS:
        all_ints_text(out, ((const tt_field_INTS *)member)[index]);
        break;
    default:
        break; /* TEXTS and MSG have their own functions, which know the secret parts */
    }
}

void field_text(tt_io_output *out, const tt_field *field, const void *object, bool is_secret)
{
    const void *member = tt_field_of(field, object);
    tt_io_output_text(out, field->name);
    tt_io_output_text(out, is_secret ? " " TT_SECRET_TEXT : "");
    for (unsigned i = 0; i < field->count && !is_secret; i++) {
        tt_io_output_byte(out, ' ');
        element_text(out, field, member, i);
    }
}
