/* SPDX-License-Identifier: MIT
 *
 * Finds the versions of the libraries that this build uses.
 */
#include "teetape/io/libraries.h"

#ifdef TT_HAVE_HARFBUZZ
#include <hb.h>
#endif
#ifdef TT_HAVE_SQLITE
#include <sqlite3.h>
#endif

#include "host/codec.h"

bool tt_io_library_at(size_t index, tt_io_library *library)
{
    size_t passed = 0;
    for (size_t i = 0; tti_host_codecs[i] != NULL; i++) {
        const struct host_codec *codec = tti_host_codecs[i];
        if (codec->library != NULL && passed++ == index) {
            *library = (tt_io_library){codec->name, codec->library,
                                       codec->version != NULL ? codec->version() : NULL};
            return true;
        }
    }
    if (index == passed) {
        *library = (tt_io_library){"fonts", "HarfBuzz", NULL};
#ifdef TT_HAVE_HARFBUZZ
        library->version = hb_version_string();
#endif
        return true;
    }
    *library = (tt_io_library){"sqlite", "SQLite", NULL};
#ifdef TT_HAVE_SQLITE
    library->version = sqlite3_libversion();
#endif
    return index == passed + 1;
}
