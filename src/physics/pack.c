/* SPDX-License-Identifier: MIT
 *
 * Packs a game and unpacks it, by its tables (pack.h).
 */
#include "physics/pack.h"

#include "base/mem.h"
#include "wire/hash.h"

enum { PACK_FORM = 2, SUM_SIZE = 8 };

/* The largest tick of a packed world. A server reaches it after eight months. */
#define TICK_MOST (1 << 30)

static const struct {
    int64_t least, most;
} ranges[TTI_RANGES] = {
    [TTI_BOOL] = {0, 1},
    [TTI_CID] = {-1, TT_CIDS - 1},
    [TTI_CID_NEXT] = {0, TT_CIDS},
    [TTI_TEAM] = {0, TT_TEAMS - 1},
    [TTI_WEAPON] = {-1, TTI_WEAPONS - 1},
    [TTI_TICK] = {-TICK_MOST, TICK_MOST},
    [TTI_NATURAL] = {0, INT32_MAX},
    [TTI_HOOK] = {-1, 5},
    [TTI_RACE] = {0, TTI_RACE_FINISHED},
    [TTI_STATE] = {0, TTI_TEAM_FINISHED},
    [TTI_KIND] = {0, TTI_PICKUP},
    [TTI_LAYER] = {0, TT_TERRAIN_LAYERS - 1},
    [TTI_STAGE] = {0, 2},
};

/* -- going through the tables ----------------------------------------------------------------- */

static const tti_field target_fields[] = {
    {0, sizeof(int16_t), 1, TTI_CID, NULL},
    TTI_FIELDS_END,
};

static const tti_field fired_fields[] = {
    {0, sizeof(int32_t), 1, TTI_TICK, NULL},
    TTI_FIELDS_END,
};

typedef void visit_fn(tti_pack *p, const tti_field *number, size_t at);

/* Calls `visit` for each number that a row of the table names, in the struct at this offset. */
/* NOLINTNEXTLINE(misc-no-recursion): the tables are constants, and nested three deep */
static void each(tti_pack *p, const tti_field *field, size_t at, visit_fn *visit)
{
    for (; field->size != 0 && !p->has_failed; field++) {
        for (size_t i = 0; i < field->count; i++) {
            size_t place = at + field->at + i * field->size;
            if (field->inner != NULL) {
                each(p, field->inner, place, visit);
            } else {
                visit(p, field, place);
            }
        }
    }
}

static void each_of_table(tti_pack *p, const tti_field *fields, size_t at, size_t size,
                          size_t count, visit_fn *visit)
{
    for (size_t i = 0; i < count; i++) {
        each(p, fields, at + i * size, visit);
    }
}

static void each_of_world(tti_pack *p, const tti_physics *world, visit_fn *visit)
{
    const tti_arena *arena = world->arena;
    size_t switches = ((size_t)arena->highest_switch + 1) * TT_TEAMS;
    size_t targets = (size_t)arena->draggers * TT_TEAMS;
    size_t fired = (size_t)arena->turrets * (TT_TEAMS + TT_CIDS);
    each(p, tti_physics_fields, 0, visit);
    each_of_table(p, tti_thing_fields, world->things, sizeof(tti_thing), (size_t)world->thing_count,
                  visit);
    each_of_table(p, tti_switch_fields, world->switches, sizeof(tti_switch), switches, visit);
    each_of_table(p, target_fields, world->targets, sizeof(int16_t), targets, visit);
    each_of_table(p, fired_fields, world->fired, sizeof(int32_t), fired, visit);
    each_of_table(p, tti_tuning_fields, world->zones, sizeof(tti_tuning), arena->zones, visit);
}

static void cover(tti_pack *p, const tti_field *number, size_t at)
{
    tti_fill(p->of + at, 1, number->size);
}

void tti_fields_cover(const tti_field *fields, void *bytes)
{
    tti_pack p = {.of = bytes};
    each(&p, fields, 0, cover);
}

/* -- the sum --------------------------------------------------------------------------------- */

/* Adds a number to the sum, in the way in which FNV-1a adds a byte. */
static void add_to_sum(tti_pack *p, uint64_t number)
{
    p->sum = (p->sum ^ number) * UINT64_C(0x100000001b3);
    p->sum ^= p->sum >> 32;
}

