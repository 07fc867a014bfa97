/* SPDX-License-Identifier: MIT
 *
 * The parts of the anonymizer, and their shared declarations.
 *
 *     anonymize.c          one event -> what is written of it
 *     anonymize_header.c   the header
 *     anonymize_message.c  a client's message
 *     anonymize_name.c     pseudonyms of names, codes and ids; commands and their arguments
 *     anonymize.def        which words are harmless; msg/commands.def has the commands
 *
 * The rule is the same everywhere: what is listed is kept or replaced, and all else is left out. An
 * addition of a later release of the game is not published before somebody has decided on it.
 * docs/anonymize.md describes the result for each part of a recording.
 */
#ifndef TTI_TEEHISTORIAN_ANONYMIZE_H
#define TTI_TEEHISTORIAN_ANONYMIZE_H

#include "base/opaque.h"
#include "teetape/teehistorian_anonymize.h"
#include "wire/hmac.h"

typedef struct tti_th_anonymizer {
    tt_th_writer *writer;
    tt_th_anonymizer_view done;
    tt_th_anonymizer_options options;
    tti_hmac keyed; /* begun with the key of this use */
    uint8_t text[TT_TH_ANONYMIZED_HEADER_MAX];
} tti_th_anonymizer;

TTI_OPAQUE(th_anonymizer)

/* Room for every pseudonym and its NUL; the longest is a code of 16 digits. */
#define TTI_PSEUDONYM_CAP TT_NAME_CAP

/* The kind of text that a pseudonym replaces. The number is the first byte of the hashed data:
 * another order would change all pseudonyms. */
typedef enum tti_domain {
    TTI_DOMAIN_NAME,
    TTI_DOMAIN_CLAN,
    TTI_DOMAIN_ACCOUNT,
    TTI_DOMAIN_TIMEOUT, /* the code that takes over a connection (/timeout) */
    TTI_DOMAIN_SAVE,
    TTI_DOMAIN_UUID, /* the id of a game, a connection or a save */
    TTI_DOMAIN_SKIN,
    TTI_DOMAIN_COLOR /* a colour: packed HSL, as four bytes */
} tti_domain;

uint64_t tti_th_keyed(const tti_th_anonymizer *a, tti_domain domain, tt_bytes bytes);

/* These functions write a pseudonym and its NUL; "" for an empty text. The pseudonym of a player's
 * name has two words, unless the options keep the name. The name may be raw as a client sent it: it
 * is cleaned first, as the server does. */
void tti_th_pseudonym(const tti_th_anonymizer *a, char dst[TT_NAME_CAP], tt_bytes name);
void tti_th_pseudonym_clan(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], tt_bytes clan);
/* Returns the pseudonym of a UUID. The UUID of zeros means none, and does not change. */
tt_uuid tti_th_pseudonym_uuid(const tti_th_anonymizer *a, const tt_uuid *uuid);

void tti_th_pseudonym_account(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                              tt_bytes account);

/* The most arguments of a command in msg/commands.def. Later arguments are left out. */
#define TTI_ARGS_MAX 3

/* Returns the name of a command as it may be published: TT_SECRET_TEXT for an unknown one, which
 * may show which server it was. `*forms` has one letter for each argument, see msg/commands.def. */
const char *tti_th_command(tt_bytes name, const char **forms);

/* Writes an argument and its NUL to `dst`. Returns false when neither this argument nor a later one
 * may be published. */
bool tti_th_argument(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], char form,
                     tt_bytes text);

const char *tti_th_word(tt_bytes text);

bool tti_th_is_int(tt_bytes text);

enum tti_th_setting {
#define TT_KNOWN_GAME_SETTING(name) TTI_SETTING_##name,
#include "msg/commands.def"
    TTI_TH_SETTINGS
};

enum tti_th_tuning {
#define TT_KNOWN_TUNING(name) TTI_TUNING_##name,
#include "msg/commands.def"
    TTI_TH_TUNINGS
};

extern const char *const tti_th_settings[TTI_TH_SETTINGS], *const tti_th_tunings[TTI_TH_TUNINGS];

/* Returns the index of a text in a list, or -1. Ignores case, as the game does. */
int tti_th_find(const char *const *list, size_t count, tt_bytes text);

/* Packs the publishable part of a decoded message to a buffer of this size; returns 0 bytes when
 * there is none. */
#define TTI_TH_ANONYMIZED_MESSAGE ((size_t)1 << 10)
tt_bytes tti_th_anonymize_message(const tti_th_anonymizer *a, const tt_msg *msg,
                                  uint8_t dst[TTI_TH_ANONYMIZED_MESSAGE]);

/* Returns 0 for a number that is no DDNet version: clients may send any int, which could identify
 * them. */
static inline int32_t tti_th_version(int32_t version)
{
    return version >= 0 && version <= 99999 ? version : 0;
}

#endif
