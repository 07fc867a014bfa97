/* SPDX-License-Identifier: MIT
 *
 * The options --format and --level of the verbs that pack recordings.
 */
#ifndef CLI_COMPRESSOR_H
#define CLI_COMPRESSOR_H

#include <stdint.h>

#include "teetape/io/compress.h"

/* Returns the compressor of a word of --format, xz, zst or tape; xz for NULL, and NULL for another
 * word. */
const tt_io_compressor *compressor_of(const char *word);

/* Returns a sentence about wrong usage, or NULL. `format` may be NULL, which is wrong; level 0 is
 * the usual one. */
const char *compressor_check(const tt_io_compressor *format, int64_t level);

/* Refuses to replace originals by tapes: this release is the first one that reads tapes. Returns a
 * sentence, or NULL. */
const char *compressor_check_replace(const tt_io_compressor *format);

#endif
