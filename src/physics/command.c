/* SPDX-License-Identifier: MIT
 *
 * Commands of players and of the console, if they move or change a tee, a team or a rule.
 *
 * A recording has the name of a command and its arguments as text, if the command was allowed to
 * run. The code here decides whether it then did anything. Practice commands act only for the
 * living tee of a team that practises. From the console most of them act for everybody, and mark
 * the game as one with cheats.
 */
#include "physics/physics.h"

#include "base/ascii.h"
#include "base/mem.h"

#define FORBIDDEN 0 /* value of sv_team: there are no teams */
#define MANDATORY 2 /* value of sv_team: nobody may race outside of a team */

struct call {
    tti_physics *world;
    int32_t cid; /* client id of the caller; -1: the server */
    bool is_chat;
    int32_t count;
    const char *const *arguments;
    tti_player *player; /* the caller; NULL: the server */
    tti_tee *tee;       /* the living tee of the caller; NULL: none */
    int32_t what;       /* of the row of the command */
};

/* -- arguments ------------------------------------------------------------------------------- */

static const char *text_argument(const struct call *c, int32_t index)
{
    return index < c->count ? c->arguments[index] : "";
}

static int32_t whole_argument(const struct call *c, int32_t index)
{
    int32_t value;
    const char *text = text_argument(c, index);
    (void)tti_read_whole((const uint8_t *)text, tti_strlen(text), &value);
    return value;
}

static float decimal_argument(const struct call *c, int32_t index)
{
    float value;
    const char *text = text_argument(c, index);
    (void)tti_read_decimal((const uint8_t *)text, tti_strlen(text), &value);
    return value;
}

static bool is_first_argument(const struct call *c, const char *text)
{
    return c->count > 0 && tti_same_text(c->arguments[0], text);
}

static bool is_text_in_any_case(const char *a, const char *b)
{
    while (*a != 0 && tti_lower((uint8_t)*a) == tti_lower((uint8_t)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Returns the client with this name, or -1. */
static int32_t client_named(const struct call *c, const char *name)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c->world->player[cid].is_here && tti_same_text(c->world->player[cid].name, name)) {
            return cid;
        }
    }
    return -1;
}

/* Returns true when the first argument names this client: by its id or by "all". The caller is
 * named by "me", or when there is no argument. */
static bool is_meant(const struct call *c, int32_t cid)
{
    int32_t id;
    const char *text = text_argument(c, 0);
    if (!c->world->player[cid].is_known) {
        return false;
    }
    if (c->count == 0 || is_first_argument(c, "me")) {
        return cid == c->cid;
    }
    if (is_first_argument(c, "all")) {
        return true;
    }
    bool is_number = tti_read_whole((const uint8_t *)text, tti_strlen(text), &id);
    if (c->world->rules.version < TTI_VERSION(19, 9, 0)) {
        int32_t last = tti_team_super(c->world) - 1;
        return cid == (id < 0 ? 0 : id > last ? last : id);
    }
    return is_number && cid == id;
}

/* -- weapons and abilities ------------------------------------------------------------------- */

enum { ALL_WEAPONS = -1 };

static void change_weapon(const struct call *c, int32_t weapon, bool gives)
{
    enum { FIRST_OF_ALL = TT_WEAPON_SHOTGUN, LAST_OF_ALL = TT_WEAPON_LASER };
    int32_t first = weapon == ALL_WEAPONS ? FIRST_OF_ALL : weapon;
    int32_t last = weapon == ALL_WEAPONS ? LAST_OF_ALL : weapon;
    if (weapon < ALL_WEAPONS || weapon >= TTI_WEAPONS) {
        return;
    }
    for (int32_t i = first; i <= last; i++) {
        if (gives) {
            tti_give_weapon(c->world, c->cid, i);
        } else {
            tti_take_weapon(c->world, c->cid, i);
        }
    }
    c->tee->self.race = TTI_RACE_CHEATED;
}

static void give_weapon(const struct call *c)
{
    change_weapon(c, c->what, true);
}

static void take_weapon(const struct call *c)
{
    change_weapon(c, c->what, false);
}

static void give_number(const struct call *c)
{
    change_weapon(c, whole_argument(c, 0), true);
}

static void take_number(const struct call *c)
{
    change_weapon(c, whole_argument(c, 0), false);
}

/* Returns the bool of the row, which is in the tti_self of the caller's tee. */
static bool *ability(const struct call *c)
{
    return (bool *)((uint8_t *)&c->tee->self + c->what);
}

static void set_ability(const struct call *c)
{
    *ability(c) = true;
}

static void clear_ability(const struct call *c)
{
    *ability(c) = false;
}

static void toggle(const struct call *c)
{
    *ability(c) = !*ability(c);
}

static bool is_solo_allowed(const struct call *c)
{
    int32_t teams = c->world->rules.team;
    return !c->is_chat || (teams != FORBIDDEN && teams != TTI_FORCED_SOLO);
}

static void solo(const struct call *c)
{
    if (is_solo_allowed(c)) {
        c->tee->self.core.is_solo = c->what != 0;
    }
}

static void undeep(const struct call *c)
{
    c->tee->self.is_deep = false;
    if (c->world->rules.version >= TTI_VERSION(18, 1, 0)) {
        tti_unfreeze_tee(c->world, c->cid);
    }
}

