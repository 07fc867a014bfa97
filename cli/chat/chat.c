/* SPDX-License-Identifier: MIT
 *
 * Who comes and goes, and what clients are called.
 */
#include "cli/chat/chat.h"

#include <string.h>

#include "cli/shell/secrets.h"
#include "cli/text/text.h"

/* The row of a JOIN. The others that are not the struct of the fact itself are here for the same
 * reason: a member has another type, or another meaning. */
struct join {
    bool recorded;
};

const struct column_object chat_join = COLUMN_OBJECT(
    "join", "a client joined", TT_FORMAT_UNKNOWN,
    COLUMN(struct join, recorded, "false when the client was first seen without a JOIN",
           .where = TT_FORMAT_TEEHISTORIAN));

/* "is here": a teehistorian file that begins late mentions clients of whose JOIN nothing is known.
 * In a demo nothing of that kind is said. */
static void show_join(struct chat *c)
{
    const struct tt_fact_join *join = &c->r.io.item.fact->u.join;
    const struct join row = {join->recorded != 0};
    if (join->silent || chat_json(c, &chat_join, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, join->recorded || c->is_demo ? "* joined" : "* is here");
    if (!c->is_demo && join->protocol != TT_PROTOCOL_UNKNOWN) {
        tt_io_output_text(out, join->protocol == TT_PROTOCOL_7 ? " (0.7)" : " (0.6)");
    }
    line_end(&c->line);
}

const struct column_object chat_leave =
    COLUMN_OBJECT("leave", "a client left", TT_FORMAT_UNKNOWN,
                  COLUMN(struct tt_fact_leave, reason, "empty when none was given"));

/* Only the LEAVE of a client, not that of a session whose slot another one took. The reason is a
 * text that somebody wrote, and may have a code in it. */
static void show_leave(struct chat *c)
{
    char space[CHAT_SHOWN];
    const struct tt_fact_leave *leave = &c->r.io.item.fact->u.leave;
    struct tt_fact_leave row = *leave;
    row.reason = chat_shown(c, &leave->reason, space);
    if (row.how == TT_LEFT_REPLACED || row.silent || chat_json(c, &chat_leave, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* left");
    chat_reason_text(out, row.reason);
    line_end(&c->line);
}

/* The new name is in every object already: it is the name at the moment of the fact. */
struct name {
    const char *old_name;
};

const struct column_object chat_name =
    COLUMN_OBJECT("name", "a client has this name now", TT_FORMAT_UNKNOWN,
                  COLUMN(struct name, old_name, "null for the first one"));

/* `old` is empty for the first name. */
static void show_name(struct chat *c, const char *old)
{
    const struct name row = {old[0] != 0 ? old : NULL};
    if (chat_json(c, &chat_name, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, old[0] != 0 ? "* is now " : "* is ");
    text_safe(out, c->r.io.item.fact->u.name.name);
    if (old[0] != 0) {
        tt_io_output_text(out, ", was ");
        text_safe(out, tt_bytes_of(old));
    }
    line_end(&c->line);
}

/* A client that starts over says its name again, which is no news. Names are followed also before
 * the span, so that the first one in it has the right old name. A name without room is none of the
 * game's and is not shown. */
static void take_name(struct chat *c)
{
    char old[TT_NAME_CAP];
    const tt_fact *fact = c->r.io.item.fact;
    tt_bytes name = fact->u.name.name;
    char *shown = c->names[fact->cid];
    if (name.size >= TT_NAME_CAP || tt_bytes_equal(name, tt_bytes_of(shown))) {
        return;
    }
    memcpy(old, shown, sizeof old);
    memcpy(shown, name.data, name.size);
    shown[name.size] = 0;
    if (c->r.io.in_span) {
        show_name(c, old);
    }
}

const struct column_object chat_team =
    COLUMN_OBJECT("team", "a client joined a DDRace team", TT_FORMAT_UNKNOWN,
                  COLUMN(struct tt_fact_team, team, "its number; 0 is none", .is_any = true));

/* 0 is a team to this fact: the client has left the one that it was in. */
static void show_team(struct chat *c)
{
    const struct tt_fact_team *row = &c->r.io.item.fact->u.team;
    if (chat_json(c, &chat_team, row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* team ");
    tt_io_output_int(out, row->team);
    line_end(&c->line);
}

/* `auth_name` is what DDNet calls the account. */
struct login {
    int32_t level;
    tt_bytes auth_name;
};

const struct column_object chat_login =
    COLUMN_OBJECT("login", "a client logged in to rcon", TT_FORMAT_UNKNOWN,
                  COLUMN(struct login, level, "1 helper, 2 moderator, 3 admin", .is_any = true),
                  COLUMN(struct login, auth_name, "the account"));

/* The levels of DDNet. 0 is none that a LOGIN has, but a file may hold any int. */
static const char *level_word(int32_t level)
{
    static const char *const words[] = {"nobody", "helper", "moderator", "admin"};
    return level >= 0 && level < 4 ? words[level] : "unknown level";
}

/* The account is a secret, its level is not. */
static void show_login(struct chat *c)
{
    const struct tt_fact_login *login = &c->r.io.item.fact->u.login;
    char space[CHAT_SHOWN];
    const struct login row = {login->level, chat_shown(c, &login->account, space)};
    if (chat_json(c, &chat_login, &row)) {
        return;
    }
    tt_io_output *out = chat_begin_text(c);
    tt_io_output_text(out, "* logged in as ");
    tt_io_output_text(out, level_word(row.level));
    tt_io_output_text(out, ", account ");
    text_safe(out, row.auth_name);
    line_end(&c->line);
}

const struct column_object chat_logout = {"logout", "a client logged out of rcon",
                                          TT_FORMAT_UNKNOWN, NULL};

static void show_logout(struct chat *c)
{
    if (!chat_json(c, &chat_logout, NULL)) {
        tt_io_output_text(chat_begin_text(c), "* logged out");
        line_end(&c->line);
    }
}

/* Kinds that are not here were not wanted (cmd_chat.c). NAME is not here either: chat_take has it.
 */
static void show(struct chat *c)
{
    switch (c->r.io.item.fact->kind) {
    case TT_FACT_JOIN:
        show_join(c);
        break;
    case TT_FACT_LEAVE:
        show_leave(c);
        break;
    case TT_FACT_TEAM:
        show_team(c);
        break;
    case TT_FACT_LOGIN:
        show_login(c);
        break;
    case TT_FACT_LOGOUT:
        show_logout(c);
        break;
    case TT_FACT_COMMAND:
        chat_show_command(c);
        break;
    case TT_FACT_CHAT:
        chat_show_said(c);
        break;
    case TT_FACT_SERVER_MESSAGE:
        chat_show_server(c);
        break;
    case TT_FACT_VOTE_START:
    case TT_FACT_VOTE_END:
        chat_show_vote(c);
        break;
    default:
        break;
    }
}

/* Names are taken whatever the span is; all else only in it. */
void chat_take(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    if (fact->kind == TT_FACT_JOIN) {
        c->names[fact->cid][0] = 0; /* that of who was there before */
    }
    if (fact->kind == TT_FACT_NAME) {
        take_name(c);
    } else if (c->r.io.in_span) {
        show(c);
    }
}
