/* SPDX-License-Identifier: MIT
 *
 * teetape codec: walks through JSON, each value as a part of the line. The text is scanned once for
 * each level, because an object's members may stand in any order and the first may need the last.
 */
#include "cli/codec_json.h"

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

/* The value that `token` begins, as a part of its own. The scanner is behind it then. */
static bool value_of(struct codec *c, struct codec_part part, tt_json *j, tt_json_token token,
                     struct codec_part *value)
{
    size_t begin = token.offset, depth = token.depth;
    /* a string's token is what stands between its quotation marks */
    size_t size = token.text.size + (token.kind == TT_JSON_STRING ? 2 : 0);
    while (token.kind == TT_JSON_OBJECT || token.kind == TT_JSON_ARRAY || token.depth != depth) {
        if (tt_json_next(j, &token) != TT_OK) {
            return codec_json_fail_scan(c, part, &j->error);
        }
        size = token.offset + token.text.size - begin;
        if (token.depth == depth) {
            break;
        }
    }
    *value = (struct codec_part){{part.text.data + begin, size}, part.at + begin};
    return true;
}

static bool take_member(struct codec *c, struct codec_part part, tt_json *j, tt_json_token key,
                        struct codec_member *members, size_t count)
{
    tt_json_token token;
    size_t i = 0;
    while (i < count && !tt_json_equal(key.text, members[i].name)) {
        i++;
    }
    if (i == count) {
        return codec_json_fail(c, part, key.offset, "nothing is known by this name");
    }
    if (members[i].is_there) {
        return codec_json_fail(c, part, key.offset, "the same name twice");
    }
    if (tt_json_next(j, &token) != TT_OK) {
        return codec_json_fail_scan(c, part, &j->error);
    }
    members[i].is_there = true;
    return value_of(c, part, j, token, &members[i].value);
}

bool codec_json_members(struct codec *c, struct codec_part part, struct codec_member *members,
                        size_t count)
{
    tt_json j = tt_json_of(part.text);
    tt_json_token token;
    if (tt_json_next(&j, &token) != TT_OK) {
        return codec_json_fail_scan(c, part, &j.error);
    }
    if (token.kind != TT_JSON_OBJECT) {
        return codec_json_fail(c, part, token.offset, "not an object");
    }
    while (tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY) {
        if (!take_member(c, part, &j, token, members, count)) {
            return false;
        }
    }
    if (j.error.status == TT_OK) {
        tt_json_next(&j, &token); /* nothing may stand behind it */
    }
    return j.error.status == TT_OK || codec_json_fail_scan(c, part, &j.error);
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
