/* SPDX-License-Identifier: MIT
 *
 * Temporary files: those that exist, for a program that a signal ends before they are removed in
 * order, and those without a name.
 */
#ifndef HOST_TEMPORARY_H
#define HOST_TEMPORARY_H

#include <stdbool.h>

/* Notes a file that is about to be made. `path` must remain valid until tti_host_temporary_forget.
 */
void tti_host_temporary_note(const char *path);

/* The file was renamed or removed. False when all were removed meanwhile: the program ends, and the
 * path must remain. */
bool tti_host_temporary_forget(const char *path);

/* Makes a file without a name where TMPDIR says, or in /tmp, to be read, written and closed: it is
 * gone when it is closed. -1 with errno on failure. */
int tti_host_nameless_open(void);

#endif
