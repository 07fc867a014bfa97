/* SPDX-License-Identifier: MIT
 *
 * Anonymizes recordings in memory.
 */
#ifndef TEST_TH_ANONYMIZE_H
#define TEST_TH_ANONYMIZE_H

#include "teetape/teehistorian_anonymize.h"
#include "th_make.h"

/* The output of an anonymizer. */
typedef struct th_anonymized {
    th_make file;
    uint64_t kept, changed, removed, refused;
} th_anonymized;

/* Anonymizes a file, which is read with recovery to its end. */
th_anonymized th_anonymize(const th_make *file, const char *key, int keep_time);

/* Anonymizes records after a header of version 2 and before a FINISH, with the key "key". Returns
 * the text that th_log gives for the output, read strictly, in the form for th_check. The caller
 * frees it. */
char *th_anonymize_text(const th_make *records);

/* Fails unless the anonymized records give these lines. `want` has a %s for each of the texts after
 * it, which end with NULL. */
void th_anonymize_check(const th_make *records, const char *want);

/* Returns true when the file has these bytes. */
int th_has(const th_make *file, const void *bytes, size_t size);

#endif
