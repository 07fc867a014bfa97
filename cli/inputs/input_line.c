/* SPDX-License-Identifier: MIT
 *
 * Compares each input with the previous one, and prints the changes of keys in fixed columns.
 *
 * In a teehistorian file an INPUT_DIFF has the new input and the difference, which give the
 * previous input. The previous input of a demo is kept here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/inputs.h"
#include "cli/show/fields.h"

/* Takes the last inputs of an access point of a teehistorian file. The input of a slot belongs to
 * the present client only when the slot is settled. An access point of a demo has no inputs. */
void pressing_begin(struct pressing *p, const struct reading *r)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool is_own = !reading_is_demo(r) && tt_recording_world(r->io.rec)->tee[cid].settled != 0;
        p->session[cid] = is_own ? tt_recording_session(r->io.rec, cid).number : TT_SESSION_NONE;
    }
}

/* Returns the input before an INPUT_DIFF, whose differences wrap at 32 bits. */
static tt_input before_of(const tt_recorded_input *now)
{
    const int32_t *input = (const int32_t *)&now->input;
    int32_t ints[TT_INPUT_INTS];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ints[i] = (int32_t)((uint32_t)input[i] - (uint32_t)now->diff[i]);
    }
    return tt_input_of(ints);
}

/* Takes an input. INPUT_NEW begins a new one. Before DDNet 16.2 the inputs of a slot continued from
 * one player to the next, so a new session begins a new input, too. */
bool pressing_take(struct pressing *p, const struct reading *r)
{
    tt_recorded_input now;
    uint64_t session = r->io.item.session;
    bool is_demo = r->io.item.demo != NULL;
    if (!tt_item_input(&r->io.item, &now) || (is_demo && !r->io.in_span)) {
        return false;
    }
    bool follows = is_demo ? session != TT_SESSION_NONE : now.diff != NULL;
    p->is_first = !follows || p->session[now.cid] != session;
    p->session[now.cid] = session;
    if (r->io.in_span) {
        p->cid = now.cid;
        p->tick = is_demo ? now.intended_tick : r->io.item.tick;
        p->has_flags = now.has_flags != 0;
        p->input = now.input;
        p->before = p->is_first ? p->input : is_demo ? p->last[now.cid] : before_of(&now);
        p->change = tt_input_compare(&p->before, &p->input);
        p->last[now.cid] = p->input;
    }
    return r->io.in_span;
}

/* Returns the name of the player who pressed, or "" when it is unknown. */
static const char *name_of(const struct pressing *p, const struct reading *r)
{
    return r->io.item.session != TT_SESSION_NONE ? tt_recording_session(r->io.rec, p->cid).name
                                                 : "";
}

#define CELL_TEXT 32

enum { DIRECTION_WIDTH = 6, KEY_WIDTH = 5, FIRE_WIDTH = 8, AIM_WIDTH = 5, TURN_WIDTH = 6 };

_Static_assert(DIRECTION_WIDTH + 2 * KEY_WIDTH + FIRE_WIDTH + AIM_WIDTH + TURN_WIDTH + 5 ==
                   INPUT_COLUMNS,
               "with a blank after each but the last one");

/* Puts a cell. Blanks are printed only when more text follows, so that no line ends in blanks. */
static void put(struct line *line, const char *text, size_t width, bool right)
{
    size_t size = strlen(text), blanks = size < width ? width - size : 0;
    line->blanks += right ? blanks : 0;
    if (size != 0) {
        tt_io_output_text(line_output(line), text);
    }
    line->blanks += (right ? 0 : blanks) + 1;
}

/* Writes "+hook" for pressed, "-hook" for released, "+-hook" for both, "hook" for held, and
 * "+fire x2" for two presses. */
