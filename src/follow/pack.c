/* SPDX-License-Identifier: MIT
 *
 * A replay as bytes: a head, then the words of the replay and of its game, with zeros left out.
 * Most of a game is zeros: clients that are not there, shots that do not fly.
 */
#include "base/mem.h"
#include "follow/replay.h"

#define WORD 8
#define RUN_MAX 0xFFFF
#define RUN_SIZE 4 /* zeros and others that follow, two bytes each */

/* What has to be the same for the bytes to mean the same. */
struct head {
    uint32_t version;
    uint32_t replay_size, world_size;
    int32_t width, height;
    uint32_t things;
};

enum { VERSION = 1 };

static struct head head_of(const tti_replay *r)
{
    const tti_arena *arena = r->world->arena;
    return (struct head){.version = VERSION,
                         .replay_size = sizeof *r,
                         .world_size = (uint32_t)r->world->size,
                         .width = arena->terrain.width,
                         .height = arena->terrain.height,
                         .things = arena->things};
}

struct out {
    uint8_t *bytes;
    size_t size, at; /* room, and bytes that are needed so far */
};

static void put(struct out *out, const void *bytes, size_t size)
{
    if (out->at + size <= out->size) {
        tti_copy(out->bytes + out->at, bytes, size);
    }
    out->at += size;
}

static bool is_zero(const uint8_t *word)
{
    static const uint8_t zeros[WORD];
    return tti_equal(word, zeros, WORD);
}

/* The number of words from `at` on that are zeros, or are none. */
static size_t run_of(const uint8_t *bytes, size_t words, size_t at, bool zeros)
{
    size_t end = at;
    while (end < words && end - at < RUN_MAX && is_zero(bytes + WORD * end) == zeros) {
        end++;
    }
    return end - at;
}

static void put_words(struct out *out, const void *from, size_t size)
{
    const uint8_t *bytes = from;
    size_t words = size / WORD;
    for (size_t at = 0; at < words;) {
        uint8_t head[RUN_SIZE];
        size_t zeros = run_of(bytes, words, at, true);
        size_t others = run_of(bytes, words, at + zeros, false);
        tti_store_le16(head, (uint16_t)zeros);
        tti_store_le16(head + 2, (uint16_t)others);
        put(out, head, sizeof head);
        put(out, bytes + WORD * (at + zeros), WORD * others);
        at += zeros + others;
    }
}

size_t tti_replay_pack(const tti_replay *r, uint8_t *bytes, size_t size)
{
    struct out out = {bytes, size, 0};
    struct head head = head_of(r);
    put(&out, &head, sizeof head);
    put_words(&out, r, sizeof *r);
    put_words(&out, r->world, r->world->size);
    return out.at;
}

/* The words that follow in *bytes. */
static bool take_words(void *to, size_t size, tt_bytes *bytes)
{
    uint8_t *word = to;
    size_t left = size / WORD;
    tti_fill(to, 0, size);
    while (left > 0) {
        if (bytes->size < RUN_SIZE) {
            return false;
        }
        size_t zeros = tti_load_le16(bytes->data), others = tti_load_le16(bytes->data + 2);
        if (zeros + others == 0 || zeros + others > left ||
            bytes->size - RUN_SIZE < WORD * others) {
            return false;
        }
        tti_copy(word + WORD * zeros, bytes->data + RUN_SIZE, WORD * others);
        word += WORD * (zeros + others);
        left -= zeros + others;
        bytes->data += RUN_SIZE + WORD * others;
        bytes->size -= RUN_SIZE + WORD * others;
    }
    return true;
}

bool tti_replay_unpack(tti_replay *r, tt_bytes bytes)
{
    struct head head, own = head_of(r);
    tti_replay kept = *r;
    tti_physics *world = r->world;
    const tti_arena *arena = world->arena;
    tti_rules rules = world->rules;
    if (bytes.size < sizeof head) {
        return false;
    }
    tti_copy(&head, bytes.data, sizeof head);
    bytes.data += sizeof head;
    bytes.size -= sizeof head;
    bool is_good = tti_equal(&head, &own, sizeof head) && take_words(r, sizeof *r, &bytes) &&
                   take_words(world, own.world_size, &bytes) && bytes.size == 0;
    world->arena = arena;
    is_good = is_good && tti_physics_is_sound(world) &&
              (unsigned)r->stage <= (unsigned)TTI_REPLAY_PLACES && r->pressed_to >= 0 &&
              r->pressed_to <= TT_CIDS;
    if (!is_good) {
        tti_physics_init(world, arena, &rules);
        tti_replay_init(r, world);
    }
    r->world = world;
    r->hints = kept.hints;
    r->hint_count = kept.hint_count;
    r->hint_at = 0;
    r->on_verdict = kept.on_verdict;
    r->on_moved = kept.on_moved;
    r->on_tick = kept.on_tick;
    r->user = kept.user;
    r->is_blind = kept.is_blind;
    return is_good;
}
