/* SPDX-License-Identifier: MIT
 *
 * A real recording, repeated. See generate.h.
 */
#include "support/game/generate.h"

#include "support/game/recorder.h"
#include "teetape/varint.h"

/* Findings of a first pass over the recording. */
struct body {
    size_t begin, end; /* offsets of the records, without FINISH */
    int odd;           /* 1: the recording has errors or warnings */
};

static void note_issue(void *user, const tt_issue *issue)
{
    struct body *body = user;
    body->odd |= issue->level != TT_LEVEL_NOTE;
}

static struct body find_body(tt_bytes recording, tt_world *world)
{
    static uint8_t scratch[TT_TH_SCRATCH];
    struct body body = {0, recording.size, 0};
    tt_th th;
    tt_th_event event;
    tt_status status = tt_th_init(&th, world, scratch, sizeof scratch);
    tt_th_set(&th, &(tt_th_options){.on_issue = note_issue, .user = &body});
    tt_th_feed(&th, recording.data, recording.size);
    tt_th_feed(&th, NULL, 0);
    while (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK) {
        if (event.kind == TT_TH_HEADER) {
            body.begin = (size_t)tt_th_look(&th).offset;
        } else if (event.kind == TT_TH_FINISH) {
            body.end = (size_t)event.offset;
        }
    }
    body.odd |= status != TT_END;
    return body;
}

/* Writes a tick in which all tees end, all clients leave their teams, and all clients leave, so
 * that the next repetition starts in an empty world. The recorder first gets the tees and
 * teams of that world. */
static void write_departure(recorder *r, const tt_world *world)
{
    r->last_written = 0;
    recorder_begin_tick(r, 1);
    r->prev_max_cid = -1; /* the records before are unknown to the recorder, so the tick gets a
                             mark */
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        r->client[cid].alive = world->tee[cid].alive;
        r->client[cid].team = world->client[cid].team;
        recorder_dead(r, cid);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        recorder_team(r, cid, 0);
        if (world->client[cid].connected) {
            recorder_drop(r, cid, "");
        }
    }
    for (int32_t team = 0; team < TT_TEAMS; team++) {
        if (world->practice[team]) {
            uint8_t off[TT_VARINT_MAX + 1];
            size_t size = tt_varint_encode(off, team);
            off[size++] = 0;
            tt_bytes payload = {off, size};
            recorder_extension(r, TT_TH_TEAM_PRACTICE, payload);
        }
    }
}

int generate_repeat(tt_io_output *out, tt_bytes recording, generate_limit limit)
{
    tt_world world;
    recorder r;
    struct body body = find_body(recording, &world);
    if (body.odd) {
        return -1;
    }
    tt_bytes records = {recording.data + body.begin, body.end - body.begin};
    tt_bytes json = {recording.data + sizeof tt_th_magic.bytes,
                     body.begin - sizeof tt_th_magic.bytes - 1};
    recorder_open(&r, out, json);
    recorder_raw(&r, records);
    for (int32_t i = 1; limit.count == 0 || i < limit.count; i++) {
        if (tt_io_output_error(out) != 0 || (limit.bytes != 0 && r.bytes >= limit.bytes)) {
            break;
        }
        write_departure(&r, &world);
        recorder_raw(&r, records);
    }
    recorder_finish(&r);
    return tt_io_output_error(out);
}
