/* SPDX-License-Identifier: MIT
 *
 * Reads the rules of a game from the header of a teehistorian file, and the actions of players and
 * of the server from its records.
 */
#include "follow/actions.h"

#include "base/ascii.h"
#include "base/json_int.h"
#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/message.h"

/* -- the header ------------------------------------------------------------------------------ */

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Returns the version after the last comma: 16.4 for "0.6.4, 16.4". Letters or a hash after it are
 * ignored. */
static int32_t version_of(tt_bytes text)
{
    int32_t part[3] = {0, 0, 0};
    size_t at = text.size;
    while (at > 0 && text.data[at - 1] != ',') {
        at--;
    }
    while (at < text.size && text.data[at] == ' ') {
        at++;
    }
    for (int i = 0; i < 3; i++) {
        while (at < text.size && is_digit(text.data[at]) && part[i] < 1000) {
            part[i] = part[i] * 10 + text.data[at++] - '0';
        }
        if (at >= text.size || text.data[at] != '.') {
            break;
        }
        at++;
    }
    return TTI_VERSION(part[0], part[1], part[2]);
}

static uint64_t hex_of(tt_bytes text, size_t at)
{
    uint64_t value = 0;
    for (size_t i = at; i < at + 16 && i < text.size; i++) {
        int digit = tti_hex_value(text.data[i]);
        value = value << 4 | (digit >= 0 ? (uint64_t)digit : 0);
    }
    return value;
}

static int64_t number_of(tt_bytes text)
{
    int64_t value = 0;
    return tti_json_int(&value, text) == TT_OK ? value : 0;
}

void tti_rules_of(tti_rules *rules, const tt_th_header *header)
{
    enum { SEED = 11, STEP = SEED + 17 };
    tt_th_member member;
    tti_rules_init(rules);
    rules->minor = TT_TH_HAS(header, version_minor) ? (int32_t)header->version_minor : 0;
    rules->is_cut = TT_TH_HAS(header, cut_of) != 0;
    if (TT_TH_HAS(header, server_version)) {
        rules->version = version_of(header->server_version);
    }
    if (TT_TH_HAS(header, prng_description)) {
        rules->random = hex_of(header->prng_description, SEED);
        rules->random_step = hex_of(header->prng_description, STEP);
    }
    for (tt_th_iter i = tt_th_iter_of(header, TT_TH_CONFIG); tt_th_iter_next(&i, &member);) {
        (void)tti_rules_set(rules, member.key, number_of(member.value));
    }
    for (tt_th_iter i = tt_th_iter_of(header, TT_TH_TUNING); tt_th_iter_next(&i, &member);) {
        (void)tti_rules_tune(rules, member.key, number_of(member.value));
    }
}

/* -- actions --------------------------------------------------------------------------------- */

static size_t put_word(uint8_t *words, size_t at, tt_bytes word)
{
    if (word.size >= TTI_ACTION_TEXT - at) {
        return at;
    }
    tti_copy(words + at, word.data, word.size);
    words[at + word.size] = 0;
    return at + word.size + 1;
}

static tt_bytes words_of(uint8_t *words, const struct tt_th_console_command *command)
{
    size_t size = put_word(words, 0, command->cmd);
    for (tt_texts rest = command->args; rest.count > 0;) {
        size = put_word(words, size, tt_texts_next(&rest));
    }
    return (tt_bytes){words, size};
}

/* Returns true for messages of kills, changes of sides and cameras. */
static bool message_of(const struct tt_th_message *message, tti_action *action)
{
    const tt_msg *msg = message->decoded;
    action->message = msg != NULL ? (int32_t)msg->kind : -1;
    if (msg == NULL) {
        return false;
    }
    switch (msg->kind) {
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        return true;
    case TT_MSG_CL_SET_TEAM:
    case TT_MSG_CL7_SET_TEAM:
        action->u.value = msg->u.cl_set_team.team < 0;
        return true;
    case TT_MSG_CL_CAMERA_INFO:
        action->u.camera.zoom = msg->u.cl_camera_info.zoom;
        action->u.camera.deadzone = msg->u.cl_camera_info.deadzone;
        action->u.camera.follow = msg->u.cl_camera_info.follow_factor;
        return true;
    default:
        return false;
    }
}

