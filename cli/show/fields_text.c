/* SPDX-License-Identifier: MIT
 *
 * Fields as text for eyes.
 */
#include "cli/show/fields.h"
#include "cli/text/text.h"
#include "teetape/secret.h"
#include "teetape/snap_object.h"

/* Flag masks of the console, as DDNet numbers them: what a CONSOLE_COMMAND record has as flags. */
#define CONSOLE_SERVER 4
#define CONSOLE_ECON 32
#define CONSOLE_CHAT 128

/* Bytes of binary data that a line shows. */
#define HEX_SHOWN 16

/* A mask may have several bits. That of chat is asked first: it says that a player typed the
 * command. With none of them it is just a console. */
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

/* The names are those of the member of snapshots, so that they are in one table. */
const char *field_weapon(int32_t weapon)
{
    const size_t index = offsetof(struct tt_obj_character, weapon) / sizeof(int32_t);
    return tt_obj_value_name(tt_obj_member_at(TT_OBJ_CHARACTER, index), weapon);
}

/* Enough of it to recognize it; all of it is what JSON is for. */
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

/* As one word, with commas, so that a line has a fixed number of words. */
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

/* As element_json, and by the same types: a type that is added has its case in both. */
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
        break; /* TEXTS and MSG need to know what is secret in them */
    }
}

/* A secret field has its name: that there was one is no secret. */
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
