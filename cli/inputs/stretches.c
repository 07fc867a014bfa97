/* SPDX-License-Identifier: MIT
 *
 * The hash of a stretch is rolling: a new place turns the bits, so that the place that leaves the
 * stretch can be taken out.
 */
#include "cli/inputs/stretches.h"

#include <string.h>

#include "cli/shell/memory.h"

struct stretch {
    uint32_t check; /* bits of the hash that the slot does not tell; 0 for an empty slot */
    uint32_t sender;
    int32_t tick; /* tick of the first place */
};

struct stretches {
    uint32_t count; /* number of sessions so far */
    struct sender senders[SENDERS];
    struct stretch slots[STRETCHES];
};

struct stretches *stretches_new(void)
{
    return memory_zeros(NULL, sizeof(struct stretches));
}

/* Returns a hash of the game. A cut names the game of its original, so both files have the same
 * one. */
static uint64_t game_of(const struct reading *r)
{
    const tt_th_header *header = tt_recording_th_header(r->io.rec);
    uint64_t halves[2] = {0, 0};
    if (header != NULL && TT_TH_HAS(header, cut_of)) {
        memcpy(halves, header->cut_of.bytes, sizeof halves);
    } else if (header != NULL && TT_TH_HAS(header, game_uuid)) {
        memcpy(halves, header->game_uuid.bytes, sizeof halves);
    }
    return mixed(halves[0] ^ mixed(halves[1]));
}

void stretches_begin(struct stretches *s, struct sending *by, const struct reading *r,
                     const struct session *session)
{
    struct sender *sender = &s->senders[++s->count % SENDERS];
    memset(by, 0, sizeof *by);
    by->sender = s->count;
    *sender = (struct sender){.session = session->number,
                              .game = game_of(r),
                              .path = r->job->path,
                              .cid = session->cid,
                              .first_tick = -tt_io_reading_time(&r->io, 0)};
}

const struct sender *stretches_sender(const struct stretches *s, uint32_t number)
{
    return s->count - number < SENDERS ? &s->senders[number % SENDERS] : NULL;
}

static uint64_t turned(uint64_t bits, unsigned by)
{
    return bits << by | bits >> (64 - by);
}

/* Returns true when all places differ. A cursor that goes to and fro, or a stick with few places,
 * repeats itself. */
static bool is_different(const struct sending *by)
{
    for (int i = 1; i < STRETCH; i++) {
        for (int before = 0; before < i; before++) {
            if (by->last[before] == by->last[i]) {
                return false;
            }
        }
    }
    return true;
}

static struct repeat *repeat_of(struct sending *by, uint32_t sender)
{
    struct repeat *weakest = &by->repeats[0];
    for (int i = 0; i < REPEATS; i++) {
        struct repeat *repeat = &by->repeats[i];
        if (repeat->same != 0 && repeat->sender == sender) {
            return repeat;
        }
        weakest = repeat->same < weakest->same ? repeat : weakest;
    }
    memset(weakest, 0, sizeof *weakest);
    weakest->sender = sender;
    return weakest;
}

static void repeat(struct sending *by, const struct stretch *old, int32_t tick)
{
    struct repeat *repeat = repeat_of(by, old->sender);
    int64_t gap = (int64_t)tick - repeat->tick;
    int64_t jitter = gap - ((int64_t)old->tick - repeat->from);
    bool goes_on = repeat->same != 0 && gap >= 0 && gap <= PART_GAP && jitter >= -PART_JITTER &&
                   jitter <= PART_JITTER;
    if (!goes_on) {
        repeat->since = tick;
        repeat->since_from = old->tick;
    }
    repeat->same++;
    repeat->tick = tick;
    repeat->from = old->tick;
    if (repeat->same == 1 || tick - repeat->since > repeat->longest_ticks) {
        repeat->longest_ticks = tick - repeat->since;
        repeat->longest_tick = repeat->since;
        repeat->longest_from = repeat->since_from;
    }
}

/* Returns true for two files of the same game, such as a recording and its cut, which have the same
 * input. */
static bool is_other_file_of_game(const struct sender *a, const struct sender *b)
{
    return a->path != b->path && a->game != 0 && a->game == b->game;
}

void stretches_take(struct stretches *s, struct sending *by, const struct session *session,
                    uint64_t place, int32_t tick)
{
    uint64_t *last = &by->last[by->places % STRETCH], new = mixed(place);
    by->ticks[by->places++ % STRETCH] = tick;
    by->hash = turned(by->hash, 1) ^ turned(*last, STRETCH) ^ new;
    *last = new;
    uint64_t hash = mixed(by->hash);
    if (by->places < STRETCH || hash % SAMPLE != 0 || !is_different(by)) {
        return;
    }
    struct sender *own = &s->senders[by->sender % SENDERS];
    struct stretch *slot = &s->slots[hash / SAMPLE % STRETCHES];
    uint32_t check = (uint32_t)(hash >> 32) | 1;
    const struct sender *of = slot->check == check ? stretches_sender(s, slot->sender) : NULL;
    int32_t since = by->ticks[by->places % STRETCH]; /* tick of the oldest place */
    by->samples++;
    if (of != NULL && !is_other_file_of_game(of, own)) {
        repeat(by, slot, since);
    }
    memcpy(own->name, session->name, sizeof own->name);
    *slot = (struct stretch){check, by->sender, since};
}
