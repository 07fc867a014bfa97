/* SPDX-License-Identifier: MIT
 *
 * Writes JSON objects to an output. Each call appends at once, so an object may have any size and
 * costs no memory. Callers must close containers in pairs.
 */
#include "cli/text/json.h"

#include <string.h>

#include "teetape/json.h"
#include "teetape/string.h"

/* Bytes of a piece. A text is escaped piece by piece, so that any length fits the output's buffer.
 */
#define PIECE 4096

/* The comma is written before the next member, since the end of a container is not known earlier.
 */
static void separate(struct json *j)
{
    if (j->needs_comma) {
        tt_io_output_byte(j->out, ',');
    }
    j->needs_comma = true;
}

/* Writes what is between the quotation marks. Pieces end between two characters, because a divided
 * one would become U+FFFD. */
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

/* Packs a short text directly into the output's buffer, which has room for PIECE escaped bytes.
 * `at` is NULL for a longer text, and after an error, when nothing can be written. */
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

/* Writes a name without its closing quotation mark, so that hex_key can append to it. */
static void key_name(struct json *j, const char *key)
{
    separate(j);
    tt_io_output_byte(j->out, '"');
    escaped(j, tt_bytes_of(key));
}

/* Keys are nearly always plain names of this program: comma, key and colon are written at once.
 * Without a comma `used` is 0 and the quotation mark overwrites it. The 4 bytes are the comma, two
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

/* Writes what precedes a value. An array has no keys, and keys from a recording are escaped. */
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

/* The outermost object has neither a comma before it nor a key. */
struct json json_begin(tt_io_output *out)
{
    tt_io_output_byte(out, '{');
    return (struct json){out, false, false};
}

void json_end(struct json *j)
{
    tt_io_output_text(j->out, "}\n");
}

/* An array has no key to put the hex beside, so callers whose texts may be invalid add an array of
 * their own (field_texts_json). */
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

/* NULL means unknown and becomes null. An empty text is a value. */
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

/* Writes bytes that are never a text. */
void json_hex(struct json *j, const char *key, tt_bytes bytes)
{
    member(j, key);
    tt_io_output_byte(j->out, '"');
    tt_io_output_hex(j->out, bytes);
    tt_io_output_byte(j->out, '"');
}

/* DDNet writes UUIDs in lower case with dashes. */
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

/* Uses integers, because a double would add digits of its own. Negates as unsigned, because
 * INT64_MIN has no positive twin. */
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

/* The first member of a container has no comma, and the member after the container has one. */
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
