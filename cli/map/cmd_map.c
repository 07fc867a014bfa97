/* SPDX-License-Identifier: MIT
 *
 * teetape map: extracts the map of a demo, or lists its layers.
 *
 * The map is between the header and the first chunk of a demo, so reading ends after it. The
 * checksums of the map are computed while it is read.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"
#include "teetape/io/file.h"
#include "teetape/io/inflate.h"
#include "teetape/io/map.h"
#include "teetape/map_design.h"

#define NAME_CAP 128 /* bytes of an image's name with its NUL; longer names are cut */

struct row {
    uint32_t group;
    const char *group_name;
    uint32_t layer;
    const char *layer_name, *kind;
    uint32_t width, height, quads;
    tt_bytes image;
    bool external, detail;
    const char *problem;
    const char *flaw;
};

static const struct column layer_columns[] = {
    COLUMN(struct row, group, "its number; groups are drawn in this order", .heading = "group",
           .fit = TABLE_KEY),
    COLUMN(struct row, group_name, "of the group", .heading = "name", .fit = TABLE_CUT, .spare = 2),
    COLUMN(struct row, layer, "its number in the map", .heading = "layer", .fit = TABLE_KEY),
    COLUMN(struct row, layer_name, "of the layer", .heading = "name", .fit = TABLE_CUT, .spare = 1),
    COLUMN(struct row, kind,
           "tiles, quads, game, tele, speedup, front, switch, tune, or other (not drawn)",
           .heading = "kind"),
    COLUMN(struct row, width, "tiles", .heading = "width"),
    COLUMN(struct row, height, "tiles", .heading = "height"),
    COLUMN(struct row, quads, "how many there are", .heading = "quads"),
    COLUMN(struct row, image, "name of its image; null when it has none", .heading = "image",
           .fit = TABLE_CUT, .spare = 3),
    COLUMN(struct row, external, "the image is not in the map"),
    COLUMN(struct row, detail, "the layer may be left out on slow machines"),
    COLUMN(struct row, problem, "why it cannot be read; null when it can"),
    CELL(struct row, flaw, "problem", .fit = TABLE_CUT, .spare = 4),
    COLUMNS_END,
};

/* Returns the word for a layer. The game layer is a tile layer, too, so its use is tested first. */
static const char *kind_of(const tt_map_layer *layer)
{
    switch (layer->plays) {
    case TT_MAP_GAME:
        return "game";
    case TT_MAP_TELE:
        return "tele";
    case TT_MAP_SPEEDUP:
        return "speedup";
    case TT_MAP_FRONT:
        return "front";
    case TT_MAP_SWITCH:
        return "switch";
    case TT_MAP_TUNE:
        return "tune";
    default:
        return layer->kind == TT_LAYER_TILES   ? "tiles"
               : layer->kind == TT_LAYER_QUADS ? "quads"
                                               : "other";
    }
}

struct images {
    struct image {
        tt_bytes name;
        bool external;
        uint8_t text[NAME_CAP];
    } image[TT_MAP_IMAGES_MAX];
};

static void read_images(struct images *images, const tt_map_design *design)
{
    tt_map_image info;
    for (uint32_t i = 0; i < design->images; i++) {
        struct image *image = &images->image[i];
        (void)tt_map_design_image(design, i, &info, NULL);
        (void)tt_map_design_string(design, info.name, image->text, NAME_CAP, tt_io_inflate, NULL,
                                   &image->name, NULL);
        image->external = info.is_external != 0;
    }
}

static void add_layer(struct rows *rows, const tt_map_design *design, uint32_t number,
                      const tt_map_group *group, uint32_t index, const struct images *images)
{
    tt_map_layer layer;
    tt_error error;
    tt_status status = tt_map_design_layer(design, index, &layer, &error);
    struct row row = {
        .group = number,
        .group_name = group->name,
        .layer = index,
        .layer_name = layer.name,
        .kind = kind_of(&layer),
        .width = layer.width > 0 ? (uint32_t)layer.width : 0,
        .height = layer.height > 0 ? (uint32_t)layer.height : 0,
        .quads = layer.quads,
        .detail = layer.is_detail != 0,
        .problem = status == TT_OK ? NULL : error.what,
        .flaw = status == TT_OK ? "" : error.what,
    };
    if (layer.image >= 0) {
        row.image = images->image[layer.image].name;
        row.external = images->image[layer.image].external;
    }
    rows_add(rows, &row);
}

