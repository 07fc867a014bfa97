/* SPDX-License-Identifier: MIT
 *
 * Decides which members of the records of a teehistorian file are secret, and writes its header
 * without secrets. teetape/secret.h has the list.
 *
 *     tt_th_secrets secrets;
 *     tt_th_secrets_init(&secrets, false);
 *     ... of each event:
 *     if (tt_th_secrets_hide(&secrets, &event, i, &world))
 *         print(TT_SECRET_TEXT);
 */
#ifndef TEETAPE_TEEHISTORIAN_SECRET_H
#define TEETAPE_TEEHISTORIAN_SECRET_H

#include <stdbool.h>

#include "teetape/secret.h"
#include "teetape/teehistorian.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The members that are secret by name alone, looked up once for millions of records. The last
 * member is for the library. */
typedef struct tt_th_secrets {
    bool is_shown; /**< true: nothing is hidden */
    /** @cond library */
    uint32_t fields[TT_TH_KINDS]; /* a bit for each member */
    /** @endcond */
} tt_th_secrets;

/** Initializes `secrets`. `is_shown`: the user asked for secrets. */
TT_API void tt_th_secrets_init(tt_th_secrets *secrets, bool is_shown);

/** Returns true when records of this kind can have a secret. */
TT_API bool tt_th_secrets_has(const tt_th_secrets *secrets, tt_th_kind kind);

/** Returns true when member `index` of tt_th_type(event->kind) must not be shown. `world` is that
 * after the event. */
TT_API bool tt_th_secrets_hide(const tt_th_secrets *secrets, const tt_th_event *event, size_t index,
                               const tt_world *world);

/** Returns the reason of a leave or a drop as it may be shown: all of `reason`, or TT_SECRET_TEXT
 * where it may quote a password or a code. */
TT_API tt_bytes tt_th_shown_reason(tt_bytes reason);

/** Room for the header of `size` bytes, as tt_th_shown_header writes it. */
#define TT_TH_SHOWN_HEADER(size) (13 * (size) + 20)

/** Writes the JSON of a header into `dst`, with its keys in their order and without secrets,
 * unless they are to be shown. The result is always valid JSON: everything open is closed where
 * the scanner stops. A text that is not valid UTF-8 has U+FFFD, and its bytes as hex in the key
 * `<key>_hex` after it. The result is empty when the header has no token. */
TT_API tt_bytes tt_th_shown_header(uint8_t *dst, tt_bytes json, bool show_secrets);

#ifdef __cplusplus
}
#endif

#endif
