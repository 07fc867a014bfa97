/* SPDX-License-Identifier: MIT
 *
 * Whether two names lead to one file.
 */
#ifndef TEETAPE_IO_SAME_FILE_H
#define TEETAPE_IO_SAME_FILE_H

#include "teetape/io/export.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stat;

/** The same file, by device and number. */
TT_IO_API bool tt_io_same_facts(const struct stat *a, const struct stat *b);

/** Whether both paths lead to the same file, through links and by hard links. False when one of
 * them leads to nothing. */
TT_IO_API bool tt_io_same_file(const char *a, const char *b);

#ifdef __cplusplus
}
#endif

#endif