static const char *key_cell(char dst[CELL_TEXT], const struct pressing *p, tt_key key)
{
    int pressed = p->change.pressed[key];
    bool is_held = p->change.held[key] != 0;
    const char *sign = pressed == 0                      ? (p->change.released[key] != 0 ? "-" : "")
                       : is_held || key == TT_KEY_WEAPON ? "+"
                                                         : "+-";
    dst[0] = 0;
    if (is_held || sign[0] != 0) {
        int size = snprintf(dst, CELL_TEXT, "%s%s", sign, tt_key_name(key));
        if (pressed > 1) {
            snprintf(dst + size, CELL_TEXT - (size_t)size, " x%d", pressed);
        }
    }
    return dst;
}

/* Writes the direction. One that ended is shown only when no new one began. */
static const char *direction_cell(char dst[CELL_TEXT], const struct pressing *p)
{
    bool is_left = p->change.held[TT_KEY_LEFT] != 0 ||
                   (p->change.released[TT_KEY_LEFT] != 0 && p->input.direction == 0);
    return key_cell(dst, p, is_left ? TT_KEY_LEFT : TT_KEY_RIGHT);
}

/* Shows hundredths of a degree as tenths. 359.96 rounds to 360.0, which is shown as 0.0. A turn has
 * a sign. */
static const char *degrees_cell(char dst[CELL_TEXT], int32_t hundredths, bool is_turn)
{
    int tenths = (abs(hundredths) + 5) / 10;
    const char *sign = !is_turn ? "" : hundredths < 0 ? "-" : "+";
    tenths = is_turn ? tenths : tenths % 3600;
    snprintf(dst, CELL_TEXT, "%s%d.%d", sign, tenths / 10, tenths % 10);
    return dst;
}

/* Shows a wanted weapon by its number, or the keys for the next and the previous weapon. */
static void put_weapon(struct line *line, const struct pressing *p)
{
    static const tt_key keys[] = {TT_KEY_NEXT_WEAPON, TT_KEY_PREV_WEAPON};
    char cell[CELL_TEXT];
    if (p->change.pressed[TT_KEY_WEAPON] != 0) {
        int32_t weapon = (int32_t)((uint32_t)p->input.wanted_weapon - 1);
        const char *name = field_weapon(weapon);
        snprintf(cell, sizeof cell, "weapon %d", (int)weapon);
        put(line, name != NULL ? name : cell, 0, false);
    }
    for (size_t i = 0; i < 2; i++) {
        if (p->change.pressed[keys[i]] != 0 || p->change.released[keys[i]] != 0) {
            put(line, key_cell(cell, p, keys[i]), 0, false);
        }
    }
}

static void put_flags(struct line *line, const struct pressing *p)
{
    const size_t index = offsetof(tt_input, player_flags) / sizeof(int32_t);
    const tt_obj_member *member = tt_obj_member_at(TT_OBJ_PLAYER_INPUT, index);
    for (size_t i = 0; i < member->value_count; i++) {
        uint32_t bit = (uint32_t)member->values[i].value;
        if ((p->change.flags & bit) != 0) {
            char cell[CELL_TEXT];
            bool is_on = ((uint32_t)p->input.player_flags & bit) != 0;
            snprintf(cell, sizeof cell, "%c%s", is_on ? '+' : '-', member->values[i].name);
            put(line, cell, 0, false);
        }
    }
}

void input_text(const struct reading *r, const struct pressing *p, struct line *line)
{
    char cell[CELL_TEXT];
    line_time(line, r, r->io.item.tick);
    line_player(line, p->cid, name_of(p, r));
    put(line, direction_cell(cell, p), DIRECTION_WIDTH, false);
    put(line, key_cell(cell, p, TT_KEY_JUMP), KEY_WIDTH, false);
    put(line, key_cell(cell, p, TT_KEY_HOOK), KEY_WIDTH, false);
    put(line, key_cell(cell, p, TT_KEY_FIRE), FIRE_WIDTH, false);
    put(line, degrees_cell(cell, tt_input_aim(&p->input), false), AIM_WIDTH, true);
    bool has_turned = p->change.turn != 0;
    put(line, has_turned ? degrees_cell(cell, p->change.turn, true) : "", TURN_WIDTH, true);
    put_weapon(line, p);
    put_flags(line, p);
    line_end(line);
}

