/* SPDX-License-Identifier: MIT
 *
 * Cuts in memory. See th_cut.h.
 */
#include "th_cut.h"

#include <stdlib.h>

#include "cm.h"

/* A small buffer, so that there are many pieces. */
#define BUFFER 1000

static int put(void *user, tt_bytes piece)
{
    th_make_bytes(user, piece.data, piece.size);
    return 0;
}

static void write_header(tt_th_cut *cut, const tt_th_header *header)
{
    size_t size = tt_th_cut_header_bound(cut, header);
    uint8_t *space = malloc(size);
    assert_non_null(space);
    assert_int_equal(tt_th_cut_header(cut, header, space, size), TT_OK);
    free(space);
}

th_cut_result th_cut(th_make *out, const th_make *m, const tt_th_cut_options *options,
                     th_split split, int recover)
{
    static uint8_t buffer[BUFFER];
    th_source s;
    tt_th_event event;
    tt_th_writer writer;
    tt_th_cut cut;
    th_cut_result result;
    tt_th_history *history = malloc(sizeof *history);
    assert_non_null(history);
    th_make_free(out);
    tt_th_history_init(history);
    assert_int_equal(tt_th_writer_init(&writer, buffer, sizeof buffer, put, out), TT_OK);
    assert_int_equal(tt_th_cut_init(&cut, &writer, options), TT_OK);
    th_source_open(&s, m, split, recover);
    assert_int_equal(th_source_next(&s, &event), TT_OK);
    write_header(&cut, tt_th_look(&s.th).header);
    while ((result.status = tt_th_cut_next(&cut, &s.th, history)) == TT_MORE) {
        th_source_feed(&s);
    }
    assert_int_equal(tt_th_cut_finish(&cut, s.world, history), TT_OK);
    assert_true(tt_th_writer_size(&writer) == out->size);
    const tt_th_cut_view view = tt_th_cut_look(&cut);
    result.events = view.events;
    result.left_out = view.left_out;
    result.game_uuid = view.game_uuid;
    result.cut_of = view.cut_of;
    th_source_close(&s);
    free(history);
    return result;
}

/* True for a name with a blank at its end. A server makes such a name when it puts a number before
 * a name and cuts the result. */
static int is_out_of_reach(const char *name)
{
    size_t size = strlen(name);
    return name[0] == '(' && size > 0 && name[size - 1] == ' ';
}

const char *th_cut_client_differs(const tt_world *cut, const tt_world *whole, int32_t cid)
{
    const tt_client *a = &cut->client[cid], *b = &whole->client[cid];
    if (a->connected != b->connected) {
        return "connected";
    }
    if (a->protocol != b->protocol) {
        return "protocol";
    }
    if (strcmp(a->name, b->name) != 0) {
        return "name";
    }
    if (a->name_source != b->name_source && !is_out_of_reach(b->name)) {
        return "name_source";
    }
    if (strcmp(a->clan, b->clan) != 0) {
        return "clan";
    }
    if (a->team != b->team) {
        return "team";
    }
    if (a->rcon_level != b->rcon_level) {
        return "rcon_level";
    }
    return a->version != b->version ? "version" : NULL;
}

const char *th_cut_tee_differs(const tt_world *cut, const tt_world *whole, int32_t cid)
{
    const tt_tee *a = &cut->tee[cid], *b = &whole->tee[cid];
    if (a->alive != b->alive) {
        return "alive";
    }
    if (b->alive && (a->x != b->x || a->y != b->y)) {
        return "position";
    }
    if (a->has_input != b->has_input) {
        return "has_input";
    }
    return memcmp(a->input, b->input, sizeof a->input) != 0 ? "input" : NULL;
}

const char *th_cut_world_differs(const tt_world *cut, const tt_world *whole)
{
    const char *what = NULL;
    if (memcmp(cut->practice, whole->practice, sizeof cut->practice) != 0) {
        return "practice";
    }
    if (cut->names_recorded != whole->names_recorded || cut->info_delay != whole->info_delay) {
        return "name rules";
    }
    for (int32_t cid = 0; what == NULL && cid < TT_CIDS; cid++) {
        if (memcmp(&cut->tee[cid], &whole->tee[cid], sizeof cut->tee[cid]) != 0) {
            what = th_cut_tee_differs(cut, whole, cid);
        }
        if (what == NULL) {
            what = th_cut_client_differs(cut, whole, cid);
        }
    }
    return what;
}

void th_cut_check_strictly(const th_make *m, int odd)
{
    th_log log = th_log_of(m->data, m->size, TH_LOG_ISSUES, TH_ONE_PIECE, 0);
    if (log.status != TT_END || (!odd && log.levels[TT_LEVEL_WARNING] != 0)) {
        fail_msg("a strict reader does not take the cut: %s", log.text);
    }
    assert_true(tt_th_look(&log.th).finished);
    th_log_free(&log);
}
