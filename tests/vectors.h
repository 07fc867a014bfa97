/* SPDX-License-Identifier: MIT
 *
 * Reads tests/vectors/NAME.txt: one vector a line, fields parted by tabs, lines that begin
 * with '#' left out. Bytes are hex; "-" is no bytes.
 *
 *     vectors v;
 *     vectors_open(&v, "varint.txt");
 *     while (vectors_next(&v)) { ... v.field[1] ... }
 *
 * Nothing here returns an error: a file that is missing or malformed fails the test that
 * asked for it.
 */
#ifndef TEST_VECTORS_H
#define TEST_VECTORS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define VECTORS_FIELDS 9

typedef struct vectors {
    FILE *file;
    char *line;                  /* of the current vector; the fields point into it */
    char *field[VECTORS_FIELDS]; /* "" for a field that the line does not have */
    int fields;
    int number; /* of the line, from 1 */
} vectors;

void vectors_open(vectors *v, const char *name);

/* Goes to the next vector and returns 1; closes the file and returns 0 at its end. */
int vectors_next(vectors *v);

/* 1 when the current vector's name starts with `prefix`. */
int vectors_is(const vectors *v, const char *prefix);

/* The number after dot `which` (from 1) of the name: 3 for which = 1 of "addstring.3.0.02". */
int vectors_part(const vectors *v, int which);

/* Decodes hex or "-" to `dst` and returns how many bytes that are. */
size_t vectors_hex(uint8_t *dst, size_t cap, const char *hex);

/* Reads decimal numbers parted by commas, or "-", and returns how many. */
size_t vectors_ints(int32_t *dst, size_t cap, const char *text);

#endif
