/* SPDX-License-Identifier: MIT
 *
 * Hands sentences to the one who opened an archive.
 */
#include "archive/notice.h"

#include <stdarg.h>
#include <stdio.h>

#include "archive/database.h"

#define SENTENCE 2000

void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_level level, const char *path,
                        const char *format, ...)
{
    char sentence[SENTENCE];
    va_list args;
    if (archive->notice == NULL) {
        return;
    }
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    archive->notice(archive->notice_user, level, path, sentence);
}
