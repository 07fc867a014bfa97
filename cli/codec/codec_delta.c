/* SPDX-License-Identifier: MIT
 *
 * teetape codec delta: decodes, applies and creates deltas of snapshots. A line has one or two
 * values, each as hex or JSON.
 */
#include <string.h>

#include "cli/codec/codec_snap.h"

/* The working memory of one line, in CODEC_SPACE_SNAPS. It is not zeroed between lines. */
struct place {
    bool has_from;              /* the line has an old snapshot; otherwise `from` is empty */
    const tt_snap_sizes *sizes; /* the sizes that the protocol fixes, or NULL */
    tt_snap from, to;           /* views of the rooms below */
    tt_delta delta;             /* a view of `ints` */
    tt_bytes bytes;             /* the delta's bytes when it came as hex */
    struct codec_snap_room from_room, to_room;
    int32_t ints[TT_DELTA_BOUND];
};

/* The parts of a line. A missing part has size 0. */
struct parts {
    struct codec_part from, other;
};

/* Returns the sizes that a delta leaves out. A delta does not mark which updates carry their size:
 * writer and reader must agree on the table.
 */
static const tt_snap_sizes *sizes_of(const struct codec *c)
{
    return tt_snap_sizes_of(codec_dialect(c));
}

/* Splits {"from":..., "delta":...}; `other` is the name of the second member. Strings are hex. */
static bool split_json(struct codec *c, struct codec_part all, const char *other,
                       struct parts *parts)
{
    tt_json_member m[] = {{.name = "from"}, {.name = other}};
    tt_error error;
    if (tt_json_members(m, 2, all.text, &error) != TT_OK) {
        return codec_json_fail(c, all, &error);
    }
    parts->from = codec_json_text(all, &m[0]);
    parts->other = codec_json_text(all, &m[1]);
    return true;
}

/* Returns true for an object with two values. A pair begins with "from" or the other name, which
 * neither a snapshot nor a delta has as its first member. An object without a name counts as a
 * pair, so that the reader of pairs reports what is missing. */
static bool is_pair(struct codec_part object, const char *other)
{
    tt_bytes name = codec_json_first(object);
    return name.size == 0 || tt_json_equal(name, "from") || tt_json_equal(name, other);
}

static void cut_at_blank(struct codec_part all, struct codec_part *first, struct codec_part *rest)
{
    size_t size = 0;
    while (size < all.text.size && all.text.data[size] != ' ' && all.text.data[size] != '\t') {
        size++;
    }
    *first = (struct codec_part){{all.text.data, size}, all.at};
    *rest = (struct codec_part){{all.text.data + size, all.text.size - size}, all.at + size};
}

/* Splits the input into the snapshot FROM, if it has one, and OTHER: either may be a JSON object of
 * its own, or both are members of one object. With --raw the whole input is OTHER. */
static bool split(struct codec *c, const char *other, struct parts *parts)
{
    struct codec_part all = {c->in.bytes, 0}, first, rest;
    memset(parts, 0, sizeof *parts);
    if (c->options->raw) {
        parts->other = all;
        return true;
    }
    all = codec_part_trim(all);
    if (!codec_part_is_json(all)) {
        cut_at_blank(all, &first, &rest);
    } else if (!codec_json_cut(c, all, &first, &rest)) {
        return false;
    } else if (is_pair(first, other)) {
        return split_json(c, all, other, parts);
    }
    rest = codec_part_trim(rest);
    if (rest.text.size == 0) {
        parts->other = first;
    } else {
        parts->from = first;
        parts->other = rest;
    }
    return true;
}

/* Reads the old snapshot of a line. The caller reads the other value, which `where` names in an
 * error. */
static struct place *begin(struct codec *c, const char *other, bool needs_from, struct parts *parts)
{
    struct place *place = codec_space(c, CODEC_SPACE_SNAPS, sizeof *place);
    if (place == NULL || !split(c, other, parts)) {
        return NULL;
    }
    place->sizes = sizes_of(c);
    place->has_from = parts->from.text.size > 0;
    place->from = tt_snap_empty();
    place->bytes = (tt_bytes){NULL, 0};
    if (parts->other.text.size == 0 && !c->options->raw) {
        codec_fail(c, NULL, 0, "the line has no '%s'; write {\"from\": ..., \"%s\": ...}", other,
                   other);
        return NULL;
    }
    if (needs_from && !place->has_from) {
        codec_fail(c, NULL, 0,
                   "the line needs two values, the old snapshot and '%s'; - is an empty snapshot",
                   other);
        return NULL;
    }
    c->where = "from";
    if (place->has_from && !codec_read_snap(c, parts->from, &place->from_room, &place->from)) {
        return NULL;
    }
    c->where = other;
    return place;
}

/* Reads a delta from JSON or hex. The builder checks the sizes of a delta in JSON. The code that
 * uses a delta in hex checks them later. */
static bool read_delta(struct codec *c, struct codec_part part, struct place *place)
{
    place->delta = (tt_delta){place->ints, 0};
    if (codec_part_is_json(part) && !c->options->raw) {
        tt_delta_builder b;
        tt_error error;
        tt_delta_builder_init(&b, place->ints, TT_DELTA_BOUND, place->sizes);
        return tt_delta_from_json(&place->delta, &b, part.text, codec_dialect(c), &error) ==
                   TT_OK ||
               codec_json_fail(c, part, &error);
    }
    return codec_unpack(c, part, place->ints, TT_DELTA_BOUND, &place->delta.count, &place->bytes);
}

/* Walks the delta once to find the place of an error, which tt_delta_json does not give. A delta
 * without ints changes nothing. */
