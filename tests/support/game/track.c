/* SPDX-License-Identifier: MIT
 *
 * What many tees do, made once. See track.h.
 */
#include "support/game/track.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/varint.h"

/* A tee begins to rest once in CHANCE_REST ticks, and moves again after CHANCE_WAKE ticks on
 * average. */
enum { CHANCE_REST = 1000, CHANCE_WAKE = 150 };

static void place_set(track_step *step, const tee *t)
{
    step->x = (uint16_t)(t->x / TEE_ONE);
    step->y = (uint16_t)(t->y / TEE_ONE);
}

/* Adds the input of a step, unless it equals the last one. */
static void input_add(track *tp, track_step *step, const tee *t)
{
    track_input *input = &tp->input[tp->input_count];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        input->ints[i] = (int16_t)t->input[i];
    }
    if (tp->input_count == 0 || memcmp(input, input - 1, sizeof *input) != 0) {
        step->size = TRACK_INPUT;
        tp->input_count++;
    }
}

static void play(track *tp, const tee_map *map, chance *c, int32_t inputs_in_16)
{
    tee t;
    int resting = 0;
    memset(&t, 0, sizeof t);
    t.input[IN_TARGET_Y] = -1;
    t.input[IN_FLAGS] = 1;
    tee_spawn(&t, map, c);
    for (int32_t i = 0; i < TRACK_STEPS; i++) {
        track_step *step = &tp->step[i];
        resting = resting ? !chance_happens(c, CHANCE_WAKE) : chance_happens(c, CHANCE_REST);
        if (i == 0 || (!resting && chance_below(c, 16) < inputs_in_16)) {
            tee_change_input(&t, c);
            input_add(tp, step, &t);
        }
        tee_move(&t, map);
        place_set(step, &t);
        tp->input_at[i] = tp->input_count - 1;
    }
}

static void moves_encode(track *tp)
{
    const track_step *before = &tp->step[TRACK_STEPS - 1];
    for (int32_t i = 0; i < TRACK_STEPS; i++) {
        track_step *step = &tp->step[i];
        int32_t dx = step->x - before->x, dy = step->y - before->y;
        if (dx != 0 || dy != 0) {
            size_t size = tt_varint_encode(step->moved, dx);
            size += tt_varint_encode(step->moved + size, dy);
            step->size = (uint8_t)(step->size | size);
        }
        before = step;
    }
}

/* Encodes the differences of inputs. An int of a difference has at most two bytes, and only the two
 * of the mouse have more than one. */
static void inputs_encode(track *tp)
{
    const track_input *before = &tp->input[tp->input_count - 1];
    for (uint32_t i = 0; i < tp->input_count; i++) {
        track_diff *diff = &tp->diff[i];
        size_t size = 0;
        for (int n = 0; n < TT_INPUT_INTS; n++) {
            size += tt_varint_encode(diff->bytes + size, tp->input[i].ints[n] - before->ints[n]);
        }
        diff->size = (uint8_t)size;
        before = &tp->input[i];
    }
}

track *tracks_make(uint64_t seed, int32_t inputs_in_16)
{
    chance c = {seed};
    tee_map map;
    track *tracks = calloc(TRACK_COUNT, sizeof *tracks);
    tee_map_make(&map, &c);
    for (int i = 0; tracks != NULL && i < TRACK_COUNT; i++) {
        tracks[i].input = calloc(TRACK_STEPS, sizeof *tracks[i].input);
        tracks[i].diff = calloc(TRACK_STEPS, sizeof *tracks[i].diff);
        if (tracks[i].input == NULL || tracks[i].diff == NULL) {
            tracks_free(tracks);
            return NULL;
        }
        play(&tracks[i], &map, &c, inputs_in_16);
        moves_encode(&tracks[i]);
        inputs_encode(&tracks[i]);
    }
    return tracks;
}

void tracks_free(track *tracks)
{
    for (int i = 0; tracks != NULL && i < TRACK_COUNT; i++) {
        free(tracks[i].input);
        free(tracks[i].diff);
    }
    free(tracks);
}
