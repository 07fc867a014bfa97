/* SPDX-License-Identifier: MIT
 *
 * Recognizes recordings by name and by their first bytes.
 */
#include "host/inside.h"

#include <string.h>

#include "demo/demo.h"
#include "teetape/demo_header.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"
#include "teetape/teehistorian_header.h"

void tt_io_first_add(tt_io_first *first, tt_bytes piece)
{
    size_t room = sizeof first->bytes - first->size;
    size_t size = piece.size < room ? piece.size : room;
    if (size > 0) {
        memcpy(first->bytes + first->size, piece.data, size);
        first->size += size;
    }
}

static size_t common_begin(const tt_io_first *first, const uint8_t *magic, size_t size)
{
    size_t common = 0;
    while (common < first->size && common < size && first->bytes[common] == magic[common]) {
        common++;
    }
    return common;
}

/* Returns true for the first bytes of formats in which people get recordings, and which no reader
 * here unpacks. */
static bool is_packed(const tt_io_first *first)
{
    static const char *const magics[] = {"PK\x03\x04", "7z\xbc\xaf", "Rar!", "BZh"};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        size_t size = strlen(magics[i]);
        if (first->size >= size && memcmp(first->bytes, magics[i], size) == 0) {
            return true;
        }
    }
    return false;
}

/* Names the kind of a file by its first bytes. A part of a magic with only zeros after it is a
 * recording that was cut: a crash of the system can leave a file with its size, whose last bytes
 * read as zeros. The magics differ in their first byte, so at most one of them matches. */
tt_io_kind tt_io_first_kind(const tt_io_first *first)
{
    size_t th = common_begin(first, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    size_t demo = common_begin(first, tti_demo_magic, TT_DEMO_MAGIC_SIZE);
    size_t common = th > demo ? th : demo;
    if (first->size == 0) {
        return TT_IO_KIND_EMPTY;
    }
    if (th == sizeof tt_th_magic.bytes) {
        return TT_IO_KIND_TEEHISTORIAN;
    }
    if (demo == TT_DEMO_MAGIC_SIZE) {
        return TT_IO_KIND_DEMO;
    }
    for (size_t i = common; i < first->size; i++) {
        if (first->bytes[i] != 0) {
            return is_packed(first) ? TT_IO_KIND_PACKED : TT_IO_KIND_OTHER;
        }
    }
    return common == 0 ? TT_IO_KIND_ZEROS : TT_IO_KIND_CUT;
}

#define AT_START "offset 0: "

const char *tt_io_kind_reason(tt_io_kind kind)
{
    switch (kind) {
    case TT_IO_KIND_TEEHISTORIAN:
    case TT_IO_KIND_DEMO:
        return NULL;
    case TT_IO_KIND_EMPTY:
        return AT_START "the file is empty";
    case TT_IO_KIND_CUT:
        return AT_START "the first bytes of a recording are cut off";
    case TT_IO_KIND_ZEROS:
        return AT_START "the file begins with zeros, not with a recording";
    case TT_IO_KIND_PACKED:
        return "neither a teehistorian file nor a demo, but packed as .zip, .7z, .rar or .bz2: "
               "unpack it first";
    case TT_IO_KIND_OTHER:
        break;
    }
    return "neither a teehistorian file nor a demo";
}

const char *tti_host_kind_sentence(tt_io_kind kind)
{
    const char *reason = tt_io_kind_reason(kind);
    size_t size = sizeof AT_START - 1;
    return reason != NULL && strncmp(reason, AT_START, size) == 0 ? reason + size : reason;
}

/* Returns true when a path has an ending. The ending of a compressed format is ignored: "a.demo.xz"
 * has the ending ".demo". */
static bool has_ending(const char *path, const char *ending)
{
    const tt_io_compressor *packed = tt_io_compressor_of(path);
    tt_bytes name = tt_bytes_of(path);
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    return tt_io_ending_is(name, ending);
}

bool tt_io_kind_is_named(const char *path)
{
    return has_ending(path, ".teehistorian") || has_ending(path, ".demo");
}

/* Returns true for a damaged recording. The name and the first bytes both count: the bytes alone
 * would make every empty file of a folder damage, and the name alone every demo of another game. */
bool tt_io_kind_is_damage(const char *path, tt_io_kind kind)
{
    bool is_wreck = kind == TT_IO_KIND_EMPTY || kind == TT_IO_KIND_CUT || kind == TT_IO_KIND_ZEROS;
    if (kind == TT_IO_KIND_OTHER || kind == TT_IO_KIND_PACKED) {
        return has_ending(path, ".teehistorian");
    }
    return is_wreck && tt_io_kind_is_named(path);
}
