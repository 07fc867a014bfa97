/* SPDX-License-Identifier: MIT
 *
 * Anonymizes recordings in memory.
 */
#ifndef TEST_TH_ANONYMIZE_H
#define TEST_TH_ANONYMIZE_H

#include "teetape/teehistorian_anonymize.h"
#include "th_make.h"

/* What came out. */
typedef struct th_anonymized {
    th_make file;
    uint64_t kept, changed, removed, refused;
} th_anonymized;

/* Reads with recovery, to the end. */
th_anonymized th_anonymize(const th_make *file, const char *key, int keep_time);

/* The same for records after a header of version 2 and before a FINISH, with the key "key": gives
 * the text of th_log for the strict reader of the output, as th_check takes it. To be freed. */
char *th_anonymize_text(const th_make *records);

/* The records give these lines. `want` has %s for each of the texts after it, ended by NULL. */
void th_anonymize_check(const th_make *records, const char *want);

/* The bytes are somewhere in the file. */
int th_has(const th_make *file, const void *bytes, size_t size);

#endif
