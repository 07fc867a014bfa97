/* SPDX-License-Identifier: MIT
 *
 * Computes how a client looks. Name and skin come from the start info that it sent, and the parts
 * of a 0.7 skin become one that 0.6 knows. Eyes come from an emoticon or a command, and change in
 * freezing, in blinks and while the player is away.
 *
 * Items may change without an event. Code that depends on the tick calls tti_making_wake with the
 * tick of its next change, and the item is made again then.
 */
#include "base/mem.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "teetape/game.h"
#include "teetape/string.h"

#define WHITE 255

/* Skins of 0.6 for bodies and markings of 0.7. Decorations, hands and eyes have no counterpart, and
 * the colours are the client's. */
static const struct {
    int part;
    const char *name, *skin;
} skins_for_7[] = {
    {TT_SKIN_BODY, "bear", "brownbear"},        {TT_SKIN_BODY, "kitty", "bluekitty"},
    {TT_SKIN_BODY, "koala", "coala"},           {TT_SKIN_MARKING, "cammo1", "cammo"},
    {TT_SKIN_MARKING, "cammo2", "cammo"},       {TT_SKIN_MARKING, "cammostripes", "cammostripes"},
    {TT_SKIN_MARKING, "donny", "redbopp"},      {TT_SKIN_MARKING, "duodonny", "twinbop"},
    {TT_SKIN_MARKING, "saddo", "saddo"},        {TT_SKIN_MARKING, "stripe", "redstripe"},
    {TT_SKIN_MARKING, "stripes", "bluestripe"}, {TT_SKIN_MARKING, "toptri", "toptri"},
    {TT_SKIN_MARKING, "twintri", "twintri"},    {TT_SKIN_MARKING, "warpaint", "warpaint"},
};

static void set_look_text(int32_t *ints, size_t count, tt_bytes text)
{
    text.size = tt_utf8_cut(text, 4 * count - 1);
    const uint8_t *nul = tti_find_byte(text.data, text.size, 0);
    if (nul != NULL) {
        text.size = (size_t)(nul - text.data);
    }
    tt_string_to_ints(ints, count, text);
}

#define SET_TEXT(member, text) set_look_text(member, sizeof(member) / sizeof((member)[0]), text)

static void set_number(tti_convert_look *look, int32_t cid)
{
    uint8_t digits[3];
    size_t size = 0;
    for (int32_t unit = cid >= 100 ? 100 : cid >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        digits[size++] = (uint8_t)('0' + cid / unit % 10);
    }
    SET_TEXT(look->info.name, ((tt_bytes){digits, size}));
}

void tti_look_init(tti_convert_look *look, int32_t cid)
{
    tti_fill(look, 0, sizeof *look);
    look->score = -9999; /* race servers send this score for a player without a time */
    look->info.country = -1;
    look->input.target_y = -1; /* the game aims up at first */
    look->input_tick = look->emote_end = look->mood_end = TTI_NEVER;
    set_number(look, cid);
    SET_TEXT(look->info.clan, tt_bytes_of(""));
    SET_TEXT(look->info.skin, tt_bytes_of("default"));
}

/* Returns a colour of 0.6. 0.7 allows a lightness of 61 of 255 and more, 0.6 of one half and more.
 * Hue and saturation are the same. Darker colours become the darkest one. */
static int32_t color_of_7(int32_t color, int32_t is_used)
{
    uint32_t bits = (uint32_t)(is_used ? color : WHITE);
    int32_t light = (int32_t)(bits & 0xff);
    int32_t lighter = (2 * 61 * 255 + 2 * 194 * light - 255 * 255) / 255;
    return (int32_t)((bits & 0xffff00) | (uint32_t)(lighter > 0 ? lighter : 0));
}

