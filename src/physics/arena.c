/* SPDX-License-Identifier: MIT
 *
 * The tables of a map for the physics, made once: exits, spawns, doors, and which tiles matter.
 */
#include "physics/arena.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "physics/tile.h"

enum {
    TILE_DEEP_FREEZE = 12,
    RULE_OLD_LASER = 71, /* tiles 71 to 75 set a rule for the whole map */
    RULE_NO_COLLISION = 72,
    RULE_ENDLESS_HOOK = 73,
    RULE_NO_HIT = 74,
    RULE_NO_HOOKING = 75,
    TILE_SUBTRACT_TIME = 95,
    TILE_HOOKS_OTHERS = 107, /* the game drops switches of type 96, 97 and 100 to 107 */
    TILE_NO_TELEGUN_LASER = 129,
    TILE_LIVE_FREEZE = 144,
    TILE_LIVE_UNFREEZE = 145,
    TILE_ENTITIES = 191,
    TELE_EVIL = 10,
    TELE_OUT = 27,
    TELE_CHECKPOINT = 29,
    TELE_CHECKPOINT_OUT = 30,
    TELE_TO_CHECKPOINT = 31,
    TELE_TO_CHECKPOINT_EVIL = 63
};

enum { LAYER_CELL = 2, SPEEDUP_CELL = 6, SWITCH_CELL = 4 }; /* bytes of a tile in a layer */

#define STOP_TURNED (TT_TILE_TURN)
#define STOP_HALF_TURNED (TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y)
#define STOP_BACK_TURNED (TT_TILE_MIRROR_X | TT_TILE_MIRROR_Y | TT_TILE_TURN)

#define EIGHTH 0.78539819f /* an eighth of a turn; the game computes it from pi = 3.1415927 */

/* -- rules ----------------------------------------------------------------------------------- */

void tti_rules_init(tti_rules *rules)
{
    tti_fill(rules, 0, sizeof *rules);
    rules->minor = 22;
    rules->version = TTI_VERSION(20, 1, 0);
    tti_copy(&rules->tuning, &tti_tuning_default, sizeof rules->tuning);
#define RULE(setting, usual) rules->setting = usual;
    TTI_SETTINGS(RULE)
#undef RULE
}

static bool is_word(tt_bytes bytes, const char *text)
{
    size_t i = 0;
    while (i < bytes.size && text[i] != 0 && tti_lower(bytes.data[i]) == (uint8_t)text[i]) {
        i++;
    }
    return i == bytes.size && text[i] == 0;
}

