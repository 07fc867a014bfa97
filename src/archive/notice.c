/* SPDX-License-Identifier: MIT
 *
 * Hands sentences to the one who opened an archive.
 */
#include "archive/notice.h"

#include <stdarg.h>
#include <stdio.h>

#include "archive/database.h"

/* Bytes of a sentence, with its NUL. A longer one is cut: it may have a text of a recording in it.
 */
#define SENTENCE 2000

/* Every kind has its one level, so no caller chooses one. */
static const tt_io_archive_level levels[] = {
    [TT_IO_ARCHIVE_UPDATED] = TT_IO_ARCHIVE_NOTE,
    [TT_IO_ARCHIVE_UNREADABLE] = TT_IO_ARCHIVE_ERROR,
    [TT_IO_ARCHIVE_FULL] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_DAMAGED] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_NO_CONTENT] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_MORE] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_MISSING] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_BAD_LINE] = TT_IO_ARCHIVE_WARNING,
};

/* Called by several threads in a scan, so nothing is shared but the archive, which does not change.
 */
void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_notice_kind kind,
                        const char *path, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list args;
    if (archive->notice == NULL) {
        return;
    }
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    const tt_io_archive_notice notice = {kind, levels[kind], path, sentence};
    archive->notice(archive->notice_user, &notice);
}