static bool check_delta(struct codec *c, const struct place *place)
{
    tt_delta_walk walk;
    tt_delta_step step;
    tt_error error;
    if (place->delta.count == 0) {
        return true;
    }
    tt_status status = tt_delta_walk_init(&walk, place->delta, place->sizes, &error);
    while (status == TT_OK) {
        status = tt_delta_walk_next(&walk, &step, &error);
    }
    return status == TT_END || codec_fail_int(c, place->bytes, &error);
}

/* Writes the delta as JSON. check_delta has walked it before. The number of ints bounds the output.
 */
static bool write_json(struct codec *c, const struct place *place)
{
    size_t cap = tt_delta_json_bound(place->delta, place->sizes);
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap);
    if (dst == NULL) {
        return false;
    }
    tt_packer p = tt_packer_of(dst, cap);
    tt_status status = tt_delta_json(&p, place->has_from ? &place->from : NULL, place->delta,
                                     place->sizes, codec_dialect(c));
    return codec_take_json(c, &p, status);
}

static bool decode(struct codec *c)
{
    struct parts parts;
    struct place *place = begin(c, "delta", false, &parts);
    return place != NULL && read_delta(c, parts.other, place) && check_delta(c, place) &&
           write_json(c, place);
}

/* Warns of oddities in a delta that every game accepts and none writes: docs/format/delta.md. */
static void warn_about_oddities(struct codec *c, unsigned odd)
{
    static const struct {
        unsigned flag;
        const char *what;
    } rows[] = {
        {TT_DELTA_ODD_THIRD, "the third int of the delta is not 0"},
        {TT_DELTA_ODD_UNKNOWN, "an item is removed that the old snapshot does not have"},
        {TT_DELTA_ODD_REMOVED_TWICE, "an item is removed twice"},
        {TT_DELTA_ODD_REMOVED_UPDATED, "an item is removed and updated"},
        {TT_DELTA_ODD_UPDATED_TWICE, "an item is updated twice"},
        {TT_DELTA_ODD_UPDATES, "the count of updates is negative, taken as 0"},
        {TT_DELTA_ODD_LEFT_OVER, "there are ints after the last update"},
        {TT_DELTA_ODD_NO_CHANGE, "an update changes nothing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((odd & rows[i].flag) != 0) {
            codec_warn(c, "delta: %s", rows[i].what);
        }
    }
}

/* Applies the delta to the old snapshot. `create` writes no bytes when nothing changed, but
 * tt_delta_apply needs a head. */
static bool apply_to(struct codec *c, struct place *place)
{
    tt_delta_report report;
    if (place->delta.count == 0) {
        place->to = place->from;
        return true;
    }
    if (tt_delta_apply(&place->to, &place->to_room.space, &place->from, place->delta, place->sizes,
                       &report) != TT_OK) {
        return codec_fail_int(c, place->bytes, &report.error);
    }
    warn_about_oddities(c, report.odd);
    return true;
}

static bool apply(struct codec *c)
{
    struct parts parts;
    struct place *place = begin(c, "delta", true, &parts);
    if (place == NULL || !read_delta(c, parts.other, place) || !apply_to(c, place)) {
        return false;
    }
    return c->settings->json ? codec_snap_json(c, &place->to) : codec_write_snap(c, &place->to);
}

/* Names the first item whose size differs between the snapshots, or from the agreed size. A
 * delta cannot express that, and tt_delta_create does not name the item. */
static bool fail_item(struct codec *c, const struct place *place, tt_status status)
{
    tt_snap_item item = {0, 0, NULL, 0}, old;
    bool is_it = false;
    for (uint32_t i = 0; i < place->to.count && !is_it; i++) {
        item = tt_snap_item_at(&place->to, i);
        bool was_there = tt_snap_find(&place->from, tt_snap_key(item.type, item.id), &old);
        size_t agreed = item.type < TT_SNAP_SIZED_TYPES ? place->sizes->ints[item.type] : 0;
        is_it = status == TT_ERR_DELTA_UNEQUAL ? was_there && old.size != item.size
                                               : agreed != 0 && agreed != item.size;
    }
    if (!is_it) {
        return codec_fail(c, NULL, 0, "%s", tt_status_text(status));
    }
    return codec_fail(c, NULL, 0, "type %d, id %d: %s", (int)item.type, (int)item.id,
                      tt_status_text(status));
}

/* Creates a delta. One above TT_DELTA_MAX_INTS can be applied by this program, but no game would
 * take it. */
static bool create(struct codec *c)
{
    struct parts parts;
    struct place *place = begin(c, "to", true, &parts);
    if (place == NULL || !codec_read_snap(c, parts.other, &place->to_room, &place->to)) {
        return false;
    }
    tt_status status = tt_delta_create(place->ints, TT_DELTA_BOUND, &place->delta.count,
                                       &place->from, &place->to, place->sizes);
    place->delta.ints = place->ints;
    if (status != TT_OK) {
        return fail_item(c, place, status);
    }
    if (place->delta.count > TT_DELTA_MAX_INTS) {
        codec_warn(c, "%s", tt_status_text(TT_ERR_DELTA_LARGE));
    }
    return c->settings->json ? write_json(c, place)
                             : codec_pack(c, place->delta.ints, place->delta.count);
}

#define TAKES (CODEC_TAKES_LITTLE_ENDIAN | CODEC_TAKES_PROTOCOL)

const struct codec_row codec_delta_decode = {CODEC_OWN, CODEC_OWN, TAKES | CODEC_TAKES_RAW, decode};
const struct codec_row codec_delta_apply = {CODEC_OWN, CODEC_HEX, TAKES, apply};
const struct codec_row codec_delta_create = {CODEC_OWN, CODEC_HEX, TAKES, create};