static const char *skin_for_7(const tt_bytes parts[TT_SKIN_PARTS])
{
    for (size_t i = 0; i < sizeof skins_for_7 / sizeof skins_for_7[0]; i++) {
        if (tt_bytes_equal(parts[skins_for_7[i].part], tt_bytes_of(skins_for_7[i].name))) {
            return skins_for_7[i].skin;
        }
    }
    return "default";
}

void tti_look_info(tti_convert_look *look, int32_t cid, const tt_client *client,
                   const tti_th_profile *profile)
{
    tt_msg msg;
    tt_bytes bytes = {profile->info, profile->info_size};
    if (tt_msg_decode(&msg, bytes, TT_PROTOCOL_6) == TT_OK && msg.kind == TT_MSG_CL_START_INFO) {
        const struct tt_msg_cl_start_info *info = &msg.u.cl_start_info;
        SET_TEXT(look->info.skin, info->skin);
        look->info.country = info->country;
        look->info.use_custom_color = info->use_custom_color;
        look->info.color_body = info->color_body;
        look->info.color_feet = info->color_feet;
    } else if (tt_msg_decode(&msg, bytes, TT_PROTOCOL_7) == TT_OK &&
               msg.kind == TT_MSG_CL7_START_INFO) {
        const struct tt_msg_cl7_start_info *info = &msg.u.cl7_start_info;
        const int32_t *colors = info->skin_part_colors, *used = info->use_custom_colors;
        SET_TEXT(look->info.skin, tt_bytes_of(skin_for_7(info->skin_part_names)));
        look->info.country = info->country;
        look->info.use_custom_color = 1; /* without a colour of its own a part of 0.7 is white */
        look->info.color_body = color_of_7(colors[TT_SKIN_BODY], used[TT_SKIN_BODY]);
        look->info.color_feet = color_of_7(colors[TT_SKIN_FEET], used[TT_SKIN_FEET]);
    }
    SET_TEXT(look->info.clan, tt_bytes_of(client->clan));
    if (client->name[0] != 0) {
        SET_TEXT(look->info.name, tt_bytes_of(client->name));
    } else {
        set_number(look, cid);
    }
}

void tti_note_name(tti_convert *c, int32_t cid, const tt_world *world)
{
    if (world->client[cid].name[0] != 0) {
        tti_copy(c->client[cid].name, world->client[cid].name, TT_NAME_CAP);
    }
}

/* Idle tees blink: the last BLINK_TICKS of every BLINK_PERIOD ticks, as on DDNet's servers. */
#define BLINK_PERIOD 250
#define BLINK_TICKS 4

int32_t tti_emote_of_emoticon(int32_t emoticon)
{
    static const int8_t eyes[16] = {
        TT_EMOTE_PAIN,  TT_EMOTE_SURPRISE, TT_EMOTE_HAPPY, TT_EMOTE_BLINK,
        TT_EMOTE_BLINK, TT_EMOTE_HAPPY,    TT_EMOTE_PAIN,  TT_EMOTE_SURPRISE,
        TT_EMOTE_PAIN,  TT_EMOTE_ANGRY,    TT_EMOTE_ANGRY, TT_EMOTE_ANGRY,
        TT_EMOTE_BLINK, TT_EMOTE_SURPRISE, TT_EMOTE_HAPPY, TT_EMOTE_SURPRISE,
    };
    return emoticon >= 0 && emoticon < 16 ? eyes[emoticon] : -1;
}

int32_t tti_emote_of_name(tt_bytes name)
{
    static const struct {
        const char *name;
        int32_t emote;
    } names[] = {
        {"normal", TT_EMOTE_NORMAL},     {"pain", TT_EMOTE_PAIN},   {"happy", TT_EMOTE_HAPPY},
        {"surprise", TT_EMOTE_SURPRISE}, {"angry", TT_EMOTE_ANGRY}, {"blink", TT_EMOTE_BLINK},
        {"close", TT_EMOTE_BLINK},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (tt_bytes_equal(name, tt_bytes_of(names[i].name))) {
            return names[i].emote;
        }
    }
    return -1;
}

