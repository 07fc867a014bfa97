/* SPDX-License-Identifier: MIT
 *
 * Describes an answer in a few words for a table, beginning with the player. The table makes the
 * texts safe for a terminal.
 */
#include "cli/find/find.h"

#include <stdio.h>
#include <string.h>

#include "cli/show/fields.h"
#include "cli/text/text.h"
#include "teetape/secret.h"
#include "teetape/string.h"

static void say_bytes(struct find_what *w, tt_bytes text)
{
    size_t room = sizeof w->text - w->size;
    size_t size = text.size <= room ? text.size : tt_utf8_cut(text, room);
    if (size > 0) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a NULL text has size 0 */
        memcpy(w->text + w->size, text.data, size);
        w->size += size;
    }
}

static void say(struct find_what *w, const char *text)
{
    say_bytes(w, tt_bytes_of(text));
}

static void say_int(struct find_what *w, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    say(w, text);
}

static void say_time(struct find_what *w, int64_t ticks)
{
    char text[TEXT_TIME];
    say(w, text_time(text, ticks));
}

static void say_client(struct find_what *w, tt_bytes name, int32_t cid)
{
    if (name.data != NULL) {
        say_bytes(w, name);
    } else {
        say(w, "(client ");
        say_int(w, cid);
        say(w, ")");
    }
}

static void say_player(struct find_what *w, const tt_io_archive_answer *a)
{
    say_client(w, a->player, a->cid);
}

/* Appends the names of a session. The name that the user searched may be any of them, so all are
 * listed. */
static void say_names(struct find_what *w, const tt_io_archive_answer *a)
{
    for (size_t i = 0; i < a->name_count; i++) {
        say(w, i > 0 ? TEXT_RENAMED : "");
        say_bytes(w, a->names[i]);
    }
    if (a->name_count == 0) {
        say_player(w, a);
    }
}

static void say_map(struct find_what *w, const tt_io_archive_answer *a)
{
    if (a->map.size > 0) {
        say(w, " on ");
        say_bytes(w, a->map);
    }
}

static void say_team(struct find_what *w, const tt_io_archive_answer *a)
{
    say(w, "team ");
    say_int(w, a->team);
}

static void say_version(struct find_what *w, int64_t version)
{
    char text[TEXT_VERSION];
    if (version > 0 && version <= INT32_MAX) {
        say(w, text_version(text, (int32_t)version));
    } else {
        say_int(w, version);
    }
}

static void say_account(struct find_what *w, const tt_io_find_answer *answer)
{
    tt_bytes account = answer->value[TT_IO_FIND_text].text;
    if (answer->found->format != TT_FORMAT_DEMO) {
        say(w, " as ");
        say_bytes(w, account.data != NULL ? account : tt_bytes_of(TT_SECRET_TEXT));
    }
}

#define WEAPON_SELF (-2)

static void say_killer(struct find_what *w, const tt_io_archive_answer *a)
{
    const char *weapon =
        a->value < 0 || a->value > INT32_MAX ? NULL : field_weapon((int32_t)a->value);
    bool is_own = a->other < 0 || a->other == a->cid;
    if (is_own) {
        say(w, a->value == WEAPON_SELF ? " kills itself" : " dies");
    } else {
        say(w, " is killed by ");
        say_client(w, a->other_player, a->other);
    }
    if (weapon != NULL) {
        say(w, " with ");
        say(w, weapon);
    }
}

static const char *const client_words[TT_FACT_KINDS] = {
    [TT_FACT_JOIN] = " joins",
    [TT_FACT_LEAVE] = " leaves",
    [TT_FACT_NAME] = " is the name",
    [TT_FACT_CLAN] = " has the clan ",
    [TT_FACT_VERSION] = " has DDNet ",
    [TT_FACT_TEAM] = " joins ",
    [TT_FACT_FINISH] = " finishes in ",
    [TT_FACT_LOGIN] = " logs in",
    [TT_FACT_LOGOUT] = " logs out",
    [TT_FACT_KILL_REQUEST] = " asks to be killed",
    [TT_FACT_DEATH] = " dies",
    [TT_FACT_SWAP] = " swaps with client ",
    [TT_FACT_CHAT] = ": ",
    [TT_FACT_COMMAND] = " runs ",
    [TT_FACT_VOTE_START] = " calls a vote: ",
};

static int64_t physics_count(const tt_io_find_answer *answer)
{
    static const struct {
        const char *word;
        tt_io_find_key count;
    } counts[] = {{"unexplained", TT_IO_FIND_unexplained},
                  {"unknown", TT_IO_FIND_unknown},
                  {"explained", TT_IO_FIND_explained}};
    const tt_bytes word = answer->value[TT_IO_FIND_physics].text;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (tt_bytes_equal(word, tt_bytes_of(counts[i].word))) {
            return answer->value[counts[i].count].number;
        }
    }
    return 0;
}

/* Appends the judgement of the physics. A finish with another time than recorded is "unexplained",
 * even without an unexplained move. */
