/* SPDX-License-Identifier: MIT
 *
 * Strings: on the wire bytes up to and including a NUL; in snapshot items packed into
 * ints, four bytes each. Example: examples/pack_message.c.
 *
 * Reading gives the raw bytes as a view, because a recording has to be reproduced as it is.
 * tt_string_clean changes a text as servers and clients do.
 */
#ifndef TEETAPE_STRING_H
#define TEETAPE_STRING_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a receiver cleans a string. A message definition names one of three modes: NetString
 * is TT_SANITIZE, NetStringHalfStrict is TT_SANITIZE_CC, NetStringStrict is TT_SANITIZE_CC
 * with TT_SKIP_WHITESPACE. The numbers are DDNet's. TT_SANITIZE wins over TT_SANITIZE_CC. */
enum {
    TT_SANITIZE = 1,       /**< control bytes but tab, LF and CR become blanks */
    TT_SANITIZE_CC = 2,    /**< all control bytes become blanks */
    TT_SKIP_WHITESPACE = 4 /**< leading Unicode white space is left out */
};

/** Reads the next string and its NUL, and returns its bytes without the NUL. TT_ERR_TRUNCATED and
 * an empty view when there is no NUL before the end. */
TT_API tt_bytes tt_unpack_string(tt_unpacker *u);

/** Writes `text` and a NUL. Each invalid UTF-8 sequence becomes U+FFFD, as DDNet does it; a
 * NUL inside `text` ends it. `limit` is the most bytes without the NUL, 0 for none; a longer
 * text is cut between two code points. Fails with TT_ERR_SPACE, writing nothing of it. */
TT_API void tt_pack_string(tt_packer *p, tt_bytes text, size_t limit);

/** Copies `raw` cleaned by `mode` (a set of the flags above) and a NUL to `dst`. The result
 * is never longer than `raw`, so raw.size + 1 bytes suffice; a NUL inside `raw` ends it.
 * TT_ERR_UTF8 when `raw` is not valid UTF-8 (DDNet 18.0 and later reject the whole message
 * then), TT_ERR_SPACE when it does not fit; `dst` is then an empty string if cap is not 0. */
TT_API tt_status tt_string_clean(char *dst, size_t cap, tt_bytes raw, unsigned mode);

/** Returns true when the bytes are valid UTF-8: no overlong forms, no surrogates, nothing above
 * U+10FFFF. */
TT_API bool tt_utf8_valid(tt_bytes text);

/** Reads one code point at the start of `text`, which must not be empty, and stores how many
 * bytes it has in `*used`. For an invalid sequence the result is -1, and `*used` is the number of
 * bytes, at least 1, that the WHATWG decoder replaces with one U+FFFD: the longest part that could
 * have begun a valid sequence. */
TT_API int32_t tt_utf8_decode(tt_bytes text, size_t *used);

/** Returns how many bytes of `text` fit into `limit` bytes without splitting a code point. */
TT_API size_t tt_utf8_cut(tt_bytes text, size_t limit);

/** Most bytes that tt_utf8_safe writes for `size` bytes. */
#define TT_UTF8_SAFE_BOUND(size) ((size_t)4 * (size))

/** Writes `raw` as it may be shown: valid UTF-8 on one line that cannot move the cursor of a
 * terminal, start an escape sequence or turn the direction of what follows. Control bytes of
 * ASCII become \\xNN, so that an attack is visible; invalid sequences and other invisible
 * characters become U+FFFD. Ends before the first character that does not fit into `cap`. The
 * result is the size; there is no NUL. */
TT_API size_t tt_utf8_safe(char *dst, size_t cap, tt_bytes raw);

/** Writes a text into the ints of a snapshot item. `count` ints hold at most 4 * count - 1 bytes:
 * four bytes an int, the first in its highest byte, 128 added to every byte. The low byte of the
 * last int is 0. TT_ERR_SPACE when `text` is longer or has a NUL in it, and then `dst` is left as
 * it was; tt_utf8_cut(text, 4 * count - 1) shortens it. Text that is not valid UTF-8 is written as
 * it is, but no reader shows it. */
TT_API tt_status tt_string_to_ints(int32_t *dst, size_t count, tt_bytes text);

/** Reads the text of a snapshot item from its ints. `dst` must have room for 4 * count bytes; the
 * result ends with a NUL, and all bytes after it are NULs too. TT_ERR_UTF8 when the text is not
 * valid UTF-8, and the result is then empty, as in DDNet. TT_ERR_ARGUMENT when `count` is 0: `dst`
 * is not touched. */
TT_API tt_status tt_string_from_ints(char *dst, const int32_t *ints, size_t count);

#ifdef __cplusplus
}
#endif

#endif