static void freeze(const struct call *c)
{
    (void)tti_freeze_tee(c->world, c->cid, c->world->rules.freeze_delay);
}

static void unfreeze(const struct call *c)
{
    tti_unfreeze_tee(c->world, c->cid);
}

static void set_jumps(const struct call *c)
{
    enum { JUMPS_MAX = 1000000 };
    int32_t jumps = whole_argument(c, 0);
    c->tee->self.core.jumps = jumps < -JUMPS_MAX  ? -JUMPS_MAX
                              : jumps > JUMPS_MAX ? JUMPS_MAX
                                                  : jumps;
}

static void hit_others(const struct call *c)
{
    static const struct {
        const char *name;
        uint8_t set;
    } weapons[] = {{"hammer", 1 << TT_WEAPON_HAMMER},
                   {"shotgun", 1 << TT_WEAPON_SHOTGUN},
                   {"grenade", 1 << TT_WEAPON_GRENADE},
                   {"laser", 1 << TT_WEAPON_LASER}};
    enum {
        ALL = 1 << TT_WEAPON_HAMMER | 1 << TT_WEAPON_SHOTGUN | 1 << TT_WEAPON_GRENADE |
              1 << TT_WEAPON_LASER
    };
    uint8_t *off = &c->tee->self.hits_off;
    if (c->count == 0 || is_first_argument(c, "all")) {
        bool are_off = (*off & ALL) == ALL;
        *off = are_off ? (uint8_t)(*off & ~ALL) : (uint8_t)(*off | ALL);
    }
    for (size_t i = 0; i < sizeof weapons / sizeof weapons[0]; i++) {
        if (is_first_argument(c, weapons[i].name)) {
            *off ^= weapons[i].set;
        }
    }
}

/* -- super and invincible -------------------------------------------------------------------- */

static bool knows_invincible(const tti_physics *world)
{
    return world->rules.version >= TTI_VERSION(18, 7, 0);
}

/* Makes the caller's tee super. The game keeps players out of the team for super players while
 * their own team practises or is being saved. */
static void enter_super(const struct call *c)
{
    int32_t old = tti_team_of(c->world, c->cid), super = tti_team_super(c->world);
    const tti_team *team = &c->world->team[old];
    c->player->team_before_super = (uint8_t)old;
    if (old != super && !team->practices && !team->is_saving) {
        tti_team_set(c->world, c->cid, super);
    }
    c->tee->self.race = TTI_RACE_CHEATED;
}

static void set_super(const struct call *c, bool is_on)
{
    tti_self *self = &c->tee->self;
    bool was_on = self->is_super;
    self->is_super = is_on;
    if (is_on && !was_on) {
        enter_super(c);
    } else if (!is_on && was_on) {
        tti_team_set(c->world, c->cid, c->player->team_before_super);
    }
}

static void set_invincible(const struct call *c, bool is_on)
{
    tti_self *self = &c->tee->self;
    if (is_on) {
        set_super(c, false);
    }
    self->is_invincible = is_on;
    if (is_on) {
        tti_unfreeze_tee(c->world, c->cid);
    }
    self->endless_jump = is_on;
}

static void super(const struct call *c)
{
    if (!c->tee->self.is_super) {
        if (knows_invincible(c->world)) {
            set_invincible(c, false);
        }
        set_super(c, true);
        tti_unfreeze_tee(c->world, c->cid);
    }
}

static void unsuper(const struct call *c)
{
    set_super(c, false);
}

static void invincible(const struct call *c)
{
    bool is_on = c->count == 0 ? !c->tee->self.is_invincible : whole_argument(c, 0) != 0;
    set_invincible(c, is_on);
}

/* -- moves ----------------------------------------------------------------------------------- */

static void move_by(const struct call *c, int64_t x, int64_t y)
{
    tti_body *core = &c->tee->self.core;
    core->at = tti_pair_add(core->at, (tti_pair){(float)x, (float)y});
    if (c->world->rules.version >= TTI_VERSION(19, 1, 0)) {
        core->velocity = (tti_pair){0, 0};
    }
    c->tee->self.race = TTI_RACE_CHEATED;
}

enum { WAY_LEFT, WAY_RIGHT, WAY_UP, WAY_DOWN };

static void move_tiles(const struct call *c)
{
    static const int8_t ways[][2] = {
        [WAY_LEFT] = {-1, 0}, [WAY_RIGHT] = {1, 0}, [WAY_UP] = {0, -1}, [WAY_DOWN] = {0, 1}};
    int64_t units = (int64_t)TT_MAP_TILE_SIZE * (c->count == 1 ? whole_argument(c, 0) : 1);
    move_by(c, ways[c->what][0] * units, ways[c->what][1] * units);
}

static void move_pixels(const struct call *c)
{
    int64_t scale = c->what;
    move_by(c, scale * whole_argument(c, 0), scale * whole_argument(c, 1));
}

/* -- teleports ------------------------------------------------------------------------------- */

static void bring(tti_tee *tee, tti_pair at)
{
    tee->self.core.at = at;
    tee->self.at = at;
    tee->self.before = at;
    tee->self.race = TTI_RACE_CHEATED;
}