static void say_physics(struct find_what *w, const tt_io_find_answer *answer)
{
    const tt_io_find_value *word = &answer->value[TT_IO_FIND_physics];
    if (word->kind != TT_IO_FIND_TEXT) {
        return;
    }
    int64_t count = physics_count(answer);
    say(w, ", ");
    say_bytes(w, word->text);
    if (count > 0) {
        say(w, " ");
        say_int(w, count);
    }
}

static void say_digits(struct find_what *w, const tt_io_find_answer *answer)
{
    tt_bytes digits = answer->value[TT_IO_FIND_client].text;
    if (digits.size > 0) {
        say(w, ", client ");
        say_bytes(w, digits);
    }
}

static void say_client_fact(struct find_what *w, const tt_io_find_answer *answer)
{
    const tt_io_archive_answer *a = answer->found;
    tt_bytes text = answer->value[TT_IO_FIND_text].text;
    if (a->cid < 0) {
        say(w, a->fact == TT_FACT_FINISH ? "somebody" : "the server");
    } else {
        say_player(w, a);
    }
    say(w, client_words[a->fact] != NULL ? client_words[a->fact] : "");
    switch (a->fact) {
    case TT_FACT_LEAVE:
        say(w, text.size > 0 ? ": " : "");
        say_bytes(w, text);
        break;
    case TT_FACT_CLAN:
    case TT_FACT_COMMAND:
    case TT_FACT_VOTE_START:
        say_bytes(w, text);
        say_digits(w, answer);
        break;
    case TT_FACT_VERSION:
        say_version(w, a->value);
        say_digits(w, answer);
        break;
    case TT_FACT_TEAM:
        say_team(w, a);
        break;
    case TT_FACT_FINISH:
        say_time(w, a->value);
        say_map(w, a);
        say_physics(w, answer);
        break;
    case TT_FACT_LOGIN:
        say_account(w, answer);
        say(w, ", level ");
        say_int(w, a->value);
        break;
    case TT_FACT_SWAP:
        say_int(w, a->other);
        break;
    case TT_FACT_KILL:
        say_killer(w, a);
        break;
    case TT_FACT_CHAT:
        say(w, a->value == TT_CHAT_TEAM ? "(team) " : "");
        say_bytes(w, text);
        break;
    default:
        break;
    }
}

static void say_fact(struct find_what *w, const tt_io_find_answer *answer)
{
    const tt_io_archive_answer *a = answer->found;
    switch (a->fact) {
    case TT_FACT_TEAM_FINISH:
        say_team(w, a);
        say(w, " finishes in ");
        say_time(w, a->value);
        say_map(w, a);
        say_physics(w, answer);
        break;
    case TT_FACT_SAVE:
    case TT_FACT_LOAD:
        say_team(w, a);
        say(w, a->fact == TT_FACT_SAVE ? " is saved as " : " is loaded from ");
        say_bytes(w, answer->value[TT_IO_FIND_save_id].text);
        break;
    case TT_FACT_PRACTICE:
        say_team(w, a);
        say(w, a->value != 0 ? " practises" : " practises no more");
        break;
    default:
        say_client_fact(w, answer);
        break;
    }
}

static void say_recording(struct find_what *w, const tt_io_archive_answer *a)
{
    say(w, a->map.size > 0 ? "map " : "a recording");
    say_bytes(w, a->map);
    say(w, ", ");
    say_time(w, a->value);
    if (a->server.size > 0) {
        say(w, ", ");
        say_bytes(w, a->server);
    }
    tt_recording_state state = tt_recording_state_of(a->damaged, a->complete);
    if (state != TT_RECORDING_GOOD) {
        say(w, " (");
        say(w, tt_recording_state_name(state));
        say(w, a->text.size > 0 ? "): " : ")");
        say_bytes(w, a->text);
    }
}

#define DAY (sizeof "2026-11-29" - 1)

/* Describes an answer. The text has no full stop, because the last column of a table may be folded
 * or cut. */
void find_what_of(struct find_what *w, const tt_io_find_answer *answer)
{
    const tt_io_archive_answer *a = answer->found;
    w->size = 0;
    switch (a->kind) {
    case TT_IO_ARCHIVE_IS_RECORDING:
        say_recording(w, a);
        break;
    case TT_IO_ARCHIVE_IS_WRECK:
        say(w, tt_recording_state_name(TT_RECORDING_DAMAGED));
        say(w, ": ");
        say_bytes(w, a->text);
        break;
    case TT_IO_ARCHIVE_IS_GAME:
        say(w, "map ");
        say_bytes(w, a->map);
        say(w, ", game ");
        say_bytes(w, a->game_uuid);
        say(w, ", from a list");
        break;
    case TT_IO_ARCHIVE_IS_SESSION:
        say_names(w, a);
        say(w, " for ");
        say_time(w, (int64_t)a->last_tick - a->tick);
        say_map(w, a);
        if (answer->query->same_client) {
            say_digits(w, answer);
        }
        break;
    case TT_IO_ARCHIVE_IS_FACT:
        say_fact(w, answer);
        break;
    }
    tt_bytes removed = answer->value[TT_IO_FIND_removed].text;
    if (removed.size > DAY) {
        say(w, "; removed on ");
        say_bytes(w, (tt_bytes){removed.data, DAY});
    }
}
