/* SPDX-License-Identifier: MIT
 *
 * Values as they are written, and the members of an object in any order.
 */
#include "base/error.h"
#include "teetape/json.h"

/* For values whose type is somebody else's business: the bytes from the first to the last of the
 * value. Of a key it is the value after it. Strings have their quotation marks. */
tt_status tt_json_value(tt_json *j, const tt_json_token *token, tt_bytes *value)
{
    tt_json_token first = *token;
    tt_status status = TT_OK;
    *value = (tt_bytes){NULL, 0};
    if (first.kind == TT_JSON_KEY) {
        status = tt_json_next(j, &first);
    }
    status = status == TT_OK ? tt_json_skip(j, &first) : status;
    if (status == TT_OK) {
        *value = (tt_bytes){j->text.data + first.offset, j->at - first.offset};
    }
    return status;
}

/* The scanner's own error goes to the caller's, with its place. */
static tt_status scan_failed(const tt_json *j, tt_error *error)
{
    return tti_fail_with(error, j->error.status, j->error.offset, j->error.what);
}

/* The value of one key: its member must be among those that are known, and be empty so far. Linear
 * in the members, which are few. */
static tt_status take(tt_json_member *members, size_t count, tt_json *j, const tt_json_token *key,
                      tt_error *error)
{
    size_t i = 0;
    while (i < count && !tt_json_equal(key->text, members[i].name)) {
        i++;
    }
    if (i == count) {
        return tti_fail_with(error, TT_ERR_OBJ_UNKNOWN, key->offset,
                             "nothing is known by this name");
    }
    if (members[i].value.data != NULL) {
        return tti_fail_with(error, TT_ERR_OBJ_TWICE, key->offset, "the same name twice");
    }
    return tt_json_value(j, key, &members[i].value) == TT_OK ? TT_OK : scan_failed(j, error);
}

/* Members that are not in the text remain empty, data NULL. The whole text is read, so that what
 * follows the object is an error, too. */
tt_status tt_json_members(tt_json_member *members, size_t count, tt_bytes text, tt_error *error)
{
    tt_json j = tt_json_of(text);
    tt_json_token token;
    for (size_t i = 0; i < count; i++) {
        members[i].value = (tt_bytes){NULL, 0};
    }
    if (tt_json_next(&j, &token) != TT_OK) {
        return scan_failed(&j, error);
    }
    if (token.kind != TT_JSON_OBJECT) {
        return tti_fail_with(error, TT_ERR_JSON_TYPE, token.offset, "not an object");
    }
    while (tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_KEY) {
        tt_status status = take(members, count, &j, &token, error);
        if (status != TT_OK) {
            return status;
        }
    }
    if (j.error.status == TT_OK) {
        tt_json_next(&j, &token); /* nothing may follow it */
    }
    return j.error.status == TT_OK ? TT_OK : scan_failed(&j, error);
}
