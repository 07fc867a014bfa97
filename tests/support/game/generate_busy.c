/* SPDX-License-Identifier: MIT
 *
 * A busy server, made up. See generate.h. How often inputs change is chosen so that they make up a
 * quarter of the bytes.
 */
#include "support/game/generate.h"

#include <stdio.h>
#include <string.h>

#include "support/game/recorder.h"
#include "support/game/tee.h"
#include "teetape/string.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"

enum {
    /* chances: once in this many ticks */
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

struct player {
    int connected, alive, seven;
    int32_t uid;
    int32_t wait; /* ticks until the tee appears again */
    tee tee;
};

struct server {
    recorder r;
    chance chance;
    int32_t players, next_uid;
    tee_map map;
    struct player player[TT_CIDS];
};

static int happens(struct server *s, int32_t one_in)
{
    return chance_happens(&s->chance, one_in);
}

static void spawn(struct server *s, struct player *p)
{
    p->alive = 1;
    tee_spawn(&p->tee, &s->map, &s->chance);
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
    player->tee.input[IN_TARGET_Y] = -1;
    player->tee.input[IN_FLAGS] = 1;
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
        tt_pack_int(&p, chance_below(&s->chance, 16));
        recorder_message(&s->r, cid, tt_packer_bytes(&p));
    }
    if (happens(s, CHANCE_COMMAND)) {
        int32_t which = chance_below(&s->chance, 4);
        recorder_command(&s->r, cid, 128, commands[which], which == 0 ? "happy" : NULL);
    }
}

/* Kills a tee. Half of the killed tees respawn in the same tick, which a recording shows as a jump.
 * The others respawn after RESPAWN_TICKS. */
static void die(struct server *s, struct player *p)
{
    if (happens(s, 2)) {
        spawn(s, p);
    } else {
        p->alive = 0;
        p->wait = RESPAWN_TICKS;
    }
}

/* Writes the positions, which come first in a tick. */
static void write_tees(struct server *s)
{
    for (int32_t cid = 0; cid < s->players; cid++) {
        struct player *p = &s->player[cid];
        if (p->connected && !p->alive && --p->wait <= 0) {
            spawn(s, p);
        }
        if (p->alive) {
            tee_move(&p->tee, &s->map);
            recorder_player(&s->r, cid, p->tee.x / TEE_ONE, p->tee.y / TEE_ONE);
        } else {
            recorder_dead(&s->r, cid);
        }
    }
}

/* Writes what comes from the network, after the positions. */
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
            team = chance_below(&s->chance, 64);
        }
        recorder_team(&s->r, cid, team);
    }
    for (int32_t cid = 0; cid < s->players; cid++) {
        struct player *p = &s->player[cid];
        if (p->connected) {
            if (happens(s, CHANCE_INPUT)) {
                tee_change_input(&p->tee, &s->chance);
            }
            recorder_input(&s->r, cid, p->uid, p->tee.input);
        }
    }
}

/* Formats the members of the header that describe the map. */
static void format_map(char *dst, size_t cap, const generate_map *map)
{
    char hex[65] = "";
    if (map == NULL) {
        snprintf(dst, cap, "\"map_size\":\"1\",\"map_crc\":\"00000000\"");
        return;
    }
    for (int i = 0; i < 32; i++) {
        snprintf(hex + 2 * i, 3, "%02x", map->sha256[i]);
    }
    snprintf(dst, cap, "\"map_size\":\"%zu\",\"map_sha256\":\"%s\",\"map_crc\":\"%08x\"", map->size,
             hex, (unsigned)map->crc32);
}

static void write_header(struct server *s, tt_io_output *out, const generate_busy_options *options)
{
    uint32_t seed = options->seed;
    char json[1024], id[TT_UUID_TEXT], map[160];
    uint8_t bytes[4] = {(uint8_t)(seed >> 24), (uint8_t)(seed >> 16), (uint8_t)(seed >> 8),
                        (uint8_t)seed};
    tt_bytes name = {bytes, sizeof bytes};
    tt_uuid uuid = tt_uuid_from_name(name);
    tt_uuid_format(id, &uuid);
    format_map(map, sizeof map, options->map);
    snprintf(json, sizeof json,
             "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\",\"version_minor\":\"22\","
             "\"game_uuid\":\"%s\",\"server_version\":\"0.6.4, 19.9\","
             "\"start_time\":\"2026-01-01T00:00:00+0000\",\"server_name\":\"bench\","
             "\"server_port\":\"8303\",\"game_type\":\"DDraceNetwork\",\"map_name\":\"bench\","
             "%s,\"config\":{\"sv_max_clients\":\"%d\"},"
             "\"tuning\":{},\"uuids\":[]}",
             id, map, (int)s->players);
    recorder_open(&s->r, out, tt_bytes_of(json));
}

int generate_busy(tt_io_output *out, const generate_busy_options *options)
{
    static struct server s; /* too large for the stack */
    generate_limit limit = options->limit;
    memset(&s, 0, sizeof s);
    s.chance.state = options->seed;
    s.players = clamp_int(options->players, 1, TT_CIDS);
    s.next_uid = 1;
    tee_map_make(&s.map, &s.chance);
    write_header(&s, out, options);
    for (int32_t cid = 0; cid < s.players; cid++) {
        join(&s, cid);
    }
    for (int32_t tick = 1; limit.count == 0 || tick <= limit.count; tick++) {
        if (tt_io_output_error(out) != 0 || (limit.bytes != 0 && s.r.bytes >= limit.bytes)) {
            break;
        }
        recorder_begin_tick(&s.r, tick);
        write_tees(&s);
        write_network(&s);
        write_teams_and_inputs(&s);
    }
    recorder_finish(&s.r);
    return tt_io_output_error(out);
}

void generate_busy_map(tt_map *map, uint32_t seed)
{
    chance c = {seed};
    tee_map steps;
    tee_map_make(&steps, &c);
    memset(map, 0, sizeof *map);
    map->tiles = tee_map_tiles(&steps, &map->width, &map->height);
    map->version = 4;
    map->layers = TT_MAP_GAME;
}
