/* SPDX-License-Identifier: MIT
 *
 * Writes JSON objects to an output, one a line, always valid UTF-8. The calls do not fail: the
 * output keeps its first error. Their names do not collide with those of jansson, which the
 * tests link.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "teetape/bytes.h"
#include "teetape/io/output.h"
#include "teetape/uuid.h"

/* An object that is being written. Containers in it are opened and closed in pairs. */
struct json {
    tt_io_output *out;
    bool needs_comma;  /* true when the next member is not the first of its container */
    bool foreign_keys; /* true when keys come from a recording and have to be escaped */
};

/* Begins an object. json_end closes it and ends the line. */
struct json json_begin(tt_io_output *out);
void json_end(struct json *j);

/* Appends a member to the open object. In text that is not valid UTF-8, U+FFFD replaces invalid
 * bytes, and a second member `<key>_hex` has all bytes in hex. */
void json_text(struct json *j, const char *key, tt_bytes text);
void json_text_c(struct json *j, const char *key, const char *text); /* NULL becomes null */
void json_int(struct json *j, const char *key, int64_t value);
void json_uint(struct json *j, const char *key, uint64_t value);
void json_bool(struct json *j, const char *key, bool value);
void json_hex(struct json *j, const char *key, tt_bytes bytes);
void json_uuid(struct json *j, const char *key, const tt_uuid *uuid);
/* Appends a number or a literal that already is JSON. */
void json_word(struct json *j, const char *key, tt_bytes word);
/* Appends `value` hundredths as a decimal fraction. */
void json_hundredths(struct json *j, const char *key, int64_t value);

/* Begin and end containers. Members of an array have no key: pass NULL. */
void json_object_begin(struct json *j, const char *key);
void json_object_end(struct json *j);
void json_array_begin(struct json *j, const char *key);
void json_array_hex_begin(struct json *j, const char *key); /* key "<key>_hex" */
void json_array_end(struct json *j);

#endif
