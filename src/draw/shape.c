/* SPDX-License-Identifier: MIT
 *
 * Names of shapes.
 */
#include "teetape/shape.h"

/* In the order of tt_shape_kind. */
const char *tt_shape_kind_name(tt_shape_kind kind)
{
    static const char *const names[TT_SHAPE_KINDS] = {
        "gradient", "clip", "sprite", "triangle", "ellipse",
        "polygon",  "line", "text",   "tiles",    "rules",
    };
    return (unsigned)kind < TT_SHAPE_KINDS ? names[kind] : NULL;
}