static void calm(const tti_physics *world, tti_tee *tee)
{
    if (world->rules.version >= TTI_VERSION(18, 2, 0)) {
        tee->self.core.air_jumps = 0;
        tee->self.core.jumped = 0;
    }
    tee->self.core.velocity = (tti_pair){0, 0};
}

/* Moves a tee as practice commands do, and stores the place for /lasttp. */
static void teleport_caller(const struct call *c, tti_pair at)
{
    bring(c->tee, at);
    tti_unfreeze_tee(c->world, c->cid);
    calm(c->world, c->tee);
    tti_point_take(c->world, c->cid, &c->player->tele);
}

/* Returns the place of the cursor in the world. Clients that zoom or move the camera differently
 * have sent Cl_CameraInfo. */
static tti_pair cursor_of(const struct call *c, const tti_tee *tee)
{
    tti_pair aim = {(float)tee->previous.target_x, (float)tee->previous.target_y};
    tti_pair offset = {0, 0};
    float length = tti_length(aim), zoom = 1;
    if (c->player->camera.is_known) {
        float over = length - (float)c->player->camera.deadzone;
        float share = (float)c->player->camera.follow / 100.0f;
        float amount = (over > 0 ? over : 0.0f) * share;
        zoom = c->player->camera.zoom;
        if (length > 0.0001f) {
            tti_pair way = {aim.x / length, aim.y / length};
            offset = tti_pair_times(way, amount);
        }
    }
    tti_pair scaled = tti_pair_times(tti_pair_sub(aim, offset), zoom);
    return tti_pair_add(tti_pair_add(tee->self.at, scaled), offset);
}

/* Finds the tee of the client that the first argument names. Returns false when there is none. */
static bool place_of_named(const struct call *c, tti_pair *at)
{
    int32_t other = client_named(c, text_argument(c, 0));
    if (other < 0 || !c->world->tee[other].is_alive) {
        return false;
    }
    *at = c->world->tee[other].self.at;
    return true;
}

/* Teleports the caller to a named tee. Without a name /tp goes to the cursor from 17.4 until 18.0,
 * and to the middle of the view in other versions. */
static void tele_to(const struct call *c)
{
    int32_t version = c->world->rules.version;
    bool takes_cursor = version >= TTI_VERSION(17, 4, 0) && version < TTI_VERSION(18, 0, 0);
    tti_pair at = c->player->view;
    if (c->count == 0 && takes_cursor && !c->player->is_paused) {
        tti_pair aim = {(float)c->tee->previous.target_x, (float)c->tee->previous.target_y};
        at = tti_pair_add(at, aim);
    }
    if (c->count == 0 || place_of_named(c, &at)) {
        teleport_caller(c, at);
    }
}

static void tele_cursor(const struct call *c)
{
    tti_pair at = c->player->view;
    if (c->count == 0 && !c->player->is_paused && c->player->pause_end == 0) {
        at = cursor_of(c, c->tee);
    }
    if (c->count == 0 || place_of_named(c, &at)) {
        teleport_caller(c, at);
    }
}

/* Reads a coordinate in tiles. With a tilde it is an offset from `here`, which is in pixels.
 * Returns false when the text is no number. */
static bool coordinate(const char *text, float here, int32_t tiles, float *value)
{
    const float outside = 201 * (float)TT_MAP_TILE_SIZE;
    bool is_relative = text[0] == '~';
    const char *number = is_relative ? text + 1 : text;
    size_t size = tti_strlen(number);
    if (!tti_read_decimal((const uint8_t *)number, size, value) && size != 0) {
        return false;
    }
    *value *= TT_MAP_TILE_SIZE;
    float begin = is_relative ? here : 0.0f;
    *value = begin + *value;
    float low = 1.0f - outside;
    float high = (float)(tiles * TT_MAP_TILE_SIZE) + outside;
    high = high - 1.0f;
    *value = *value < low ? low : *value > high ? high : *value;
    return true;
}

static void tele_to_place(const struct call *c)
{
    const tt_terrain *terrain = &c->world->arena->terrain;
    tti_pair view = c->player->view, at;
    if (c->count == 2 && coordinate(text_argument(c, 0), view.x, terrain->width, &at.x) &&
        coordinate(text_argument(c, 1), view.y, terrain->height, &at.y)) {
        teleport_caller(c, at);
    }
}

/* Teleports the caller to an exit. A command from the console does not change the speed of the
 * tee. */
static void tele_to_exit(const struct call *c)
{
    int32_t number = whole_argument(c, 0);
    const tti_pair *exit = NULL;
    if (number >= 0 && number < TTI_NUMBERS) {
        exit = tti_exit(c->world, c->what, number);
    }
    if (exit == NULL) {
        return;
    }
    if (c->what == TTI_EXIT_CHECKPOINT) {
        c->tee->self.checkpoint = (uint8_t)number;
    }
    if (c->is_chat) {
        teleport_caller(c, *exit);
    } else {
        bring(c->tee, *exit);
    }
}

static void last_tele(const struct call *c)
{
    tti_point point = c->player->tele;
    if (point.is_set && point.self.at.x != 0) {
        (void)tti_point_give(c->world, c->cid, &point, false);
        tti_pause(c->world, c->cid, TTI_PAUSE_NONE, true);
    }
}

