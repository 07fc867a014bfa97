/* SPDX-License-Identifier: MIT
 *
 * teetape --version, for bug reports: a fault may depend on the compiler, the build type or a
 * library.
 */
#include "cli/shell/help.h"

#include <string.h>

#include "cli/text/text.h"
#include "teetape/io/libraries.h"
#include "teetape/version.h"

/* The build defines these two macros, and may leave them empty. */
#ifndef TT_COMMIT
#define TT_COMMIT ""
#endif
#ifndef TT_BUILD_TYPE
#define TT_BUILD_TYPE ""
#endif

/* clang defines __GNUC__, too, so it is tested first. */
#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void print_line(tt_io_output *out, const char *left, const char *right)
{
    text_pad(out, left, 10);
    tt_io_output_text(out, right);
    tt_io_output_byte(out, '\n');
}

/* Names the library of a kind of file, or the use of SQLite. */
static void print_library(tt_io_output *out, const tt_io_library *library)
{
    text_pad(out, library->use, 10);
    if (library->version == NULL) {
        tt_io_output_text(out, "not built in");
    } else {
        if (strcmp(library->use, "sqlite") != 0) {
            tt_io_output_text(out, library->name);
            tt_io_output_byte(out, ' ');
        }
        tt_io_output_text(out, library->version);
    }
    tt_io_output_byte(out, '\n');
}

void help_version(tt_io_output *out)
{
    tt_io_output_text(out, "teetape ");
    tt_io_output_text(out, tt_version());
    tt_io_output_byte(out, '\n');
    if (TT_COMMIT[0] != '\0') {
        print_line(out, "commit", TT_COMMIT);
    }
    print_line(out, "compiler", COMPILER);
    if (TT_BUILD_TYPE[0] != '\0') {
        print_line(out, "build", TT_BUILD_TYPE);
    }
    tt_io_library library;
    for (size_t i = 0; tt_io_library_at(i, &library); i++) {
        print_library(out, &library);
    }
}
