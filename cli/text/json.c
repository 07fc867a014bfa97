/* SPDX-License-Identifier: MIT
 *
 * Writes JSON objects to an output. Each call appends at once, so an object may have any size and
 * costs no memory. Callers must close containers in pairs.
 */
#include "cli/text/json.h"

#include <string.h>

#include "teetape/json.h"
#include "teetape/string.h"

/* Bytes of a piece of a text. A long text is escaped piece by piece into the output's buffer. */
#define PIECE 4096

/* Writes the comma before a member, because the end of a container is not known earlier. */
static void separate(struct json *j)
{
    if (j->needs_comma) {
        tt_io_output_byte(j->out, ',');
    }
    j->needs_comma = true;
}

/* Writes the text between the quotation marks. Pieces end between two characters, because a
 * divided character would become U+FFFD. */
static void escaped(struct json *j, tt_bytes text)
{
    while (text.size > 0) {
        tt_bytes piece = {text.data, text.size > PIECE ? tt_utf8_cut(text, PIECE) : text.size};
        uint8_t space[TT_JSON_STRING_BOUND(PIECE)];
        tt_packer p = tt_packer_of(space, sizeof space);
        tt_pack_json_string(&p, piece);
        tt_bytes packed = tt_packer_bytes(&p);
        tt_io_output_bytes(j->out, (tt_bytes){packed.data + 1, packed.size - 2});
        text.data += piece.size;
        text.size -= piece.size;
    }
}

/* Writes a quoted text. A short one is packed directly into the output's buffer, which has room for
 * PIECE escaped bytes. `at` is NULL for a longer text, and after an error. */
static void quoted(struct json *j, tt_bytes text)
{
    uint8_t *at =
        text.size <= PIECE ? tt_io_output_reserve(j->out, TT_JSON_STRING_BOUND(text.size)) : NULL;
    if (at != NULL) {
        tt_packer p = tt_packer_of(at, TT_JSON_STRING_BOUND(text.size));
        tt_pack_json_string(&p, text);
        tt_io_output_advance(j->out, tt_packer_bytes(&p).size);
        return;
    }
    tt_io_output_byte(j->out, '"');
    escaped(j, text);
    tt_io_output_byte(j->out, '"');
}

/* Writes a key without its closing quotation mark, so that hex_key can append to the name. */
static void key_name(struct json *j, const char *key)
{
    separate(j);
    tt_io_output_byte(j->out, '"');
    escaped(j, tt_bytes_of(key));
}

/* Begins a member with a plain key, as most are: comma, key and colon are written at once. Without
 * a comma `used` is 0, and the quotation mark overwrites it. The 4 bytes are the comma, two
 * quotation marks and the colon. */
static void plain_member(struct json *j, const char *key)
{
    size_t size = strlen(key), used = j->needs_comma;
    uint8_t *at = tt_io_output_reserve(j->out, size + 4);
    if (at == NULL) {
        return;
    }
    at[0] = ',';
    at[used++] = '"';
    memcpy(at + used, key, size);
    used += size;
    at[used++] = '"';
    at[used++] = ':';
    tt_io_output_advance(j->out, used);
    j->needs_comma = true;
}

/* Begins a member. One of an array has no key. Keys from a recording are escaped. */
static void member(struct json *j, const char *key)
{
    if (key == NULL) {
        separate(j);
    } else if (j->foreign_keys) {
        key_name(j, key);
        tt_io_output_text(j->out, "\":");
    } else {
        plain_member(j, key);
    }
}

static void hex_key(struct json *j, const char *key)
{
    key_name(j, key);
    tt_io_output_text(j->out, "_hex\":");
}

/* Begins an object. The outermost one has neither a comma nor a key. */
struct json json_begin(tt_io_output *out)
{
    tt_io_output_byte(out, '{');
    return (struct json){out, false, false};
}

void json_end(struct json *j)
{
    tt_io_output_text(j->out, "}\n");
}

/* Writes a text. One in an array has no key for its hex, so the caller adds a second array
 * (field_texts_json). */
void json_text(struct json *j, const char *key, tt_bytes text)
{
    member(j, key);
    quoted(j, text);
    if (!tt_utf8_valid(text) && key != NULL) {
        hex_key(j, key);
        tt_io_output_byte(j->out, '"');
        tt_io_output_hex(j->out, text);
        tt_io_output_byte(j->out, '"');
    }
}

/* Writes a C string. NULL means unknown and becomes null, while an empty text is a value. */
void json_text_c(struct json *j, const char *key, const char *text)
{
    if (text != NULL) {
        json_text(j, key, tt_bytes_of(text));
    } else {
        json_word(j, key, tt_bytes_of("null"));
    }
}

void json_int(struct json *j, const char *key, int64_t value)
{
    member(j, key);
    tt_io_output_int(j->out, value);
}

void json_uint(struct json *j, const char *key, uint64_t value)
{
    member(j, key);
    tt_io_output_uint(j->out, value);
}

void json_bool(struct json *j, const char *key, bool value)
{
    member(j, key);
    tt_io_output_text(j->out, value ? "true" : "false");
}

void json_hex(struct json *j, const char *key, tt_bytes bytes)
{
    member(j, key);
    tt_io_output_byte(j->out, '"');
    tt_io_output_hex(j->out, bytes);
    tt_io_output_byte(j->out, '"');
}

/* Writes a UUID as DDNet does, in lower case with dashes. */
void json_uuid(struct json *j, const char *key, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    json_text_c(j, key, text);
}

void json_word(struct json *j, const char *key, tt_bytes word)
{
    member(j, key);
    tt_io_output_bytes(j->out, word);
}

/* Writes hundredths as a fraction. A double would add digits of its own, so integers are used. The
 * absolute value of INT64_MIN is no int64_t, so the number is negated as unsigned. */
void json_hundredths(struct json *j, const char *key, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    member(j, key);
    if (value < 0) {
        tt_io_output_byte(j->out, '-');
    }
    tt_io_output_uint(j->out, size / 100);
    tt_io_output_byte(j->out, '.');
    tt_io_output_byte(j->out, (uint8_t)('0' + size / 10 % 10));
    tt_io_output_byte(j->out, (uint8_t)('0' + size % 10));
}

/* Begins a container. Its first member has no comma, and the member after the container has one. */
static void container(struct json *j, const char *key, uint8_t bracket)
{
    member(j, key);
    tt_io_output_byte(j->out, bracket);
    j->needs_comma = false;
}

static void container_end(struct json *j, uint8_t bracket)
{
    tt_io_output_byte(j->out, bracket);
    j->needs_comma = true;
}

void json_object_begin(struct json *j, const char *key)
{
    container(j, key, '{');
}

void json_object_end(struct json *j)
{
    container_end(j, '}');
}

void json_array_begin(struct json *j, const char *key)
{
    container(j, key, '[');
}

/* Begins the array of hex beside an array of texts. */
void json_array_hex_begin(struct json *j, const char *key)
{
    hex_key(j, key);
    tt_io_output_byte(j->out, '[');
    j->needs_comma = false;
}

void json_array_end(struct json *j)
{
    container_end(j, ']');
}
