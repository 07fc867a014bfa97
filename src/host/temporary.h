/* SPDX-License-Identifier: MIT
 *
 * The temporary files that exist, for a program that a signal ends before they are removed in
 * order.
 */
#ifndef HOST_TEMPORARY_H
#define HOST_TEMPORARY_H

#include <stdbool.h>

/* Takes note of a file that is about to be made. `path` must remain valid until
 * tti_host_temporary_forget. */
void tti_host_temporary_note(const char *path);

/* The file was renamed or removed. False when all were removed meanwhile, and the path must remain
 * for ever: the program ends. */
bool tti_host_temporary_forget(const char *path);

#endif
