/* SPDX-License-Identifier: MIT
 *
 * Notes the events of a tick in the order in which the game makes them. A server sends events in
 * its next snapshot, and news at once.
 */
#include "physics/physics.h"

#define OLD_PI 3.14159f

static bool has_room(const tti_physics *world)
{
    return world->event_count < TTI_EVENTS_MAX;
}

void tti_note(tti_physics *world, tt_obj_kind kind, tti_pair at, int32_t value)
{
    if (has_room(world)) {
        world->event[world->event_count++] =
            (tti_event){.kind = (int32_t)kind, .ints = {tti_whole(at.x), tti_whole(at.y), value}};
    }
}

void tti_note_sound(tti_physics *world, int32_t sound, tti_pair at)
{
    tti_note(world, TT_OBJ_SOUND_WORLD, at, sound);
}

void tti_announce(tti_physics *world, tti_news_kind kind, int32_t who, int32_t value)
{
    if (world->news_count < TTI_NEWS_MAX) {
        world->news[world->news_count++] = (tti_news){kind, who, value};
    }
}

void tti_note_death(tti_physics *world, int32_t cid)
{
    tti_note(world, TT_OBJ_DEATH, world->tee[cid].self.at, cid);
}

void tti_note_stars(tti_physics *world, tti_pair at, float angle, int32_t count)
{
    bool is_old = world->rules.version < TTI_VERSION(19, 3, 0);
    float quarters = 3 * (is_old ? OLD_PI : TTI_PI);
    float down = quarters / 2;
    float middle = down + angle;
    float side = TTI_PI / 3;
    float begin = middle - side, end = middle + side;
    float wide = end - begin;
    /* a header may claim a freeze of years, which has a star for each second */
    for (int32_t i = 0; i < count && has_room(world); i++) {
        float part = (float)(i + 1) / (float)(count + (is_old ? 2 : 1));
        float offset = wide * part;
        float turned = begin + offset;
        float scaled = turned * 256.0f;
        tti_note(world, TT_OBJ_DAMAGE_IND, at, tti_whole(scaled));
    }
}

void tti_note_core(tti_physics *world, int32_t cid)
{
    static const struct {
        uint8_t event, sound;
    } sounds[] = {{TTI_CORE_JUMP, TTI_SOUND_JUMP},
                  {TTI_CORE_HOOK_TEE, TTI_SOUND_HOOK_TEE},
                  {TTI_CORE_HOOK_GROUND, TTI_SOUND_HOOK_GROUND},
                  {TTI_CORE_HOOK_BLOCKED, TTI_SOUND_HOOK_BLOCKED}};
    const tti_self *self = &world->tee[cid].self;
    for (size_t i = 0; i < sizeof sounds / sizeof sounds[0] && self->core.events != 0; i++) {
        if ((self->core.events & sounds[i].event) != 0) {
            tti_note_sound(world, sounds[i].sound, self->at);
        }
    }
}
