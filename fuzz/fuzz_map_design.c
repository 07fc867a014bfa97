/* SPDX-License-Identifier: MIT
 *
 * The reader of whole maps: whatever the bytes are, each thing in them is refused, or good to use.
 *
 * The input is a map file. Instead of zlib stands something simple, so that a fuzzer can reach what
 * comes after it: a stored block is copied, other bytes are repeated.
 */
#include "map/design.h"
#include "must.h"
#include "repeat.h"

#define MEMORY ((size_t)1 << 20)

static void look_at_quad(const tt_map_design *design, const uint8_t *quads, uint32_t index,
                         int64_t time)
{
    tt_map_quad quad;
    int32_t values[4];
    tti_map_design_quad(design, quads, index, &quad);
    MUST(quad.position_by.envelope < (int32_t)design->envelopes);
    MUST(quad.color_by.envelope < (int32_t)design->envelopes);
    tti_map_design_position(design, quad.position_by, time, values);
    tti_map_design_color(design, quad.color_by, time, values);
}

static void look_at_layer(const tt_map_design *design, uint32_t index)
{
    tt_map_layer layer;
    tt_error error;
    if (tt_map_design_layer(design, index, &layer, &error) != TT_OK) {
        MUST(layer.size == 0 && layer.kept == 0 && error.what != NULL);
        return;
    }
    MUST(layer.kept <= layer.size);
    MUST(layer.image < (int32_t)design->images);
    MUST(layer.size / 129 <= 1032 * (uint64_t)design->tables.file.size);
    if (layer.kind == TT_LAYER_TILES) {
        MUST((int64_t)layer.width * layer.height <= TT_MAP_TILES_MAX);
        MUST(layer.kept == (size_t)layer.width * (size_t)layer.height * layer.cell);
    }
    if (layer.size > MEMORY) {
        return;
    }
    uint8_t *memory = malloc(layer.size + 1); /* exactly so much, for the sanitizer */
    MUST(memory != NULL);
    if (tt_map_design_load(design, &layer, memory, layer.size, repeat_inflate, NULL, &error) ==
        TT_OK) {
        unsigned sum = 0;
        for (size_t i = 0; i < layer.kept; i++) {
            sum += memory[i];
        }
        for (uint32_t i = 0; i < layer.quads; i++) {
            look_at_quad(design, memory, i, (int64_t)sum * 1000);
        }
    }
    free(memory);
}

static void look_at_image(const tt_map_design *design, uint32_t index)
{
    tt_map_image image;
    tt_bytes name;
    uint8_t text[128];
    size_t size;
    tt_status status = tt_map_design_image(design, index, &image, NULL);
    MUST(status == TT_OK || image.data == -1);
    if (image.data != -1) {
        MUST((uint64_t)image.width * (uint64_t)image.height * 4 <= image.size);
        MUST(tt_map_design_data_size(design, image.data, &size, NULL) == TT_OK);
        MUST(size == image.size);
    }
    status = tt_map_design_string(design, image.name, text, sizeof text, repeat_inflate, NULL,
                                  &name, NULL);
    MUST(name.size <= sizeof text && (status == TT_OK || name.size == 0));
}

static void look_at_envelope(const tt_map_design *design, uint32_t index)
{
    int32_t color[4];
    for (int64_t time = -1000000; time < 10000000; time += 333333) {
        tti_map_design_color(design, (tt_map_animation){(int32_t)index, (int32_t)time}, time,
                             color);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_map_design design;
    tt_error error;
    uint64_t visits = 0;
    if (tt_map_design_open(&design, (tt_bytes){data, size}, &error) != TT_OK) {
        MUST(error.offset <= size && error.what != NULL);
        return 0;
    }
    MUST(design.game < (int32_t)design.layers && design.game_group < (int32_t)design.groups);
    MUST((design.game < 0) == (design.game_group < 0));
    for (uint32_t i = 0; i < design.groups; i++) {
        tt_map_group group;
        (void)tt_map_design_group(&design, i, &group, NULL);
        MUST((uint64_t)group.first + group.count <= design.layers);
        visits += group.count;
    }
    MUST(visits <= 4 * TT_MAP_ITEMS_MAX);
    for (uint32_t i = 0; i < design.layers && i < 300; i++) {
        look_at_layer(&design, i);
    }
    for (uint32_t i = 0; i < design.images; i++) {
        look_at_image(&design, i);
    }
    for (uint32_t i = 0; i < design.envelopes && i < 300; i++) {
        look_at_envelope(&design, i);
    }
    return 0;
}
