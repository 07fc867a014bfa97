/* SPDX-License-Identifier: MIT
 *
 * Makes the header of a demo from the header of a teehistorian recording.
 *
 * tt_convert_header comes before the first event, because settings and tunings decide how events
 * are taken. The writer fills in length and markers at the end.
 */
#include "teehistorian/header.h"
#include "base/ascii.h"
#include "base/json_int.h"
#include "base/mem.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "demo/parts.h"
#include "schema/fields.h"
#include "teehistorian/tick.h"
#include "teetape/string.h"

/* Clients that show a demo compute flights from Sv_TuneParams. A header of a recording has only the
 * tunings that differ from the default. */

/* The names of the tunings, in the order of Sv_TuneParams, which has none, and their defaults times
 * 100. The list is that of DDNet 16.4, and clients know the defaults of later tunings. */
static const struct {
    const char *name;
    int32_t value;
} tunings[TTI_CONVERT_TUNINGS] = {
    {"ground_control_speed", 1000},
    {"ground_control_accel", 200},
    {"ground_friction", 50},
    {"ground_jump_impulse", 1320},
    {"air_jump_impulse", 1200},
    {"air_control_speed", 500},
    {"air_control_accel", 150},
    {"air_friction", 95},
    {"hook_length", 38000},
    {"hook_fire_speed", 8000},
    {"hook_drag_accel", 300},
    {"hook_drag_speed", 1500},
    {"gravity", 50},
    {"velramp_start", 55000},
    {"velramp_range", 200000},
    {"velramp_curvature", 140},
    {"gun_curvature", 125},
    {"gun_speed", 220000},
    {"gun_lifetime", 200},
    {"shotgun_curvature", 125},
    {"shotgun_speed", 275000},
    {"shotgun_speeddiff", 80},
    {"shotgun_lifetime", 20},
    {"grenade_curvature", 700},
    {"grenade_speed", 100000},
    {"grenade_lifetime", 200},
    {"laser_reach", 80000},
    {"laser_bounce_delay", 15000},
    {"laser_bounce_num", 100000},
    {"laser_bounce_cost", 0},
    {"laser_damage", 500},
    {"player_collision", 100},
    {"player_hooking", 100},
    {"jetpack_strength", 40000},
    {"shotgun_strength", 1000},
    {"explosion_strength", 600},
    {"hammer_strength", 100},
    {"hook_duration", 125},
    {"hammer_fire_delay", 12500},
    {"gun_fire_delay", 12500},
    {"shotgun_fire_delay", 50000},
    {"grenade_fire_delay", 50000},
    {"laser_fire_delay", 80000},
    {"ninja_fire_delay", 80000},
    {"hammer_hit_fire_delay", 32000},
};

static void convert_member(tti_convert *c, const tt_th_member *member)
{
    int64_t value;
    if (tti_json_int(&value, member->value) != TT_OK || value < INT32_MIN || value > INT32_MAX) {
        return;
    }
    for (int i = 0; i < TTI_CONVERT_TUNINGS; i++) {
        if (tt_json_equal(member->key, tunings[i].name)) {
            c->tunings[i] = (int32_t)value;
            c->has_tunings = true;
        }
    }
}

/* Reads the tunings of a header. Only a known name sets c->has_tunings: without a known name no
 * message is needed. */
static void tuning_read(tti_convert *c, const tt_th_header *header)
{
    tt_th_member member;
    for (int i = 0; i < TTI_CONVERT_TUNINGS; i++) {
        c->tunings[i] = tunings[i].value;
    }
    tt_th_iter iter = tt_th_iter_of(header, TT_TH_TUNING);
    while (tt_th_iter_next(&iter, &member)) {
        convert_member(c, &member);
    }
}

/* Returns the version that servers give in GameInfoEx. Without the game it is that of 16.4. */
static int32_t ex_version(const tti_convert *c)
{
    const struct tti_convert_game *game = tti_game_shown(c);
    int32_t version = game != NULL ? tti_game_rules(game)->version : 0;
    return version < TTI_VERSION(17, 3, 0)   ? 8
           : version < TTI_VERSION(19, 0, 0) ? 9
           : version < TTI_VERSION(19, 8, 0) ? 10
           : version < TTI_VERSION(20, 0, 0) ? 11
           : version < TTI_VERSION(20, 1, 0) ? 12
                                             : 13;
}