static tti_tee *living(tti_physics *world, int32_t cid)
{
    bool is_client = cid >= 0 && cid < TT_CIDS;
    return is_client && world->tee[cid].is_alive ? &world->tee[cid] : NULL;
}

/* Runs `tele WHO WHOM`, which moves WHO. Up to 18.8 the target is the view of WHOM, and from 18.9
 * on that of the caller. */
static void tele(const struct call *c)
{
    tti_physics *world = c->world;
    int32_t version = world->rules.version;
    int32_t who = c->count == 2 ? whole_argument(c, 0) : c->cid;
    int32_t whom = c->count > 0 ? whole_argument(c, c->count - 1) : c->cid;
    tti_tee *tee = living(world, who);
    if (tee == NULL || living(world, whom) == NULL || c->player == NULL) {
        return;
    }
    bool is_new = version >= TTI_VERSION(18, 9, 0);
    bool takes_cursor = version >= TTI_VERSION(17, 4, 0) && c->count == 0 &&
                        !c->player->is_paused && c->player->pause_end == 0;
    tti_pair at = is_new ? c->player->view : world->player[whom].view;
    if (takes_cursor && is_new) {
        at = cursor_of(c, tee);
    } else if (takes_cursor) {
        tti_pair aim = {(float)tee->previous.target_x, (float)tee->previous.target_y};
        at = tti_pair_add(at, aim);
    }
    bring(tee, at);
    if (version >= TTI_VERSION(17, 4, 0)) {
        tti_unfreeze_tee(world, who);
        calm(world, tee);
    }
}

/* -- rescues --------------------------------------------------------------------------------- */

static bool may_be_rescued(const struct call *c)
{
    return c->world->rules.rescue != 0 || tti_practises(c->world, tti_team_of(c->world, c->cid));
}

/* Brings the tee back. Before 20.0 even a refused rescue unfreezes the tee. */
static void rescue_and_unfreeze(const struct call *c)
{
    bool is_done = tti_rescue(c->world, c->cid);
    if (is_done || c->world->rules.version < TTI_VERSION(20, 0, 0)) {
        tti_unfreeze_tee(c->world, c->cid);
    }
}

static void rescue(const struct call *c)
{
    if (!may_be_rescued(c)) {
        return;
    }
    bool is_by_hand = c->player->rescue_mode != 0;
    if (!is_by_hand || !tti_rescue_set_by_hand(c->world, c->cid)) {
        rescue_and_unfreeze(c);
    }
}

static void rescue_mode(const struct call *c)
{
    if (!may_be_rescued(c)) {
        return;
    }
    if (is_text_in_any_case(text_argument(c, 0), "auto")) {
        c->player->rescue_mode = 0;
    } else if (is_text_in_any_case(text_argument(c, 0), "manual")) {
        c->player->rescue_mode = 1;
    }
}

/* Replaces the place for a rescue by the place of the last death, and goes there. As in the game, a
 * place that was not set remains unset. */
static void back(const struct call *c)
{
    tti_point *point = c->player->rescue_mode != 0 ? &c->player->manual : &c->tee->rescue;
    bool is_set = point->is_set;
    if (c->player->died.is_set) {
        *point = c->player->died;
        point->is_set = is_set;
        rescue_and_unfreeze(c);
    }
}

/* -- pauses ---------------------------------------------------------------------------------- */

/* Starts or ends a pause. With a name the player pauses to watch that client, and ends the pause
 * when the player watches that client already. */
static void toggle_pause(const struct call *c, uint8_t pause)
{
    tti_player *player = c->player;
    uint8_t now = tti_pause_of(player);
    if (player->pause_end != 0) {
        return;
    }
    if (c->count == 0) {
        uint8_t next = now != TTI_PAUSE_NONE ? TTI_PAUSE_NONE : pause;
        tti_pause(c->world, c->cid, next, false);
        return;
    }
    int32_t other = client_named(c, text_argument(c, 0));
    bool watches = other >= 0 && other != c->cid && player->watched == other + 1;
    tti_pause(c->world, c->cid, now == pause && watches ? TTI_PAUSE_NONE : pause, false);
    if (other >= 0 && !(now == pause && watches)) {
        player->watched = (int16_t)(other + 1);
    }
}

static uint8_t spec_of(const struct call *c)
{
    bool vanishes = c->world->rules.version >= TTI_VERSION(19, 0, 0) && c->tee != NULL &&
                    tti_practises(c->world, tti_team_of(c->world, c->cid));
    return c->world->rules.pauseable != 0 || vanishes ? TTI_PAUSE_LEAVES : TTI_PAUSE_STAYS;
}

static void pause_command(const struct call *c)
{
    toggle_pause(c, TTI_PAUSE_STAYS);
}

static void spec(const struct call *c)
{
    toggle_pause(c, spec_of(c));
}

/* Starts or ends a pause after a vote. The recording does not say whom a vote is about, so the view
 * does not move to that player. */
