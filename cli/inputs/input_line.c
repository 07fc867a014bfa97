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
    static const tt_input none;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool is_own = !reading_is_demo(r) && tt_recording_world(r->io.rec)->tee[cid].settled != 0;
        p->last_aim[cid] = (struct pressing_aim){0, 0, tt_input_aim(&none)};
        p->session[cid] = is_own ? tt_recording_session(r->io.rec, cid).number : TT_SESSION_NONE;
    }
}

/* Sets the input before an INPUT_DIFF, whose differences wrap at 32 bits. An input is its ints. */
static void set_before(tt_input *before, const tt_recorded_input *now)
{
    int32_t *to = (int32_t *)before;
    const int32_t *input = (const int32_t *)&now->input;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        to[i] = (int32_t)((uint32_t)input[i] - (uint32_t)now->diff[i]);
    }
}

/* Sets the aim, which follows from that of the input before and the turn, unless another input came
 * in between. */
static void set_aim(struct pressing *p)
{
    struct pressing_aim *aim = &p->last_aim[p->cid];
    bool is_known = aim->x == p->before.target_x && aim->y == p->before.target_y;
    p->aim = is_known ? (aim->degrees + p->change.turn + FULL_TURN) % FULL_TURN
                      : tt_input_aim(&p->input);
    *aim = (struct pressing_aim){p->input.target_x, p->input.target_y, p->aim};
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
        if (p->is_first || is_demo) {
            p->before = p->is_first ? p->input : p->last[now.cid];
        } else {
            set_before(&p->before, &now);
        }
        p->change = tt_input_compare(&p->before, &p->input);
        set_aim(p);
        if (is_demo) {
            p->last[now.cid] = p->input;
        }
    }
    return r->io.in_span;
}

/* Returns the name of the player who pressed, or "" when it is unknown. */
static const char *name_of(const struct pressing *p, const struct reading *r)
{
    return r->io.item.session != TT_SESSION_NONE ? tt_recording_session(r->io.rec, p->cid).name
                                                 : "";
}

enum { DIRECTION_WIDTH = 6, KEY_WIDTH = 5, FIRE_WIDTH = 8, AIM_WIDTH = 5, TURN_WIDTH = 6 };

_Static_assert(DIRECTION_WIDTH + 2 * KEY_WIDTH + FIRE_WIDTH + AIM_WIDTH + TURN_WIDTH + 5 ==
                   INPUT_COLUMNS,
               "with a blank after each but the last one");

/* Most bytes of all cells of a line: the columns, three cells of weapons, and the flags, each with
 * the rest of a copy. */
#define CELLS_ROOM 1024

/* The cells that are written so far. Blanks are written only when more text follows, so that no
 * line ends in blanks. */
struct cells {
    uint8_t *at;
    size_t blanks;
};

/* Begins a cell of `size` bytes, which ends after `width` columns and which the caller writes to
 * the result. A copy may write INPUT_CELL bytes. */
static uint8_t *cell_begin(struct cells *c, size_t size, size_t width)
{
    static const char blanks[INPUT_CELL + 1] = "                                ";
    size_t missing = size < width ? width - size : 0;
    uint8_t *at = line_text_copy(c->at, blanks, c->blanks + missing);
    c->at = at + size;
    c->blanks = 1;
    return at;
}

static void put_cell(struct cells *c, const struct input_cell *cell)
{
    memcpy(cell_begin(c, cell->size, 0), cell->text, INPUT_CELL);
}

/* Makes "+hook" for pressed, "-hook" for released, "+-hook" for both, "hook" for held, and
 * "+fire x2" for two presses. */
