/* SPDX-License-Identifier: MIT
 *
 * Names of the demos that a recording is divided into.
 *
 * The name has what distinguishes the demos of one recording (ticks, client id, kind), so two of
 * them are never the same, and what people look for (recording, player).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/demo/split_plan.h"
#include "cli/text/text.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"
#include "teetape/string.h"

/* A name of a file has up to 255 bytes, and the rest of it needs some. Bytes, so that it is cut
 * between characters. */
#define BASE_MOST 120

#define SAFE TT_NAME_CAP

#define ENDING ".teehistorian"

static tt_bytes base_of(const char *path)
{
    const char *name = out_path_name(path);
    tt_bytes base = tt_bytes_of(name);
    const tt_io_compressor *packed = tt_io_compressor_of(name);
    base.size -= packed != NULL ? strlen(packed->ending) : 0;
    base.size -= tt_io_ending_is(base, ENDING) ? sizeof ENDING - 1 : 0;
    base.size = tt_utf8_cut(base, BASE_MOST);
    return base;
}

/* What no shell, file system or archive gives a meaning. A dot is none of it: it separates the
 * parts of the name. */
static bool is_plain(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_';
}

/* Letters and digits of any script; everything that means something to a shell, a file system or
 * a terminal becomes "_". Never longer than the name: a character remains as it is or becomes
 * one byte. A character that text_safe_to would change (controls, directions of writing) is not
 * kept. */
static void make_safe(char dst[SAFE], const char *name)
{
    tt_bytes rest = tt_bytes_of(name);
    size_t at = 0;
    while (rest.size > 0 && at < SAFE - 1) {
        char shown[TEXT_SAFE_BOUND(4)]; /* of one character */
        size_t size = 1;
        if (rest.data[0] >= 0x80 && tt_utf8_decode(rest, &size) >= 0) {
            const tt_bytes one = {rest.data, size};
            bool is_kept = text_safe_to(shown, sizeof shown, one) == size &&
                           memcmp(shown, one.data, size) == 0 && at + size < SAFE;
            memcpy(dst + at, is_kept ? (const char *)one.data : "_", is_kept ? size : 1);
            at += is_kept ? size : 1;
        } else {
            size = size > 0 ? size : 1;
            dst[at++] = is_plain(rest.data[0]) ? (char)rest.data[0] : '_';
        }
        rest.data += size;
        rest.size -= size;
    }
    dst[at] = 0;
}

bool split_path(char dst[OUT_PATH], const struct job *job, const tt_io_span *piece)
{
    char name[BASE_MOST + SAFE + 64], safe[SAFE];
    tt_bytes base = base_of(job->path);
    make_safe(safe, piece->name);
    snprintf(name, sizeof name, "%.*s.%" PRId64 "-%" PRId64 ".%" PRId32 "%s%s%s.demo",
             (int)base.size, (const char *)base.data, piece->from, piece->to, piece->cid,
             safe[0] != 0 ? "." : "", safe, piece->run >= 0 ? ".finish" : "");
    return out_path_join(dst, job->settings->output, name);
}
