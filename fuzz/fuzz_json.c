/* SPDX-License-Identifier: MIT
 *
 * Promises of teetape/json.h for any input: the scanner ends, remains inside its input and
 * says where a fault is; what it gives as a string can be resolved, written and read again
 * without a change.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_int.h"
#include "must.h"
#include "teetape/json.h"
#include "teetape/string.h"

/* Writes `text` as a JSON string and reads that back: the same bytes if they were valid UTF-8,
 * else at least valid now, and the same when written once more. */
static void check_round_trip(tt_bytes text)
{
    size_t cap = TT_JSON_STRING_BOUND(text.size);
    uint8_t *out = malloc(cap);
    char *back = malloc(cap);
    MUST(out != NULL && back != NULL);
    tt_packer p = tt_packer_of(out, cap);
    tt_pack_json_string(&p, text);
    MUST(p.status == TT_OK);
    tt_bytes json = tt_packer_bytes(&p);
    MUST(tt_utf8_valid(json));

    tt_json j = tt_json_of(json);
    tt_json_token token;
    MUST(tt_json_next(&j, &token) == TT_OK && token.kind == TT_JSON_STRING);
    tt_bytes read = {(const uint8_t *)back, tt_json_unescape(back, cap, token.text)};
    MUST(tt_json_next(&j, &token) == TT_END);
    MUST(tt_utf8_valid(read));
    MUST(!tt_utf8_valid(text) || tt_bytes_equal(read, text));

    /* Exactly the space it takes is enough, one byte less is not. */
    size_t size = json.size;
    p = tt_packer_of(out, size - 1);
    tt_pack_json_string(&p, read);
    MUST(p.status == TT_ERR_SPACE && tt_packer_bytes(&p).size == 0);
    p = tt_packer_of(out, size);
    tt_pack_json_string(&p, read);
    MUST(p.status == TT_OK && tt_packer_bytes(&p).size == size);
    free(out);
    free(back);
}

static void check_text(tt_bytes text)
{
    char *plain = malloc(text.size + 1);
    MUST(plain != NULL);
    size_t size = tt_json_unescape(plain, text.size, text);
    MUST(size <= text.size);
    plain[size] = 0;
    MUST(tt_json_equal(text, plain) == (memchr(plain, 0, size) == NULL));
    check_round_trip((tt_bytes){(const uint8_t *)plain, size});
    free(plain);
}

/* Skipping a value ends where reading its tokens ends. */
static void check_skip(tt_bytes text)
{
    tt_json j = tt_json_of(text);
    tt_json_token token;
    tt_bytes value;
    if (tt_json_next(&j, &token) != TT_OK || tt_json_value(&j, &token, &value) != TT_OK) {
        return;
    }
    tt_json tokens = tt_json_of(text);
    do {
        MUST(tt_json_next(&tokens, &token) == TT_OK);
    } while (tokens.depth > 0);
    MUST(tokens.at == j.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_bytes text = {data, size};
    tt_json j = tt_json_of(text);
    tt_json_token token;
    tt_status status;
    size_t end = 0;
    while ((status = tt_json_next(&j, &token)) == TT_OK) {
        MUST(token.offset >= end && token.offset < size);
        MUST(token.text.data >= data + token.offset);
        end = (size_t)(token.text.data - data) + token.text.size;
        MUST(end <= j.at && j.at <= size && j.depth <= TT_JSON_DEPTH);
        int64_t value;
        if (token.kind == TT_JSON_KEY || token.kind == TT_JSON_STRING) {
            check_text(token.text);
        }
        MUST(tti_json_int(&value, token.text) == TT_OK || value == 0);
    }
    MUST(status == TT_END || (status == j.error.status && j.error.offset <= size));
    MUST(status == TT_END || (j.error.offset == size) == (status == TT_ERR_JSON_END));
    MUST(tt_json_next(&j, &token) == status);
    check_skip(text);
    check_round_trip(text);
    return 0;
}