static struct input_cell key_cell(tt_key key, int pressed, bool is_released, bool is_held)
{
    struct input_cell cell = {0, ""};
    const char *sign = pressed == 0                      ? (is_released ? "-" : "")
                       : is_held || key == TT_KEY_WEAPON ? "+"
                                                         : "+-";
    if (is_held || sign[0] != 0) {
        int size = snprintf(cell.text, INPUT_CELL, "%s%s", sign, tt_key_name(key));
        if (pressed > 1) {
            size += snprintf(cell.text + size, INPUT_CELL - (size_t)size, " x%d", pressed);
        }
        cell.size = (uint32_t)size;
    }
    return cell;
}

/* Makes the cell of a column, with the blanks up to the next one. */
static struct input_cell key_column(tt_key key, int pressed, bool is_released, bool is_held)
{
    static const uint8_t widths[TT_KEYS] = {
        [TT_KEY_LEFT] = DIRECTION_WIDTH, [TT_KEY_RIGHT] = DIRECTION_WIDTH,
        [TT_KEY_JUMP] = KEY_WIDTH,       [TT_KEY_HOOK] = KEY_WIDTH,
        [TT_KEY_FIRE] = FIRE_WIDTH,
    };
    struct input_cell cell = key_cell(key, pressed, is_released, is_held);
    do {
        cell.text[cell.size++] = ' ';
    } while (cell.size <= widths[key]);
    return cell;
}

void input_lines_open(struct input_lines *lines, struct line *line)
{
    lines->line = line;
    lines->memory = line_memory_new(line);
    for (int key = 0; key < TT_KEYS; key++) {
        for (unsigned state = 0; state < INPUT_KEY_STATES; state++) {
            lines->column[key][state] =
                key_column((tt_key)key, state & 1, (state & 2) != 0, (state & 4) != 0);
        }
    }
}

/* Puts the column of a key. Most cells are known from the opening. */
static uint8_t *put_key(uint8_t *at, const struct input_lines *lines, const struct pressing *p,
                        tt_key key)
{
    int pressed = p->change.pressed[key];
    bool is_released = p->change.released[key] != 0, is_held = p->change.held[key] != 0;
    if (pressed <= 1) {
        const struct input_cell *known =
            &lines->column[key][pressed + 2 * is_released + 4 * is_held];
        memcpy(at, known->text, INPUT_CELL);
        return at + known->size;
    }
    struct input_cell cell = key_column(key, pressed, is_released, is_held);
    memcpy(at, cell.text, INPUT_CELL);
    return at + cell.size;
}

/* Returns the key of the direction. One that ended is shown only when no new one began. */
static tt_key direction_key(const struct pressing *p)
{
    bool is_left = p->change.held[TT_KEY_LEFT] != 0 ||
                   (p->change.released[TT_KEY_LEFT] != 0 && p->input.direction == 0);
    return is_left ? TT_KEY_LEFT : TT_KEY_RIGHT;
}

/* Shows hundredths of a degree as tenths, with a sign or without. 359.96 rounds to 360.0, which
 * is shown as 0.0. */
static void put_degrees(struct cells *c, int32_t hundredths, const char *sign, size_t width)
{
    unsigned tenths = (unsigned)(abs(hundredths) + 5) / 10;
    tenths = sign[0] == 0 ? tenths % 3600 : tenths;
    unsigned whole = tenths / 10;
    size_t size = (sign[0] != 0) + 3u + (whole >= 10) + (whole >= 100);
    uint8_t *at = cell_begin(c, size, width);
    *at = (uint8_t)sign[0];
    at += sign[0] != 0;
    *at = (uint8_t)('0' + whole / 100);
    at += whole >= 100;
    *at = (uint8_t)('0' + whole / 10 % 10);
    at += whole >= 10;
    at[0] = (uint8_t)('0' + whole % 10);
    at[1] = '.';
    at[2] = (uint8_t)('0' + tenths % 10);
}

