/* SPDX-License-Identifier: MIT
 *
 * Tells recordings by name and by their first bytes.
 */
#include "host/kind.h"

#include <string.h>

#include "host/compress.h"
#include "host/ending.h"
#include "teetape/demo_header.h"
#include "teetape/teehistorian_header.h"

void host_first_add(struct host_first *first, tt_bytes piece)
{
    size_t room = sizeof first->bytes - first->size;
    size_t size = piece.size < room ? piece.size : room;
    if (size > 0) {
        memcpy(first->bytes + first->size, piece.data, size);
        first->size += size;
    }
}

static size_t common_begin(const struct host_first *first, const uint8_t *magic, size_t size)
{
    size_t common = 0;
    while (common < first->size && common < size && first->bytes[common] == magic[common]) {
        common++;
    }
    return common;
}

static bool has_only_zeros(const struct host_first *first, size_t from)
{
    for (size_t i = from; i < first->size; i++) {
        if (first->bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

enum host_kind host_first_kind(const struct host_first *first)
{
    size_t th = common_begin(first, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    size_t demo = common_begin(first, tt_demo_magic, TT_DEMO_MAGIC_SIZE);
    size_t common = th > demo ? th : demo;
    if (first->size == 0) {
        return HOST_KIND_EMPTY;
    }
    if (th == sizeof tt_th_magic.bytes) {
        return HOST_KIND_TEEHISTORIAN;
    }
    if (demo == TT_DEMO_MAGIC_SIZE) {
        return HOST_KIND_DEMO;
    }
    if (!has_only_zeros(first, common)) {
        return HOST_KIND_OTHER;
    }
    return common == 0 ? HOST_KIND_ZEROS : HOST_KIND_CUT;
}

const char *host_kind_reason(enum host_kind kind)
{
    switch (kind) {
    case HOST_KIND_TEEHISTORIAN:
    case HOST_KIND_DEMO:
        return NULL;
    case HOST_KIND_EMPTY:
        return "offset 0: the file is empty";
    case HOST_KIND_CUT:
        return "offset 0: the first bytes of a recording are cut off";
    case HOST_KIND_ZEROS:
        return "offset 0: zeros instead of a recording";
    case HOST_KIND_OTHER:
        break;
    }
    return "neither a teehistorian file nor a demo";
}

bool host_kind_is_named(const char *path)
{
    const struct host_compressor *packed = host_compressor_of(path);
    tt_bytes name = tt_bytes_of(path);
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    return host_ending_is(name, ".teehistorian") || host_ending_is(name, ".demo");
}

bool host_kind_is_damage(const char *path, enum host_kind kind)
{
    bool is_wreck = kind == HOST_KIND_EMPTY || kind == HOST_KIND_CUT || kind == HOST_KIND_ZEROS;
    return is_wreck && host_kind_is_named(path);
}
