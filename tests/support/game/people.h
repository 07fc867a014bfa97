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
    char name[PERSON_NAME]; /* nobody else has the same */
    char clan[PERSON_CLAN];
    int seven;          /* plays with a 0.7 client */
    int32_t version;    /* of the client */
    tt_uuid connection; /* connection id */
} person;

/* PEOPLE of them. */
void people_make(person *people, chance *c);

/* One of this name. */
void person_make(person *p, const char *name, chance *c);

#endif
