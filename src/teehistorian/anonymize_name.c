/* SPDX-License-Identifier: MIT
 *
 * Makes the pseudonym of a name, a code or an id: the HMAC-SHA-256 of its kind and its bytes with
 * the user's key, in a form that the game accepts.
 *
 *     mofaruni 471        a player: four syllables and three digits, 6.6e10 of them
 *     Vofidu 047          a clan
 *     9c1185a5c5e9fc54    a code
 *
 * A server can still put "(1)" before a player's pseudonym, because it keeps 15 bytes.
 */
#include "base/ascii.h"
#include "base/mem.h"
#include "msg/command.h"
#include "schema/fields.h"
#include "teehistorian/anonymize.h"
#include "teehistorian/write.h"
#include "teetape/secret.h"
#include "wire/hash.h"
#include "wire/uuid.h"
#include "world/world.h"

/* Makes the HMAC of a value in a domain. Without the key nothing can be derived from an HMAC, nor
 * from that of one domain for another. */
static void sum_make(const tti_th_anonymizer *a, uint8_t sum[TTI_SHA256_SIZE], tti_domain domain,
                     tt_bytes bytes)
{
    tti_hmac hmac = a->keyed;
    uint8_t first = (uint8_t)domain;
    tti_hmac_add(&hmac, &first, 1);
    tti_hmac_add(&hmac, bytes.data, bytes.size);
    tti_hmac_finish(&hmac, sum);
}

uint64_t tti_th_keyed(const tti_th_anonymizer *a, tti_domain domain, tt_bytes bytes)
{
    uint8_t sum[TTI_SHA256_SIZE];
    sum_make(a, sum, domain, bytes);
    return tti_load_be64(sum);
}

/* Takes a number below `count` from the bits. 64 bits are far more than a pseudonym takes, so all
 * remainders are nearly equally likely. */
static unsigned bits_take(uint64_t *bits, unsigned count)
{
    unsigned value = (unsigned)(*bits % count);
    *bits /= count;
    return value;
}

static void syllables_make(char *dst, uint64_t bits, unsigned syllables)
{
    static const char consonants[] = "bdfghjklmnprstvwyz";
    static const char vowels[] = "aeiou";
    for (unsigned i = 0; i < syllables; i++) {
        *dst++ = consonants[bits_take(&bits, sizeof consonants - 1)];
        *dst++ = vowels[bits_take(&bits, sizeof vowels - 1)];
    }
    *dst++ = ' ';
    for (unsigned i = 0; i < 3; i++) {
        *dst++ = (char)('0' + bits_take(&bits, 10));
    }
    *dst = 0;
}

/* Writes the pseudonym of a name. A name is cleaned first: requested, recorded and typed forms get
 * one pseudonym. */
void tti_th_pseudonym(const tti_th_anonymizer *a, char dst[TT_NAME_CAP], tt_bytes name)
{
    char clean[TT_NAME_CAP];
    tti_name_clean(clean, name, TTI_NAME_MAX);
    dst[0] = 0;
    if (clean[0] != 0) {
        const tt_th_anonymizer_options *o = &a->options;
        syllables_make(dst, tti_th_keyed(a, TTI_DOMAIN_NAME, tt_bytes_of(clean)), 4);
        if (o->on_name != NULL && o->on_name(o->user, clean, dst)) {
            tti_copy(dst, clean, sizeof clean);
        }
    }
}

void tti_th_pseudonym_clan(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], tt_bytes clan)
{
    char clean[TT_NAME_CAP];
    tti_name_clean(clean, clan, TTI_CLAN_MAX);
    dst[0] = 0;
    if (clean[0] != 0) {
        syllables_make(dst, tti_th_keyed(a, TTI_DOMAIN_CLAN, tt_bytes_of(clean)), 3);
        dst[0] = (char)(dst[0] - 'a' + 'A');
    }
}

void tti_th_pseudonym_account(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                              tt_bytes account)
{
    dst[0] = 0;
    if (account.size != 0) {
        syllables_make(dst, tti_th_keyed(a, TTI_DOMAIN_ACCOUNT, account), 4);
    }
}

/* Makes the pseudonym of a code from all 64 bits: two codes with one pseudonym would be linked. */
static void code_make(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], tti_domain domain,
                      tt_bytes code)
{
    dst[0] = 0;
    if (code.size != 0) {
        uint64_t bits = tti_th_keyed(a, domain, code);
        for (unsigned i = 0; i < 16; i++) {
            dst[i] = tti_hex_digit(bits_take(&bits, 16));
        }
        dst[16] = 0;
    }
}

tt_uuid tti_th_pseudonym_uuid(const tti_th_anonymizer *a, const tt_uuid *uuid)
{
    static const tt_uuid none = {{0}};
    uint8_t sum[TTI_SHA256_SIZE];
    tt_uuid result;
    if (tti_uuid_equal(uuid, &none)) {
        return none;
    }
    sum_make(a, sum, TTI_DOMAIN_UUID, (tt_bytes){uuid->bytes, sizeof uuid->bytes});
    tti_copy(result.bytes, sum, sizeof result.bytes);
    /* Version 4, variant 10, as in the game's random UUIDs. */
    result.bytes[6] = (uint8_t)((result.bytes[6] & 0x0f) | 0x40);
    result.bytes[8] = (uint8_t)((result.bytes[8] & 0x3f) | 0x80);
    return result;
}

tt_uuid tt_th_pseudonym_uuid(const tt_th_anonymizer *a, const tt_uuid *uuid)
{
    return tti_th_pseudonym_uuid(tti_th_anonymizer_seen(a), uuid);
}

