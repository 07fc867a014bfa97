/* SPDX-License-Identifier: MIT
 *
 * Who comes and goes, and what clients are called.
 */
#include "cli/chat/chat.h"

#include <string.h>

#include "cli/shell/secrets.h"
#include "cli/show/text.h"

static void show_join(struct chat *c)
{
    const struct tt_fact_join *join = &c->r.io.item.fact->u.join;
    if (join->silent) {
        return;
    }
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "join");
        if (!c->is_demo) {
            json_bool(&j, "recorded", join->recorded);
        }
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, join->recorded || c->is_demo ? "* joined" : "* is here");
    if (!c->is_demo && join->protocol != TT_PROTOCOL_UNKNOWN) {
        host_output_text(out, join->protocol == TT_PROTOCOL_7 ? " (0.7)" : " (0.6)");
    }
    line_end(&c->line);
}

/* Only the LEAVE of a client, not that of a session whose slot another one took. */
static void show_leave(struct chat *c)
{
    const struct tt_fact_leave *leave = &c->r.io.item.fact->u.leave;
    tt_bytes reason = secrets_prose(leave->reason, chat_shows_secrets(c));
    if (leave->how == TT_LEFT_REPLACED || leave->silent) {
        return;
    }
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "leave");
        json_text(&j, "reason", reason);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, "* left");
    chat_reason_text(out, reason);
    line_end(&c->line);
}

/* `old` is empty for the first name. */
static void show_name(struct chat *c, const char *old)
{
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "name");
        json_text_c(&j, "old_name", old[0] != 0 ? old : NULL);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, old[0] != 0 ? "* is now " : "* is ");
    text_safe(out, c->r.io.item.fact->u.name.name);
    if (old[0] != 0) {
        host_output_text(out, ", was ");
        text_safe(out, tt_bytes_of(old));
    }
    line_end(&c->line);
}

/* A client that starts over says its name again. */
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

static void show_team(struct chat *c)
{
    int32_t team = c->r.io.item.fact->u.team.team;
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "team");
        json_int(&j, "team", team);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, "* team ");
    host_output_int(out, team);
    line_end(&c->line);
}

static const char *level_word(int32_t level)
{
    static const char *const words[] = {"nobody", "helper", "moderator", "admin"};
    return level >= 0 && level < 4 ? words[level] : "unknown level";
}

static void show_login(struct chat *c)
{
    const struct tt_fact_login *login = &c->r.io.item.fact->u.login;
    tt_bytes shown = chat_shows_secrets(c) ? login->account : tt_bytes_of(TT_SECRET_TEXT);
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "login");
        json_int(&j, "level", login->level);
        json_text(&j, "auth_name", shown);
        json_end(&j);
        return;
    }
    struct host_output *out = chat_begin_text(c);
    host_output_text(out, "* logged in as ");
    host_output_text(out, level_word(login->level));
    host_output_text(out, ", account ");
    text_safe(out, shown);
    line_end(&c->line);
}

static void show_logout(struct chat *c)
{
    if (chat_wants_json(c)) {
        struct json j = chat_begin_json(c, "logout");
        json_end(&j);
        return;
    }
    host_output_text(chat_begin_text(c), "* logged out");
    line_end(&c->line);
}

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
