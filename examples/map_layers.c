/* SPDX-License-Identifier: MIT
 *
 * usage: map_layers FILE.map
 *
 * Lists the layers of a map in the order in which they are drawn.
 */
#include <stdio.h>

#include "teetape/map_design.h"

static uint8_t bytes[1 << 24];

static void show(const tt_map_design *design, const tt_map_group *group)
{
    for (uint32_t i = group->first; i < group->first + group->count; i++) {
        tt_map_layer layer;
        tt_error error = {TT_OK, 0, "good"};
        (void)tt_map_design_layer(design, i, &layer, &error);
        printf("%s / %s: %ld x %ld tiles, %lu quads: %s\n", group->name, layer.name,
               (long)layer.width, (long)layer.height, (unsigned long)layer.quads, error.what);
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    tt_bytes all = {bytes, file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0};
    tt_map_design design;
    tt_error error = {TT_OK, 0, NULL};
    tt_map_group group;
    if (tt_map_design_open(&design, all, &error) != TT_OK)
        fprintf(stderr, "%s\n", error.what);
    for (uint32_t i = 0; i < design.groups; i++)
        if (tt_map_design_group(&design, i, &group, NULL) == TT_OK) /* else this group is damaged */
            show(&design, &group);
    return error.status == TT_OK ? 0 : 1;
}
