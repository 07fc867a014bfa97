/* SPDX-License-Identifier: MIT
 *
 * Takes the persons out of a teehistorian file: events of a reader in, records of a writer out.
 *
 *     tt_th_anonymizer_init(&a, &writer, key);
 *     tt_th_anonymize_header(&a, &th.header);        // at the event TT_TH_HEADER
 *     tt_th_anonymize_event(&a, &event);             // at every further one
 *     tt_th_write_flush(&writer);
 *
 * Who somebody is becomes a pseudonym that follows from the key: the same person has the same one
 * in every file that is handled with the same key, and nobody without the key can know whose it
 * is. What cannot be vouched for is left out. Ticks, positions, inputs, teams and finishes remain,
 * so people who know how somebody plays may still recognize him: these are pseudonyms, not
 * anonymity. docs/anonymize.md has every place of a recording and what becomes of it.
 *
 * The writer's file can be read strictly, whatever was wrong with the reader's. Example:
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

/** An anonymizer, about 12 KiB. Set `keep_time` after the init if wanted; look at the counts; the
 * rest is for the library. */
typedef struct tt_th_anonymizer {
    /** The header keeps start_time. Otherwise it becomes 1970-01-01 00:00:00 +0000, because date
     * and time lead to who was online. */
    int keep_time;

    uint64_t kept;    /**< records that were written unchanged */
    uint64_t changed; /**< records in which something was replaced or emptied */
    uint64_t removed; /**< records that were left out because their content is unknown, or because
                         nothing would be left of them */
    uint64_t refused; /**< records that were left out because a strict reader rejects them */

    /** @cond library */
    tt_th_writer *writer;
    uint8_t key[32];
    uint8_t text[TT_TH_ANONYMIZED_HEADER_MAX];
    /** @endcond */
} tt_th_anonymizer;

/** An anonymizer that writes to `writer`, which must be before its header and remain. The key is of
 * any size; one that can be guessed lets everybody try names until a pseudonym comes out. 32
 * random bytes are good. */
TT_API void tt_th_anonymizer_init(tt_th_anonymizer *a, tt_th_writer *writer, tt_bytes key);

/** Writes the header without what identifies a server or a moment: all keys that are known, in the
 * order of DDNet, as far as they were there. `header` must have been parsed without failure.
 * Errors: those of tt_th_write_header. */
TT_API tt_status tt_th_anonymize_header(tt_th_anonymizer *a, const tt_th_header *header);

/** Writes what may be written of an event of a reader, which must have come in its order. TT_OK
 * also when nothing was. Errors: TT_ERR_TH_WRITE_STATE before the header and after FINISH, and
 * TT_ERR_TH_WRITE_PUT; TT_ERR_ARGUMENT for the event of the header. */
TT_API tt_status tt_th_anonymize_event(tt_th_anonymizer *a, const tt_th_event *event);

/** Returns the pseudonym of a game, save or connection id. The id of all zeros remains. */
TT_API tt_uuid tt_th_pseudonym_uuid(const tt_th_anonymizer *a, const tt_uuid *uuid);

#ifdef __cplusplus
}
#endif

#endif
