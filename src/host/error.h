/* SPDX-License-Identifier: MIT
 *
 * Adds paths to the errors of files.
 */
#ifndef TTI_HOST_ERROR_H
#define TTI_HOST_ERROR_H

#include "paint/error.h"

/* Sets the path of an error that has none yet. Does nothing for a NULL path or without an error.
 * Always returns false, so that failing functions can return the result. */
bool tti_error_of(tt_io_error *error, const char *path);

/* Copies a path as tt_io_error.path has it: a long one becomes "..." and its end. */
void tti_path_copy(char dst[TT_IO_PATH_CAP], const char *path);

#endif
