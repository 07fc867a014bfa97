/* SPDX-License-Identifier: MIT
 *
 * The key of pseudonyms: a text, the content of a file, or random. The same key gives a player
 * the same pseudonym in every recording. A person with the key can try names until the pseudonym
 * matches.
 *
 *     tt_io_key key;
 *     if (tt_io_key_get(&key, NULL, "key.txt", &error))
 *         tt_th_anonymizer_init(&anonymizer, &writer, (tt_bytes){key.bytes, key.size}, NULL);
 *
 * Error sentences name options in backquotes: `key`, `key_file`.
 */
#ifndef TEETAPE_IO_KEY_H
#define TEETAPE_IO_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most bytes of a key; a longer one is refused. */
#define TT_IO_KEY_MAX ((size_t)4096)

/** A key of pseudonyms, made by tt_io_key_get. */
typedef struct tt_io_key {
    uint8_t
        bytes[TT_IO_KEY_MAX + 2]; /**< `size` bytes of the key; the rest is room for a line end */
    size_t size;                  /**< number of bytes, 1 to TT_IO_KEY_MAX */
    bool is_random;               /**< the key is random and stored nowhere */
} tt_io_key;

/** Makes a key of a text, or of the content of a file without a line end after it; with both NULL,
 * makes a random key. False: *error says why, TT_ERR_ARGUMENT for a text or file that is no key,
 * TT_ERR_STOPPED for tt_io_stop_all. */
TT_IO_API bool tt_io_key_get(tt_io_key *key, const char *text, const char *file,
                             tt_io_error *error);

/** Gives a remark on the key for the user, as a sentence in *what: a note that it is random, or a
 * warning that it is weak. Returns false when there is no remark. */
TT_IO_API bool tt_io_key_remark(const tt_io_key *key, tt_level *level, tt_io_error *what);

#ifdef __cplusplus
}
#endif

#endif
