/* SPDX-License-Identifier: MIT
 *
 * Checks --format and --level of the verbs that pack recordings.
 */
#include "cli/shell/compressor.h"

#include <stdio.h>
#include <string.h>

const tt_io_compressor *compressor_of(const char *word)
{
    return word == NULL || strcmp(word, "xz") == 0 ? tt_io_compressor_of("file.xz")
           : strcmp(word, "zst") == 0              ? tt_io_compressor_of("file.zst")
           : strcmp(word, "tape") == 0             ? tt_io_compressor_of("file.tape")
                                                   : NULL;
}

/* Refuses gzip, which has no access points. Without the library `calls` is NULL, and packing says
 * so itself. */
const char *compressor_check(const tt_io_compressor *format, int64_t level)
{
    static char problem[80];
    if (format == NULL) {
        return "--format is xz, zst or tape";
    }
    if (format->block == 0) {
        return "a .gz is not seekable; name the output .xz, .zst or .tape";
    }
    if (format->calls != NULL && level > format->most) {
        snprintf(problem, sizeof problem, "--level of %s is at most %d", format->ending + 1,
                 format->most);
        return problem;
    }
    return NULL;
}

const char *compressor_check_replace(const tt_io_compressor *format)
{
    bool is_tape = format != NULL && strcmp(format->ending, ".tape") == 0;
    return is_tape
               ? "a tape does not replace its original in this release, which is the first that "
                 "reads tapes"
               : NULL;
}
