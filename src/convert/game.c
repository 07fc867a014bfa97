/* SPDX-License-Identifier: MIT
 *
 * The rules of the game. What a client shows and how it handles tees depends on the flags here:
 * they are those of a DDNet 16.4 server, or of a game without races.
 *
 * Of the header it reads which game it is and the settings that count here; of what is not named,
 * the server had the default.
 */
#include "convert/parts.h"

#include "base/ascii.h"
#include "base/mem.h"

/* GameInfoEx as that server has it: its version, and three ints (flags, version, flags2). */
#define EX_VERSION 8
#define EX_INTS 3

/* Among them: scores are times, weapons do not run out, zoom and the line of a hook are allowed,
 * tiles and physics are those of DDRace. */
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

/* `word` is in lower case; the case of `text` does not matter, as servers write DDraceNetwork,
 * DDNet, ddrace. Linear in the product of both, which are short. */
static int contains(tt_bytes text, const char *word)
{
    size_t size = tti_strlen(word);
    for (size_t at = 0; at + size <= text.size; at++) {
        size_t i = 0;
        while (i < size && tti_lower(text.data[at + i]) == (uint8_t)word[i]) {
            i++;
        }
        if (i == size) {
            return 1;
        }
    }
    return 0;
}

/* Servers take nothing above this for sv_freeze_delay: seconds. */
#define FREEZE_MOST 30

/* Of a setting in seconds, which servers limit like this. A damaged header may have any number
 * here; the product fits. */
static int32_t ticks_of(int64_t seconds)
{
    return (int32_t)(seconds < 0 ? 0 : seconds > 9999 ? 9999 : seconds) * TT_TICKS_PER_SECOND;
}

/* The header names a setting only where it differs from the default. A recording without a game
 * type is taken for a race: nearly all teehistorian files come from DDNet servers. What is no
 * number leaves the default. Among the UUIDs is whether the server writes PLAYER_READY: where it
 * does, that is when a client enters, else its start info is. */
void tti_game_read(tt_convert *c, const tt_th_header *header)
{
    int64_t delay = 3, protection = 1, afk = 300, freeze = 3; /* the defaults */
    tt_th_member member;
    c->is_ddrace = !TT_TH_HAS(header, game_type) || contains(header->game_type, "ddrace") ||
                   contains(header->game_type, "ddnet");
    c->game_uuid = header->game_uuid;
    tt_th_iter iter = tt_th_iter_of(header, TT_TH_CONFIG);
    while (tt_th_iter_next(&iter, &member)) {
        int64_t value;
        if (tt_json_int(&value, member.value) != TT_OK) {
            continue;
        }
        if (tt_json_equal(member.key, "sv_emoticon_delay")) {
            delay = value;
        } else if (tt_json_equal(member.key, "sv_max_afk_time")) {
            afk = value;
        } else if (tt_json_equal(member.key, "sv_freeze_delay")) {
            freeze = value;
        } else if (tt_json_equal(member.key, "sv_spamprotection")) {
            protection = value;
        }
    }
    c->emoticon_delay = protection != 0 ? ticks_of(delay) : 0;
    c->afk_ticks = ticks_of(afk);
    c->freeze_ticks = ticks_of(freeze < FREEZE_MOST ? freeze : FREEZE_MOST);
    iter = tt_th_iter_of(header, TT_TH_UUIDS);
    while (tt_th_iter_next(&iter, &member)) {
        c->has_ready |= tt_json_equal(member.value, tt_th_ex_name(TT_TH_PLAYER_READY));
    }
}

/* The same in every snapshot, so that one that is made over another keeps them. The timer counts
 * from tick 0. Both items are tried, and the first failure is returned. */
tt_status tti_game_add(tt_convert *c, tt_snap_builder *b)
{
    struct tt_obj_game_info info = {.round_current = 1};
    struct tt_obj_game_info_ex ex = {
        .flags = c->is_ddrace ? DDRACE_FLAGS : VANILLA_FLAGS,
        .version = EX_VERSION,
        .flags2 = c->is_ddrace ? TT_GAME_INFO_EX2_HUD_DDRACE
                               : TT_GAME_INFO_EX2_HUD_HEALTH_ARMOR | TT_GAME_INFO_EX2_HUD_AMMO,
    };
    int32_t ints[TT_OBJ_MAX_INTS];
    size_t size = tt_obj_ints(TT_OBJ_GAME_INFO);
    tt_obj_pack(ints, size, TT_OBJ_GAME_INFO, &info);
    tt_status status = tt_snap_builder_add(b, tt_obj_type(TT_OBJ_GAME_INFO)->type, 0, ints, size);
    tt_obj_pack(ints, EX_INTS, TT_OBJ_GAME_INFO_EX, &ex);
    tt_status ex_status =
        tt_snap_builder_add_uuid(b, tt_obj_uuid(TT_OBJ_GAME_INFO_EX), 0, ints, EX_INTS);
    return status != TT_OK ? status : ex_status;
}
