/* SPDX-License-Identifier: MIT
 *
 * teetape chat of a demo: what was said, by whom and to whom. Snapshots matter only for the names,
 * so they are unpacked where somebody says something.
 */
#include <string.h>

#include "cli/read/demo_command.h"
#include "cli/read/demo_visit.h"
#include "cli/shell/secrets.h"
#include "cli/show/json.h"
#include "cli/show/line.h"
#include "cli/show/text.h"

/* As the game numbers the listeners of a chat line, in 0.6 and DDNet, and in 0.7. */
enum { CHAT_TEAM = 1, CHAT_WHISPER_SENT = 2, CHAT_WHISPER_RECEIVED = 3 };
enum { CHAT7_TEAM = 2, CHAT7_WHISPER = 3 };

struct chat {
    struct demo_visit v;
    struct line line;
};

/* A line of chat, whatever the protocol. */
struct said {
    int32_t cid;    /* who says it: -1 for the server, and for nobody knows whom */
    bool by_server; /* -1 is the server */
    const char *to; /* "all", "team" or "player" */
    int32_t to_cid; /* "player": to whom; -1 when it is not known */
    tt_bytes text;
};

static bool wants_json(const struct chat *c)
{
    return c->v.r.job->settings->json;
}

static void name_json(struct json *j, const struct chat *c, const char *key, int32_t cid)
{
    const char *name = demo_visit_name(&c->v, cid);
    json_text_c(j, key, name[0] != 0 ? name : NULL);
}

static struct json begin_json(struct chat *c, const char *kind, int32_t cid)
{
    struct json j = json_begin(c->v.r.job->out);
    job_json_file(c->v.r.job, &j);
    json_int(&j, "tick", c->v.r.event.tick);
    json_text_c(&j, "kind", kind);
    json_int(&j, "cid", cid);
    name_json(&j, c, "name", cid);
    return j;
}

static struct host_output *begin_text(struct chat *c, int32_t cid)
{
    char clock[PLACE_CLOCK_TEXT];
    int32_t tick = c->v.r.event.tick;
    line_begin(&c->line, demo_recording_time(&c->v.r, tick), tick,
               demo_visit_clock(&c->v, clock, tick));
    line_player(&c->line, cid, demo_visit_name(&c->v, cid));
    return line_output(&c->line);
}

/* What may be shown of a line, and "***" for the rest. Nothing of what one player said to another.
 */
static tt_bytes shown_text(const struct chat *c, const struct said *s, char *space, size_t size)
{
    tt_bytes text = s->text;
    size_t open = strcmp(s->to, "player") == 0 ? 0 : tt_secret_sv_chat(text);
    if (open == text.size || c->v.r.job->settings->show_secrets) {
        return text;
    }
    open = open < size - sizeof TT_SECRET_TEXT ? open : 0;
    memcpy(space, text.data, open);
    memcpy(space + open, TT_SECRET_TEXT, sizeof TT_SECRET_TEXT);
    return (tt_bytes){(const uint8_t *)space, open + sizeof TT_SECRET_TEXT - 1};
}

static void said_json(struct chat *c, const struct said *s, tt_bytes text)
{
    struct json j = begin_json(c, s->by_server ? "server" : "chat", s->cid);
    if (!s->by_server) {
        json_bool(&j, "team", strcmp(s->to, "team") == 0);
        json_text_c(&j, "to", s->to);
    }
    if (strcmp(s->to, "player") == 0) {
        json_int(&j, "to_cid", s->to_cid);
        name_json(&j, c, "to_name", s->to_cid);
    }
    json_text(&j, "text", text);
    json_end(&j);
}

static void said_text(struct chat *c, const struct said *s, tt_bytes text)
{
    struct host_output *out = begin_text(c, s->cid);
    const char *to_name = demo_visit_name(&c->v, s->to_cid);
    if (s->by_server) {
        host_output_text(out, "* ");
    }
    if (strcmp(s->to, "team") == 0) {
        host_output_text(out, "(team) ");
    } else if (strcmp(s->to, "player") == 0) {
        host_output_text(out, "(whisper to ");
        text_safe(out, tt_bytes_of(to_name[0] != 0 ? to_name : "somebody"));
        host_output_text(out, ") ");
    }
    text_safe(out, text);
    line_end(&c->line);
}

static void show_said(struct chat *c, const struct said *s)
{
    char space[1024];
    tt_bytes text = shown_text(c, s, space, sizeof space);
    if (!s->by_server || s->to_cid >= 0) {
        demo_visit_catch_up(&c->v); /* names are wanted */
    }
    if (!demo_visit_is_chosen(&c->v, s->cid) && !demo_visit_is_chosen(&c->v, s->to_cid)) {
        return;
    }
    if (wants_json(c)) {
        said_json(c, s, text);
    } else {
        said_text(c, s, text);
    }
}

/* A whisper that was sent tells to whom: it is the recording player's. Those that were received
 * tell from whom. */
static void show_chat(struct chat *c, const struct tt_sv_chat *chat)
{
    bool is_sent = chat->team == CHAT_WHISPER_SENT;
    bool is_whisper = is_sent || chat->team == CHAT_WHISPER_RECEIVED;
    struct said s = {.cid = chat->cid, .to = "all", .to_cid = -1, .text = chat->message};
    s.by_server = chat->cid < 0 && !is_whisper;
    if (chat->team == CHAT_TEAM) {
        s.to = "team";
    }
    if (is_whisper) {
        demo_visit_catch_up(&c->v); /* who is it that records? */
        s.to = "player";
        s.cid = is_sent ? c->v.follower.local : chat->cid;
        s.to_cid = is_sent ? chat->cid : c->v.follower.local;
    }
    show_said(c, &s);
}