size_t tti_ddnet_ints(const tti_convert *c, tt_obj_kind kind)
{
    const struct tti_convert_game *game = tti_game_shown(c);
    int32_t version = game != NULL ? tti_game_rules(game)->version : 0;
    switch (kind) {
    case TT_OBJ_DDNET_PLAYER:
        return version < TTI_VERSION(19, 7, 0) ? 2 : 4;
    case TT_OBJ_DDNET_CHARACTER:
        return version < TTI_VERSION(19, 0, 0) ? 10 : 11;
    default:
        return version < TTI_VERSION(20, 1, 0) ? 3 : 5;
    }
}

static int32_t ddrace_flags2(const tti_convert *c)
{
    const struct tti_convert_game *game = tti_game_shown(c);
    int32_t version = ex_version(c), flags = TT_GAME_INFO_EX2_HUD_DDRACE;
    flags |= version >= 10 ? TT_GAME_INFO_EX2_DDRACE_TEAM : 0;
    flags |= version >= 11 ? TT_GAME_INFO_EX2_PREDICT_EVENTS : 0;
    flags |= version >= 12 ? TT_GAME_INFO_EX2_SUPPORTS_128_TEAMS : 0;
    if (game != NULL && tti_game_rules(game)->no_weak_hook != 0) {
        flags |= TT_GAME_INFO_EX2_NO_WEAK_HOOK;
    }
    return flags;
}

/* Flags for DDRace: times as scores, endless ammo, zoom, hook lines, tiles and physics. */
#define DDRACE_FLAGS                                                                               \
    (TT_GAME_INFO_EX_TIMESCORE | TT_GAME_INFO_EX_GAMETYPE_RACE | TT_GAME_INFO_EX_GAMETYPE_DDRACE | \
     TT_GAME_INFO_EX_GAMETYPE_DDNET | TT_GAME_INFO_EX_RACE | TT_GAME_INFO_EX_UNLIMITED_AMMO |      \
     TT_GAME_INFO_EX_RACE_RECORD_MESSAGE | TT_GAME_INFO_EX_ALLOW_EYE_WHEEL |                       \
     TT_GAME_INFO_EX_ALLOW_HOOK_COLL | TT_GAME_INFO_EX_ALLOW_ZOOM |                                \
     TT_GAME_INFO_EX_BUG_DDRACE_GHOST | TT_GAME_INFO_EX_BUG_DDRACE_INPUT |                         \
     TT_GAME_INFO_EX_PREDICT_DDRACE | TT_GAME_INFO_EX_PREDICT_DDRACE_TILES |                       \
     TT_GAME_INFO_EX_ENTITIES_DDNET | TT_GAME_INFO_EX_ENTITIES_DDRACE |                            \
     TT_GAME_INFO_EX_ENTITIES_RACE)
#define VANILLA_FLAGS                                                                              \
    (TT_GAME_INFO_EX_GAMETYPE_VANILLA | TT_GAME_INFO_EX_PREDICT_VANILLA |                          \
     TT_GAME_INFO_EX_ENTITIES_VANILLA)

/* Returns true when the text contains the word. `word` is in lower case, and servers write
 * DDraceNetwork, DDNet or ddrace. */
static bool contains(tt_bytes text, const char *word)
{
    size_t size = tti_strlen(word);
    for (size_t at = 0; at + size <= text.size; at++) {
        size_t i = 0;
        while (i < size && tti_lower(text.data[at + i]) == (uint8_t)word[i]) {
            i++;
        }
        if (i == size) {
            return true;
        }
    }
    return false;
}

/* Reads mode and settings. Without a game type
 * the game is a race, because nearly all teehistorian files come from DDNet. A UUID in the header
 * says that the server writes PLAYER_READY when a client enters. */
