/* SPDX-License-Identifier: MIT
 *
 * Shows a field that a row of teetape/schema describes, as a JSON member or as text. A record or
 * fact of a new kind is shown without a line here.
 */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "cli/text/json.h"
#include "teetape/schema.h"

/* Writes a field with all its elements, or "***" when it is secret. The types TEXTS and MSG have
 * secret parts and are not for this function. The text form is "name value ...", safe for a
 * terminal. */
void field_json(struct json *j, const tt_field *field, const void *object, bool is_secret);
void field_text(tt_io_output *out, const tt_field *field, const void *object, bool is_secret);

static inline bool field_is_int(const tt_field *field)
{
    return field->type == TT_TYPE_INT || field->type == TT_TYPE_OPT_INT ||
           field->type == TT_TYPE_BOOL || field->type == TT_TYPE_CID ||
           field->type == TT_TYPE_ANY_CID;
}

/* Writes each text, or "***" when they are secret. `<key>_hex` has all of them when one is not
 * valid UTF-8. */
void field_texts_json(struct json *j, const char *key, tt_texts texts, bool is_secret);

void field_quoted_text(tt_io_output *out, tt_bytes text);

/* Returns the name of a weapon, or NULL for a number that is none. */
const char *field_weapon(int32_t weapon);

/* Returns where a console command came from: "chat", "server", "econ" or "console". */
const char *field_console(int32_t flags);

#endif
