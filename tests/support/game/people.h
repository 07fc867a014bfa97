/* SPDX-License-Identifier: MIT
 *
 * A crowd of made-up people: names as a game knows them, with blanks, capitals, letters of several
 * bytes, and some that differ only in their case.
 */
#ifndef TEST_PEOPLE_H
#define TEST_PEOPLE_H

#include "support/game/tee.h"
#include "teetape/uuid.h"

enum { PERSON_NAME = 16, PERSON_CLAN = 12, PEOPLE = 4000 };

typedef struct person {
    char name[PERSON_NAME]; /* different for every person */
    char clan[PERSON_CLAN];
    int seven;       /* plays with a 0.7 client */
    int32_t version; /* DDNet version of the client */
    tt_uuid connection;
} person;

/* Makes PEOPLE persons. */
void people_make(person *people, chance *c);

/* Makes a person with this name. */
void person_make(person *p, const char *name, chance *c);

#endif
