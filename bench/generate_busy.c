/* SPDX-License-Identifier: MIT
 *
 * A busy server, made up. See generate.h.
 *
 * The map is a row of steps and pits. Tees run, jump and fall under the rules of a much
 * simpler game, which gives differences of the sizes that real recordings have; how often
 * inputs change is chosen so that they make up a quarter of the bytes.
 */
#include "generate.h"

#include <stdio.h>
#include <string.h>

#include "recorder.h"
#include "teetape/string.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"

enum {
    ONE = 256, /* a world unit, in the fixed point numbers of the physics */
    STEPS = 64,
    STEP_WIDTH = 512, /* world units */
    MAP_WIDTH = STEPS * STEP_WIDTH,
    FLOOR = 6000,
    GRAVITY = ONE / 2,
    JUMP = 13 * ONE,
    RUN_MAX = 10 * ONE,
    RUN_ACCEL = 2 * ONE,
    FALL_MAX = 60 * ONE,

    /* chances: one in so many ticks */
    CHANCE_INPUT = 14,
    CHANCE_JOIN = 250,
    CHANCE_LEAVE = 30000,
    CHANCE_DIE = 1500,
    CHANCE_EMOTICON = 2000,
    CHANCE_COMMAND = 4000,
    CHANCE_TEAM = 8000,

    RESPAWN_TICKS = 25,
    MESSAGE_MAX = 256
};

/* Places in an input. */
enum { IN_DIRECTION, IN_TARGET_X, IN_TARGET_Y, IN_JUMP, IN_FIRE, IN_HOOK, IN_FLAGS, IN_WEAPON };

struct player {
    int connected, alive, seven;
    int32_t uid;
    int32_t wait; /* ticks until it appears */
    int32_t x, y, vx, vy;
    int32_t input[TT_INPUT_INTS];
};

struct server {
    recorder r;
    uint64_t random;
    int32_t players, next_uid;
    int32_t ground[STEPS];
    struct player player[TT_CIDS];
};

/* splitmix64, cut to what is asked for: 0 to below - 1. */
static int32_t random_below(struct server *s, int32_t below)
{
    s->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = s->random;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (int32_t)((z >> 32) * (uint64_t)below >> 32);
}

static int32_t random_between(struct server *s, int32_t low, int32_t high)
{
    return low + random_below(s, high - low + 1);
}

static int happens(struct server *s, int32_t one_in)
{
    return random_below(s, one_in) == 0;
}

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

static int32_t ground_at(const struct server *s, int32_t x)
{
    return s->ground[clamp(x / ONE / STEP_WIDTH, 0, STEPS - 1)];
}

static void spawn(struct server *s, struct player *p)
{
    p->alive = 1;
    p->x = random_between(s, 1, MAP_WIDTH - 1) * ONE;
    p->y = ground_at(s, p->x) - 200 * ONE;
    p->vx = p->vy = 0;
}

static void move(struct server *s, struct player *p)
{
    int32_t direction = p->input[IN_DIRECTION];
    int32_t before = p->x;
    if (direction != 0) {
        p->vx = clamp(p->vx + direction * RUN_ACCEL, -RUN_MAX, RUN_MAX);
    } else {
        p->vx = p->vx * 3 / 4;
    }
    p->vy = clamp(p->vy + GRAVITY, -FALL_MAX, FALL_MAX);
    if (p->input[IN_HOOK]) {
        p->vx += p->input[IN_TARGET_X] * ONE / 256;
        p->vy += p->input[IN_TARGET_Y] * ONE / 256;
    }
    p->x = clamp(p->x + p->vx, ONE, (MAP_WIDTH - 1) * ONE);
    p->y = clamp(p->y + p->vy, ONE, FLOOR * ONE);
    int32_t ground = ground_at(s, p->x);
    if (p->y > ground) {
        int32_t old_ground = ground_at(s, before);
        if (old_ground > ground) { /* against a step */
            p->x = before;
            p->vx = 0;
            ground = old_ground;
        }
        if (p->y > ground) {
            p->y = ground;
            p->vy = 0;
        }
    }
    if (p->input[IN_JUMP] && p->y == ground) {
        p->vy = -JUMP;
    }
}