static bool is_action(tti_action *action, uint8_t *words, const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        action->u.place.x = event->u.player_diff.x;
        action->u.place.y = event->u.player_diff.y;
        return true;
    case TT_TH_PLAYER_NEW:
        action->u.place.x = event->u.player_new.x;
        action->u.place.y = event->u.player_new.y;
        return true;
    case TT_TH_INPUT_NEW:
        action->u.input = tt_input_of(event->u.input_new.input);
        return true;
    case TT_TH_INPUT_DIFF:
        action->u.input = tt_input_of(event->u.input_diff.input);
        return true;
    case TT_TH_MESSAGE:
        return message_of(&event->u.message, action);
    case TT_TH_CONSOLE_COMMAND:
        action->cid = event->u.console_command.cid;
        action->u.value = event->u.console_command.flags;
        action->text = words_of(words, &event->u.console_command);
        return true;
    case TT_TH_PLAYER_TEAM:
        action->u.team.team = event->u.player_team.team;
        return true;
    case TT_TH_TEAM_PRACTICE:
        action->u.team.team = event->u.team_practice.team;
        action->u.team.value = event->u.team_practice.practice;
        return true;
    case TT_TH_PLAYER_SWITCH:
        action->u.value = event->u.player_switch.cid2;
        return true;
    case TT_TH_SAVE_SUCCESS:
        action->u.team.team = event->u.save_success.team;
        return true;
    case TT_TH_SAVE_FAILURE:
        action->u.team.team = event->u.save_failure.team;
        return true;
    case TT_TH_LOAD_SUCCESS:
        action->u.team.team = event->u.load_success.team;
        action->text = event->u.load_success.save;
        return true;
    case TT_TH_LOAD_FAILURE:
        action->u.team.team = event->u.load_failure.team;
        return true;
    case TT_TH_PLAYER_FINISH:
        action->u.value = event->u.player_finish.ticks;
        return true;
    default:
        return event->kind == TT_TH_PLAYER_OLD || event->kind == TT_TH_JOIN ||
               event->kind == TT_TH_PLAYER_READY || event->kind == TT_TH_DROP;
    }
}

/* Returns true for events after which the physics needs the name of a client: loads and some
 * commands refer to clients by name. */
static bool refers_to_name(const tt_th_event *event)
{
    return event->kind == TT_TH_JOIN || event->kind == TT_TH_PLAYER_READY ||
           event->kind == TT_TH_PLAYER_NAME || event->kind == TT_TH_MESSAGE;
}

int tti_actions_of(tti_action *actions, uint8_t *words, const tt_th_event *event,
                   const tt_world *file)
{
    int count = 0;
    tti_action *action = &actions[0];
    *action = (tti_action){.kind = event->kind, .tick = event->tick, .cid = event->cid};
    count += is_action(action, words, event);
    if (refers_to_name(event)) {
        actions[count] =
            (tti_action){.kind = TT_TH_PLAYER_NAME, .tick = event->tick, .cid = event->cid};
        actions[count++].text = tt_bytes_of(file->client[event->cid].name);
    }
    return count;
}

bool tti_action_is_move(tt_th_kind kind)
{
    return kind == TT_TH_PLAYER_DIFF || kind == TT_TH_PLAYER_NEW || kind == TT_TH_PLAYER_OLD;
}

bool tti_action_is_inside_tick(tt_th_kind kind, int32_t cid)
{
    switch (kind) {
    case TT_TH_PLAYER_FINISH:
    case TT_TH_SAVE_SUCCESS:
    case TT_TH_SAVE_FAILURE:
    case TT_TH_LOAD_SUCCESS:
    case TT_TH_LOAD_FAILURE:
        return true;
    case TT_TH_CONSOLE_COMMAND:
        return cid < 0;
    default:
        return false;
    }
}
