/* SPDX-License-Identifier: MIT
 *
 * The different values of a column, in the order in which they come first.
 */
#ifndef TABLE_PARQUET_DICTIONARY_H
#define TABLE_PARQUET_DICTIONARY_H

#include "table/parquet_encode.h"

/* More different values than that are no dictionary: their numbers would take 16 bits and more. */
#define PARQUET_DICTIONARY_MOST 32768

/* All zero is empty. It is used again and again, and freed once. */
struct parquet_dictionary {
    uint32_t *slots;  /* number of the entry + 1; 0: none */
    size_t *first;    /* where in the values each entry is */
    uint32_t *number; /* of each value: which entry it is */
    size_t room;      /* values that `number` has room for */
    size_t count;     /* entries */
};

enum parquet_dictionary_result {
    PARQUET_DICTIONARY_GOOD,
    PARQUET_DICTIONARY_TOO_MANY,
    PARQUET_DICTIONARY_NO_MEMORY
};

/* Finds the entries of all values. What the last make found is forgotten. */
enum parquet_dictionary_result tti_parquet_dictionary_make(struct parquet_dictionary *d,
                                                           const struct parquet_values *v);

/* Appends the entries as PLAIN: the content of the dictionary page. */
void tti_parquet_dictionary_plain(const struct parquet_dictionary *d, struct table_buffer *out,
                                  const struct parquet_values *v);

/* Appends which entries the values from `begin` to before `end` are: the content of a data page. */
void tti_parquet_dictionary_numbers(const struct parquet_dictionary *d, struct table_buffer *out,
                                    size_t begin, size_t end);

void tti_parquet_dictionary_free(struct parquet_dictionary *d);

#endif