/* Someone moves the mouse with nearly every input, mostly a little, and presses a key. */
static void change_input(struct server *s, struct player *p)
{
    int32_t reach = happens(s, 10) ? 300 : 45;
    int32_t *in = p->input;
    in[IN_TARGET_X] = clamp(in[IN_TARGET_X] + random_between(s, -reach, reach), -400, 400);
    in[IN_TARGET_Y] = clamp(in[IN_TARGET_Y] + random_between(s, -reach, reach), -400, 400);
    switch (random_below(s, 10)) {
    case 0:
    case 1:
        in[IN_DIRECTION] = random_between(s, -1, 1);
        break;
    case 2:
    case 3:
        in[IN_JUMP] = !in[IN_JUMP];
        break;
    case 4:
        in[IN_HOOK] = !in[IN_HOOK];
        break;
    case 5:
        in[IN_FIRE] = (in[IN_FIRE] + 1) & 63;
        break;
    case 6:
        in[IN_WEAPON] = random_between(s, 0, 5);
        break;
    default:
        break;
    }
}

static void send_start_info(struct server *s, int32_t cid, int seven)
{
    static const int32_t colors6[] = {0, 65408, 65408};
    uint8_t bytes[MESSAGE_MAX];
    char name[16];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    snprintf(name, sizeof name, "player %d", (int)s->player[cid].uid);
    tt_pack_int(&p, (seven ? 27 : 20) << 1);
    tt_pack_string(&p, tt_bytes_of(name), 15);
    tt_pack_string(&p, tt_bytes_of("bench"), 11);
    tt_pack_int(&p, -1);
    for (int i = 0; i < (seven ? 6 : 1); i++) {
        tt_pack_string(&p, tt_bytes_of("default"), 23);
    }
    for (int i = 0; i < (seven ? 12 : 3); i++) {
        tt_pack_int(&p, seven ? 0 : colors6[i]);
    }
    recorder_message(&s->r, cid, tt_packer_bytes(&p));

    p = tt_packer_of(bytes, sizeof bytes);
    tt_pack_int(&p, cid);
    tt_pack_string(&p, tt_bytes_of(name), 15);
    recorder_extension(&s->r, TT_TH_PLAYER_NAME, tt_packer_bytes(&p));
}

static void join(struct server *s, int32_t cid)
{
    struct player *player = &s->player[cid];
    uint8_t bytes[MESSAGE_MAX];
    memset(player, 0, sizeof *player);
    player->connected = 1;
    player->seven = happens(s, 10);
    player->uid = s->next_uid++;
    player->wait = 1;
    player->input[IN_TARGET_Y] = -1;
    player->input[IN_FLAGS] = 1;
    recorder_join(&s->r, cid, player->seven);
    send_start_info(s, cid, player->seven);

    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_pack_int(&p, cid);
    recorder_extension(&s->r, TT_TH_PLAYER_READY, tt_packer_bytes(&p));
    if (!player->seven) {
        tt_uuid connection = tt_uuid_from_name(tt_packer_bytes(&p));
        tt_pack_uuid(&p, &connection);
        tt_pack_int(&p, 19090);
        tt_pack_string(&p, tt_bytes_of("DDNet 19.9"), 63);
        recorder_extension(&s->r, TT_TH_DDNETVER, tt_packer_bytes(&p));
    }
}

static void leave(struct server *s, int32_t cid)
{
    s->player[cid].connected = 0;
    s->player[cid].alive = 0;
    recorder_drop(&s->r, cid, happens(s, 4) ? "Timeout" : "");
}

static void talk(struct server *s, int32_t cid)
{
    static const char *const commands[] = {"emote", "rank", "top5", "showothers"};
    uint8_t bytes[MESSAGE_MAX];
    if (happens(s, CHANCE_EMOTICON)) {
        tt_packer p = tt_packer_of(bytes, sizeof bytes);
        tt_pack_int(&p, (s->player[cid].seven ? 30 : 23) << 1);
        tt_pack_int(&p, random_below(s, 16));
        recorder_message(&s->r, cid, tt_packer_bytes(&p));
    }
    if (happens(s, CHANCE_COMMAND)) {
        int32_t which = random_below(s, 4);
        recorder_command(&s->r, cid, 128, commands[which], which == 0 ? "happy" : NULL);
    }
}

