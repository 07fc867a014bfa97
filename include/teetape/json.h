/* SPDX-License-Identifier: MIT
 *
 * A strict JSON scanner that allocates nothing, for the headers of recordings, and the
 * escaping of strings for output.
 *
 * The scanner gives one token a call and checks the grammar of RFC 8259 on the way. Two
 * things are looser than there, because recordings need it: bytes that are not valid UTF-8
 * are accepted inside strings, and duplicate keys are not reported.
 *
 *     tt_json j = tt_json_of(text);
 *     tt_json_token t;
 *     while ((status = tt_json_next(&j, &t)) == TT_OK) ...
 *     if (status != TT_END) ...      // j.error says what and where
 *
 * Example: examples/read_json.c.
 */
#ifndef TEETAPE_JSON_H
#define TEETAPE_JSON_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Deepest nesting of objects and arrays; one level more is TT_ERR_JSON_DEPTH. */
#define TT_JSON_DEPTH 64

/** Kinds of JSON tokens. */
typedef enum tt_json_kind {
    TT_JSON_OBJECT,     /**< { */
    TT_JSON_OBJECT_END, /**< } */
    TT_JSON_ARRAY,      /**< [ */
    TT_JSON_ARRAY_END,  /**< ] */
    TT_JSON_KEY,        /**< the name of a member; its value is the next token */
    TT_JSON_STRING,     /**< "..." */
    TT_JSON_NUMBER,     /**< the characters of a number */
    TT_JSON_TRUE,
    TT_JSON_FALSE,
    TT_JSON_NULL
} tt_json_kind;

/** A token of JSON. */
typedef struct tt_json_token {
    tt_json_kind kind; /**< kind of the token, which says what `text` is */
    unsigned depth;    /**< containers around the token: 0 for the outermost value; an end has the
                          depth of its beginning */
    size_t offset;     /**< offset of the first byte of the token in the text */
    tt_bytes text;     /**< KEY and STRING: what is between the quotation marks, still escaped;
                          NUMBER: its characters; else the token itself. Points into the input. */
} tt_json_token;

/** The state between two calls. `error` is for the caller, the rest for the library. */
typedef struct tt_json {
    /** @cond library */
    tt_bytes text;
    size_t at;
    unsigned depth;
    unsigned expect;    /**< the tokens that are allowed next */
    uint64_t is_object; /**< bit n: container n is an object */
    /** @endcond */
    tt_error error; /**< status TT_OK, or what stopped the scanner */
} tt_json;

/** Returns a scanner at the start of `text`, which must remain valid until the last token was used.
 * */
TT_API tt_json tt_json_of(tt_bytes text);

/** Gives the next token: TT_OK and `*token`; TT_END after one whole value and blanks; else an error
 * that remains, with j->error filled. */
TT_API tt_status tt_json_next(tt_json *j, tt_json_token *token);

/** Moves past the rest of the value that `token` began: nothing for a scalar, everything up to
 * the end of an object or array, or the value of a KEY. `*value` is the value as it is written,
 * strings with their quotation marks. A loop over known members:
 *
 *     while (tt_json_next(&j, &t) == TT_OK && t.kind == TT_JSON_KEY)   // after a TT_JSON_OBJECT
 *         if (tt_json_equal(t.text, "wanted"))
 *             tt_json_next(&j, &t) gives its value;
 *         else
 *             tt_json_value(&j, &t, &unknown);
 *
 * `token` must be the last one that the scanner gave. TT_OK, or an error of tt_json_next. */
TT_API tt_status tt_json_value(tt_json *j, const tt_json_token *token, tt_bytes *value);

/** A member to look for in an object. */
typedef struct tt_json_member {
    const char *name; /**< name to look for */
    tt_bytes value;   /**< value as it is written; `data` is NULL when the member is missing */
} tt_json_member;

/** Finds `count` members by their names, in any order, in the object that is all of `text`. The
 * values are views into `text`. TT_ERR_JSON_TYPE when `text` is not an object, TT_ERR_OBJ_UNKNOWN
 * for a member with another name, TT_ERR_OBJ_TWICE for a repeated member, other TT_ERR_JSON_* for
 * invalid JSON; `error` (may be NULL) then has the offset in `text`. */
TT_API tt_status tt_json_members(tt_json_member *members, size_t count, tt_bytes text,
                                 tt_error *error);

/** Resolves the escapes of a KEY's or STRING's text. Copies at most cap bytes and returns how
 * many the whole result has (never more than text.size), without a NUL, so a result above `cap`
 * says that it was cut. Lone surrogates, such as of U+D800, become U+FFFD, other bytes are kept as
 * they are. `text` must come from the scanner, which has checked its escapes. */
TT_API size_t tt_json_unescape(char *dst, size_t cap, tt_bytes text);

/** Returns true when the resolved `text` equals `name`, without a copy. */
TT_API bool tt_json_equal(tt_bytes text, const char *name);

/** Room for the JSON form of `size` bytes, quotation marks included. */
#define TT_JSON_STRING_BOUND(size) (6 * (size) + 2)

/** Appends `text` as a JSON string with its quotation marks. The output is always valid UTF-8:
 * each invalid sequence becomes U+FFFD (use tt_utf8_valid first to know). Invisible characters
 * that have an effect are escaped: U+0000 to U+001F, U+007F to U+009F, U+2028, U+2029, marks of
 * direction, U+FEFF. Fails with TT_ERR_SPACE, writing nothing. */
TT_API void tt_pack_json_string(tt_packer *p, tt_bytes text);

#ifdef __cplusplus
}
#endif

#endif
