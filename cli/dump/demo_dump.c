/* SPDX-License-Identifier: MIT
 *
 * teetape dump of a demo: every chunk, and the items of its snapshots.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/dump/dump_options.h"
#include "cli/read/demo_command.h"
#include "cli/read/demo_event.h"
#include "cli/read/demo_item.h"
#include "cli/shell/kinds.h"
#include "cli/shell/memory.h"
#include "cli/show/line.h"

/* Of a word for a kind of chunk. */
#define KIND_WIDTH 8

struct dump {
    struct demo_visit v;
    struct line line;
    bool wants_items, wants_all_items;
    bool wants[TT_DEMO_KINDS];
    uint8_t *space; /* for the JSON of an item */
};

/* --messages is --kind message; --kind item is --items. */
static void take_options(struct dump *d, const struct dump_options *options)
{
    const char *kinds = options->messages ? "message" : options->kinds;
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        d->wants[kind] = kinds_has(kinds, tt_demo_kind_name((tt_demo_kind)kind));
    }
    d->wants_items = options->items != NULL || (kinds != NULL && kinds_has(kinds, "item"));
    d->wants_all_items = options->items != NULL && strcmp(options->items, "all") == 0;
}

static void begin_line(struct dump *d, const char *kind, int32_t cid)
{
    char clock[PLACE_CLOCK_TEXT];
    int32_t tick = d->v.r.event.tick;
    line_begin(&d->line, demo_recording_time(&d->v.r, tick), tick,
               demo_visit_clock(&d->v, clock, tick));
    line_word(&d->line, kind);
    line_player(&d->line, cid, demo_visit_name(&d->v, cid));
}

static void show_item(void *user, const struct demo_item *item)
{
    struct dump *d = user;
    if (!demo_visit_is_chosen(&d->v, item->cid)) {
        return;
    }
    if (d->v.r.job->settings->json) {
        struct json j = json_begin(d->v.r.job->out);
        job_json_file(d->v.r.job, &j);
        json_int(&j, "tick", d->v.r.event.tick);
        json_text_c(&j, "kind", "item");
        demo_item_json(&j, item, d->space);
        json_end(&j);
        return;
    }
    begin_line(d, "item", item->cid);
    demo_item_text(line_output(&d->line), item);
    line_end(&d->line);
}

static void show_chunk(struct dump *d)
{
    const tt_demo_event *event = &d->v.r.event;
    if (d->v.r.job->settings->json) {
        struct json j = json_begin(d->v.r.job->out);
        job_json_file(d->v.r.job, &j);
        demo_event_json(&j, &d->v);
        json_end(&j);
        return;
    }
    begin_line(d, tt_demo_kind_name(event->kind), demo_event_cid(&d->v));
    if (demo_event_has_text(&d->v)) {
        demo_event_text(line_output(&d->line), &d->v);
    }
    line_end(&d->line);
}

static void show(struct dump *d)
{
    const tt_demo_event *event = &d->v.r.event;
    bool is_snapshot = event->kind == TT_DEMO_SNAPSHOT || event->kind == TT_DEMO_DELTA;
    if (d->wants[event->kind] && demo_event_is_chosen(&d->v)) {
        show_chunk(d);
    }
    if (d->wants_items && is_snapshot && event->status == TT_OK) {
        demo_item_each(&d->v, d->wants_all_items, show_item, d);
    }
}

enum exit_status demo_dump(struct job *job)
{
    struct dump d;
    memset(&d, 0, sizeof d);
    take_options(&d, job->options);
    d.space = memory_zeros(job->path, DEMO_ITEM_SPACE);
    if (d.space == NULL) {
        return EXIT_SYSTEM;
    }
    if (demo_visit_open(&d.v, job, 0) && line_open(&d.line, job, KIND_WIDTH, &d.v.status)) {
        while (demo_visit_next(&d.v) && host_output_error(job->out) == 0) {
            show(&d);
        }
        line_close(&d.line);
    }
    free(d.space);
    return demo_visit_close(&d.v);
}
