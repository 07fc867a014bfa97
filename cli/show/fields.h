/* SPDX-License-Identifier: MIT
 *
 * Shows a field of an object that the schema describes: as a member of a JSON object, or as text
 * for eyes. The rows of teetape/schema say type and place of each field, so a record or fact of a
 * new kind is shown without a line here.
 */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "cli/text/json.h"
#include "teetape/schema.h"

/* A field with all its elements, or "***" when it is secret; not of type TEXTS or MSG, of which
 * only parts are. As text: "name value", or "name value value ..." for an array. Safe for a
 * terminal. */
void field_json(struct json *j, const tt_field *field, const void *object, bool is_secret);
void field_text(tt_io_output *out, const tt_field *field, const void *object, bool is_secret);

/* Whether its elements are int32_t. */
static inline bool field_is_int(const tt_field *field)
{
    return field->type == TT_TYPE_INT || field->type == TT_TYPE_OPT_INT ||
           field->type == TT_TYPE_BOOL || field->type == TT_TYPE_CID ||
           field->type == TT_TYPE_ANY_CID;
}

/* An array of strings, "***" for each when they are secret; and `<key>_hex`, an array of all of
 * them in hex, when one is not valid UTF-8. */
void field_texts_json(struct json *j, const char *key, tt_texts texts, bool is_secret);

/* A text in quotation marks. */
void field_quoted_text(tt_io_output *out, tt_bytes text);

/* The name of a weapon; NULL for a number that is none. */
const char *field_weapon(int32_t weapon);

/* The flags of a console in words: "chat", "server", "econ" or "console". */
const char *field_console(int32_t flags);

#endif