/* A killed tee respawns within the tick, which shows as a jump; another waits a while. */
static void die(struct server *s, struct player *p)
{
    if (happens(s, 2)) {
        spawn(s, p);
    } else {
        p->alive = 0;
        p->wait = RESPAWN_TICKS;
    }
}

/* What a tick has in front: where everybody is. */
static void write_tees(struct server *s)
{
    for (int32_t cid = 0; cid < s->players; cid++) {
        struct player *p = &s->player[cid];
        if (p->connected && !p->alive && --p->wait <= 0) {
            spawn(s, p);
        }
        if (p->alive) {
            move(s, p);
            recorder_player(&s->r, cid, p->x / ONE, p->y / ONE);
        } else {
            recorder_dead(&s->r, cid);
        }
    }
}

/* What comes from the network after it. */
static void write_network(struct server *s)
{
    for (int32_t cid = 0; cid < s->players; cid++) {
        struct player *p = &s->player[cid];
        if (!p->connected) {
            if (happens(s, CHANCE_JOIN)) {
                join(s, cid);
            }
        } else if (happens(s, CHANCE_LEAVE)) {
            leave(s, cid);
        } else if (p->alive) {
            talk(s, cid);
        }
        if (p->alive && happens(s, CHANCE_DIE)) {
            die(s, p);
        }
    }
}

static void write_teams_and_inputs(struct server *s)
{
    for (int32_t cid = 0; cid < s->players; cid++) {
        int32_t team = s->r.client[cid].team;
        if (!s->player[cid].connected) {
            team = 0;
        } else if (happens(s, CHANCE_TEAM)) {
            team = random_below(s, 64);
        }
        recorder_team(&s->r, cid, team);
    }
    for (int32_t cid = 0; cid < s->players; cid++) {
        struct player *p = &s->player[cid];
        if (p->connected) {
            if (happens(s, CHANCE_INPUT)) {
                change_input(s, p);
            }
            recorder_input(&s->r, cid, p->uid, p->input);
        }
    }
}

static void write_header(struct server *s, struct host_output *out, uint32_t seed)
{
    char json[1024], id[TT_UUID_TEXT];
    uint8_t bytes[4] = {(uint8_t)(seed >> 24), (uint8_t)(seed >> 16), (uint8_t)(seed >> 8),
                        (uint8_t)seed};
    tt_bytes name = {bytes, sizeof bytes};
    tt_uuid uuid = tt_uuid_from_name(name);
    tt_uuid_format(id, &uuid);
    snprintf(json, sizeof json,
             "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\",\"version_minor\":\"22\","
             "\"game_uuid\":\"%s\",\"server_version\":\"0.6.4, 19.9\","
             "\"start_time\":\"2026-01-01T00:00:00+0000\",\"server_name\":\"bench\","
             "\"server_port\":\"8303\",\"game_type\":\"DDraceNetwork\",\"map_name\":\"bench\","
             "\"map_size\":\"1\",\"map_crc\":\"00000000\",\"config\":{\"sv_max_clients\":\"%d\"},"
             "\"tuning\":{},\"uuids\":[]}",
             id, (int)s->players);
    recorder_open(&s->r, out, tt_bytes_of(json));
}

int generate_busy(struct host_output *out, const generate_busy_options *options)
{
    static struct server s; /* too large for a stack */
    generate_limit limit = options->limit;
    memset(&s, 0, sizeof s);
    s.random = options->seed;
    s.players = clamp(options->players, 1, TT_CIDS);
    s.next_uid = 1;
    for (int i = 0; i < STEPS; i++) {
        s.ground[i] = (FLOOR - 32 * random_between(&s, 0, 8)) * ONE;
    }
    write_header(&s, out, options->seed);
    for (int32_t cid = 0; cid < s.players; cid++) {
        join(&s, cid);
    }
    for (int32_t tick = 1; limit.count == 0 || tick <= limit.count; tick++) {
        if (host_output_error(out) != 0 || (limit.bytes != 0 && s.r.bytes >= limit.bytes)) {
            break;
        }
        recorder_begin_tick(&s.r, tick);
        write_tees(&s);
        write_network(&s);
        write_teams_and_inputs(&s);
    }
    recorder_finish(&s.r);
    return host_output_error(out);
}