bool tti_rules_set(tti_rules *rules, tt_bytes name, int64_t value)
{
    int32_t kept = (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
#define RULE(setting, usual)                                                                       \
    if (is_word(name, "sv_" #setting)) {                                                           \
        rules->setting = kept;                                                                     \
        return true;                                                                               \
    }
    TTI_SETTINGS(RULE)
#undef RULE
    if (is_word(name, "sv_no_weak_hook_and_bounce")) {
        rules->no_weak_hook = kept;
        return true;
    }
    return false;
}

bool tti_rules_tune(tti_rules *rules, tt_bytes name, int64_t hundredths)
{
    return tti_tuning_set(&rules->tuning, name, hundredths);
}

/* -- tiles ----------------------------------------------------------------------------------- */

bool tti_has_between(const tti_arena *arena, tti_pair a, tti_pair b, uint8_t bits)
{
    const tt_terrain *terrain = &arena->terrain;
    int32_t a_x = tti_column_of(tti_whole(a.x), terrain->width);
    int32_t b_x = tti_column_of(tti_whole(b.x), terrain->width);
    int32_t a_y = tti_column_of(tti_whole(a.y), terrain->height);
    int32_t b_y = tti_column_of(tti_whole(b.y), terrain->height);
    int32_t right = a_x < b_x ? b_x : a_x, bottom = a_y < b_y ? b_y : a_y;
    for (int32_t y = a_y < b_y ? a_y : b_y; y <= bottom; y++) {
        for (int32_t x = a_x < b_x ? a_x : b_x; x <= right; x++) {
            if ((arena->what[y * terrain->width + x] & bits) != 0) {
                return true;
            }
        }
    }
    return false;
}

uint8_t tti_switch_type(const tt_terrain *terrain, int32_t tile)
{
    const uint8_t *switches = terrain->layer[TT_TERRAIN_SWITCHES];
    if (switches == NULL || tile < 0) {
        return 0;
    }
    uint8_t type = switches[SWITCH_CELL * (size_t)tile + 1];
    bool is_known = type > TILE_HOOKS_OTHERS ||
                    (type >= TTI_TILE_JUMPS && type <= TILE_SUBTRACT_TIME) ||
                    type == TTI_TILE_ALLOW_TELEGUN || type == TTI_TILE_ALLOW_TELEGUN_BLUE;
    return is_known ? type : 0;
}

static size_t count_things(const tt_terrain *terrain)
{
    return (size_t)terrain->width * (size_t)terrain->height;
}

/* -- entities -------------------------------------------------------------------------------- */

const uint8_t tti_entity_layer[TTI_ENTITY_LAYERS] = {TT_TERRAIN_GAME, TT_TERRAIN_FRONT,
                                                     TT_TERRAIN_SWITCHES};

uint8_t tti_entity_at(const tt_terrain *terrain, int layer, int32_t x, int32_t y)
{
    const uint8_t *cells = terrain->layer[layer];
    if (cells == NULL || x < 0 || x >= terrain->width || y < 0 || y >= terrain->height) {
        return 0;
    }
    int32_t tile = y * terrain->width + x;
    uint8_t number = layer == TT_TERRAIN_SWITCHES ? tti_switch_type(terrain, tile)
                                                  : cells[LAYER_CELL * (size_t)tile];
    return number > TILE_ENTITIES ? (uint8_t)(number - TILE_ENTITIES) : 0;
}

uint8_t tti_entity_beside(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side,
                          int32_t distance)
{
    static const int8_t step[TTI_SIDES][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                              {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    return tti_entity_at(terrain, layer, x + step[side][0] * distance,
                         y + step[side][1] * distance);
}

int32_t tti_side_length(const tt_terrain *terrain, int layer, int32_t x, int32_t y, int side)
{
    uint8_t entity = tti_entity_beside(terrain, layer, x, y, side, 1);
    if (entity < TTI_ENTITY_LENGTH || entity >= TTI_ENTITY_LENGTH_END) {
        return 0;
    }
    return 3 * TT_MAP_TILE_SIZE * (entity - TTI_ENTITY_LENGTH + 1);
}

float tti_side_angle(int side)
{
    return EIGHTH * (float)side;
}

tti_pair tti_way_of(float angle)
{
    return (tti_pair){tti_sine(angle), tti_cosine(angle)};
}

static bool has_sides(uint8_t entity)
{
    return entity == TTI_ENTITY_DOOR ||
           (entity >= TTI_ENTITY_LIGHT && entity < TTI_ENTITY_LIGHT_END);
}

static bool is_turret(uint8_t entity)
{
    return entity >= TTI_ENTITY_TURRET && entity < TTI_ENTITY_TURRET_END;
}

static bool is_dragger(uint8_t entity)
{
    return entity >= TTI_ENTITY_DRAGGER && entity < TTI_ENTITY_DRAGGER_END;
}

static bool is_pickup(uint8_t entity)
{
    return (entity >= TTI_ENTITY_SHIELD && entity <= TTI_ENTITY_LASER) ||
           (entity >= TTI_ENTITY_SHOTGUN_SHIELD && entity <= TTI_ENTITY_LASER_SHIELD);
}

static uint32_t things_of(const tt_terrain *terrain, int layer, int32_t x, int32_t y,
                          uint8_t entity)
{
    uint32_t sides = 0;
    if (has_sides(entity)) {
        for (int side = 0; side < TTI_SIDES; side++) {
            sides += tti_side_length(terrain, layer, x, y, side) != 0;
        }
        return sides;
    }
    return is_turret(entity) || is_dragger(entity) || is_pickup(entity) ||
           entity == TTI_ENTITY_BULLET || entity == TTI_ENTITY_BULLET_EXPLOSIVE;
}

static void count_entity(tti_arena *arena, int layer, int32_t x, int32_t y)
{
    uint8_t entity = tti_entity_at(&arena->terrain, layer, x, y);
    if (entity == 0) {
        return;
    }
    arena->things += things_of(&arena->terrain, layer, x, y, entity);
    arena->draggers += is_dragger(entity);
    arena->turrets += is_turret(entity);
}

/* Most things of a map. Things have 15-bit numbers, and shots need some of them. */
#define THINGS_MAX 28000

static void count_entities(tti_arena *arena)
{
    for (int32_t y = 0; y < arena->terrain.height; y++) {
        for (int32_t x = 0; x < arena->terrain.width; x++) {
            for (int i = 0; i < TTI_ENTITY_LAYERS; i++) {
                count_entity(arena, tti_entity_layer[i], x, y);
            }
        }
    }
    if (arena->things > THINGS_MAX) {
        arena->things = THINGS_MAX;
    }
}

/* -- exits and spawns ------------------------------------------------------------------------ */

/* Returns the kind of the exit in a tile of the layer of teleporters, or -1 for no exit. */
static int exit_kind(const uint8_t *cell)
{
    if (cell[0] == 0) {
        return -1;
    }
    return cell[1] == TELE_OUT              ? TTI_EXIT_TELE
           : cell[1] == TELE_CHECKPOINT_OUT ? TTI_EXIT_CHECKPOINT
                                            : -1;
}

static int spawn_list(const tt_terrain *terrain, int layer, int32_t x, int32_t y)
{
    uint8_t entity = tti_entity_at(terrain, layer, x, y);
    return entity >= TTI_ENTITY_SPAWN && entity < TTI_ENTITY_SPAWN + TTI_SPAWN_LISTS
               ? entity - TTI_ENTITY_SPAWN
               : -1;
}

/* The exits and spawns of a map, visited twice in the game's order. The first visit has no `place`
 * and counts: begin[n + 1] becomes the size of list n. The second visit stores each place at
 * begin[n] and adds 1 to begin[n]. */
struct places {
    tti_pair *place;
    uint32_t exits[TTI_EXIT_KINDS][TTI_NUMBERS + 1];
    uint32_t spawns[TTI_SPAWN_LISTS + 1];
};

static void add_place(struct places *p, uint32_t *begin, int number, int32_t x, int32_t y)
{
    if (p->place == NULL) {
        begin[number + 1]++;
    } else {
        p->place[begin[number]++] = tti_middle(x, y);
    }
}

static void visit_tile(struct places *p, const tt_terrain *terrain, int32_t x, int32_t y)
{
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    if (teles != NULL) {
        const uint8_t *cell = teles + LAYER_CELL * (size_t)(y * terrain->width + x);
        int kind = exit_kind(cell);
        if (kind >= 0) {
            add_place(p, p->exits[kind], cell[0], x, y);
        }
    }
    for (int i = 0; i < TTI_ENTITY_LAYERS; i++) {
        int list = spawn_list(terrain, tti_entity_layer[i], x, y);
        if (list >= 0) {
            add_place(p, p->spawns, list, x, y);
        }
    }
}

static void visit_all(struct places *p, const tt_terrain *terrain)
{
    for (int32_t y = 0; y < terrain->height; y++) {
        for (int32_t x = 0; x < terrain->width; x++) {
            visit_tile(p, terrain, x, y);
        }
    }
}

/* Turns the sizes of lists into their start indexes, from `sum` on. Returns the end of the last
 * list. */
static uint32_t sum_up(uint32_t *begin, size_t lists, uint32_t sum)
{
    begin[0] = sum;
    for (size_t i = 1; i <= lists; i++) {
        begin[i] += begin[i - 1];
    }
    return begin[lists];
}

static uint32_t count_places(struct places *p, const tt_terrain *terrain)
{
    uint32_t sum = 0;
    tti_fill(p, 0, sizeof *p);
    visit_all(p, terrain);
    for (int kind = 0; kind < TTI_EXIT_KINDS; kind++) {
        sum = sum_up(p->exits[kind], TTI_NUMBERS, sum);
    }
    return sum_up(p->spawns, TTI_SPAWN_LISTS, sum);
}

static void put_places(tti_arena *arena, struct places *p, tti_pair *place)
{
    tti_copy(arena->exit_begin, p->exits, sizeof arena->exit_begin);
    tti_copy(arena->spawn_begin, p->spawns, sizeof arena->spawn_begin);
    p->place = place;
    visit_all(p, &arena->terrain);
    arena->place = place;
}

/* -- doors ----------------------------------------------------------------------------------- */

struct tables {
    uint8_t *what, *door;
};

/* Marks the tiles of a door up to the first solid tile. The door has no tile at all when its own
 * tile is solid. */
static void put_door(const tti_arena *arena, const struct tables *t, tti_pair from, int side,
                     int32_t length, uint8_t number)
{
    tti_pair way = tti_way_of(tti_side_angle(side));
    for (int32_t i = 0; i < length - 1; i++) {
        tti_pair at = tti_pair_add(from, tti_pair_times(way, (float)i));
        if (tti_terrain_is_solid(&arena->terrain, at)) {
            return;
        }
        int32_t tile = tti_tile_rounded(arena, at);
        t->what[tile] |= TTI_TILE_DOOR;
        t->door[tile] = number;
    }
}

static bool is_blocked(const tt_terrain *terrain, int32_t tile)
{
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    size_t cell = LAYER_CELL * (size_t)tile;
    uint8_t number = terrain->layer[TT_TERRAIN_GAME][cell];
    uint8_t before = front != NULL ? front[cell] : 0;
    return (number >= TT_TILE_SOLID && number <= TTI_TILE_LASER_STOP) || before == TT_TILE_DEATH ||
           before == TTI_TILE_LASER_STOP;
}

static void put_doors_of(const tti_arena *arena, const struct tables *t, int layer, int32_t x,
                         int32_t y)
{
    const tt_terrain *terrain = &arena->terrain;
    int32_t tile = y * terrain->width + x;
    if (tti_entity_at(terrain, layer, x, y) != TTI_ENTITY_DOOR || is_blocked(terrain, tile)) {
        return;
    }
    uint8_t number = 0;
    if (layer == TT_TERRAIN_SWITCHES) {
        number = terrain->layer[layer][SWITCH_CELL * (size_t)tile];
    }
    for (int side = 0; side < TTI_SIDES; side++) {
        int32_t length = tti_side_length(terrain, layer, x, y, side);
        put_door(arena, t, tti_middle(x, y), side, length, number);
    }
}

/* Marks the tiles of all doors. The game creates doors, also those of other layers, only on a map
 * with a layer of switches. */
static void put_doors(tti_arena *arena, const struct tables *t)
{
    const tt_terrain *terrain = &arena->terrain;
    if (terrain->layer[TT_TERRAIN_SWITCHES] == NULL) {
        return;
    }
    for (int32_t y = 0; y < terrain->height; y++) {
        for (int32_t x = 0; x < terrain->width; x++) {
            for (int i = 0; i < TTI_ENTITY_LAYERS; i++) {
                put_doors_of(arena, t, tti_entity_layer[i], x, y);
            }
        }
    }
}

/* -- tiles that exist ------------------------------------------------------------------------ */

static bool is_rule(const uint8_t *layer, size_t cell)
{
    uint8_t number = layer[cell];
    return (number >= TTI_TILE_FREEZE && number <= TILE_NO_TELEGUN_LASER) ||
           number == TILE_LIVE_FREEZE || number == TILE_LIVE_UNFREEZE;
}

static bool is_tele(uint8_t type)
{
    return type == TELE_EVIL || type == TTI_TELE_IN || type == TELE_CHECKPOINT ||
           type == TELE_TO_CHECKPOINT || type == TELE_TO_CHECKPOINT_EVIL;
}

/* Returns true when a stopper in the neighbour `tile` blocks the way to that tile. `flags` is the
 * rotation with which a one-way stopper blocks it; the game ignores mirrored stoppers here. */
static bool stops_from(const uint8_t *layer, size_t tile, uint8_t flags)
{
    uint8_t number = layer[LAYER_CELL * tile];
    return number == TTI_TILE_STOP_BOTH || number == TTI_TILE_STOP_ALL ||
           (number == TTI_TILE_STOP && layer[LAYER_CELL * tile + 1] == flags);
}

/* Returns true when a neighbour of a tile is a stopper. The game finds the neighbours by their
 * index in the list of all tiles, so the end of a row is beside the start of the next one. The
 * first tile is not a left or upper neighbour of any tile. */
static bool is_beside_stopper(const tt_terrain *terrain, const uint8_t *what, size_t tile)
{
    size_t count = count_things(terrain), width = (size_t)terrain->width;
    size_t left = tile > 1 ? tile - 1 : tile;
    size_t right = tile + 1 < count ? tile + 1 : tile;
    size_t below = tile + width < count ? tile + width : tile;
    size_t above = tile > width ? tile - width : tile;
    for (int layer = TT_TERRAIN_GAME; layer <= TT_TERRAIN_FRONT; layer++) {
        const uint8_t *cells = terrain->layer[layer];
        if (cells != NULL &&
            (stops_from(cells, right, STOP_BACK_TURNED) || stops_from(cells, left, STOP_TURNED) ||
             stops_from(cells, below, 0) || stops_from(cells, above, STOP_HALF_TURNED))) {
            return true;
        }
    }
    return ((what[left] | what[right] | what[below] | what[above]) & TTI_TILE_DOOR) != 0;
}

static bool is_existing(const tt_terrain *terrain, const uint8_t *what, size_t tile)
{
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    const uint8_t *teles = terrain->layer[TT_TERRAIN_TELES];
    const uint8_t *speedups = terrain->layer[TT_TERRAIN_SPEEDUPS];
    const uint8_t *tunes = terrain->layer[TT_TERRAIN_TUNES];
    size_t cell = LAYER_CELL * tile;
    return is_rule(terrain->layer[TT_TERRAIN_GAME], cell) ||
           (front != NULL && is_rule(front, cell)) || (teles != NULL && is_tele(teles[cell + 1])) ||
           (speedups != NULL && speedups[SPEEDUP_CELL * tile] > 0) ||
           (what[tile] & TTI_TILE_DOOR) != 0 || tti_switch_type(terrain, (int32_t)tile) != 0 ||
           (tunes != NULL && tunes[cell + 1] != 0) || is_beside_stopper(terrain, what, tile);
}

static void find_existing(const tt_terrain *terrain, uint8_t *what)
{
    for (size_t tile = 0; tile < count_things(terrain); tile++) {
        if (is_existing(terrain, what, tile)) {
            what[tile] |= TTI_TILE_EXISTS;
        }
    }
}

/* Marks a tile and its eight neighbours. */
static void mark_around(const tt_terrain *terrain, uint8_t *what, size_t tile, uint8_t bits)
{
    int32_t at_x = (int32_t)(tile % (size_t)terrain->width);
    int32_t at_y = (int32_t)(tile / (size_t)terrain->width);
    for (int32_t y = at_y - 1; y <= at_y + 1; y++) {
        for (int32_t x = at_x - 1; x <= at_x + 1; x++) {
            if (x >= 0 && x < terrain->width && y >= 0 && y < terrain->height) {
                what[y * terrain->width + x] |= bits;
            }
        }
    }
}

static uint8_t reach_of(uint8_t number)
{
    switch (number) {
    case TT_TILE_DEATH:
        return TTI_TILE_NEAR_DEATH;
    case TTI_TILE_START:
    case TTI_TILE_FINISH:
        return TTI_TILE_NEAR_RACE;
    case TTI_TILE_STOP:
    case TTI_TILE_STOP_BOTH:
    case TTI_TILE_STOP_ALL:
        return TTI_TILE_NEAR_STOP;
    default:
        return 0;
    }
}

static bool is_freeze(uint8_t number)
{
    return number == TTI_TILE_FREEZE || number == TILE_DEEP_FREEZE || number == TILE_LIVE_FREEZE;
}

static void find_near(const tt_terrain *terrain, uint8_t *what)
{
    const uint8_t *game = terrain->layer[TT_TERRAIN_GAME];
    const uint8_t *front = terrain->layer[TT_TERRAIN_FRONT];
    for (size_t tile = 0; tile < count_things(terrain); tile++) {
        uint8_t number = game[LAYER_CELL * tile],
                before = front != NULL ? front[LAYER_CELL * tile] : 0;
        uint8_t bits = reach_of(number) | reach_of(before);
        if ((what[tile] & TTI_TILE_DOOR) != 0) {
            bits |= TTI_TILE_NEAR_STOP;
        }
        if (bits != 0) {
            mark_around(terrain, what, tile, bits);
        }
        if (is_freeze(number) || is_freeze(before) ||
            is_freeze(tti_switch_type(terrain, (int32_t)tile))) {
            what[tile] |= TTI_TILE_FREEZES;
        }
    }
}

static void find_rules_in(tti_arena *arena, const uint8_t *layer)
{
    for (size_t tile = 0; layer != NULL && tile < count_things(&arena->terrain); tile++) {
        uint8_t number = layer[LAYER_CELL * tile];
        arena->old_laser |= number == RULE_OLD_LASER;
        arena->no_collision |= number == RULE_NO_COLLISION;
        arena->endless_drag |= number == RULE_ENDLESS_HOOK;
        arena->no_hit |= number == RULE_NO_HIT;
        arena->no_hooking |= number == RULE_NO_HOOKING;
    }
}

/* -- the arena ------------------------------------------------------------------------------- */

static tti_tuning *zones_in(void *memory)
{
    return memory;
}

/* Sets the zones to the tunings of a server after its start, which differ from the defaults for
 * clients. */
static void put_zones(tti_tuning *zone)
{
    for (int i = 0; i < TTI_NUMBERS; i++) {
        tti_copy(&zone[i], &tti_tuning_default, sizeof zone[i]);
        zone[i].gun_curvature = 0;
        zone[i].gun_speed = 1400;
        zone[i].shotgun_curvature = 0;
        zone[i].shotgun_speed = 500;
        zone[i].shotgun_speeddiff = 0;
    }
}

static uint32_t zones_of(const tt_terrain *terrain)
{
    const uint8_t *tunes = terrain->layer[TT_TERRAIN_TUNES];
    uint32_t highest = 0;
    for (size_t i = 0; tunes != NULL && i < count_things(terrain); i++) {
        highest = tunes[2 * i] > highest ? tunes[2 * i] : highest;
    }
    return highest + 1;
}

static int32_t highest_switch_of(const tt_terrain *terrain)
{
    const uint8_t *switches = terrain->layer[TT_TERRAIN_SWITCHES];
    int32_t highest = 0;
    for (size_t i = 0; switches != NULL && i < count_things(terrain); i++) {
        int32_t number = switches[SWITCH_CELL * i];
        highest = number > highest ? number : highest;
    }
    return highest;
}

void tti_arena_count(tti_arena *arena, const tt_terrain *terrain)
{
    tti_fill(arena, 0, sizeof *arena);
    tti_copy(&arena->terrain, terrain, sizeof *terrain);
    arena->zones = zones_of(terrain);
    arena->highest_switch = highest_switch_of(terrain);
    count_entities(arena);
}

size_t tti_arena_size(const tt_terrain *terrain)
{
    struct places places;
    return TTI_NUMBERS * sizeof(tti_tuning) +
           (size_t)count_places(&places, terrain) * sizeof(tti_pair) + 2 * count_things(terrain);
}

void tti_arena_init(tti_arena *arena, const tt_terrain *terrain, void *memory)
{
    struct places places;
    size_t tiles = count_things(terrain);
    tti_tuning *zone = zones_in(memory);
    tti_pair *place = (void *)(zone + TTI_NUMBERS);
    uint8_t *what = (uint8_t *)(place + count_places(&places, terrain));
    struct tables t = {what, what + tiles};
    tti_arena_count(arena, terrain);
    tti_fill(what, 0, 2 * tiles);
    arena->zone = zone;
    arena->what = t.what;
    arena->door = t.door;
    put_zones(zone);
    put_places(arena, &places, place);
    put_doors(arena, &t);
    find_existing(terrain, t.what);
    find_near(terrain, t.what);
    find_rules_in(arena, terrain->layer[TT_TERRAIN_GAME]);
    find_rules_in(arena, terrain->layer[TT_TERRAIN_FRONT]);
}

/* -- settings of the map --------------------------------------------------------------------- */

/* Takes the next word of a command. The command ends at ';' or '#'. Quotation marks keep words
 * together. */
static tt_bytes next_word(tt_bytes *line)
{
    const uint8_t *at = line->data, *end = line->data + line->size;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    bool is_quoted = at < end && *at == '"';
    at += is_quoted;
    tt_bytes word = {at, 0};
    while (at < end &&
           (is_quoted ? *at != '"' : *at != ' ' && *at != '\t' && *at != ';' && *at != '#')) {
        at++;
    }
    word.size = (size_t)(at - word.data);
    at += is_quoted && at < end;
    line->data = at;
    line->size = (size_t)(end - at);
    return word;
}

/* Skips the rest of a command. Returns true when another command follows on the line. */
static bool next_command(tt_bytes *line)
{
    bool is_quoted = false;
    while (line->size > 0) {
        uint8_t c = *line->data++;
        line->size--;
        is_quoted ^= c == '"';
        if (!is_quoted && (c == ';' || c == '#')) {
            return c == ';';
        }
    }
    return false;
}

/* The number at the start of a word: digits / 10^places. */
struct decimal {
    int64_t digits;
    int places; /* number of digits after the point */
    bool is_negative;
};

#define DECIMAL_MAX 15 /* a double holds any number of 15 digits exactly */

static struct decimal word_decimal(tt_bytes word)
{
    struct decimal d = {0};
    size_t i = 0;
    bool is_behind = false;
    if (word.size > 0 && (word.data[0] == '-' || word.data[0] == '+')) {
        d.is_negative = word.data[0] == '-';
        i++;
    }
    for (int digits = 0; i < word.size && digits < DECIMAL_MAX; i++) {
        uint8_t c = word.data[i];
        if (c == '.' && !is_behind) {
            is_behind = true;
            continue;
        }
        if (c < '0' || c > '9') {
            break;
        }
        d.digits = 10 * d.digits + (c - '0');
        d.places += is_behind;
        digits += d.digits != 0;
    }
    return d;
}

static float word_float(tt_bytes word)
{
    struct decimal d = word_decimal(word);
    double scale = 1;
    for (int i = 0; i < d.places; i++) {
        scale *= 10;
    }
    double value = (double)d.digits / scale;
    return (float)(d.is_negative ? -value : value);
}

static int64_t word_whole(tt_bytes word)
{
    struct decimal d = word_decimal(word);
    for (int i = 0; i < d.places; i++) {
        d.digits /= 10;
    }
    return d.is_negative ? -d.digits : d.digits;
}

/* Sets a tuning from the next two words: its name and its value. */
static void tune_from_words(tti_tuning *tuning, tt_bytes *line)
{
    tt_bytes name = next_word(line);
    tt_bytes value = next_word(line);
    if (value.size > 0) {
        float scaled = word_float(value) * 100.0f;
        (void)tti_tuning_set(tuning, name, tti_whole(scaled));
    }
}

/* Sets a tuning of a zone. Zone 0 is the map outside of the zones. */
static void tune_zone_from_words(tti_rules *rules, void *memory, tt_bytes *line)
{
    int64_t number = word_whole(next_word(line));
    if (number > 0 && number < TTI_NUMBERS) {
        tune_from_words(&zones_in(memory)[number], line);
    } else if (number == 0 && rules != NULL) {
        tune_from_words(&rules->tuning, line);
    }
}

static void run_line(tti_arena *arena, tti_rules *rules, void *memory, tt_bytes *line)
{
    tt_bytes command = next_word(line);
    if (is_word(command, "tune_zone")) {
        tune_zone_from_words(rules, memory, line);
    } else if (is_word(command, "switch_open")) {
        int64_t number = word_whole(next_word(line));
        if (number >= 0 && number <= arena->highest_switch) {
            arena->starts_off[number] = true;
        }
    } else if (is_word(command, "mapbug")) {
        arena->explodes_twice |= is_word(next_word(line), "grenade-doubleexplosion@ddnet.tw");
    } else if (rules != NULL && is_word(command, "tune")) {
        tune_from_words(&rules->tuning, line);
    } else if (rules != NULL) {
        tt_bytes value = next_word(line);
        if (value.size > 0) {
            (void)tti_rules_set(rules, command, word_whole(value));
        }
    }
}

void tti_arena_settings(tti_arena *arena, tti_rules *rules, void *memory, tt_bytes lines)
{
    for (size_t begin = 0, end = 0; lines.size > 0 && end <= lines.size; end++) {
        if (end < lines.size && lines.data[end] != 0) {
            continue;
        }
        tt_bytes line = {lines.data + begin, end - begin};
        do {
            run_line(arena, rules, memory, &line);
        } while (next_command(&line));
        begin = end + 1;
    }
}
