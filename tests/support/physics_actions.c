/* SPDX-License-Identifier: MIT
 *
 * Keeps the actions of a file in memory, with their texts.
 */
#include "support/physics_actions.h"

#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/physics_session.h"

void physics_actions_add(physics_actions *list, const tti_action *action)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 64;
        list->actions = realloc(list->actions, list->room * sizeof *list->actions);
        assert_non_null(list->actions);
    }
    list->actions[list->count++] = *action;
}

static tt_bytes kept(physics_actions *list, tt_bytes text)
{
    uint8_t *copy = malloc(text.size + 1);
    list->texts = realloc(list->texts, (list->text_count + 1) * sizeof list->texts[0]);
    assert_true(copy != NULL && list->texts != NULL);
    memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    list->texts[list->text_count++] = copy;
    return (tt_bytes){copy, text.size};
}

static void take(physics_actions *list, const tt_th_event *event, const tt_world *world)
{
    tti_action actions[TTI_ACTIONS_MAX];
    uint8_t words[TTI_ACTION_TEXT];
    int count = tti_actions_of(actions, words, event, world);
    for (int i = 0; i < count; i++) {
        if (actions[i].text.size > 0) {
            actions[i].text = kept(list, actions[i].text);
        }
        physics_actions_add(list, &actions[i]);
    }
    list->last = event->tick > list->last ? event->tick : list->last;
}

void physics_actions_read(physics_actions *list, const char *name)
{
    size_t size;
    tt_th_event event;
    tt_world *world = malloc(sizeof *world);
    uint8_t *scratch = malloc(TT_TH_SCRATCH);
    tt_th *th = malloc(sizeof *th);
    *list = (physics_actions){.last = 0};
    uint8_t *file = physics_session_file(name, ".teehistorian.xz", &size);
    assert_true(world != NULL && scratch != NULL && th != NULL);
    tt_th_init(th, world, scratch, TT_TH_SCRATCH);
    tt_th_feed(th, file, size);
    while (tt_th_next(th, &event) == TT_OK) {
        if (event.kind == TT_TH_HEADER) {
            tti_rules_of(&list->rules, tt_th_look(th).header);
        } else {
            take(list, &event, world);
        }
    }
    assert_true(list->count > 1000);
    free(file);
    free(th);
    free(scratch);
    free(world);
}

void physics_actions_copy(physics_actions *to, const physics_actions *from)
{
    *to = (physics_actions){.last = from->last, .rules = from->rules};
    for (size_t i = 0; i < from->count; i++) {
        physics_actions_add(to, &from->actions[i]);
    }
}

void physics_actions_drop(physics_actions *list)
{
    for (size_t i = 0; i < list->text_count; i++) {
        free(list->texts[i]);
    }
    free((void *)list->texts);
    free(list->actions);
    *list = (physics_actions){.last = 0};
}
