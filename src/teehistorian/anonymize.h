/* SPDX-License-Identifier: MIT
 *
 * Inside of the anonymizer: its parts and what they do for each other.
 *
 *     anonymize.c          one event -> what is written of it
 *     anonymize_header.c   the header
 *     anonymize_message.c  a client's message
 *     anonymize_command.c  a command and its arguments
 *     anonymize_name.c     what stands for a name, a code, an id
 *     anonymize.def        which words are harmless; msg/commands.def has the commands
 *
 * Everywhere the rule is the same: what is listed is kept or replaced, all else goes. So what a
 * later release of the game adds is not published before somebody has thought about it.
 * docs/anonymize.md says for each place of a recording what becomes of it.
 */
#ifndef TTI_TEEHISTORIAN_ANONYMIZE_H
#define TTI_TEEHISTORIAN_ANONYMIZE_H

#include "teetape/teehistorian_anonymize.h"

/* Room for every pseudonym and its NUL; the longest is a code of 16 digits. */
#define TTI_PSEUDONYM_CAP TT_NAME_CAP

/* What a pseudonym stands for. A clan that is called like a player has another one, so that they do
 * not give each other away. The number is the first byte of what is hashed: another order would
 * give all pseudonyms anew, and what a key gives remains the same in later versions. */
typedef enum tti_domain {
    TTI_DOMAIN_NAME, /* of a player */
    TTI_DOMAIN_CLAN,
    TTI_DOMAIN_ACCOUNT, /* of the remote console */
    TTI_DOMAIN_TIMEOUT, /* code that takes over a connection */
    TTI_DOMAIN_SAVE,    /* code that loads a save */
    TTI_DOMAIN_UUID,    /* of a game, a connection, a save */
    TTI_DOMAIN_SKIN,    /* or a part of one */
    TTI_DOMAIN_COLOR    /* packed HSL, as four bytes */
} tti_domain;

/* 64 bits that follow from the key and these bytes. Without the key nothing can be said of the
 * bytes. */
uint64_t tti_th_keyed(const tt_th_anonymizer *a, tti_domain domain, tt_bytes bytes);

/* Pseudonyms and their NUL; "" for an empty text. */
void tti_th_pseudonym_clan(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], tt_bytes clan);
void tti_th_pseudonym_account(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                              tt_bytes account);
void tti_th_pseudonym_code(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                           tti_domain domain, tt_bytes code);

/* Commands have this many arguments at most: the longest list of forms in msg/commands.def. What
 * follows is left out. */
#define TTI_ARGS_MAX 3

/* The name to write, one of the list or TT_SECRET_TEXT, and in `*forms` what its arguments may be:
 * one letter each, see msg/commands.def. */
const char *tti_th_command(tt_bytes name, const char **forms);

/* One argument: its text and a NUL to `dst`, and 1; 0 when it must not be there. Then those after
 * it must not either, as they would be taken for it. */
int tti_th_argument(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], char form,
                    tt_bytes text);

/* One of the words that may be an argument, or NULL. */
const char *tti_th_word(tt_bytes text);

/* Digits after an optional minus, 10 at most. */
int tti_th_is_int(tt_bytes text);

/* Numbers of the settings and tunings that are listed, in the order of the rows. With them a header
 * can have each once. */
enum tti_setting {
#define TT_KNOWN_GAME_SETTING(name) TTI_SETTING_##name,
#include "msg/commands.def"
    TTI_SETTINGS
};

enum tti_tuning {
#define TT_KNOWN_TUNING(name) TTI_TUNING_##name,
#include "msg/commands.def"
    TTI_TUNINGS
};

/* A setting or tuning, one of the numbers above; negative when it is not listed. */
int tti_th_setting_find(tt_bytes name);
int tti_th_tuning_find(tt_bytes name);
const char *tti_th_setting_name(int setting);
const char *tti_th_tuning_name(int tuning);

/* Packs of a decoded message what may be in one; 0 bytes when it cannot be. The messages that are
 * made have less than TTI_TH_ANONYMIZED_MESSAGE bytes. */
#define TTI_TH_ANONYMIZED_MESSAGE ((size_t)1 << 10)
tt_bytes tti_th_anonymize_message(const tt_th_anonymizer *a, const tt_msg *msg,
                                  uint8_t dst[TTI_TH_ANONYMIZED_MESSAGE]);

/* A DDNet version as a number: 0 when it is none. A client may send any int here, and one of its
 * own would be as good as a name. */
static inline int32_t tti_th_version(int32_t version)
{
    return version >= 0 && version <= 99999 ? version : 0;
}

#endif
