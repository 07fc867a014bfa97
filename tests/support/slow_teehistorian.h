/* SPDX-License-Identifier: MIT
 *
 * A second reader of teehistorian files: slow, obvious, and sharing nothing with the library's but
 * the names of its statuses. It writes the lines that th_log.h writes with
 * TH_LOG_EVENTS | TH_LOG_PLACES | TH_LOG_ERRORS.
 */
#ifndef TEST_SLOW_TEEHISTORIAN_H
#define TEST_SLOW_TEEHISTORIAN_H

#include <stddef.h>

/* Returns the log of a whole file with a good header; the caller frees it. With `recover` reading
 * continues after errors. `limit` is the most bytes of a record. */
char *slow_teehistorian(const unsigned char *data, size_t size, int recover, size_t limit);

#endif
