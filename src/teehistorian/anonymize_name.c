/* SPDX-License-Identifier: MIT
 *
 * What stands for a name, a code or an id: HMAC-SHA-256 with the key over what kind of thing it is
 * and its bytes, put into a form that the game takes.
 *
 *     mofaruni 471        a player: four syllables and three digits, 6.6e10 of them
 *     Vofidu 047          a clan
 *     9c1185a5c5e9fc54    a code
 *
 * A server may still put "(1)" before a player's pseudonym: 15 bytes are what it keeps.
 */
#include "base/ascii.h"
#include "base/mem.h"
#include "teehistorian/anonymize.h"
#include "teetape/hash.h"
#include "world/name.h"

/* HMAC, so that the sum says nothing without the key, and one domain says nothing of another. */
static void sum_make(const tt_th_anonymizer *a, uint8_t sum[TT_SHA256_SIZE], tti_domain domain,
                     tt_bytes bytes)
{
    tt_hmac hmac;
    uint8_t first = (uint8_t)domain;
    tt_hmac_start(&hmac, a->key, sizeof a->key);
    tt_hmac_add(&hmac, &first, 1);
    tt_hmac_add(&hmac, bytes.data, bytes.size);
    tt_hmac_finish(&hmac, sum);
}

uint64_t tti_th_keyed(const tt_th_anonymizer *a, tti_domain domain, tt_bytes bytes)
{
    uint8_t sum[TT_SHA256_SIZE];
    sum_make(a, sum, domain, bytes);
    return tti_load_be64(sum);
}

/* Takes a number below `count` off the bits. 64 bits are far more than all that a pseudonym takes,
 * so the remainders are as good as even. */
static unsigned bits_take(uint64_t *bits, unsigned count)
{
    unsigned value = (unsigned)(*bits % count);
    *bits /= count;
    return value;
}

/* `syllables` of them, a blank, three digits and a NUL: 2 * syllables + 5 bytes. */
static void words_make(char *dst, uint64_t bits, unsigned syllables)
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

/* The name is cleaned first, so that all forms of it come out the same: as asked for, as the server
 * has it, as typed in a command. One of blanks alone is empty then, and remains so. */
void tt_th_pseudonym(const tt_th_anonymizer *a, char dst[TT_NAME_CAP], tt_bytes name)
{
    char clean[TT_NAME_CAP];
    tti_name_clean(clean, name, TTI_NAME_MAX);
    dst[0] = 0;
    if (clean[0] != 0) {
        words_make(dst, tti_th_keyed(a, TTI_DOMAIN_NAME, tt_bytes_of(clean)), 4);
    }
}

/* Three syllables: 10 bytes, and a clan has 11. The capital shows that it is one. */
void tti_th_pseudonym_clan(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], tt_bytes clan)
{
    char clean[TT_NAME_CAP];
    tti_name_clean(clean, clan, TTI_CLAN_MAX);
    dst[0] = 0;
    if (clean[0] != 0) {
        words_make(dst, tti_th_keyed(a, TTI_DOMAIN_CLAN, tt_bytes_of(clean)), 3);
        dst[0] = (char)(dst[0] - 'a' + 'A');
    }
}

/* The account as it was recorded: only names and clans are cleaned. */
void tti_th_pseudonym_account(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                              tt_bytes account)
{
    dst[0] = 0;
    if (account.size != 0) {
        words_make(dst, tti_th_keyed(a, TTI_DOMAIN_ACCOUNT, account), 4);
    }
}

/* All 64 bits, as hex digits: two codes that became one would link what does not belong together.
 */
void tti_th_pseudonym_code(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP],
                           tti_domain domain, tt_bytes code)
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

/* 128 bits of the sum. The UUID of zeros says that there is none, and still does. */
tt_uuid tt_th_pseudonym_uuid(const tt_th_anonymizer *a, const tt_uuid *uuid)
{
    static const tt_uuid none = {{0}};
    uint8_t sum[TT_SHA256_SIZE];
    tt_uuid result;
    if (tt_uuid_equal(uuid, &none)) {
        return none;
    }
    sum_make(a, sum, TTI_DOMAIN_UUID, (tt_bytes){uuid->bytes, sizeof uuid->bytes});
    tti_copy(result.bytes, sum, sizeof result.bytes);
    /* It looks like the random ones that the game makes: version 4, variant 10. */
    result.bytes[6] = (uint8_t)((result.bytes[6] & 0x0f) | 0x40);
    result.bytes[8] = (uint8_t)((result.bytes[8] & 0x3f) | 0x80);
    return result;
}

/* Keys of any length become 32 bytes, which are used from here on. */
void tt_th_anonymizer_init(tt_th_anonymizer *a, tt_th_writer *writer, tt_bytes key)
{
    /* A key is hashed with what it is for, so that the same one used elsewhere gives nothing away.
     */
    static const char purpose[] = "teetape anonymize 1";
    tt_hmac hmac;
    tti_fill(a, 0, sizeof *a);
    a->writer = writer;
    tt_hmac_start(&hmac, purpose, sizeof purpose - 1);
    tt_hmac_add(&hmac, key.data, key.size);
    tt_hmac_finish(&hmac, a->key);
}
