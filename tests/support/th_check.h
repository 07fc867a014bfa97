/* SPDX-License-Identifier: MIT
 *
 * Checks what the teehistorian reader makes of a few records.
 */
#ifndef TEST_TH_CHECK_H
#define TEST_TH_CHECK_H

#include "th_log.h"
#include "th_make.h"

/* Bytes of a header of th_make_header without further members: the offset of the first record. */
#define TH_FIRST 32

/* Fails unless the records, after a header of version 2 and before a FINISH, give these lines: all
 * issues, but no header line, no "finish" line, and no line for the end when it is TT_END. The
 * result must not depend on the pieces, nor on further bytes in the last piece. `flags` is 0 or
 * TH_LOG_RECOVER. */
void th_check(const th_make *records, unsigned flags, const char *want);

/* Checks a whole file as th_check does, with all lines. */
void th_check_file(const th_make *file, unsigned flags, size_t scratch, const char *want);

/* Checks records, given as ints, without and with recovery. */
#define TH_CHECK(strict, recover, ...)                                                             \
    do {                                                                                           \
        th_make records_ = {NULL, 0, 0};                                                           \
        TH_INTS(&records_, __VA_ARGS__);                                                           \
        th_check(&records_, 0, strict);                                                            \
        th_check(&records_, TH_LOG_RECOVER, recover);                                              \
        th_make_free(&records_);                                                                   \
    } while (0)

#endif