/* Lists the layers of a map. Returns EXIT_DAMAGED, after reporting, when the bytes are no map. */
static enum exit_status print_layers(const struct job *job, tt_bytes map)
{
    tt_map_design design;
    tt_error error;
    struct rows rows;
    struct images images;
    if (tt_map_design_open(&design, map, &error) != TT_OK) {
        message_say(MESSAGE_ERROR, job->path, "the map is damaged: %s", error.what);
        return EXIT_DAMAGED;
    }
    read_images(&images, &design);
    rows_open(&rows, job, layer_columns, TT_FORMAT_DEMO);
    for (uint32_t i = 0; i < design.groups; i++) {
        tt_map_group group;
        if (tt_map_design_group(&design, i, &group, &error) != TT_OK) {
            message_say(MESSAGE_WARNING, job->path, "group %lu: %s", (unsigned long)i, error.what);
        }
        for (uint32_t j = group.first; j < group.first + group.count; j++) {
            add_layer(&rows, &design, i, &group, j, &images);
        }
    }
    if (!rows_close(&rows)) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return EXIT_GOOD;
}

struct map_options {
    bool layers;
};

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE_TO("write a damaged map, too; replace an output that exists"),
    ROW_FLAG(0, "layers", struct map_options, layers, "list the layers of the map"),
    OPTION_ROW_WIDE,
    OPTION_ROW_STRICT,
};

struct result {
    const char *output, *map_name;
    uint64_t bytes;
    char crc[9];
    tt_bytes sha256;
    bool good; /* true: the map matches the header; false: --force wrote a map that does not */
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, map_name, "name of the map in the header of the recording"),
    COLUMN(struct result, bytes, "size of the map"),
    COLUMN(struct result, crc, "CRC-32 of the map, as eight hex digits"),
    COLUMN(struct result, sha256, "SHA-256 of the map", .show = SHOW_HEX),
    COLUMN(struct result, good, "the map agrees with the header"),
    COLUMNS_END,
};

/* Layers can be anywhere in a map, so --layers keeps the whole map in memory. */
struct work {
    struct reading r;
    tt_io_file *file;
    tt_demo_new_map map;
    size_t map_room;
    tt_io_map_sum sum; /* sums of the bytes so far */
    enum exit_status status;
};

static const char *check(const struct shell *sh)
{
    const struct map_options *own = sh->options;
    if (!own->layers) {
        return target_check(sh->settings);
    }
    return sh->settings->output != NULL ? "-o and --layers do not go together" : NULL;
}

static const tt_demo_header *header_of(const struct work *w)
{
    return tt_recording_demo_header(w->r.io.rec);
}

static bool refuse(struct work *w, const char *why)
{
    message_say(MESSAGE_ERROR, w->r.job->path, "%s", why);
    w->status = EXIT_DAMAGED;
    return false;
}

static void report(const struct work *w, const char *differs)
{
    const struct settings *settings = w->r.job->settings;
    tt_sha256 sha256 = tt_io_map_sum_sha256(&w->sum);
    struct result result = {.output = settings->output,
                            .map_name = header_of(w)->map_name,
                            .bytes = w->sum.size,
                            .sha256 = {sha256.bytes, sizeof sha256.bytes},
                            .good = differs == NULL};
    char hex[2 * sizeof sha256.bytes + 1];
    snprintf(result.crc, sizeof result.crc, "%08" PRIx32, w->sum.crc);
    if (settings->json) {
        rows_json(w->r.job, columns, TT_FORMAT_DEMO, &result);
    }
    for (size_t i = 0; i < sizeof sha256.bytes; i++) {
        snprintf(hex + 2 * i, 3, "%02x", sha256.bytes[i]);
    }
    target_report(w->r.job, settings->output, "%s, %" PRIu64 " bytes, SHA-256 %s%s",
                  header_of(w)->map_name, w->sum.size, hex,
                  differs == NULL ? ", as the header says" : "");
}

/* Keeps a piece of the map. The header is not trusted with the size: memory grows with the data
 * that arrives. */
static bool keep(struct work *w, tt_bytes piece)
{
    int failed = tt_io_map_file_add(&w->map, &w->map_room, piece);
    if (failed != 0) {
        memory_tell(w->r.job->path);
        w->status = EXIT_SYSTEM;
    }
    return failed == 0;
}

