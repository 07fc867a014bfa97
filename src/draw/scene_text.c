/* SPDX-License-Identifier: MIT
 *
 * Texts of a scene: what comes from players may have anything in it.
 *
 * Painters get only valid UTF-8 from it, of what is seen: a byte that is none becomes the
 * replacement character, control and invisible characters become blanks, and blanks at the end are
 * cut.
 */
#include "base/mem.h"
#include "draw/follow.h"
#include "teetape/string.h"

/* Linear in the text, up to `cap`. A character that does not fit as a whole ends it. `last` is the
 * end without blanks after it; all after that is 0, so `dst` has no bytes of an older text. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text)
{
    size_t at = 0, size = 0, last = 0;
    while (at < text.size) {
        size_t used;
        int32_t point = tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used);
        int is_blank = point >= 0 && (point < 0x20 || tt_utf8_is_unseen(point));
        tt_bytes part = point < 0  ? tt_bytes_of("\xef\xbf\xbd")
                        : is_blank ? tt_bytes_of(" ")
                                   : (tt_bytes){text.data + at, used};
        at += used;
        if (size + part.size >= cap) {
            break;
        }
        tti_copy(dst + size, part.data, part.size);
        size += part.size;
        last = is_blank || (part.size == 1 && part.data[0] == ' ') ? last : size;
    }
    tti_fill(dst + last, 0, cap - last);
}
