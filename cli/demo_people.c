/* SPDX-License-Identifier: MIT
 *
 * Counts stays, and keeps which of them bore a name.
 */
#include "cli/demo_people.h"

#include <string.h>

void demo_people_init(struct demo_people *p, const struct texts *texts)
{
    memset(p, 0, sizeof *p);
    p->count = texts->count;
    p->stays.by = SELECT_STAYS;
    for (size_t i = 0; i < texts->count; i++) {
        struct demo_person *person = &p->person[i];
        person->text = texts->text[i];
        person->name = select_read_player(texts->text[i], &person->cid);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->first[cid] = TT_STAY_NONE;
    }
    demo_people_begin(p);
}

void demo_people_close(struct demo_people *p)
{
    select_close(&p->stays);
}

bool demo_people_have_names(const struct demo_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->person[i].name != NULL) {
            return true;
        }
    }
    return false;
}

void demo_people_begin(struct demo_people *p)
{
    p->stay_count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->stay[cid] = TT_STAY_NONE;
        p->seen[cid] = 0;
    }
}

static void name(struct demo_people *p, const tt_client *client, int32_t cid)
{
    for (size_t i = 0; i < p->count; i++) {
        struct demo_person *person = &p->person[i];
        if (person->name == NULL) {
            person->found |= person->cid == cid;
        } else if (strcmp(person->name, client->name) == 0) {
            person->found = true;
            select_choose(&p->stays, p->stay[cid]);
        }
    }
}

bool demo_people_follow(struct demo_people *p, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &world->client[cid];
        if (!client->connected) {
            p->stay[cid] = TT_STAY_NONE;
            continue;
        }
        if (p->stay[cid] == TT_STAY_NONE || p->since[cid] != client->since) {
            p->stay[cid] = p->stay_count++;
            p->since[cid] = client->since;
            p->first[cid] = p->first[cid] == TT_STAY_NONE ? p->stay[cid] : p->first[cid];
            p->seen[cid] = 1;
        }
        name(p, client, cid);
    }
    return !p->stays.no_memory;
}

bool demo_people_has(const struct demo_people *p, int32_t cid)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->person[i].name == NULL && p->person[i].cid == cid) {
            return true;
        }
    }
    return select_stay(&p->stays, p->seen[cid] ? p->stay[cid] : p->first[cid], cid);
}

const struct demo_person *demo_people_missing(const struct demo_people *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (!p->person[i].found) {
            return &p->person[i];
        }
    }
    return NULL;
}