static void pause_voted(const struct call *c)
{
    bool leaves = c->what != 0 && c->world->rules.pauseable != 0;
    uint8_t wanted = leaves ? TTI_PAUSE_LEAVES : TTI_PAUSE_STAYS;
    if (c->player->pause_end == 0) {
        bool is_over = tti_pause_of(c->player) == wanted;
        tti_pause(c->world, c->cid, is_over ? TTI_PAUSE_NONE : wanted, false);
    }
}

static void force_pause(const struct call *c)
{
    enum { SECONDS_MAX = 360 };
    int32_t seconds = c->count > 1 ? whole_argument(c, 1) : 0;
    seconds = seconds < 0 ? 0 : seconds > SECONDS_MAX ? SECONDS_MAX : seconds;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_meant(c, cid)) {
            c->world->player[cid].pause_end = c->world->tick + seconds * TT_TICKS_PER_SECOND;
            tti_pause(c->world, cid, TTI_PAUSE_LEAVES, true);
        }
    }
}

/* -- teams ----------------------------------------------------------------------------------- */

/* Returns false when the client wrote so recently that the server refuses some of its commands. */
static bool may_write(const struct call *c)
{
    const tti_physics *world = c->world;
    tti_player *player = c->player;
    int64_t ready =
        (int64_t)player->chat_tick + (int64_t)TT_TICKS_PER_SECOND * world->rules.chat_delay;
    if (world->rules.spamprotection != 0 && player->chat_tick != 0 && ready > world->tick) {
        return false;
    }
    player->chat_tick = world->tick;
    return true;
}

static bool has_teams(const struct call *c)
{
    return c->world->rules.team != FORBIDDEN && c->world->rules.team != TTI_FORCED_SOLO;
}

/* Returns the team of the caller, or NULL for a team that cannot be locked, such as team 0. */
static tti_team *own_team(const struct call *c)
{
    int32_t team = tti_team_of(c->world, c->cid);
    bool is_common = team == 0 || team == tti_team_super(c->world) || !has_teams(c);
    return is_common ? NULL : &c->world->team[team];
}

static void lock(const struct call *c)
{
    tti_team *team = own_team(c);
    if (team != NULL && may_write(c)) {
        bool is_on = c->count > 0 ? whole_argument(c, 0) != 0 : !team->is_locked;
        team->is_locked = c->what && is_on;
    }
}

static int32_t size_of_team(const struct call *c, int32_t team)
{
    int32_t size = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        size += c->world->player[cid].team == team ? 1 : 0;
    }
    return size;
}

static void team_0_mode(const struct call *c)
{
    tti_team *team = own_team(c);
    if (team == NULL || c->world->rules.team == MANDATORY || c->world->rules.team0mode == 0 ||
        team->state != TTI_TEAM_OPEN) {
        return;
    }
    bool is_on = c->count > 0 ? whole_argument(c, 0) != 0 : !team->is_flock;
    if (!may_write(c)) {
        return;
    }
    bool is_too_large =
        size_of_team(c, tti_team_of(c->world, c->cid)) > c->world->rules.max_team_size;
    bool is_refused = is_on ? team->practices : is_too_large;
    team->is_flock = is_refused ? team->is_flock : is_on;
}

/* Runs /practice. The recording has an event when a team begins to practise, so the command itself
 * only delays the next message. */
static void practice(const struct call *c)
{
    (void)may_write(c);
}

static void stop_watching(const struct call *c, int32_t team)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tti_player *player = &c->world->player[cid];
        if (player->team == team && player->leaves_world && player->pause_end == 0 &&
            c->world->rules.pauseable == 0) {
            tti_pause(c->world, cid, TTI_PAUSE_STAYS, true);
        }
    }
}

static void unpractice(const struct call *c)
{
    tti_physics *world = c->world;
    int32_t number = tti_team_of(world, c->cid);
    tti_team *team = &world->team[number];
    if (!may_write(c) || !tti_practises(world, number) || team->is_saving ||
        (team->is_locked && size_of_team(c, number) > world->rules.max_team_size)) {
        return;
    }
    stop_watching(c, number);
    if (world->rules.team == FORBIDDEN) {
        tti_remove_body(world, c->cid, TTI_DEATH_SELF);
    } else {
        tti_kill_team(world, number, -1, -1);
    }
    team->practices = false;
    if (!c->player->spectates && world->rules.version >= TTI_VERSION(19, 9, 0)) {
        c->player->wants_spawn = true;
        c->player->spawns_weak = false;
    }
}

static void set_team_of(const struct call *c, int32_t cid, int32_t team)
{
    tti_physics *world = c->world;
    int32_t old = tti_team_of(world, cid);
    const tti_tee *tee = living(world, cid);
    bool races = old != 0 && tee != NULL && tee->self.race == TTI_RACE_STARTED;
    bool has_practised = tee != NULL && tti_practises(world, old);
    if (races || has_practised) {
        tti_remove_body(world, cid, TTI_DEATH_GAME);
    }
    tti_team_set(world, cid, team);
    if (team != 0 && world->rules.version >= TTI_VERSION(19, 6, 0)) {
        world->team[team].is_locked = true;
    }
}

static void set_team_ddr(const struct call *c)
{
    int32_t team = whole_argument(c, 1);
    if (!has_teams(c) || team < 0 || team >= tti_team_super(c->world)) {
        return;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_meant(c, cid)) {
            set_team_of(c, cid, team);
        }
    }
}

