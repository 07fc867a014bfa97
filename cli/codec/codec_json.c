/* SPDX-License-Identifier: MIT
 *
 * Finds where a JSON value of a line begins and ends. What it means, the core reads (snap_json.h);
 * here are places: an error inside of a part has to be counted in the line.
 */
#include "cli/codec/codec_json.h"

bool codec_json_fail(struct codec *c, struct codec_part part, const tt_error *error)
{
    return codec_fail(c, "character", part.at + error->offset, "%s", error->what);
}

/* A text that lies in a part. */
static struct codec_part inside(struct codec_part part, tt_bytes text)
{
    return (struct codec_part){text, part.at + (size_t)(text.data - part.text.data)};
}

/* A string of hex has no escapes, so what is between its marks is its text. A single quotation mark
 * cannot come: the scanner has read the value. */
struct codec_part codec_json_text(struct codec_part object, const tt_json_member *member)
{
    tt_bytes value = member->value;
    if (value.data == NULL) {
        return (struct codec_part){{NULL, 0}, 0};
    }
    if (value.size >= 2 && value.data[0] == '"') {
        value = (tt_bytes){value.data + 1, value.size - 2};
    }
    return inside(object, value);
}

/* What follows is not looked at: it may be hex, another object, or nothing. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest)
{
    tt_json j = tt_json_of(part.text);
    tt_json_token token;
    tt_bytes text;
    if (tt_json_next(&j, &token) != TT_OK || tt_json_value(&j, &token, &text) != TT_OK) {
        return codec_json_fail(c, part, &j.error);
    }
    *object = inside(part, text);
    const uint8_t *end = text.data + text.size;
    *rest = inside(part, (tt_bytes){end, (size_t)(part.text.data + part.text.size - end)});
    return true;
}

/* A text that is no JSON gives no name, and the reader of the whole then says what is wrong with
 * it. */
tt_bytes codec_json_first(struct codec_part object)
{
    tt_json j = tt_json_of(object.text);
    tt_json_token token;
    bool is_there = tt_json_next(&j, &token) == TT_OK; /* the brace */
    is_there = is_there && tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY;
    return is_there ? token.text : (tt_bytes){NULL, 0};
}
