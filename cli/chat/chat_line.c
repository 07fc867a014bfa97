/* SPDX-License-Identifier: MIT
 *
 * How an object and a line of chat begin.
 */
#include "cli/chat/chat.h"
#include "cli/text/text.h"

/* The beginning of every object. */
struct head {
    int32_t tick;
    const char *time, *kind;
    int32_t cid;
    const char *name;
};

const struct column chat_columns[] = {
    COLUMN(struct head, tick, "of the fact"),
    COLUMN_WALL(struct head),
    COLUMN(struct head, kind, "which other keys there are, see below"),
    COLUMN(struct head, cid, "client id; -1 for the server"),
    COLUMN(struct head, name, "of the client; null when none is known"),
    COLUMNS_END,
};

bool chat_shows_secrets(const struct chat *c)
{
    return c->r.job->settings->show_secrets;
}

/* The name is that of the moment of the fact, not the last one. For the server (cid -1) it is
 * empty, and so null. */
bool chat_json(struct chat *c, const struct column_object *object, const void *row)
{
    const tt_fact *fact = c->r.io.item.fact;
    const char *name = tt_io_reading_name(&c->r.io, fact->cid);
    if (!c->r.job->settings->json) {
        return false;
    }
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    const struct head head = {fact->tick, reading_clock(&c->r, clock, fact->tick), object->name,
                              fact->cid, name[0] != 0 ? name : NULL};
    rows_object(c->r.job, chat_columns, &head, object, tt_io_reading_format(&c->r.io), row);
    return true;
}

/* No word: what follows says it, in a sentence. */
tt_io_output *chat_begin_text(struct chat *c)
{
    const tt_fact *fact = c->r.io.item.fact;
    line_time(&c->line, &c->r, fact->tick);
    line_player(&c->line, fact->cid, tt_io_reading_name(&c->r.io, fact->cid));
    return line_output(&c->line);
}

void chat_reason_text(tt_io_output *out, tt_bytes reason)
{
    if (reason.size != 0) {
        tt_io_output_text(out, " (");
        text_safe(out, reason);
        tt_io_output_text(out, ")");
    }
}