/* -- sides, deaths --------------------------------------------------------------------------- */

enum { SIDE_SPECTATORS = -1, SIDE_GAME = 0 };

static void set_side(const struct call *c)
{
    int32_t cid = whole_argument(c, 0), side = whole_argument(c, 1);
    cid = cid < 0 ? 0 : cid >= TT_CIDS ? TT_CIDS - 1 : cid;
    if (c->world->player[cid].is_known && (side == SIDE_SPECTATORS || side == SIDE_GAME)) {
        tti_pause(c->world, cid, TTI_PAUSE_NONE, false);
        tti_spectate(c->world, cid, side == SIDE_SPECTATORS);
    }
}

static void set_side_of_all(const struct call *c)
{
    int32_t side = whole_argument(c, 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (c->world->player[cid].is_known && (side == SIDE_SPECTATORS || side == SIDE_GAME)) {
            tti_spectate(c->world, cid, side == SIDE_SPECTATORS);
        }
    }
}

static void kill_own(const struct call *c)
{
    tti_kill(c->world, c->cid, true);
}

static void kill_meant(const struct call *c)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_meant(c, cid)) {
            tti_remove_body(c->world, cid, TTI_DEATH_GAME);
        }
    }
}

/* -- rules ----------------------------------------------------------------------------------- */

static void set_switch(const struct call *c)
{
    enum { TIMED_ON = 22, TIMED_OFF = 23, ON = 24, OFF = 25 };
    tti_switch *found =
        tti_switch_of(c->world, whole_argument(c, 0), tti_team_of(c->world, c->cid));
    if (found == NULL) {
        return;
    }
    int64_t end = (int64_t)c->world->tick + 1 + (int64_t)TT_TICKS_PER_SECOND * whole_argument(c, 2);
    bool has_end = c->count == 3 && end > 0 && end < INT32_MAX;
    found->is_on = c->count == 1 ? !found->is_on : whole_argument(c, 1) != 0;
    found->end = has_end ? (int32_t)end : 0;
    if (found->is_on) {
        found->type = has_end ? TIMED_ON : ON;
    } else {
        found->type = has_end ? TIMED_OFF : OFF;
    }
}

static void ninja_jetpack(const struct call *c)
{
    bool is_on = c->count > 0 ? whole_argument(c, 0) != 0 : !c->player->ninja_jetpack;
    c->player->ninja_jetpack = is_on;
}

/* Returns the tunings of a zone, or NULL. Since 19.6 zone 0 has the tunings outside of zones. In
 * older versions it had no effect. */
static tti_tuning *zone_of(const struct call *c, int32_t zone)
{
    if (zone == 0) {
        bool counts = c->world->rules.version >= TTI_VERSION(19, 6, 0);
        return counts ? &c->world->tuning : NULL;
    }
    void *table = (uint8_t *)c->world + c->world->zones;
    bool is_zone = zone > 0 && (uint32_t)zone < c->world->arena->zones;
    return is_zone ? (tti_tuning *)table + zone : NULL;
}

static void set_tuning(tti_tuning *tuning, const char *name, float value)
{
    float scaled = value * 100.0f;
    (void)tti_tuning_set(tuning, tt_bytes_of(name), tti_whole(scaled));
}

static void tune_command(const struct call *c)
{
    if (c->count == 2) {
        set_tuning(&c->world->tuning, text_argument(c, 0), decimal_argument(c, 1));
    }
}

static void toggle_tune(const struct call *c)
{
    float value, first = decimal_argument(c, 1);
    if (tti_tuning_get(&c->world->tuning, tt_bytes_of(text_argument(c, 0)), &value)) {
        float off = value - first;
        bool is_first = off < 0.0001f && off > -0.0001f;
        set_tuning(&c->world->tuning, text_argument(c, 0),
                   is_first ? decimal_argument(c, 2) : first);
    }
}

/* Resets a tuning. Without a name, sets all tunings to those of a server after its start, where
 * bullets fly straight. */
static void reset_tunings(const struct call *c)
{
    tti_tuning *tuning = &c->world->tuning;
    float value;
    if (c->count == 0) {
        *tuning = tti_tuning_default;
        tuning->gun_speed = 1400;
        tuning->gun_curvature = 0;
        tuning->shotgun_speed = 500;
        tuning->shotgun_speeddiff = 0;
        tuning->shotgun_curvature = 0;
    } else if (tti_tuning_get(&tti_tuning_default, tt_bytes_of(text_argument(c, 0)), &value)) {
        set_tuning(tuning, text_argument(c, 0), value);
    }
}

static void tune_zone_command(const struct call *c)
{
    tti_tuning *zone = zone_of(c, whole_argument(c, 0));
    if (zone != NULL) {
        set_tuning(zone, text_argument(c, 1), decimal_argument(c, 2));
    }
}

static void reset_zone(const struct call *c)
{
    for (int32_t number = 0; number < TTI_NUMBERS; number++) {
        tti_tuning *zone = zone_of(c, number);
        if (zone != NULL && (c->count == 0 || whole_argument(c, 0) == number)) {
            *zone = tti_tuning_default;
        }
    }
}

/* -- the database -----------------------------------------------------------------------------*/

