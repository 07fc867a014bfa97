/* SPDX-License-Identifier: MIT
 *
 * Who a client is, in the item that every snapshot has of it: from the start info that it sent.
 * Clients of 0.7 have skins in parts, which have to become one of those that 0.6 knows.
 */
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/angle.h"
#include "teetape/game.h"
#include "teetape/string.h"

/* Aims up, as the game itself has it at first. */
static const int32_t first_input[TT_INPUT_INTS] = {[TTI_INPUT_TARGET_Y] = -1};

/* What a part without a colour of its own is drawn in: white. */
#define WHITE 255

/* Which skin of 0.6 has the shape or the marking of one of 0.7; its decoration, hands and eyes have
 * no place there. The colours are the client's. */
static const struct {
    int part; /* a tt_skin_part */
    const char *name, *skin;
} skins[] = {
    {TT_SKIN_BODY, "bear", "brownbear"},        {TT_SKIN_BODY, "kitty", "bluekitty"},
    {TT_SKIN_BODY, "koala", "coala"},           {TT_SKIN_MARKING, "cammo1", "cammo"},
    {TT_SKIN_MARKING, "cammo2", "cammo"},       {TT_SKIN_MARKING, "cammostripes", "cammostripes"},
    {TT_SKIN_MARKING, "donny", "redbopp"},      {TT_SKIN_MARKING, "duodonny", "twinbop"},
    {TT_SKIN_MARKING, "saddo", "saddo"},        {TT_SKIN_MARKING, "stripe", "redstripe"},
    {TT_SKIN_MARKING, "stripes", "bluestripe"}, {TT_SKIN_MARKING, "toptri", "toptri"},
    {TT_SKIN_MARKING, "twintri", "twintri"},    {TT_SKIN_MARKING, "warpaint", "warpaint"},
};

/* Four bytes an int, of which the last one ends the text. Cut at a whole character, or clients
 * would show a broken one; what is after a NUL is not seen, so it is left out. */
static void set_text(int32_t *ints, size_t count, tt_bytes text)
{
    text.size = tt_utf8_cut(text, 4 * count - 1);
    const uint8_t *nul = tti_find_byte(text.data, text.size, 0);
    if (nul != NULL) {
        text.size = (size_t)(nul - text.data);
    }
    tt_string_to_ints(ints, count, text);
}

#define SET_TEXT(member, text) set_text(member, sizeof(member) / sizeof((member)[0]), text)

/* "12", for a client without a name. Client ids are below TT_CIDS, so three digits are enough. */
static void set_number(tt_convert_look *look, int32_t cid)
{
    uint8_t digits[3];
    size_t size = 0;
    for (int32_t unit = cid >= 100 ? 100 : cid >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        digits[size++] = (uint8_t)('0' + cid / unit % 10);
    }
    SET_TEXT(look->info.name, ((tt_bytes){digits, size}));
}

/* The angle is worked out here, once an input, as a tee that stands still is made again more often
 * than it turns. */
void tti_look_input(tt_convert_look *look, const int32_t *input)
{
    tti_copy(look->input, input, sizeof look->input);
    look->angle = tt_angle_of(input[TTI_INPUT_TARGET_X], input[TTI_INPUT_TARGET_Y]);
}

void tti_look_init(tt_convert_look *look, int32_t cid)
{
    tti_fill(look, 0, sizeof *look);
    look->score = -9999; /* what race servers say for no time */
    look->info.country = -1;
    tti_look_input(look, first_input);
    look->input_tick = look->emote_end = TTI_NEVER;
    set_number(look, cid);
    SET_TEXT(look->info.clan, tt_bytes_of(""));
    SET_TEXT(look->info.skin, tt_bytes_of("default"));
}

/* 0.7 allows darker colours than 0.6: from 61 of 255 on against one half. Hue and saturation, the
 * bits above, are the same. What is darker than 0.6 can be becomes its darkest. */
static int32_t color_of_7(int32_t color, int32_t is_used)
{
    uint32_t bits = (uint32_t)(is_used ? color : WHITE);
    int32_t light = (int32_t)(bits & 0xff);
    int32_t lighter = (2 * 61 * 255 + 2 * 194 * light - 255 * 255) / 255;
    return (int32_t)((bits & 0xffff00) | (uint32_t)(lighter > 0 ? lighter : 0));
}

/* The first line of the table that fits counts: a shape of the body goes before a marking. */
static const char *skin_of_7(const tt_bytes parts[TT_SKIN_PARTS])
{
    for (size_t i = 0; i < sizeof skins / sizeof skins[0]; i++) {
        if (tt_bytes_equal(parts[skins[i].part], tt_bytes_of(skins[i].name))) {
            return skins[i].skin;
        }
    }
    return "default";
}

static void take_6(tt_convert_look *look, const struct tt_msg_cl_start_info *info)
{
    SET_TEXT(look->info.skin, info->skin);
    look->info.country = info->country;
    look->info.use_custom_color = info->use_custom_color;
    look->info.color_body = info->color_body;
    look->info.color_feet = info->color_feet;
}

/* Always with colours of its own: a part of 0.7 without one is white, and not in the colour that
 * the skin of 0.6 is painted in. */
static void take_7(tt_convert_look *look, const struct tt_msg_cl7_start_info *info)
{
    SET_TEXT(look->info.skin, tt_bytes_of(skin_of_7(info->skin_part_names)));
    look->info.country = info->country;
    look->info.use_custom_color = 1;
    look->info.color_body =
        color_of_7(info->skin_part_colors[TT_SKIN_BODY], info->use_custom_colors[TT_SKIN_BODY]);
    look->info.color_feet =
        color_of_7(info->skin_part_colors[TT_SKIN_FEET], info->use_custom_colors[TT_SKIN_FEET]);
}

/* The history keeps the start info of a client as it was sent, in either protocol; what cannot be
 * decoded leaves the look as it was. Name and clan are those of the world instead: it takes what
 * the server said about them into account. */
void tti_look_info(tt_convert_look *look, int32_t cid, const tt_client *client,
                   const tt_th_profile *profile)
{
    tt_msg msg;
    tt_bytes bytes = {profile->info, profile->info_size};
    if (tt_msg_decode(&msg, bytes, TT_PROTOCOL_6) == TT_OK && msg.kind == TT_MSG_CL_START_INFO) {
        take_6(look, &msg.u.cl_start_info);
    } else if (tt_msg_decode(&msg, bytes, TT_PROTOCOL_7) == TT_OK &&
               msg.kind == TT_MSG_CL7_START_INFO) {
        take_7(look, &msg.u.cl7_start_info);
    }
    SET_TEXT(look->info.clan, tt_bytes_of(client->clan));
    if (client->name[0] != 0) {
        SET_TEXT(look->info.name, tt_bytes_of(client->name));
    } else {
        set_number(look, cid);
    }
}

void tti_note_name(tt_convert *c, int32_t cid, const tt_world *world)
{
    if (world->client[cid].name[0] != 0) {
        tti_copy(c->client[cid].name, world->client[cid].name, TT_NAME_CAP);
    }
}
