/* SPDX-License-Identifier: MIT
 *
 * Readers with their bytes. See th_source.h.
 */
#include "th_source.h"

#include <stdlib.h>

#include "cm.h"
#include "support/room.h"

void th_source_count_issue(void *user, const tt_issue *issue)
{
    (void)issue;
    ++*(int *)user;
}

void th_source_place(th_source *s, const th_make *m, th_split split)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    s->split = split;
    s->scratch = room_take(TT_TH_SCRATCH);
    s->world = malloc(sizeof *s->world);
    assert_non_null(s->world);
}

void th_source_open(th_source *s, const th_make *m, th_split split, int recover)
{
    th_source_place(s, m, split);
    assert_int_equal(tt_th_init(&s->th, s->world, s->scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_options options = {recover, th_source_count_issue, &s->issues, NULL};
    tt_th_set(&s->th, &options);
}

void th_source_close(th_source *s)
{
    free(s->block);
    room_give(s->scratch, TT_TH_SCRATCH);
    free(s->world);
}

void th_source_feed(th_source *s)
{
    size_t size = th_split_next(&s->split, s->m->size - s->at);
    if (s->at == s->m->size) {
        tt_th_feed(&s->th, NULL, 0);
        return;
    }
    free(s->block);
    s->block = malloc(size != 0 ? size : 1);
    assert_non_null(s->block);
    memcpy(s->block, s->m->data + s->at, size);
    s->at += size;
    tt_th_feed(&s->th, s->block, size);
}

tt_status th_source_next(th_source *s, tt_th_event *event)
{
    tt_status status;
    while ((status = tt_th_next(&s->th, event)) == TT_MORE) {
        th_source_feed(s);
    }
    return status;
}

tt_status th_source_next_sparse(th_source *s, tt_th_event *event)
{
    tt_status status;
    while ((status = tt_th_next_sparse(&s->th, event, INT32_MAX)) == TT_MORE) {
        th_source_feed(s);
    }
    return status;
}

tt_status th_source_advance(th_source *s, int32_t tick)
{
    tt_status status;
    while ((status = tt_th_advance(&s->th, tick)) == TT_MORE) {
        th_source_feed(s);
    }
    return status;
}

int64_t th_source_next_tick(th_source *s)
{
    int32_t tick;
    tt_status status;
    while ((status = tt_th_next_tick(&s->th, &tick)) == TT_MORE) {
        th_source_feed(s);
    }
    return status == TT_OK ? tick : (int64_t)INT32_MAX + 1;
}