static void game_read(tti_convert *c, const tt_th_header *header)
{
    bool is_protected = tti_th_header_setting(header, "sv_spamprotection", 1) != 0;
    tt_th_member member;
    c->is_ddrace = !TT_TH_HAS(header, game_type) || contains(header->game_type, "ddrace") ||
                   contains(header->game_type, "ddnet");
    c->is_cut = TT_TH_HAS(header, cut_of) != 0;
    c->game_uuid = c->is_cut ? header->cut_of : header->game_uuid;
    c->emoticon_delay = is_protected ? tti_th_header_delay(header, "sv_emoticon_delay", 3) : 0;
    c->afk_ticks = tti_th_header_delay(header, "sv_max_afk_time", 300);
    for (tt_th_iter i = tt_th_iter_of(header, TT_TH_UUIDS); tt_th_iter_next(&i, &member);) {
        c->has_ready |= tt_json_equal(member.value, tti_th_ex_name(TT_TH_PLAYER_READY));
    }
}

/* Adds the items of the rules. They are equal in every snapshot, so tti_put_over keeps them. The
 * timer counts from tick 0, or from the start of a run. */
tt_status tti_game_add(tti_convert *c, tt_snap_builder *b)
{
    const struct tti_convert_game *game = tti_game_shown(c);
    struct tt_obj_game_info info = {.round_start_tick = c->race_start, .round_current = 1};
    struct tt_obj_game_info_ex ex = {
        .flags = c->is_ddrace ? DDRACE_FLAGS : VANILLA_FLAGS,
        .version = ex_version(c),
        .flags2 = c->is_ddrace ? ddrace_flags2(c)
                               : TT_GAME_INFO_EX2_HUD_HEALTH_ARMOR | TT_GAME_INFO_EX2_HUD_AMMO,
        .min_team_size = game != NULL ? tti_game_rules(game)->min_team_size : 0,
        .max_team_size = game != NULL ? tti_game_rules(game)->max_team_size : 0,
    };
    int32_t ints[TT_OBJ_MAX_INTS];
    size_t count = tti_ddnet_ints(c, TT_OBJ_GAME_INFO_EX);
    tt_status status = tt_snap_builder_add_object(b, TT_OBJ_GAME_INFO, 0, &info);
    tti_obj_pack(ints, count, TT_OBJ_GAME_INFO_EX, &ex);
    tt_status ex_status =
        tt_snap_builder_add_uuid(b, tti_obj_uuid(TT_OBJ_GAME_INFO_EX), 0, ints, count);
    return status != TT_OK ? status : ex_status;
}

static void set_header_text(char *dst, size_t cap, tt_bytes text)
{
    text.size = tt_utf8_cut(text, cap - 1);
    tti_copy(dst, text.data, text.size);
}

/* Fills the header of a demo: version 6 with the SHA-256 of the map, or version 5 without it.
 * Snapshots are those of 0.6, also for clients of 0.7. The start time is the server's local time,
 * without a zone. */
void tt_convert_header(tt_convert *outer, const tt_th_header *recording, tt_demo_header *demo)
{
    tti_convert *c = tti_convert_of(outer);
    char name[4 * sizeof demo->map_name] = "";
    game_read(c, recording);
    tuning_read(c, recording);
    if (c->game != NULL && c->game->owner == c) {
        tti_game_begin(c->game, recording, c->is_ddrace);
        c->needs_change = tti_game_rules(c->game)->version >= TTI_VERSION(16, 7, 0);
    }
    tti_fill(demo, 0, sizeof *demo);
    demo->has_sha256 = TT_TH_HAS(recording, map_sha256);
    demo->version = demo->has_sha256 ? 6 : 5;
    demo->map_sha256 = recording->map_sha256;
    demo->map_crc = recording->map_crc;
    set_header_text(demo->net_version, sizeof demo->net_version, tt_bytes_of(TT_NET_VERSION_6));
    set_header_text(demo->type, sizeof demo->type, tt_bytes_of(c->is_client ? "client" : "server"));
    tt_json_unescape(name, sizeof name, recording->map_name);
    set_header_text(demo->map_name, sizeof demo->map_name, tt_bytes_of(name));
    /* an anonymized recording has the first second of 1970 */
    if (TT_TH_HAS(recording, start_time) && recording->start_time.unix_time != 0) {
        tti_demo_set_start_time(demo, recording->start_time.unix_time + recording->start_time.zone);
    }
}