/* Shows a wanted weapon by its number, or the keys for the next and the previous weapon. */
static void put_weapon(struct cells *c, const struct pressing *p)
{
    static const tt_key keys[] = {TT_KEY_NEXT_WEAPON, TT_KEY_PREV_WEAPON};
    if (p->change.pressed[TT_KEY_WEAPON] != 0) {
        struct input_cell cell;
        int32_t weapon = (int32_t)((uint32_t)p->input.wanted_weapon - 1);
        const char *name = field_weapon(weapon);
        int size = name != NULL ? snprintf(cell.text, INPUT_CELL, "%s", name)
                                : snprintf(cell.text, INPUT_CELL, "weapon %d", (int)weapon);
        cell.size = (uint32_t)size;
        put_cell(c, &cell);
    }
    for (size_t i = 0; i < 2; i++) {
        int pressed = p->change.pressed[keys[i]], released = p->change.released[keys[i]];
        if (pressed != 0 || released != 0) {
            struct input_cell cell =
                key_cell(keys[i], pressed, released != 0, p->change.held[keys[i]] != 0);
            put_cell(c, &cell);
        }
    }
}

static void put_flags(struct cells *c, const struct pressing *p)
{
    const size_t index = offsetof(tt_input, player_flags) / sizeof(int32_t);
    if (p->change.flags == 0) {
        return;
    }
    const tt_obj_member *member = tt_obj_member_at(TT_OBJ_PLAYER_INPUT, index);
    for (size_t i = 0; i < member->value_count; i++) {
        uint32_t bit = (uint32_t)member->values[i].value;
        if ((p->change.flags & bit) != 0) {
            struct input_cell cell;
            bool is_on = ((uint32_t)p->input.player_flags & bit) != 0;
            cell.size = (uint32_t)snprintf(cell.text, INPUT_CELL, "%c%s", is_on ? '+' : '-',
                                           member->values[i].name);
            put_cell(c, &cell);
        }
    }
}

/* Writes all cells to `at`, which has CELLS_ROOM bytes. Returns the end. */
static uint8_t *put_cells(uint8_t *at, const struct input_lines *lines, const struct pressing *p)
{
    at = put_key(at, lines, p, direction_key(p));
    at = put_key(at, lines, p, TT_KEY_JUMP);
    at = put_key(at, lines, p, TT_KEY_HOOK);
    struct cells c = {put_key(at, lines, p, TT_KEY_FIRE), 0};
    put_degrees(&c, p->aim, "", AIM_WIDTH);
    if (p->change.turn != 0) {
        put_degrees(&c, p->change.turn, p->change.turn < 0 ? "-" : "+", TURN_WIDTH);
    } else {
        c.blanks += TURN_WIDTH + 1;
    }
    put_weapon(&c, p);
    put_flags(&c, p);
    return c.at;
}

void input_text(const struct reading *r, const struct pressing *p, struct input_lines *lines)
{
    static const struct line_text no_word = {0, ""};
    tt_io_output *out = r->job->out;
    uint8_t cells[CELLS_ROOM], *begin = NULL, *at = NULL;
    if (lines->memory != NULL) {
        begin = tt_io_output_reserve(out, LINE_MEMORY_MOST + CELLS_ROOM);
    }
    if (begin != NULL) {
        at = line_memory_put(lines->memory, begin, r, &no_word, p->cid, name_of(p, r));
    }
    if (at != NULL) {
        at = put_cells(at, lines, p);
        *at++ = '\n';
        tt_io_output_advance(out, (size_t)(at - begin));
        return;
    }
    line_time(lines->line, r, r->io.item.tick);
    line_player(lines->line, p->cid, name_of(p, r));
    const tt_bytes shown = {cells, (size_t)(put_cells(cells, lines, p) - cells)};
    tt_io_output_bytes(line_output(lines->line), shown);
    line_end(lines->line);
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
        .aim = p->aim,
        .turn = p->change.turn,
        .pressed = {keys_json, p->change.pressed},
        .released = {keys_json, p->change.released},
    };
    rows_json(r->job, input_columns, tt_io_reading_format(&r->io), &row);
}
