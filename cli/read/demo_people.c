/* SPDX-License-Identifier: MIT
 *
 * Counts stays, and keeps which of them bore a name.
 */
#include "cli/read/demo_people.h"

#include <string.h>

void demo_people_init(struct demo_people *p, const struct texts *texts)
{
    memset(p, 0, sizeof *p);
    p->count = texts->count;
    p->sessions.by = SELECT_SESSIONS;
    for (size_t i = 0; i < texts->count; i++) {
        struct demo_person *person = &p->person[i];
        person->text = texts->text[i];
        person->name = select_read_player(texts->text[i], &person->cid);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->first[cid] = TT_SESSION_NONE;
    }
    demo_people_begin(p);
}

void demo_people_close(struct demo_people *p)
{
    select_close(&p->sessions);
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
    p->session_count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->session[cid] = TT_SESSION_NONE;
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
            select_choose(&p->sessions, p->session[cid]);
        }
    }
}

bool demo_people_follow(struct demo_people *p, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &world->client[cid];
        if (!client->connected) {
            p->session[cid] = TT_SESSION_NONE;
            continue;
        }
        if (p->session[cid] == TT_SESSION_NONE || p->since[cid] != client->since) {
            p->session[cid] = p->session_count++;
            p->since[cid] = client->since;
            p->first[cid] = p->first[cid] == TT_SESSION_NONE ? p->session[cid] : p->first[cid];
            p->seen[cid] = 1;
        }
        name(p, client, cid);
    }
    return !p->sessions.no_memory;
}

bool demo_people_has(const struct demo_people *p, int32_t cid)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->person[i].name == NULL && p->person[i].cid == cid) {
            return true;
        }
    }
    return select_session(&p->sessions, p->seen[cid] ? p->session[cid] : p->first[cid], cid);
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