static void show_chat7(struct chat *c, const struct tt_sv7_chat *chat)
{
    bool is_whisper = chat->mode == CHAT7_WHISPER;
    struct said s = {.cid = chat->cid, .to = "all", .to_cid = -1, .text = chat->message};
    s.by_server = chat->cid < 0;
    s.to = chat->mode == CHAT7_TEAM ? "team" : is_whisper ? "player" : "all";
    s.to_cid = is_whisper ? chat->target : -1;
    show_said(c, &s);
}

static void reason_text(struct host_output *out, tt_bytes reason)
{
    if (reason.size != 0) {
        host_output_text(out, " (");
        text_safe(out, reason);
        host_output_text(out, ")");
    }
}

/* `cid`: who called it, if that is known. A time of 0 says that a vote is over. */
static void show_vote(struct chat *c, int32_t cid, int32_t seconds, tt_bytes what, tt_bytes reason)
{
    if (!demo_visit_is_chosen(&c->v, cid)) {
        return;
    }
    what = secrets_prose(what, c->v.r.job->settings->show_secrets);
    reason = secrets_prose(reason, c->v.r.job->settings->show_secrets);
    if (wants_json(c)) {
        struct json j = begin_json(c, "vote", cid);
        json_int(&j, "seconds", seconds);
        json_text(&j, "description", what);
        json_text(&j, "reason", reason);
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c, cid);
    if (seconds == 0) {
        host_output_text(out, "* the vote is over");
    } else {
        host_output_text(out, "* a vote: ");
        text_safe(out, what);
        reason_text(out, reason);
    }
    line_end(&c->line);
}

/* In 0.7 clients are told of in messages of their own; in 0.6 the server says it in chat. */
static void show_coming(struct chat *c, int32_t cid, const char *kind, tt_bytes reason)
{
    bool leaves = strcmp(kind, "leave") == 0;
    if (!demo_visit_is_chosen(&c->v, cid)) {
        return;
    }
    reason = secrets_prose(reason, c->v.r.job->settings->show_secrets);
    if (wants_json(c)) {
        struct json j = begin_json(c, kind, cid);
        if (leaves) {
            json_text(&j, "reason", reason);
        }
        json_end(&j);
        return;
    }
    struct host_output *out = begin_text(c, cid);
    host_output_text(out, leaves ? "* left" : "* joined");
    reason_text(out, reason);
    line_end(&c->line);
}

static void show_alert(struct chat *c, tt_bytes text)
{
    struct said s = {.cid = -1, .by_server = true, .to = "all", .to_cid = -1, .text = text};
    show_said(c, &s);
}

static void show_message(struct chat *c)
{
    const tt_sv_msg *msg = &c->v.follower.message;
    static const tt_bytes nothing = {NULL, 0};
    switch (msg->kind) {
    case TT_SV_CHAT:
        show_chat(c, &msg->u.sv_chat);
        break;
    case TT_SV7_CHAT:
        show_chat7(c, &msg->u.sv7_chat);
        break;
    case TT_SV_VOTE_SET:
        show_vote(c, -1, msg->u.sv_vote_set.timeout, msg->u.sv_vote_set.description,
                  msg->u.sv_vote_set.reason);
        break;
    case TT_SV7_VOTE_SET:
        show_vote(c, msg->u.sv7_vote_set.cid, msg->u.sv7_vote_set.timeout,
                  msg->u.sv7_vote_set.description, msg->u.sv7_vote_set.reason);
        break;
    case TT_SV7_CLIENT_INFO:
        if (!msg->u.sv7_client_info.silent) {
            show_coming(c, msg->u.sv7_client_info.cid, "join", nothing);
        }
        break;
    case TT_SV7_CLIENT_DROP:
        if (!msg->u.sv7_client_drop.silent) {
            show_coming(c, msg->u.sv7_client_drop.cid, "leave", msg->u.sv7_client_drop.reason);
        }
        break;
    case TT_SV_SERVER_ALERT:
        show_alert(c, msg->u.sv_server_alert.message);
        break;
    case TT_SV_MODERATOR_ALERT:
        show_alert(c, msg->u.sv_moderator_alert.message);
        break;
    default:
        break;
    }
}

/* Of all messages those that show_message knows. */
static uint64_t wanted_messages(const struct chat *c)
{
    uint64_t extended = tt_sv_bit(TT_SV_SERVER_ALERT) | tt_sv_bit(TT_SV_MODERATOR_ALERT);
    return extended | (c->v.follower.protocol == TT_PROTOCOL_7
                           ? tt_sv_bit(TT_SV7_CHAT) | tt_sv_bit(TT_SV7_VOTE_SET)
                           : tt_sv_bit(TT_SV_CHAT) | tt_sv_bit(TT_SV_VOTE_SET));
}

enum exit_status demo_chat(struct job *job)
{
    struct chat c;
    memset(&c, 0, sizeof c);
    if (demo_visit_open(&c.v, job, DEMO_VISIT_LAZY) && line_open(&c.line, job, 0, &c.v.status)) {
        demo_visit_only(&c.v, wanted_messages(&c));
        while (demo_visit_next(&c.v) && host_output_error(job->out) == 0) {
            show_message(&c);
        }
        line_close(&c.line);
    }
    return demo_visit_close(&c.v);
}
