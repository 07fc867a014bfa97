/* SPDX-License-Identifier: MIT
 *
 * The game's list of blank code points.
 */
#include "wire/blank.h"

#include <stddef.h>

/* DDNet's list, first and last code point of each run, in rising order and without overlaps. U+0000
 * is in it because DDNet names the run from there; a text ends before a NUL. */
static const struct {
    int32_t first;
    int32_t last;
} blanks[] = {
    {0x0000, 0x0020}, {0x0085, 0x0085}, {0x00a0, 0x00a0}, {0x034f, 0x034f}, {0x115f, 0x1160},
    {0x1680, 0x1680}, {0x180e, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x2064},
    {0x206a, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff9, 0xfffc},
};

/* The first run that does not end before the point decides, as the runs rise. A negative point,
 * which tt_utf8_decode gives for an invalid sequence, is before all of them. Up to 18 comparisons:
 * it is asked for the ends of a text only. */
int tti_is_blank(int32_t point)
{
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        if (point <= blanks[i].last) {
            return point >= blanks[i].first;
        }
    }
    return 0;
}
