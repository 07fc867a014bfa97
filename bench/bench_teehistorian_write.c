/* SPDX-License-Identifier: MIT
 *
 * How fast recordings are written: our three ways and the textbook, one after the other in every
 * round. What counts is the ratio to the textbook within a round; docs/performance.md says how to
 * read the table.
 *
 * What there is to write is read before from a recording: what a server would call, once for each
 * record. All ways have to write that recording again, byte for byte, before anything is timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "recordings.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_write.h"
#include "textbook_teehistorian_write.h"

enum { WAYS = 4 };

static const char recording_file[] =
    "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian";

static const char usage[] =
    "usage: bench_teehistorian_write [--rounds N] [--bytes N] [--json] [--data FILE]...\n"
    "Without --data: a real recording repeated and a busy server with 64 players, --bytes each\n"
    "(8M unless told otherwise). Ratios are to the textbook.\n";

/* One record. */
struct call {
    tt_th_event event; /* its views are in the recording, its inputs here */
    int32_t input[TT_INPUT_INTS], diff[TT_INPUT_INTS];
    uint32_t player;
};

static struct call *calls;
static size_t call_count;
static tt_bytes recording, header; /* header: the JSON */

/* What comes out, compared with the recording on the way when that is wanted. */
struct sink {
    uint64_t size;
    int compares, differs;
    uint8_t seen; /* so that no compiler leaves anything out */
};

static int put(void *user, tt_bytes piece)
{
    struct sink *s = user;
    if (s->compares && !s->differs) {
        s->differs = piece.size > recording.size - s->size ||
                     memcmp(piece.data, recording.data + s->size, piece.size) != 0;
    }
    s->size += piece.size;
    s->seen ^= piece.size != 0 ? piece.data[piece.size - 1] : 0;
    return 0;
}

static void put_bytes(void *user, const uint8_t *data, size_t size)
{
    put(user, (tt_bytes){data, size});
}

static tt_bytes record_of(const struct call *c)
{
    return (tt_bytes){recording.data + c->event.offset, c->event.size};
}

static int write_textbook(struct sink *sink)
{
    static textbook_writer w;
    textbook_open(&w, put_bytes, sink);
    put_bytes(sink, recording.data, 16);
    put_bytes(sink, header.data, header.size + 1);
    for (size_t i = 0; i < call_count; i++) {
        const struct call *c = &calls[i];
        const tt_th_event *e = &c->event;
        if (e->tick > w.tick) {
            textbook_begin_tick(&w, e->tick);
        }
        switch (e->kind) {
        case TT_TH_PLAYER_DIFF:
            textbook_player(&w, e->cid, e->u.player_diff.x, e->u.player_diff.y);
            break;
        case TT_TH_PLAYER_NEW:
            textbook_player(&w, e->cid, e->u.player_new.x, e->u.player_new.y);
            break;
        case TT_TH_PLAYER_OLD:
            textbook_dead(&w, e->cid);
            break;
        case TT_TH_INPUT_DIFF:
        case TT_TH_INPUT_NEW:
            textbook_input(&w, e->cid, c->player, c->input);
            break;
        case TT_TH_TICK_SKIP:
            break;
        default:
            textbook_record(&w, record_of(c).data, e->size);
            break;
        }
    }
    textbook_finish(&w);
    return 1;
}

static tt_status call_again(tt_th_writer *w, const struct call *c)
{
    const tt_th_event *e = &c->event;
    if (e->tick > tti_th_writer_seen(w)->tick) {
        tt_th_write_begin_tick(w, e->tick);
    }
    switch (e->kind) {
    case TT_TH_PLAYER_DIFF:
        return tt_th_write_player(w, e->cid, e->u.player_diff.x, e->u.player_diff.y);
    case TT_TH_PLAYER_NEW:
        return tt_th_write_player(w, e->cid, e->u.player_new.x, e->u.player_new.y);
    case TT_TH_PLAYER_OLD:
        return tt_th_write_dead(w, e->cid);
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        return tt_th_write_input(w, e->cid, c->player, c->input);
    case TT_TH_TICK_SKIP:
        return TT_OK;
    default:
        return tt_th_write_copy(w, e, record_of(c));
    }
}

/* Ints may be longer than needed in what is read. */
static tt_status write_event(tt_th_writer *w, const struct call *c)
{
    tt_status status = tt_th_write_event(w, &c->event);
    return status == TT_ERR_TH_WRITE_SAME ? tt_th_write_copy(w, &c->event, record_of(c)) : status;
}

static tt_status write_copy(tt_th_writer *w, const struct call *c)
{
    return tt_th_write_copy(w, &c->event, record_of(c));
}

static int write_by(struct sink *sink, tt_status (*write)(tt_th_writer *w, const struct call *c))
{
    static uint8_t buffer[TT_TH_WRITE_BUFFER];
    static tt_th_writer w;
    tt_th_writer_init(&w, buffer, sizeof buffer, put, sink);
    tt_status status = tt_th_write_header(&w, header);
    for (size_t i = 0; i < call_count && status == TT_OK; i++) {
        status = write(&w, &calls[i]);
    }
    return status == TT_OK && tt_th_write_finish(&w) == TT_OK;
}