static void add_map(tti_pack *p, const tt_terrain *terrain)
{
    static const uint8_t cell[TT_TERRAIN_LAYERS] = {2, 2, 2, 6, 4, 2};
    size_t tiles = (size_t)terrain->width * (size_t)terrain->height;
    add_to_sum(p, (uint64_t)terrain->width);
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        bool is_there = terrain->layer[layer] != NULL;
        tti_xxh64 sum;
        tti_xxh64_start(&sum);
        tti_xxh64_add(&sum, terrain->layer[layer], is_there ? tiles * cell[layer] : 0);
        add_to_sum(p, tti_xxh64_sum(&sum));
    }
}

/* -- bytes ----------------------------------------------------------------------------------- */

static void write_byte(tti_pack *p, uint8_t byte)
{
    p->has_failed = p->has_failed || p->at >= p->size;
    if (!p->has_failed) {
        p->to[p->at++] = byte;
    }
}

static void write_zeros(tti_pack *p)
{
    if (p->zeros == 0) {
        return;
    }
    write_byte(p, 0);
    uint64_t more = p->zeros - 1;
    for (; more >= 128; more >>= 7) {
        write_byte(p, (uint8_t)(more | 128));
    }
    write_byte(p, (uint8_t)more);
    p->zeros = 0;
}

static uint8_t read(tti_pack *p)
{
    if (p->at >= p->size) {
        p->has_failed = true;
        return 0;
    }
    return p->from[p->at++];
}

static void read_zeros(tti_pack *p)
{
    uint8_t byte = 128;
    for (unsigned shift = 0; shift < 35 && byte >= 128; shift += 7) {
        byte = read(p);
        p->zeros |= (uint64_t)(byte & 127) << shift;
    }
}

static uint8_t read_packed(tti_pack *p)
{
    if (p->zeros > 0) {
        p->zeros--;
        return 0;
    }
    uint8_t byte = read(p);
    if (byte == 0) {
        read_zeros(p);
    }
    return byte;
}

/* -- numbers --------------------------------------------------------------------------------- */

static uint64_t load_bytes(const uint8_t *at, size_t size)
{
    uint32_t four;
    uint16_t two;
    uint64_t eight;
    switch (size) {
    case 1:
        return *at;
    case 2:
        tti_copy(&two, at, sizeof two);
        return two;
    case 4:
        tti_copy(&four, at, sizeof four);
        return four;
    default:
        tti_copy(&eight, at, sizeof eight);
        return eight;
    }
}

static void store_bytes(uint8_t *at, size_t size, uint64_t value)
{
    uint32_t four = (uint32_t)value;
    uint16_t two = (uint16_t)value;
    switch (size) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2:
        tti_copy(at, &two, sizeof two);
        break;
    case 4:
        tti_copy(at, &four, sizeof four);
        break;
    default:
        tti_copy(at, &value, sizeof value);
        break;
    }
}

/* Returns a number with its sign, if its range has negative numbers. */
static int64_t signed_of(uint64_t value, size_t size, bool is_signed)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.*): no number has 0 bytes */
    uint64_t top = UINT64_C(1) << (8 * size - 1);
    return is_signed && (value & top) != 0 ? (int64_t)value - (int64_t)(2 * top) : (int64_t)value;
}

static bool is_in_range(uint64_t value, const tti_field *number)
{
    enum { EXPONENT = 0x7f800000 };
    if (number->range == TTI_ANY) {
        return true;
    }
    if (number->range == TTI_FLOAT) {
        return (value & EXPONENT) != EXPONENT;
    }
    bool is_signed = number->size > 1 || ranges[number->range].least < 0;
    int64_t number_is = signed_of(value, number->size, is_signed);
    return number_is >= ranges[number->range].least && number_is <= ranges[number->range].most;
}

static void pack_number(tti_pack *p, const tti_field *number, size_t at)
{
    uint64_t base = load_bytes(p->base + at, number->size);
    uint64_t value = load_bytes(p->of + at, number->size);
    p->has_failed = p->has_failed || !is_in_range(value, number);
    add_to_sum(p, base * TTI_RANGES + (uint64_t)number->range);
    value ^= base;
    for (size_t i = 0; i < number->size; i++, value >>= 8) {
        if ((uint8_t)value == 0) {
            p->zeros++;
        } else {
            write_zeros(p);
            write_byte(p, (uint8_t)value);
        }
    }
}

static void unpack_number(tti_pack *p, const tti_field *number, size_t at)
{
    uint64_t base = load_bytes(p->of + at, number->size);
    uint64_t value = base;
    add_to_sum(p, base * TTI_RANGES + (uint64_t)number->range);
    for (size_t i = 0; i < number->size; i++) {
        value ^= (uint64_t)read_packed(p) << (8 * i);
    }
    p->has_failed = p->has_failed || !is_in_range(value, number);
    if (!p->has_failed) {
        store_bytes(p->of + at, number->size, value);
    }
}

