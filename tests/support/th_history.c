/* SPDX-License-Identifier: MIT
 *
 * Checks a world and a history. See th_history.h.
 */
#include "th_history.h"

#include "cm.h"
#include "teehistorian/record.h"

static void check_tee(const tt_tee *tee, const tt_client *client)
{
    assert_true(tee->alive <= 1 && tee->has_input <= 1);
    assert_true(tee->settled <= (tee->has_input & client->connected));
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        assert_true(tee->has_input || tee->input[i] == 0);
    }
}

static void check_client(const tt_client *client, const tti_th_profile *profile, int32_t tick)
{
    assert_true(client->connected <= 1 && client->joined <= client->connected);
    assert_true(client->protocol == TT_PROTOCOL_UNKNOWN || client->protocol == TT_PROTOCOL_6 ||
                client->protocol == TT_PROTOCOL_7);
    assert_true(client->name_source <= TT_NAME_RECORDED);
    assert_true(client->name_source != TT_NAME_NONE || client->name[0] == 0);
    assert_true(client->since >= 0 && client->since <= tick);
    assert_true(client->info_tick >= -1 && client->info_tick <= tick);
    assert_non_null(memchr(client->name, 0, TT_NAME_CAP));
    assert_non_null(memchr(client->clan, 0, TT_NAME_CAP));
    assert_int_equal(client->info_tick >= 0, profile->info_size != 0);
    assert_int_equal(client->version, tti_th_profile_version(profile));
    assert_true(tti_th_profile_is_good(profile));
    if (!client->connected) {
        assert_int_equal(client->name_source, TT_NAME_NONE);
        assert_int_equal(client->clan[0], 0);
        assert_int_equal(client->rcon_level, 0);
        assert_int_equal(profile->info_size | profile->version_size | profile->account_size, 0);
    }
}

void th_history_check(const tt_th_history *history, const tt_world *world)
{
    uint32_t open = 0;
    assert_true(world->tick >= 0);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tti_th_history_slot *slot = &tti_th_history_seen(history)->slot[cid];
        const tt_client *client = &world->client[cid];
        check_tee(&world->tee[cid], client);
        check_client(client, &tti_th_history_seen(history)->profile[cid], world->tick);
        assert_int_equal(slot->open, client->connected);
        assert_true(!slot->open || slot->joined == client->joined);
        assert_true(slot->joined <= 1);
        assert_true(slot->session < tti_th_history_seen(history)->sessions ||
                    (slot->session == TT_SESSION_NONE && !slot->open));
        assert_true(slot->since >= 0 && slot->since <= world->tick);
        assert_int_equal(slot->info_tick, client->info_tick);
        open += slot->open;
    }
    assert_int_equal(tti_th_history_seen(history)->open_sessions, open);
    assert_true(tti_th_history_seen(history)->most_open >= open &&
                tti_th_history_seen(history)->sessions >= tti_th_history_seen(history)->most_open);
    assert_true(tti_th_history_seen(history)->most_open <= TT_CIDS);
    for (int32_t team = 0; team < TT_TEAMS; team++) {
        assert_true(world->practice[team] <= 1);
    }
}