void tt_th_anonymizer_init(tt_th_anonymizer *outer, tt_th_writer *writer, tt_bytes key,
                           const tt_th_anonymizer_options *options)
{
    tti_th_anonymizer *a = tti_th_anonymizer_of(outer);
    /* The text that separates this use of a key from other uses. */
    static const char purpose[] = "teetape anonymize 1";
    uint8_t own[TTI_SHA256_SIZE];
    tti_hmac hmac;
    tti_fill(a, 0, sizeof *a);
    a->writer = writer;
    if (options != NULL) {
        a->options = *options;
    }
    tti_hmac_start(&hmac, purpose, sizeof purpose - 1);
    tti_hmac_add(&hmac, key.data, key.size);
    tti_hmac_finish(&hmac, own);
    tti_hmac_start(&a->keyed, own, sizeof own);
}

tt_th_anonymizer_view tt_th_anonymizer_look(const tt_th_anonymizer *a)
{
    const tti_th_writer *writer = tti_th_writer_seen(tti_th_anonymizer_seen(a)->writer);
    tt_th_anonymizer_view view = tti_th_anonymizer_seen(a)->done;
    view.kept += writer->copied + writer->copied_skips;
    return view;
}

typedef struct command_row {
    const char *name, *forms;
} command_row;

static const command_row commands[] = {
#define TT_KNOWN_COMMAND(name, class, forms) {#name, forms},
#include "msg/commands.def"
};

const char *const tti_th_settings[TTI_TH_SETTINGS] = {
#define TT_KNOWN_GAME_SETTING(name) #name,
#include "msg/commands.def"
};

const char *const tti_th_tunings[TTI_TH_TUNINGS] = {
#define TT_KNOWN_TUNING(name) #name,
#include "msg/commands.def"
};

static const char *const words[] = {
#define TT_ANON_WORD(name) #name,
#include "teehistorian/anonymize.def"
};

int tti_th_find(const char *const *list, size_t count, tt_bytes text)
{
    for (size_t i = 0; i < count; i++) {
        if (tti_command_is(text, list[i])) {
            return (int)i;
        }
    }
    return -1;
}

const char *tti_th_word(tt_bytes text)
{
    int found = tti_th_find(words, TTI_COUNT(words), text);
    return found >= 0 ? words[found] : NULL;
}

/* Returns the command as it may be published. Settings are commands with one whole number. Names
 * that are not listed may identify the server. */
const char *tti_th_command(tt_bytes name, const char **forms)
{
    for (size_t i = 0; i < TTI_COUNT(commands); i++) {
        if (tti_command_is(name, commands[i].name)) {
            *forms = commands[i].forms;
            return commands[i].name;
        }
    }
    int setting = tti_th_find(tti_th_settings, TTI_TH_SETTINGS, name);
    if (setting >= 0) {
        *forms = "i";
        return tti_th_settings[setting];
    }
    /* DDNet has no commands with the names of tunings, but mods have */
    int tuning = tti_th_find(tti_th_tunings, TTI_TH_TUNINGS, name);
    *forms = tuning >= 0 ? "f" : "";
    return tuning >= 0 ? tti_th_tunings[tuning] : TT_SECRET_TEXT;
}

/* Skips up to 10 digits. A longer number could be a code. */
static size_t skip_digits(tt_bytes text, size_t at)
{
    size_t start = at;
    while (at < text.size && at - start < 10 && text.data[at] >= '0' && text.data[at] <= '9') {
        at++;
    }
    return at;
}

static bool is_number(tt_bytes text, bool point)
{
    size_t at = text.size != 0 && text.data[0] == '-';
    size_t end = skip_digits(text, at);
    if (end == at) {
        return false;
    }
    if (point && end < text.size && text.data[end] == '.') {
        at = end + 1;
        end = skip_digits(text, at);
        if (end == at) {
            return false;
        }
    }
    return end == text.size;
}

bool tti_th_is_int(tt_bytes text)
{
    return is_number(text, 0);
}

static bool is_coordinate(tt_bytes text)
{
    if (text.size != 0 && text.data[0] == '~') {
        text.data++;
        text.size--;
        return text.size == 0 || is_number(text, 1);
    }
    return is_number(text, 1);
}

static bool text_keep(char dst[TTI_PSEUDONYM_CAP], tt_bytes text, bool good)
{
    if (!good || text.size >= TTI_PSEUDONYM_CAP) {
        return false;
    }
    tti_copy(dst, text.data, text.size);
    dst[text.size] = 0;
    return true;
}

static bool word_keep(char dst[TTI_PSEUDONYM_CAP], const char *word)
{
    return word != NULL && text_keep(dst, tt_bytes_of(word), 1);
}

bool tti_th_argument(const tti_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], char form,
                     tt_bytes text)
{
    int tuning;
    switch (form) {
    case 'i':
        return text_keep(dst, text, is_number(text, 0));
    case 'f':
        return text_keep(dst, text, is_number(text, 1));
    case 'x':
        return text_keep(dst, text, is_coordinate(text));
    case 'u':
        tuning = tti_th_find(tti_th_tunings, TTI_TH_TUNINGS, text);
        return word_keep(dst, tuning >= 0 ? tti_th_tunings[tuning] : NULL);
    case 'w':
        return word_keep(dst, tti_th_word(text));
    case 'n':
        tti_th_pseudonym(a, dst, text);
        return true;
    case 't':
        code_make(a, dst, TTI_DOMAIN_TIMEOUT, text);
        return true;
    case 's':
        code_make(a, dst, TTI_DOMAIN_SAVE, text);
        return true;
    default:
        return false;
    }
}