struct row {
    int32_t tick, intended_tick, cid, direction, target_x, target_y, weapon, player_flags, aim,
        turn;
    int64_t session;
    const char *time, *name;
    bool first, jump, fire, hook;
    struct column_own pressed, released;
};

const struct column input_columns[] = {
    COLUMN(struct row, tick, "of the record"),
    COLUMN(struct row, intended_tick,
           "the tick in which the tee moves by it, and the only one that it covers",
           .where = TT_FORMAT_DEMO),
    COLUMN_WALL(struct row),
    COLUMN(struct row, session, "of the session in the recording, from 0; null when none is known"),
    COLUMN(struct row, cid, "client id"),
    COLUMN(struct row, name, "null when none is known"),
    COLUMN(struct row, first,
           "the first input of a player: nothing is pressed, released or turned"),
    COLUMN(struct row, direction, "-1 left, 0, 1 right"),
    COLUMN(struct row, target_x, "cursor from the tee, 32 a tile, y down"),
    COLUMN(struct row, target_y, NULL),
    COLUMN(struct row, jump, "the key is held"),
    COLUMN(struct row, fire, NULL),
    COLUMN(struct row, hook, NULL),
    COLUMN(struct row, weapon, "wanted: 0 hammer to 5 ninja, or null"),
    COLUMN(struct row, player_flags,
           "sum: 1 playing, 2 in a menu, 4 chatting, 8 scoreboard; null in a demo"),
    COLUMN(struct row, aim, "degrees; turn -180 to 180, clockwise is positive",
           .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, turn, NULL, .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, pressed, "keys, each as often as that happened"),
    COLUMN(struct row, released, NULL),
    COLUMNS_END,
};

/* Appends the keys that were pressed or released. `of` is an array of counts. A key is listed once
 * for each press or release. */
static void keys_json(struct json *j, const char *name, const void *of)
{
    const uint8_t *counts = of;
    json_array_begin(j, name);
    for (int key = 0; key < TT_KEYS; key++) {
        for (int i = 0; i < counts[key]; i++) {
            json_text_c(j, NULL, tt_key_name((tt_key)key));
        }
    }
    json_array_end(j);
}

/* Prints an input as an object. The unsigned subtraction is for damaged recordings, which may have
 * any int. */
void input_json(const struct reading *r, const struct pressing *p)
{
    const tt_input *input = &p->input;
    const char *name = name_of(p, r);
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    struct row row = {
        .tick = r->io.item.tick,
        .intended_tick = p->tick,
        .time = reading_clock(r, clock, r->io.item.tick),
        .session =
            r->io.item.session != TT_SESSION_NONE ? (int64_t)r->io.item.session : COLUMN_UNKNOWN,
        .cid = p->cid,
        .name = name[0] != 0 ? name : NULL,
        .first = p->is_first,
        .direction = input->direction,
        .target_x = input->target_x,
        .target_y = input->target_y,
        .jump = p->change.held[TT_KEY_JUMP] != 0,
        .fire = p->change.held[TT_KEY_FIRE] != 0,
        .hook = p->change.held[TT_KEY_HOOK] != 0,
        .weapon = input->wanted_weapon != 0 ? (int32_t)((uint32_t)input->wanted_weapon - 1)
                                            : COLUMN_UNKNOWN,
        .player_flags = p->has_flags ? input->player_flags : COLUMN_UNKNOWN,
        .aim = tt_input_aim(input),
        .turn = p->change.turn,
        .pressed = {keys_json, p->change.pressed},
        .released = {keys_json, p->change.released},
    };
    rows_json(r->job, input_columns, tt_io_reading_format(&r->io), &row);
}