/* -- the whole ------------------------------------------------------------------------------- */

void tti_pack_begin(tti_pack *p, uint8_t *to, size_t size)
{
    *p = (tti_pack){.to = to, .size = size};
    add_to_sum(p, PACK_FORM);
}

void tti_pack_struct(tti_pack *p, const tti_field *fields, const void *of, const void *base)
{
    p->of = (uint8_t *)(uintptr_t)of;
    p->base = base;
    each(p, fields, 0, pack_number);
}

void tti_pack_world(tti_pack *p, const tti_physics *world, const tti_physics *base)
{
    p->of = (uint8_t *)(uintptr_t)world;
    p->base = (const uint8_t *)base;
    each_of_world(p, world, pack_number);
    add_map(p, &world->arena->terrain);
}

size_t tti_pack_end(tti_pack *p)
{
    write_zeros(p);
    for (unsigned i = 0; i < SUM_SIZE; i++) {
        write_byte(p, (uint8_t)(p->sum >> (8 * i)));
    }
    return p->has_failed ? 0 : p->at;
}

void tti_unpack_begin(tti_pack *p, tt_bytes from)
{
    *p = (tti_pack){.from = from.data, .size = from.size};
    add_to_sum(p, PACK_FORM);
}

void tti_unpack_struct(tti_pack *p, const tti_field *fields, void *of)
{
    p->of = of;
    each(p, fields, 0, unpack_number);
}

void tti_unpack_world(tti_pack *p, tti_physics *world)
{
    p->of = (uint8_t *)world;
    each_of_world(p, world, unpack_number);
    tti_clients_count(world);
    add_map(p, &world->arena->terrain);
    world->id_end = TT_CIDS; /* the packed form has neither of these bounds */
    world->clocks = TT_TEAMS;
    p->has_failed = p->has_failed || !tti_physics_is_whole(world);
}

bool tti_unpack_end(tti_pack *p)
{
    return !p->has_failed && p->zeros == 0 && p->size - p->at == SUM_SIZE &&
           tti_load_le64(p->from + p->at) == p->sum;
}

/* -- lists ----------------------------------------------------------------------------------- */

static bool is_slot(const tti_physics *world, int32_t index)
{
    return index >= 0 && index < world->thing_count;
}

/* Returns true for a consistent thing: a dragger or a turret needs a row in its table, and a beam
 * needs a slot for its dragger. */
static bool is_thing(const tti_physics *world, const tti_thing *thing)
{
    switch (thing->kind) {
    case TTI_DRAGGER:
        return thing->index >= 0 && (uint32_t)thing->index < world->arena->draggers;
    case TTI_TURRET:
        return thing->index >= 0 && (uint32_t)thing->index < world->arena->turrets;
    case TTI_BEAM:
        return is_slot(world, thing->start);
    case TTI_PROJECTILE:
    case TTI_LASER:
        return thing->type < TTI_WEAPONS;
    default:
        return true;
    }
}

/* Returns true when each slot is in exactly one list, without circles, and last_free is the end of
 * the free list. */
static bool are_lists(const tti_physics *world)
{
    int32_t count = 0, last = -1;
    for (int list = 0; list <= TTI_LISTS; list++) {
        int16_t at = list < TTI_LISTS ? world->head[list] : world->free;
        for (; is_slot(world, at) && count <= world->thing_count; count++) {
            const tti_thing *thing = tti_thing_at(world, at);
            if (!is_thing(world, thing)) {
                return false;
            }
            last = at;
            at = thing->next;
        }
        if (at != -1) {
            return false;
        }
        last = list < TTI_LISTS ? -1 : last;
    }
    return count == world->thing_count && (world->free < 0 || world->last_free == last);
}

static bool is_order(const tti_physics *world)
{
    bool is_in[TT_CIDS] = {false};
    if (world->order_count < 0 || world->order_count > TT_CIDS) {
        return false;
    }
    for (int32_t i = 0; i < world->order_count; i++) {
        uint8_t cid = world->order[i];
        if (cid >= TT_CIDS || is_in[cid] || !world->tee[cid].is_shown ||
            !world->tee[cid].is_alive) {
            return false;
        }
        is_in[cid] = true;
    }
    return true;
}

static bool are_names(const tti_physics *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].name[TTI_NAME_SIZE - 1] != 0) {
            return false;
        }
    }
    return true;
}

bool tti_physics_is_whole(const tti_physics *world)
{
    return world->tick >= 0 && is_order(world) && are_lists(world) && are_names(world);
}
