/* SPDX-License-Identifier: MIT
 *
 * Replaces the persons in a teehistorian file by pseudonyms: takes the events of a reader, and
 * writes the records of another file.
 *
 *     tt_th_anonymizer_init(&a, &writer, key, NULL);
 *     tt_th_anonymize_header(&a, tt_th_look(&th).header);  // at the event TT_TH_HEADER
 *     tt_th_anonymize_event(&a, &event);             // at every further one
 *     tt_th_write_flush(&writer);
 *
 * A pseudonym follows from the person and the key. The same person gets the same pseudonym in
 * every file with the same key, and nobody without the key can find the person. Data of unknown
 * meaning is left out. Ticks, positions, inputs, teams and finishes remain, so somebody who
 * knows a player's style may still recognize the player. docs/anonymize.md lists every part of a
 * recording and what becomes of it.
 *
 * A strict reader accepts the written file, whatever was wrong with the original. Example:
 * examples/anonymize.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_ANONYMIZE_H
#define TEETAPE_TEEHISTORIAN_ANONYMIZE_H

#include "teetape/teehistorian_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most bytes of the header that tt_th_anonymize_header writes. */
#define TT_TH_ANONYMIZED_HEADER_MAX ((size_t)12 << 10)

/** The counts of an anonymizer so far. */
typedef struct tt_th_anonymizer_view {
    uint64_t kept;    /**< records that were written unchanged */
    uint64_t changed; /**< records in which something was replaced or emptied */
    uint64_t removed; /**< records that were left out because their content is unknown, or because
                         nothing would be left of them */
    uint64_t refused; /**< records that were left out because a strict reader rejects them */
} tt_th_anonymizer_view;

/** Size of a tt_th_anonymizer in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_TH_ANONYMIZER_WORDS 1600

/** An anonymizer, about 12 KiB; the caller places it. Its members are for the library. */
typedef struct tt_th_anonymizer {
    uint64_t words[TT_TH_ANONYMIZER_WORDS]; /**< private to the library */
} tt_th_anonymizer;

/** Receives a player's name, as the server shows it, and its pseudonym. The same name comes again
 * and again. Returns true to write the name in place of the pseudonym. Both texts are valid during
 * the call only. */
typedef bool tt_th_anonymizer_name_fn(void *user, const char *name, const char *pseudonym);

/** Options of an anonymizer. Zeros are the defaults. */
typedef struct tt_th_anonymizer_options {
    bool keeps_time; /**< the header keeps start_time. Otherwise it becomes 1970-01-01 00:00:00
                        +0000, because date and time lead to who was online */
    tt_th_anonymizer_name_fn *on_name; /**< may be NULL */
    void *user;                        /**< handed to `on_name` */
} tt_th_anonymizer_options;

/** Initializes an anonymizer that writes to `writer`, which has written nothing yet and must
 * remain valid. The key has any size. With a key that can be guessed, anybody can try names
 * until the pseudonym matches. 32 random bytes are good. `options` may be NULL and is copied. */
TT_API void tt_th_anonymizer_init(tt_th_anonymizer *a, tt_th_writer *writer, tt_bytes key,
                                  const tt_th_anonymizer_options *options);

/** Returns the counts so far. */
TT_API tt_th_anonymizer_view tt_th_anonymizer_look(const tt_th_anonymizer *a);

/** Writes the header without the values that identify a server or a date. The known keys of the
 * original are written, in the order of DDNet. `header` must have been parsed without failure.
 * Errors: those of tt_th_write_header. */
TT_API tt_status tt_th_anonymize_header(tt_th_anonymizer *a, const tt_th_header *header);

/** Writes the harmless part of an event; the events must come in their order. TT_OK also when
 * nothing was written. Errors: TT_ERR_TH_WRITE_STATE before the header and after FINISH, and
 * TT_ERR_TH_WRITE_PUT; TT_ERR_ARGUMENT for the event of the header. */
TT_API tt_status tt_th_anonymize_event(tt_th_anonymizer *a, const tt_th_event *event);

/** Returns the pseudonym of a game, save or connection id. The id of all zeros remains. */
TT_API tt_uuid tt_th_pseudonym_uuid(const tt_th_anonymizer *a, const tt_uuid *uuid);

#ifdef __cplusplus
}
#endif

#endif
