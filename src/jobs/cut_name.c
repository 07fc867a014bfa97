/* SPDX-License-Identifier: MIT
 *
 * Looks at the names of outputs.
 */
#include "jobs/cut.h"

#include <stdio.h>
#include <string.h>

#include "teetape/io/compress.h"
#include "teetape/io/path.h"

/* Endings of recordings, and of what is made of one. A recording under another one's name would not
 * be opened by the program that the name is for. */
static const struct {
    const char *ending;
    tt_io_ending kind;
} endings[] = {
    {".demo", TT_IO_ENDING_DEMO},     {".teehistorian", TT_IO_ENDING_TEEHISTORIAN},
    {".mp4", TT_IO_ENDING_FILM},      {".webm", TT_IO_ENDING_FILM},
    {".mkv", TT_IO_ENDING_FILM},      {".avi", TT_IO_ENDING_FILM},
    {".mov", TT_IO_ENDING_FILM},      {".y4m", TT_IO_ENDING_FILM},
    {".gif", TT_IO_ENDING_FILM},      {".png", TT_IO_ENDING_PICTURE},
    {".svg", TT_IO_ENDING_PICTURE},   {".jpg", TT_IO_ENDING_PICTURE},
    {".html", TT_IO_ENDING_PAGE},     {".csv", TT_IO_ENDING_TABLE},
    {".parquet", TT_IO_ENDING_TABLE},
};

tt_io_ending tt_io_ending_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    const tt_io_compressor *packed = tt_io_compressor_of(path);
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (tt_io_ending_is(name, endings[i].ending)) {
            return endings[i].kind;
        }
    }
    return TT_IO_ENDING_OTHER;
}

/* Where the ending of a file's name begins: that of "a/game.teehistorian.xz" has both parts. An
 * ending needs a byte before it: a name such as ".demo" has none, and neither has a folder with a
 * dot. */
static size_t ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t name = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    const tt_io_compressor *packed = tt_io_compressor_of(path + name);
    size_t end = strlen(path) - (packed != NULL ? strlen(packed->ending) : 0);
    for (size_t at = end; at > name + 1; at--) {
        if (path[at - 1] == '.') {
            return at - 1;
        }
    }
    return end;
}

bool tti_cut_number_path(char dst[CUT_PATH], const char *output, unsigned number)
{
    size_t ending = ending_of(output);
    int size = snprintf(dst, CUT_PATH, "%.*s.%03u%s", (int)ending, output, number, output + ending);
    return size >= 0 && size < CUT_PATH;
}
