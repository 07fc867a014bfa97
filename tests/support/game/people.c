/* SPDX-License-Identifier: MIT
 *
 * A crowd of made-up people. See people.h.
 *
 * A name is the person's number in syllables, so no two are the same; the rest is dressing.
 */
#include "support/game/people.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const syllables[16] = {"ba", "ki", "lo", "mu", "ne", "ra", "so", "ti",
                                          "vu", "wa", "xe", "yo", "zi", "do", "fe", "gu"};

static const char *const clans[] = {"", "", "", "Brr", "[ABC]", "ü ber", "-=x=-", "snails"};

/* Formats of names. A name fits for numbers below PEOPLE. The formats keep the syllables, so names
 * remain different. The last two formats add a letter of several bytes. */
static const char *const dressings[] = {"%s", "%s",  "%s", "%s", "%s",   "%s",  "%s2", "%s_",
                                        "%s", "[%s", "%s", "%s", "*%s*", "x%s", "%sé", "猫%s"};

static void name_make(char name[PERSON_NAME], unsigned number)
{
    char plain[PERSON_NAME];
    size_t size = 0;
    for (unsigned rest = number / 2 + 16; rest != 0; rest /= 16) {
        memcpy(plain + size, syllables[rest % 16], 2);
        size += 2;
        if (size == 4 && rest >= 16 && number % 7 == 0) {
            plain[size++] = ' ';
        }
    }
    plain[size] = 0;
    /* An odd number has the letters of the number before it, with a capital. */
    if (number % 2 == 1) {
        plain[0] = (char)toupper((unsigned char)plain[0]);
    }
    const char *dressing = dressings[number / 2 % 16];
    size_t before = strcspn(dressing, "%");
    memcpy(name, dressing, before);
    memcpy(name + before, plain, size);
    memcpy(name + before + size, dressing + before + 2, strlen(dressing + before + 2) + 1);
}

void person_make(person *p, const char *name, chance *c)
{
    static const int32_t versions[] = {16040, 17040, 18000, 18090, 19010, 19050, 19090};
    tt_bytes view = tt_bytes_of(name);
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->clan, sizeof p->clan, "%s", clans[chance_below(c, sizeof clans / sizeof *clans)]);
    p->seven = chance_happens(c, 12);
    p->version = versions[chance_below(c, sizeof versions / sizeof *versions)];
    p->connection = tt_uuid_from_name(view);
}

void people_make(person *people, chance *c)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        char name[PERSON_NAME];
        name_make(name, i);
        person_make(&people[i], name, c);
    }
}