/* Returns true when the client is away. A client without an input counts as away. A setting of 0
 * ticks switches this off. The sum needs 64 bits. */
bool tti_is_afk(tti_making *m, const tti_convert_look *look)
{
    int64_t end = (int64_t)look->input_tick + m->c->afk_ticks;
    if (look->input_tick < 0) {
        return true;
    }
    if (m->c->afk_ticks == 0 || end > INT32_MAX) {
        return false;
    }
    tti_making_wake(m, tti_later((int32_t)end, 1));
    return m->tick > end;
}

/* Returns true while an idle tee blinks. The time counts from the last different input, or from
 * before the birth. */
static bool blinks(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const tti_game_tee *known = tti_game_tee_of(m->c, cid);
    int64_t acted = known != NULL ? known->acted : (int64_t)look->input_tick + 1;
    int32_t since = (int32_t)((m->tick - acted) % BLINK_PERIOD);
    bool is_shut = since >= BLINK_PERIOD - BLINK_TICKS;
    int32_t change = is_shut ? BLINK_PERIOD : BLINK_PERIOD - BLINK_TICKS;
    tti_making_wake(m, m->tick < INT32_MAX - BLINK_PERIOD ? m->tick + change - since : INT32_MAX);
    return is_shut;
}

static bool is_live_frozen(const tti_game_tee *tee)
{
    return tee != NULL && (tee->more.flags & TT_DDNET_CHARACTER_MOVEMENTS_DISABLED) != 0;
}

/* Returns the eyes of a frozen tee: they are shut during a freeze, and show pain in a deep or live
 * freeze. */
static int32_t frozen_eyes(const tti_game_tee *tee)
{
    if (tee == NULL) {
        return TT_EMOTE_NORMAL;
    }
    bool suffers = tee->more.freeze_end < 0 || is_live_frozen(tee);
    return suffers ? TT_EMOTE_PAIN : tee->more.freeze_end > 0 ? TT_EMOTE_BLINK : TT_EMOTE_NORMAL;
}

/* Returns the eyes of pain or of an emoticon. While there are none, returns those of /emote. */
static int32_t chosen_eyes(tti_making *m, const tti_convert_look *look)
{
    if (m->tick <= look->emote_end) {
        tti_making_wake(m, tti_later(look->emote_end, 1));
        return look->emote;
    }
    if (m->tick <= look->mood_end) {
        tti_making_wake(m, tti_later(look->mood_end, 1));
        return look->mood;
    }
    return TT_EMOTE_NORMAL;
}

/* Returns the eyes of a tee, by the rules in the server's order. Players who are away have closed
 * eyes unless frozen. A face that the player chose overrides that of freezing. Up to 19.4 a live
 * freeze also counts as a freeze for players who are away, and their frozen tees blink. */
int32_t tti_eyes(tti_making *m, int32_t cid, const tti_convert_look *look)
{
    const struct tti_convert_game *game = tti_game_shown(m->c);
    const tti_game_tee *tee = tti_game_tee_of(m->c, cid);
    int32_t frozen = frozen_eyes(tee), emote = chosen_eyes(m, look);
    bool is_new = game != NULL && tti_game_rules(game)->version >= TTI_VERSION(19, 5, 0);
    if (tti_is_afk(m, look) || m->c->client[cid].away != 0) {
        bool is_frozen =
            is_new ? tee != NULL && tee->more.freeze_end != 0 : frozen != TT_EMOTE_NORMAL;
        if (!is_frozen || is_new || game == NULL) {
            return is_frozen ? TT_EMOTE_NORMAL : TT_EMOTE_BLINK;
        }
        return blinks(m, cid, look) ? TT_EMOTE_BLINK : TT_EMOTE_NORMAL;
    }
    emote = emote == TT_EMOTE_NORMAL ? frozen : emote;
    return emote == TT_EMOTE_NORMAL && blinks(m, cid, look) ? TT_EMOTE_BLINK : emote;
}
