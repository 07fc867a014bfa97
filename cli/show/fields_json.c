/* SPDX-License-Identifier: MIT
 *
 * Fields as JSON.
 */
#include "cli/show/fields.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* What a client presses is one array: the members have names in teetape/input.h, but in files there
 * are only ten numbers, and some of them count rather than say. */
static void input_json(struct json *j, const char *key, const int32_t *ints)
{
    json_array_begin(j, key);
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        json_int(j, NULL, ints[i]);
    }
    json_array_end(j);
}

/* Ints that are still packed are unpacked one by one, by a copy of the view: there may be more of
 * them than a stack has room for. */
static void all_ints_json(struct json *j, const char *key, tt_ints ints)
{
    int32_t value;
    json_array_begin(j, key);
    while (tt_ints_next(&ints, &value)) {
        json_int(j, NULL, value);
    }
    json_array_end(j);
}

/* Strings of an array have no key to put their hex beside, so their hex is in an array
 * beside the array, for all of them as soon as one is not valid UTF-8. */
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

/* The same for an array of a fixed size, whose texts are side by side. It is never asked for a
 * secret one: field_json has hidden that as a whole. */
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

/* `member` is the first of the elements, `index` the one that is wanted. Inside an array there is
 * no key. */
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
        break; /* TEXTS and MSG need to know what is secret in them */
    }
}

/* A secret field is one "***" whatever its type and count: the number of its elements is not shown
 * either. */
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