static int write_calls(struct sink *sink)
{
    return write_by(sink, call_again);
}

static int write_events(struct sink *sink)
{
    return write_by(sink, write_event);
}

static int write_copies(struct sink *sink)
{
    return write_by(sink, write_copy);
}

static const struct {
    const char *name;
    int (*write)(struct sink *sink);
} ways[WAYS] = {{"textbook", write_textbook},
                {"tt_th_write_player...", write_calls},
                {"tt_th_write_event", write_events},
                {"tt_th_write_copy", write_copies}};

/* Keeps what the reader will not. */
static void keep(struct call *c, const tt_th_event *event, uint32_t player[TT_CIDS])
{
    static uint32_t players;
    c->event = *event;
    if (event->kind == TT_TH_INPUT_NEW) {
        player[event->cid] = ++players;
        memcpy(c->input, event->u.input_new.input, sizeof c->input);
        c->event.u.input_new.input = c->input;
    } else if (event->kind == TT_TH_INPUT_DIFF) {
        memcpy(c->input, event->u.input_diff.input, sizeof c->input);
        memcpy(c->diff, event->u.input_diff.diff, sizeof c->diff);
        c->event.u.input_diff.input = c->input;
        c->event.u.input_diff.diff = c->diff;
    }
    c->player = event->cid >= 0 ? player[event->cid] : 0;
}

/* Everything but FINISH. */
static int read_calls(void)
{
    static uint8_t scratch[TT_TH_SCRATCH];
    static tt_world world;
    uint32_t player[TT_CIDS] = {0};
    tt_th th;
    tt_th_event event;
    size_t cap = recording.size / 2 + 1;
    call_count = 0;
    calls = malloc(cap * sizeof *calls);
    if (calls == NULL) {
        return 0;
    }
    tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_feed(&th, recording.data, recording.size);
    tt_th_feed(&th, NULL, 0);
    while (tt_th_next(&th, &event) == TT_OK && call_count < cap) {
        if (event.kind == TT_TH_HEADER) {
            header = tt_th_look(&th).header->json;
        } else if (event.kind != TT_TH_FINISH) {
            keep(&calls[call_count++], &event, player);
        }
    }
    return tt_th_look(&th).finished;
}

static int verify(const char *name)
{
    for (int i = 0; i < WAYS; i++) {
        struct sink sink = {.compares = 1};
        if (!ways[i].write(&sink) || sink.differs || sink.size != recording.size) {
            fprintf(stderr, "%s: %s writes something else\n", name, ways[i].name);
            return 0;
        }
    }
    return 1;
}

static void report(const bench_options *o, const char *name,
                   double seconds[WAYS][MEASURE_ROUNDS_MAX])
{
    double size = (double)recording.size, records = (double)call_count;
    if (!o->json) {
        printf("%s: %.1f MB, %.2f M records, %d rounds\n", name, 1e-6 * size, 1e-6 * records,
               o->rounds);
        printf("  %-22s %9s %9s  times textbook, p10..p90\n", "writer", "MB/s", "ns/record");
    }
    for (int i = 0; i < WAYS; i++) {
        measure_figures f = measure_compare(seconds[i], seconds[0], (size_t)o->rounds);
        double mb = 1e-6 * size / f.seconds, ns = 1e9 * f.seconds / records;
        if (o->json) {
            printf("{\"data\":\"%s\",\"bytes\":%.0f,\"records\":%.0f,\"rounds\":%d,\"writer\":"
                   "\"%s\",\"build\":\"%s\",\"mb_per_s\":%.1f,\"ns_per_record\":%.3f,"
                   "\"ratio\":%.3f,\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   name, size, records, o->rounds, ways[i].name, measure_build(), mb, ns, f.ratio,
                   f.low, f.high);
        } else {
            printf("  %-22s %9.1f %9.2f  %6.2f, %.2f..%.2f\n", ways[i].name, mb, ns, f.ratio, f.low,
                   f.high);
        }
    }
}

static int bench_data(const bench_options *o, const char *name, tt_bytes data)
{
    static double seconds[WAYS][MEASURE_ROUNDS_MAX];
    recording = data;
    int good = read_calls() && verify(name);
    for (int round = 0; good && round < o->rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            struct sink sink = {0};
            double start = measure_cpu();
            ways[i].write(&sink);
            seconds[i][round] = measure_cpu() - start;
        }
    }
    if (good) {
        report(o, name, seconds);
    }
    free(calls);
    return good;
}

static int no_peer(const char *path)
{
    fprintf(stderr, "%s: this benchmark has no peers\n", path);
    return 0;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .bytes = (uint64_t)8 << 20, .add_peer = no_peer};
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        printf("built with %s\n", measure_build());
    }
    int good = recordings_of_options(&o, bench_data);
    if (o.data_count == 0) {
        good =
            recordings_repeated(&o, recording_file, bench_data) & recordings_busy(&o, bench_data);
    }
    return good ? 0 : 1;
}
