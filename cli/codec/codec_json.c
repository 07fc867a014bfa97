/* SPDX-License-Identifier: MIT
 *
 * teetape codec: walks through JSON, each value as a part of the line. The text is scanned once for
 * each level, because an object's members may stand in any order and the first may need the last.
 */
#include "cli/codec/codec_json.h"

bool codec_json_fail(struct codec *c, struct codec_part part, size_t offset, const char *what)
{
    return codec_fail(c, "character", part.at + offset, "%s", what);
}

bool codec_json_fail_scan(struct codec *c, struct codec_part part, const tt_error *error)
{
    return codec_json_fail(c, part, (size_t)error->offset, error->what);
}

struct codec_part codec_json_text(struct codec_part value)
{
    size_t size = value.text.size;
    if (size < 2 || value.text.data[0] != '"') {
        return value;
    }
    return (struct codec_part){{value.text.data + 1, size - 2}, value.at + 1};
}

/* The value that `token` begins, as a part of its own. The scanner is after it then. */
static bool value_of(struct codec *c, struct codec_part part, tt_json *j, tt_json_token token,
                     struct codec_part *value)
{
    tt_bytes text;
    if (tt_json_value(j, &token, &text) != TT_OK) {
        return codec_json_fail_scan(c, part, &j->error);
    }
    *value = (struct codec_part){text, part.at + (size_t)(text.data - part.text.data)};
    return true;
}

bool codec_json_members(struct codec *c, struct codec_part part, struct codec_member *members,
                        size_t count)
{
    tt_json_member found[CODEC_MEMBERS];
    tt_error error;
    for (size_t i = 0; i < count; i++) {
        found[i].name = members[i].name;
    }
    if (tt_json_members(found, count, part.text, &error) != TT_OK) {
        return codec_json_fail_scan(c, part, &error);
    }
    for (size_t i = 0; i < count; i++) {
        tt_bytes value = found[i].value;
        members[i].is_there = value.data != NULL;
        if (members[i].is_there) {
            members[i].value =
                (struct codec_part){value, part.at + (size_t)(value.data - part.text.data)};
        }
    }
    return true;
}

bool codec_json_each(struct codec *c, struct codec_part part, codec_json_fn *take, void *user)
{
    tt_json j = tt_json_of(part.text);
    tt_json_token token;
    struct codec_part element;
    if (tt_json_next(&j, &token) != TT_OK) {
        return codec_json_fail_scan(c, part, &j.error);
    }
    if (token.kind != TT_JSON_ARRAY) {
        return codec_json_fail(c, part, token.offset, "not an array");
    }
    while (tt_json_next(&j, &token) == TT_OK && token.kind != TT_JSON_ARRAY_END) {
        if (!value_of(c, part, &j, token, &element) || !take(c, element, user)) {
            return false;
        }
    }
    return j.error.status == TT_OK || codec_json_fail_scan(c, part, &j.error);
}

bool codec_json_int(struct codec *c, struct codec_part part, int32_t *value)
{
    int64_t number;
    if (tt_json_int(&number, part.text) != TT_OK || number < INT32_MIN || number > INT32_MAX) {
        return codec_json_fail(c, part, 0, "not a whole number of 32 bits");
    }
    *value = (int32_t)number;
    return true;
}

bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest)
{
    tt_json j = tt_json_of(part.text);
    tt_json_token token;
    if (tt_json_next(&j, &token) != TT_OK) {
        return codec_json_fail_scan(c, part, &j.error);
    }
    if (!value_of(c, part, &j, token, object)) {
        return false;
    }
    size_t behind = object->at + object->text.size - part.at;
    *rest =
        (struct codec_part){{part.text.data + behind, part.text.size - behind}, part.at + behind};
    return true;
}

tt_bytes codec_json_first(struct codec_part object)
{
    tt_json j = tt_json_of(object.text);
    tt_json_token token;
    bool is_there = tt_json_next(&j, &token) == TT_OK; /* the brace */
    is_there = is_there && tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY;
    return is_there ? token.text : (tt_bytes){NULL, 0};
}
