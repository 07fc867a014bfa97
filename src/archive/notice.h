/* SPDX-License-Identifier: MIT
 *
 * What an archive has to say besides its results, to the one who opened it.
 */
#ifndef ARCHIVE_NOTICE_H
#define ARCHIVE_NOTICE_H

#include "teetape/io/archive.h"

/* Composes a sentence and hands it to the archive's tt_io_archive_notice_fn, if there is one; the
 * kind decides the level. A sentence of 2000 bytes or more is cut. */
void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_notice_kind kind,
                        const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
