/* SPDX-License-Identifier: MIT
 *
 * How an object and a line of chat begin.
 */
#include "cli/chat/chat.h"
#include "cli/show/text.h"

bool chat_wants_json(const struct chat *c)
{
    return c->r.job->settings->json;
}

bool chat_shows_secrets(const struct chat *c)
{
    return c->r.job->settings->show_secrets;
}

struct json chat_begin_json(struct chat *c, const char *kind)
{
    const tt_fact *fact = c->r.io.item.fact;
    const char *name = tt_io_reading_name(&c->r.io, fact->cid);
    struct json j = json_begin(c->r.job->out);
    job_json_file(c->r.job, &j);
    json_int(&j, "tick", fact->tick);
    json_text_c(&j, "kind", kind);
    json_int(&j, "cid", fact->cid);
    json_text_c(&j, "name", name[0] != 0 ? name : NULL);
    return j;
}

struct host_output *chat_begin_text(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    line_time(&c->line, &c->r, fact->tick);
    line_player(&c->line, fact->cid, tt_io_reading_name(&c->r.io, fact->cid));
    return line_output(&c->line);
}

void chat_reason_text(struct host_output *out, tt_bytes reason)
{
    if (reason.size != 0) {
        host_output_text(out, " (");
        text_safe(out, reason);
        host_output_text(out, ")");
    }
}