/* Returns true when the client may ask the database now: once in sv_sql_queries_delay seconds. */
static bool may_ask(const struct call *c)
{
    int64_t ready = (int64_t)c->player->query_tick +
                    (int64_t)TT_TICKS_PER_SECOND * c->world->rules.sql_queries_delay;
    if (ready >= c->world->tick) {
        return false;
    }
    c->player->query_tick = c->world->tick;
    return true;
}

static void ask(const struct call *c)
{
    (void)may_ask(c);
}

static void save_team(const struct call *c)
{
    if (may_ask(c) && tti_save_may(c->world, tti_team_of(c->world, c->cid))) {
        tti_save_begin(c->world, c->cid);
    }
}

static void load_team(const struct call *c)
{
    if (may_ask(c) && c->count > 0 && tti_load_may(c->world, tti_team_of(c->world, c->cid))) {
        tti_load_begin(c->world, c->cid);
    }
}

/* -- the list -------------------------------------------------------------------------------- */

enum {
    CHAT = 1,      /* players can run the command */
    CONSOLE = 2,   /* the console can run the command */
    WITH_TEE = 4,  /* the caller needs a living tee */
    PLAYER = 8,    /* the caller needs to be a client */
    PRACTICE = 16, /* the caller's team needs to practise, except for the console */
    TEST = 32,     /* from the console the command marks the game as cheated */
    ANY = CHAT | CONSOLE,
    CHEAT = ANY | WITH_TEE | PRACTICE | TEST /* the usual bits of a practice command */
};

#define IN_CHAT (CHAT | WITH_TEE | PRACTICE)
#define IN_CONSOLE (CONSOLE | WITH_TEE | TEST)
#define OF_PLAYER (ANY | PLAYER)
#define SELF(member) offsetof(tti_self, member)

