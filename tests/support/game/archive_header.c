/* SPDX-License-Identifier: MIT
 *
 * The headers of a made-up archive. See archive_header.h.
 */
#include "support/game/archive_header.h"
#include "teehistorian/tick.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_START = 1790812800 /* 2026-10-01 00:00 UTC */, ZONE = 7200 };

/* version_minor of the servers. 9 is from before DDNet recorded names as it does now, and servers
 * with 18 do not record the joins of players who remain over a map change. */
static const int32_t minors[] = {22, 22, 9, 22, 18, 12, 22, 10};

archive_server archive_server_make(int32_t number, chance *c)
{
    static const char *const kinds[] = {"Novice", "Moderate", "Brutal", "Insane"};
    archive_server s;
    memset(&s, 0, sizeof s);
    snprintf(s.name, sizeof s.name, "Made-up %s %d [bench]", kinds[number % 4], (int)number + 1);
    s.number = number;
    s.minor = minors[(size_t)number % (sizeof minors / sizeof *minors)];
    s.start = FIRST_START + chance_below(c, 3600);
    return s;
}

static tt_uuid draw_uuid(chance *c)
{
    uint64_t number[2];
    tt_uuid uuid;
    number[0] = chance_next(c); /* two statements, because C does not define the order within a
                                   list */
    number[1] = chance_next(c);
    for (int i = 0; i < 16; i++) {
        uuid.bytes[i] = (uint8_t)(number[i / 8] >> 8 * (i % 8));
    }
    uuid.bytes[6] = (uint8_t)((uuid.bytes[6] & 0x0f) | 0x40); /* version 4 and variant 10, as of
                                                                 a random UUID */
    uuid.bytes[8] = (uint8_t)((uuid.bytes[8] & 0x3f) | 0x80);
    return uuid;
}

/* Sets the fields of the header that depend only on the map. */
static void set_map(archive_header *h, int32_t map)
{
    static const char *const names[] = {"Steps",     "Pits",   "Run",      "Back again",
                                        "Hook line", "Nügget", "Kobra_ix", "Multi.easy"};
    tt_sha256 sha;
    snprintf(h->map_name, sizeof h->map_name, "%s %d", names[map % 8], (int)map / 8 + 1);
    tt_uuid id = tt_uuid_from_name(tt_bytes_of(h->map_name));
    memcpy(sha.bytes, id.bytes, 16);
    memcpy(sha.bytes + 16, id.bytes, 16);
    uint32_t crc = (uint32_t)id.bytes[0] << 24 | (uint32_t)id.bytes[1] << 16 |
                   (uint32_t)id.bytes[2] << 8 | id.bytes[3];
    TT_TH_SET(&h->fields, map_name, tt_bytes_of(h->map_name));
    TT_TH_SET(&h->fields, map_size, 10000 + (int64_t)crc % 1000000);
    TT_TH_SET(&h->fields, map_sha256, sha);
    TT_TH_SET(&h->fields, map_crc, crc);
}

static void set_lists(archive_header *h, const archive_server *server)
{
    tt_th_settings config = {h->config, 5}, tuning = {h->tuning, 1};
    tt_th_names uuids = {h->uuids, 0};
    snprintf(h->port, sizeof h->port, "%d", 8303 + (int)server->number);
    h->config[0] = (tt_th_setting){tt_bytes_of("sv_name"), tt_bytes_of(server->name)};
    h->config[1] = (tt_th_setting){tt_bytes_of("sv_port"), tt_bytes_of(h->port)};
    h->config[2] = (tt_th_setting){tt_bytes_of("sv_map"), tt_bytes_of(h->map_name)};
    h->config[3] = (tt_th_setting){tt_bytes_of("sv_max_clients"), tt_bytes_of("64")};
    h->config[4] = (tt_th_setting){tt_bytes_of("sv_tee_historian"), tt_bytes_of("1")};
    h->tuning[0] = (tt_th_setting){tt_bytes_of("shotgun_strength"), tt_bytes_of("1000")};
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        if (tti_th_ex_name((tt_th_kind)kind) != NULL) {
            h->uuids[uuids.count++] = tt_bytes_of(tti_th_ex_name((tt_th_kind)kind));
        }
    }
    TT_TH_SET(&h->fields, config, config);
    TT_TH_SET(&h->fields, tuning, tuning);
    TT_TH_SET(&h->fields, uuids, uuids);
}

void archive_header_make(archive_header *h, const archive_server *server, chance *c)
{
    tt_th_fields *f = &h->fields;
    tt_th_time start = {server->start, ZONE};
    memset(h, 0, sizeof *h);
    TT_TH_SET(f, comment, tt_bytes_of("teehistorian@ddnet.tw"));
    TT_TH_SET(f, version, 2);
    TT_TH_SET(f, version_minor, server->minor);
    TT_TH_SET(f, game_uuid, draw_uuid(c));
    if (server->has_previous) {
        TT_TH_SET(f, prev_game_uuid, server->previous);
    }
    TT_TH_SET(f, server_version, tt_bytes_of("0.6.4, 19.9"));
    TT_TH_SET(f, start_time, start);
    TT_TH_SET(f, server_name, tt_bytes_of(server->name));
    TT_TH_SET(f, server_port, 8303 + server->number);
    TT_TH_SET(f, game_type, tt_bytes_of("DDraceNetwork"));
    set_map(h, chance_below(c, 40));
    unsigned long long state = chance_next(c), stream = chance_next(c);
    snprintf(h->prng, sizeof h->prng, "pcg-xsh-rr:%016llx:%016llx", state, stream);
    TT_TH_SET(f, prng_description, tt_bytes_of(h->prng));
    set_lists(h, server);
}

void archive_server_go_on(archive_server *server, const archive_header *h, int32_t ticks, int close)
{
    server->start += ticks / TT_TICKS_PER_SECOND + 2;
    server->has_previous = close;
    server->previous = h->fields.game_uuid;
}
