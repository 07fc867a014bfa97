/* SPDX-License-Identifier: MIT
 *
 * teetape --version: what to write into a bug report.
 */
#include "cli/shell/help.h"

#include "archive/sqlite_version.h"
#include "cli/show/text.h"
#include "host/codec.h"
#include "teetape/version.h"

/* The build defines both; empty is not known. */
#ifndef TT_COMMIT
#define TT_COMMIT ""
#endif
#ifndef TT_BUILD_TYPE
#define TT_BUILD_TYPE ""
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void print_line(struct host_output *out, const char *left, const char *right)
{
    text_pad(out, left, 10);
    host_output_text(out, right);
    host_output_byte(out, '\n');
}

static void print_codec(struct host_output *out, const struct host_codec *codec)
{
    text_pad(out, codec->name, 10);
    if (codec->version == NULL) {
        host_output_text(out, "not built in");
    } else {
        host_output_text(out, codec->library);
        host_output_byte(out, ' ');
        host_output_text(out, codec->version());
    }
    host_output_byte(out, '\n');
}

void help_version(struct host_output *out)
{
    host_output_text(out, "teetape ");
    host_output_text(out, tt_version());
    host_output_byte(out, '\n');
    if (TT_COMMIT[0] != '\0') {
        print_line(out, "commit", TT_COMMIT);
    }
    print_line(out, "compiler", COMPILER);
    if (TT_BUILD_TYPE[0] != '\0') {
        print_line(out, "build", TT_BUILD_TYPE);
    }
    for (size_t i = 0; host_codecs[i] != NULL; i++) {
        if (host_codecs[i]->library != NULL) {
            print_codec(out, host_codecs[i]);
        }
    }
    const char *sqlite = archive_sqlite_version();
    print_line(out, "sqlite", sqlite != NULL ? sqlite : "not built in");
}