static bool take_piece(struct work *w, tt_bytes piece)
{
    tt_io_map_sum_add(&w->sum, piece);
    if (w->file == NULL) {
        return keep(w, piece);
    }
    tt_io_output_bytes(tt_io_file_out(w->file), piece);
    return true;
}

/* Reads until the map is complete. With --layers, a damaged map is listed as far as possible. */
static bool copy(struct work *w, const char **differs)
{
    uint64_t wanted = header_of(w)->map_size;
    while (w->sum.size < wanted && reading_next(&w->r)) {
        if (w->r.io.item.demo->kind == TT_DEMO_MAP && !take_piece(w, w->r.io.item.demo->data)) {
            return false;
        }
    }
    if (w->sum.size != wanted) {
        return false;
    }
    bool is_wanted = w->file == NULL || w->r.job->settings->force;
    *differs = tt_io_map_sum_differs(&w->sum, header_of(w));
    if (*differs != NULL && !is_wanted) {
        message_say(MESSAGE_ERROR, w->r.job->path,
                    "the map is damaged: %s; --force writes it anyway", *differs);
    } else if (*differs != NULL) {
        message_say(MESSAGE_WARNING, w->r.job->path, "the map is damaged: %s", *differs);
    }
    w->status = *differs != NULL ? EXIT_DAMAGED : w->status;
    return *differs == NULL || is_wanted;
}

/* Takes the map out. The output gets its name only when the map is complete and matches the header,
 * or with --force. */
static void take_out(struct work *w)
{
    tt_io_error error;
    const struct settings *settings = w->r.job->settings;
    const char *differs = NULL;
    if (header_of(w)->map_size == 0) {
        refuse(w, "no map is embedded in this demo");
        return;
    }
    w->file = target_open(settings->output, 0, w->r.job, &w->status);
    if (w->file == NULL) {
        return;
    }
    if (!copy(w, &differs)) {
        tt_io_file_discard(w->file);
    } else if (!tt_io_file_commit(w->file, &error)) {
        w->status = target_failed(w->r.job, settings->output, &error);
    } else {
        report(w, differs);
    }
}

static void list(struct work *w)
{
    const char *differs = NULL;
    if (header_of(w)->map_size == 0) {
        refuse(w, "no map is embedded in this demo");
    } else if (copy(w, &differs)) {
        exit_worsen(&w->status, print_layers(w->r.job, w->map.bytes));
    }
}

static enum exit_status map_file(struct job *job)
{
    const struct map_options *own = job->options;
    struct work *w = job->work;
    if (!own->layers && !target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    w->sum = (tt_io_map_sum){.size = 0};
    const tt_io_reading_options how = {
        .no_index = true, .wants = TT_WANT_RECORDS, .wants_map = true};
    if (reading_open(&w->r, job, &how, READING_USUAL)) {
        (own->layers ? list : take_out)(w);
    }
    tt_io_reading_stop(&w->r.io);
    enum exit_status status = reading_close(&w->r);
    exit_worsen(&status, w->status);
    free((void *)w->map.bytes.data);
    return status;
}

const struct command cmd_map = {
    .name = "map",
    .summary = "extract the map that is embedded in a demo",
    .description =
        {("Writes the embedded map of a demo to a file. It checks the map against the SHA-256 "
          "of the header or, in demos without one, the CRC. A damaged map is written only with "
          "--force."),
         ("The game finds a map as downloadedmaps/NAME_SHA256.map in its folder. teetape info "
          "prints the name and the SHA-256."),
         ("With --layers it lists the layers of the map in the order in which the game draws "
          "them, and writes no file. Layers of quads have no size, layers without an image have "
          "a colour.")},
    .options = OPTION_TABLE(options, struct map_options),
    .examples = {{"The map of a demo:", "map FILE.demo -o dm1.map"},
                 {"What is in it?", "map --layers FILE.demo"}},
    .json_text =
        {"One object. With --layers one for each layer, with the members of the second list:"},
    .columns = columns,
    .more_columns = {layer_columns},
    .usage = "-o OUT|--layers [OPTION...] FILE",
    .exit_status = {"0|The map was written, or its layers were listed.",
                    "1|The demo has no map, or the map is incomplete or not the one of the header.",
                    "2|Wrong usage, or OUT exists and --force was not given.",
                    "3|The system failed: a file cannot be read or written."},
    .check = check,
    .how = &(const struct run_how){.process = map_file,
                                   .work = sizeof(struct work),
                                   .reads = READS_DEMOS,
                                   .takes_one = true},
};