static const struct command_entry {
    const char *name;
    uint8_t flags;
    void (*run)(const struct call *c);
    int32_t what;
} command_entries[] = {
    {"weapons", CHEAT, give_weapon, ALL_WEAPONS},
    {"unweapons", CHEAT, take_weapon, ALL_WEAPONS},
    {"addweapon", CHEAT, give_number, 0},
    {"removeweapon", CHEAT, take_number, 0},
    {"shotgun", CHEAT, give_weapon, TT_WEAPON_SHOTGUN},
    {"unshotgun", CHEAT, take_weapon, TT_WEAPON_SHOTGUN},
    {"grenade", CHEAT, give_weapon, TT_WEAPON_GRENADE},
    {"ungrenade", CHEAT, take_weapon, TT_WEAPON_GRENADE},
    {"laser", CHEAT, give_weapon, TT_WEAPON_LASER},
    {"unlaser", CHEAT, take_weapon, TT_WEAPON_LASER},
    {"rifle", CHEAT, give_weapon, TT_WEAPON_LASER},
    {"unrifle", CHEAT, take_weapon, TT_WEAPON_LASER},
    {"ninja", CHEAT, give_weapon, TT_WEAPON_NINJA},
    {"unninja", CHEAT, take_weapon, TT_WEAPON_NINJA},
    {"jetpack", CHEAT, set_ability, SELF(jetpack)},
    {"unjetpack", CHEAT, clear_ability, SELF(jetpack)},
    {"infjump", IN_CHAT, set_ability, SELF(endless_jump)},
    {"uninfjump", IN_CHAT, clear_ability, SELF(endless_jump)},
    {"infinite_jump", IN_CONSOLE, set_ability, SELF(endless_jump)},
    {"uninfinite_jump", IN_CONSOLE, clear_ability, SELF(endless_jump)},
    {"endless", IN_CHAT, set_ability, SELF(endless_hook)},
    {"unendless", IN_CHAT, clear_ability, SELF(endless_hook)},
    {"endless_hook", IN_CONSOLE, set_ability, SELF(endless_hook)},
    {"unendless_hook", IN_CONSOLE, clear_ability, SELF(endless_hook)},
    {"deep", CHEAT, set_ability, SELF(is_deep)},
    {"undeep", CHEAT, undeep, 0},
    {"livefreeze", CHEAT, set_ability, SELF(is_live)},
    {"unlivefreeze", CHEAT, clear_ability, SELF(is_live)},
    {"solo", CHEAT, solo, true},
    {"unsolo", CHEAT, solo, false},
    {"freeze", IN_CONSOLE, freeze, 0},
    {"unfreeze", IN_CONSOLE, unfreeze, 0},
    {"setjumps", CHEAT, set_jumps, 0},
    {"collision", IN_CHAT, toggle, SELF(core.no_collision)},
    {"hookcollision", IN_CHAT, toggle, SELF(core.no_hook)},
    {"hitothers", IN_CHAT, hit_others, 0},
    {"super", IN_CONSOLE, super, 0},
    {"unsuper", CONSOLE | WITH_TEE, unsuper, 0},
    {"invincible", CHEAT, invincible, 0},
    {"left", IN_CONSOLE, move_tiles, WAY_LEFT},
    {"right", IN_CONSOLE, move_tiles, WAY_RIGHT},
    {"up", IN_CONSOLE, move_tiles, WAY_UP},
    {"down", IN_CONSOLE, move_tiles, WAY_DOWN},
    {"move", IN_CONSOLE, move_pixels, TT_MAP_TILE_SIZE},
    {"move_raw", IN_CONSOLE, move_pixels, 1},
    {"totele", CHEAT, tele_to_exit, TTI_EXIT_TELE},
    {"totelecp", CHEAT, tele_to_exit, TTI_EXIT_CHECKPOINT},
    {"tele", CONSOLE | TEST, tele, 0},
    {"setswitch", CHEAT, set_switch, 0},
    {"tp", ANY | WITH_TEE | PRACTICE, tele_to, 0},
    {"teleport", ANY | WITH_TEE | PRACTICE, tele_to, 0},
    {"tpxy", ANY | WITH_TEE | PRACTICE, tele_to_place, 0},
    {"tc", ANY | WITH_TEE | PRACTICE, tele_cursor, 0},
    {"telecursor", ANY | WITH_TEE | PRACTICE, tele_cursor, 0},
    {"lasttp", ANY | WITH_TEE | PRACTICE, last_tele, 0},
    {"back", IN_CHAT, back, 0},
    {"r", ANY | WITH_TEE, rescue, 0},
    {"rescue", ANY | WITH_TEE, rescue, 0},
    {"rescuemode", OF_PLAYER, rescue_mode, 0},
    {"pause", OF_PLAYER, pause_command, 0},
    {"spec", OF_PLAYER, spec, 0},
    {"pausevoted", OF_PLAYER, pause_voted, false},
    {"specvoted", OF_PLAYER, pause_voted, true},
    {"force_pause", CONSOLE, force_pause, 0},
    {"force_unpause", CONSOLE, force_pause, 0},
    {"lock", OF_PLAYER, lock, true},
    {"unlock", OF_PLAYER, lock, false},
    {"team0mode", OF_PLAYER, team_0_mode, 0},
    {"practice", OF_PLAYER, practice, 0},
    {"unpractice", OF_PLAYER, unpractice, 0},
    {"set_team_ddr", CONSOLE, set_team_ddr, 0},
    {"set_team", CONSOLE, set_side, 0},
    {"set_team_all", CONSOLE, set_side_of_all, 0},
    {"kill", ANY | WITH_TEE, kill_own, 0},
    {"kill_pl", CONSOLE, kill_meant, 0},
    {"ninjajetpack", OF_PLAYER, ninja_jetpack, 0},
    {"save", OF_PLAYER, save_team, 0},
    {"load", OF_PLAYER, load_team, 0},
    {"map", CHAT | PLAYER, ask, 0},
    {"mapinfo", CHAT | PLAYER, ask, 0},
    {"rank", CHAT | PLAYER, ask, 0},
    {"teamrank", CHAT | PLAYER, ask, 0},
    {"top", CHAT | PLAYER, ask, 0},
    {"top5", CHAT | PLAYER, ask, 0},
    {"teamtop5", CHAT | PLAYER, ask, 0},
    {"top5team", CHAT | PLAYER, ask, 0},
    {"times", CHAT | PLAYER, ask, 0},
    {"points", CHAT | PLAYER, ask, 0},
    {"toppoints", CHAT | PLAYER, ask, 0},
    {"tune", CONSOLE, tune_command, 0},
    {"toggle_tune", CONSOLE, toggle_tune, 0},
    {"tune_reset", CONSOLE, reset_tunings, 0},
    {"tune_zone", CONSOLE, tune_zone_command, 0},
    {"tune_zone_reset", CONSOLE, reset_zone, 0},
};

static bool may_run(const struct call *c, unsigned flags)
{
    bool asks_practice = (flags & PRACTICE) != 0 && (c->is_chat || (flags & TEST) == 0);
    if ((flags & (WITH_TEE | PLAYER)) != 0 && (c->player == NULL || !c->player->is_known)) {
        return false;
    }
    if ((flags & WITH_TEE) != 0 && c->tee == NULL) {
        return false;
    }
    return !asks_practice || tti_practises(c->world, tti_team_of(c->world, c->cid));
}

void tti_run_command(tti_physics *world, int32_t cid, bool is_chat, const char *name, int32_t count,
                     const char *const *arguments)
{
    bool is_client = cid >= 0 && cid < TT_CIDS;
    struct call call = {.world = world,
                        .cid = is_client ? cid : -1,
                        .is_chat = is_chat,
                        .count = count,
                        .arguments = arguments,
                        .player = is_client ? &world->player[cid] : NULL,
                        .tee = living(world, cid)};
    for (size_t i = 0; i < sizeof command_entries / sizeof command_entries[0]; i++) {
        const struct command_entry *row = &command_entries[i];
        if ((row->flags & (is_chat ? CHAT : CONSOLE)) == 0 || !tti_same_text(row->name, name)) {
            continue;
        }
        if (may_run(&call, row->flags)) {
            tti_stir(world);
            call.what = row->what;
            row->run(&call);
        }
        world->is_cheated = world->is_cheated || (!is_chat && (row->flags & TEST) != 0);
        return;
    }
    if (!is_chat && count > 0) {
        tti_stir(world);
        (void)tti_rules_set(&world->rules, tt_bytes_of(name), whole_argument(&call, 0));
    }
}
