/* SPDX-License-Identifier: MIT
 *
 * teetape players: lists who was there.
 *
 * Records of a teehistorian file give the lives of tees, and the tally of the reading gives most
 * distances. In a demo the world at the end of each tick gives both.
 */
#include <math.h>
#include <string.h>

#include "cli/players/clients.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"
#include "cli/show/sessions.h"
#include "teetape/string.h"
#include "teetape/teehistorian_secret.h"

#define PLAYER_NAMES 8
#define PLAYER_REASON 128 /* bytes of a reason; a longer one is cut */

#define PLAYER_FACTS                                                                               \
    (TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_COUNTRY) | TT_FACT_BIT(TT_FACT_VERSION) |     \
     TT_FACT_BIT(TT_FACT_COMMAND))

#define PLAYER_CLIENTS 4 /* digits that are shown: a client may send several codes */

/* The session comes first, as sessions.h requires. Members that a demo does not record are 0 or
 * "". */
struct player {
    struct session session;
    char names[PLAYER_NAMES][TT_NAME_CAP]; /* the first names and the last one, see take_name */
    unsigned name_count;                   /* number of `names` in use */
    char clan[TT_NAME_CAP];
    char clients[PLAYER_CLIENTS * (CLIENT_DIGITS + 1)]; /* its digits, with blanks between them */
    char reason[PLAYER_REASON + 1];                     /* reason of the leave */
    int32_t country, protocol, version; /* country or -1; protocol 6, 7 or 0; DDNet version or 0 */
    int32_t alive_since;                /* tick from which the tee lives; -1 without a tee */
    int32_t x, y;                       /* position of the tee at the previous tick; only for
                                           demos */
    int64_t alive_ticks;                /* ticks with a tee, in the span */
    double distance;                    /* distance of moves in world units, in the span */
    uint64_t inputs, commands;          /* counts in the span; 0 for a demo */
    uint64_t inputs_before;             /* inputs of the slot's tally when the session began */
};

/* Returns the tee in the slot of a session. After the end of the session, it is the tee of the next
 * one. */
static const tt_tee *tee_of(const struct player *p, const struct reading *r)
{
    return &tt_recording_world(r->io.rec)->tee[p->session.cid];
}

/* Adds a new name to the player. When PLAYER_NAMES names are kept, it replaces the last one. */
static void take_name(struct player *p)
{
    const char *name = p->session.name;
    if (p->name_count > 0 && strcmp(p->names[p->name_count - 1], name) == 0) {
        return;
    }
    p->name_count += p->name_count < PLAYER_NAMES;
    memcpy(p->names[p->name_count - 1], name, TT_NAME_CAP);
}

/* Adds the ticks of this life that lie in the span. alive_since then becomes -1, so a second
 * call adds nothing. */
static void end_life(struct player *p, const struct reading *r, int32_t tick)
{
    int64_t from = p->alive_since > r->io.from ? p->alive_since : r->io.from;
    int64_t to = tick < r->io.to ? tick : r->io.to;
    if (p->alive_since >= 0 && to > from) {
        p->alive_ticks += to - from;
    }
    p->alive_since = -1;
}

static void follow_life(struct player *p, const struct reading *r)
{
    if (!tee_of(p, r)->alive) {
        end_life(p, r, r->io.item.tick);
    } else if (p->alive_since < 0) {
        p->alive_since = r->io.item.tick;
    }
}

/* Counts a move. A tee that moves more than ten tiles in a tick died or used a teleporter. In a
 * demo several ticks may lie between two positions. Floating point holds any position of a damaged
 * recording. */
static void move(struct player *p, const struct reading *r, double dx, double dy, int32_t ticks)
{
    double far = sqrt(dx * dx + dy * dy);
    p->distance += r->io.in_span && far <= (double)TT_TEE_JUMP * ticks ? far : 0;
}

/* Begins a player. A session without a JOIN may begin with a living tee. The tally counts by slot,
 * so its count at the begin of the session is kept. */
static void player_begin(struct player *p, const struct reading *r)
{
    const tt_tee *tee = tee_of(p, r);
    p->protocol = tt_recording_world(r->io.rec)->client[p->session.cid].protocol;
    p->country = -1;
    p->alive_since = -1;
    p->x = tee->x;
    p->y = tee->y;
    p->inputs_before = r->options.tally->inputs[p->session.cid];
    r->options.tally->way[p->session.cid] = 0;
    follow_life(p, r);
}

/* Adds the counts of the tally. The slot had no other session since player_begin, so the difference
 * belongs to this one. */
static void take_tally(struct player *p, const tt_th_tally *tally)
{
    int32_t cid = p->session.cid;
    p->inputs += tally->inputs[cid] - p->inputs_before;
    p->distance += tally->way[cid];
}

/* Ends a player. A tee that still lives ends its life here. A long reason is cut between two
 * characters. */
static void player_end(struct player *p, const struct reading *r, const tt_fact *leave)
{
    end_life(p, r, p->session.ended);
    take_tally(p, r->options.tally);
    if (leave != NULL) {
        tt_bytes reason = leave->u.leave.reason;
        memcpy(p->reason, reason.size != 0 ? (const char *)reason.data : "",
               tt_utf8_cut(reason, PLAYER_REASON));
    }
}

/* Takes the clan. An empty one in a teehistorian file means unknown, so it does not replace a known
 * one. */
static void take_clan(struct player *p, const struct reading *r, tt_bytes clan)
{
    bool is_known = clan.size != 0 || reading_is_demo(r);
    if (is_known && clan.size < sizeof p->clan) {
        memset(p->clan, 0, sizeof p->clan);
        memcpy(p->clan, clan.size != 0 ? (const char *)clan.data : "", clan.size);
    }
}

/* Takes a fact about the player. It may lack a protocol or version; the known one then remains. */
static void player_take_fact(struct player *p, const struct reading *r, const tt_fact *fact)
{
    switch (fact->kind) {
    case TT_FACT_JOIN:
        p->protocol = fact->u.join.protocol != 0 ? fact->u.join.protocol : p->protocol;
        break;
    case TT_FACT_NAME:
        take_name(p);
        break;
    case TT_FACT_CLAN:
        take_clan(p, r, fact->u.clan.clan);
        break;
    case TT_FACT_COUNTRY:
        p->country = fact->u.country.country;
        break;
    case TT_FACT_VERSION:
        p->version = fact->u.version.version != 0 ? fact->u.version.version : p->version;
        break;
    case TT_FACT_COMMAND:
        p->commands += r->io.in_span;
        break;
    default:
        break;
    }
}

/* Counts a record of the player. The tally lacks the first PLAYER_DIFF and INPUT_DIFF of a client,
 * so these are counted here. */
static void player_take_record(struct player *p, const struct reading *r)
{
    const tt_th_event *event = r->io.item.th;
    const tt_client *client = &tt_recording_world(r->io.rec)->client[p->session.cid];
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        move(p, r, event->u.player_diff.dx, event->u.player_diff.dy, 1);
        break;
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        p->inputs += r->io.in_span;
        break;
    default:
        p->protocol = client->protocol != 0 ? client->protocol : p->protocol;
        follow_life(p, r);
        break;
    }
}

/* Adds the distance of a tee's move. A tee that was absent at the previous tick has none. */
static void player_take_tee(struct player *p, const struct reading *r, int32_t ticks)
{
    const tt_tee *tee = tee_of(p, r);
    if (tee->alive && p->alive_since >= 0) {
        move(p, r, (double)tee->x - p->x, (double)tee->y - p->y, ticks);
    }
    follow_life(p, r);
    p->x = tee->x;
    p->y = tee->y;
}

struct players_options {
    const char *db;
};

static const struct option options[] = {
    OPTION_ROWS_SPAN,
    OPTION_ROW_WALL,
    OPTION_ROWS_ZONE,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
    ROW_TEXT(0, "db", "FILE", struct players_options, db,
             "show digits of each client from this database of find"),
    OPTION_ROWS_EACH,
};

/* Members of the JSON object, and texts of table cells. */
struct row {
    uint64_t session;
    int32_t cid;
    const char *name, *shown_names, *clan, *net, *ddnet;
    struct column_texts names; /* names, the oldest first */
    int32_t country, protocol, version;
    const char *client;
    const char *joined, *ended; /* game times or dates */
    int32_t joined_tick, left_tick;
    bool join_recorded; /* false when the recording has no JOIN of the session */
    const char *left, *joined_time, *left_time;
    tt_bytes reason, why;
    int64_t alive_ticks, distance_tiles; /* values in the span; the distance is in hundredths of
                                            a tile */
    uint64_t moved, inputs, commands;    /* `moved` in whole tiles */
};

#define TH TT_FORMAT_TEEHISTORIAN

static const struct column columns[] = {
    COLUMN(struct row, session, "of the session in the recording, from 0"),
    COLUMN(struct row, cid, "client id", .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct row, name, "the last name, null when none is known"),
    COLUMN(struct row, names,
           "the names in their order; of more than eight the first seven and the last"),
    CELL(struct row, shown_names, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    COLUMN(struct row, clan, "", .heading = "clan", .fit = TABLE_CUT, .spare = 8),
    COLUMN(struct row, country, "ISO 3166-1 number, -1 for none", .where = TT_FORMAT_DEMO),
    COLUMN(struct row, protocol, "6, 7, or 0 when it is not known"),
    CELL(struct row, net, "net", .where = TH, .spare = 9),
    COLUMN(struct row, version, "DDNet version such as 16040, 0 when it is not known", .where = TH),
    CELL(struct row, ddnet, "ddnet", .where = TH, .spare = 10),
    COLUMN(struct row, client,
           "with --db: digits of its client, which are equal for the same client; null when the "
           "database has none",
           .heading = "client", .where = TH, .spare = 3),
    CELL(struct row, joined, "joined", .right = true, .fit = TABLE_KEY),
    COLUMN(struct row, joined_tick, "when the session began", .heading = "tick", .spare = 4,
           .look = TEXT_FAINT),
    COLUMN(struct row, join_recorded,
           "false: the player was there before, or the file lacks the JOIN"),
    CELL(struct row, ended, "left", .right = true, .fit = TABLE_KEY),
    COLUMN(struct row, left_tick, "when the session ended; the last tick if it did not end",
           .heading = "tick", .spare = 4, .look = TEXT_FAINT),
    COLUMN(struct row, left, "drop, replaced (another client joined with the client id), or no"),
    COLUMN(struct row, reason, "of the drop", .where = TH),
    COLUMN(struct row, joined_time, "the same as dates, if the header has a start time",
           .is_optional = true),
    COLUMN(struct row, left_time, NULL, .is_optional = true),
    COLUMN(struct row, alive_ticks, "ticks with a tee", .heading = "alive", .show = SHOW_TIME,
           .spare = 2),
    COLUMN(struct row, distance_tiles, "distance moved", .show = SHOW_HUNDREDTHS),
    CELL(struct row, moved, "moved", .show = SHOW_GROUPS, .spare = 7),
    COLUMN(struct row, inputs, "changes of the input", .heading = "inputs", .show = SHOW_GROUPS,
           .where = TH, .spare = 5),
    COLUMN(struct row, commands, "chat and console commands", .heading = "commands",
           .show = SHOW_GROUPS, .where = TH, .spare = 6),
    CELL(struct row, why, "why", .fit = TABLE_CUT, .spare = 1),
    COLUMNS_END,
};

struct texts_of_row {
    char names[PLAYER_NAMES * (TT_NAME_CAP + 3) + 1];
    char version[TEXT_VERSION], joined[TT_IO_PLACE_CLOCK_TEXT], ended[TT_IO_PLACE_CLOCK_TEXT];
    char joined_time[TT_IO_PLACE_CLOCK_TEXT], left_time[TT_IO_PLACE_CLOCK_TEXT];
};

struct list {
    struct sessions sessions;
    struct clients clients; /* empty without --db */
    int32_t tick;           /* tick of the last snapshot; only for demos */
};

static const char *join_names(char *text, const struct player *p)
{
    text[0] = 0;
    for (unsigned i = 0; i < p->name_count; i++) {
        /* NOLINTBEGIN(clang-analyzer-security.insecureAPI.strcpy): there is room for all of them */
        strcat(text, i > 0 ? TEXT_RENAMED : "");
        strcat(text, p->names[i]);
        /* NOLINTEND(clang-analyzer-security.insecureAPI.strcpy) */
    }
    return p->name_count == 0 ? SESSION_UNNAMED : text;
}

/* Returns one word for how the session ended, when the leave has no reason. */
static tt_bytes why_of(const struct session *s, tt_bytes reason)
{
    return s->left == LEFT_NOT        ? tt_bytes_of("(still there)")
           : s->left == LEFT_REPLACED ? tt_bytes_of("replaced")
           : reason.size != 0         ? reason
                                      : tt_bytes_of("left");
}

/* Makes the row of a player. The reason may contain a secret. The texts of the row are in `t`. */
static struct row row_of(const struct reading *r, const struct player *p, struct texts_of_row *t)
{
    static const char *const left[] = {"no", "drop", "replaced"};
    const struct session *s = &p->session;
    bool is_demo = reading_is_demo(r);
    tt_bytes reason = tt_bytes_of(is_demo ? "" : p->reason);
    struct row row = {
        .session = s->number,
        .cid = s->cid,
        .name = p->name_count > 0 ? s->name : NULL,
        .names = {p->names[0], p->name_count, TT_NAME_CAP},
        .shown_names = join_names(t->names, p),
        .clan = p->clan,
        .country = p->country,
        .protocol = p->protocol,
        .net = p->protocol == 7   ? "0.7"
               : p->protocol == 6 ? "0.6"
                                  : "",
        .version = p->version,
        .ddnet = text_version(t->version, p->version),
        .client = p->clients[0] != '\0' ? p->clients : NULL,
        .joined = sessions_time(r, t->joined, s->joined),
        .joined_tick = s->joined,
        .join_recorded = s->is_recorded,
        .ended = sessions_time(r, t->ended, s->ended),
        .left_tick = s->ended,
        .left = left[s->left],
        .reason = r->job->settings->show_secrets ? reason : tt_th_shown_reason(reason),
        .joined_time = tt_io_reading_clock(&r->io, t->joined_time, s->joined),
        .left_time = tt_io_reading_clock(&r->io, t->left_time, s->ended),
        .alive_ticks = p->alive_ticks,
        .distance_tiles = (int64_t)(p->distance * 100 / 32),
        .moved = (uint64_t)((p->distance + 16) / 32),
        .inputs = p->inputs,
        .commands = p->commands,
    };
    row.why = why_of(s, row.reason);
    return row;
}

#define COLUMNS (sizeof columns / sizeof columns[0])

/* Leaves out the digits of clients, which only a database has. */
static void without_client(struct column shown[COLUMNS])
{
    size_t count = 0;
    for (size_t i = 0; i < COLUMNS; i++) {
        if (columns[i].key == NULL || strcmp(columns[i].key, "client") != 0) {
            shown[count++] = columns[i];
        }
    }
}

static bool print(void *verb, const void *ended, size_t count)
{
    const struct list *l = verb;
    const struct player *players = ended;
    const struct reading *r = &l->sessions.r;
    const struct players_options *own = r->job->options;
    struct column shown[COLUMNS];
    struct rows rows;
    without_client(shown);
    rows_open(&rows, r->job, own->db != NULL ? columns : shown, tt_io_reading_format(&r->io));
    for (size_t i = 0; i < count; i++) {
        struct texts_of_row texts;
        struct row row = row_of(r, &players[i], &texts);
        rows_add(&rows, &row);
    }
    return rows_close(&rows);
}

static void begin(void *verb, struct session *s)
{
    const struct list *l = verb;
    player_begin((struct player *)s, &l->sessions.r);
}

static void end(void *verb, struct session *s, const tt_fact *leave)
{
    const struct list *l = verb;
    const struct reading *r = &l->sessions.r;
    bool is_demo = reading_is_demo(r);
    if (is_demo && leave == NULL && !r->io.is_later && tt_io_reading_last_tick(&r->io) < r->io.to) {
        /* Ends a player with its last tick. A demo that breaks off has no end of that tick. */
        player_take_tee((struct player *)s, r, tt_io_reading_last_tick(&r->io) - l->tick);
    }
    player_end((struct player *)s, r, leave);
}

/* Takes the tees at the end of a tick. The cost is linear in the client ids that were in use. */
static void take_tick(struct list *l, int32_t tick)
{
    for (int32_t cid = 0; cid < l->sessions.cids; cid++) {
        struct session *s = sessions_at(&l->sessions, cid);
        if (s->number != TT_SESSION_NONE) {
            player_take_tee((struct player *)s, &l->sessions.r, tick - l->tick);
        }
    }
    l->tick = tick;
}

/* Adds the digits of a fact that are new. More than PLAYER_CLIENTS are left out. */
static void take_client(struct player *p, const char *digits)
{
    size_t size = strlen(p->clients);
    if (digits == NULL || strstr(p->clients, digits) != NULL ||
        size + 1 + CLIENT_DIGITS >= sizeof p->clients) {
        return;
    }
    if (size > 0) {
        p->clients[size++] = ' ';
    }
    memcpy(p->clients + size, digits, CLIENT_DIGITS + 1);
}

/* Takes an item of the recording. A demo gives ticks, a teehistorian file gives records, and both
 * give facts. Items without an open session are ignored. */
static void take(struct list *l, const tt_item *item)
{
    const tt_fact *fact = item->fact;
    int32_t cid = fact != NULL ? fact->cid : item->th != NULL ? item->th->cid : -1;
    struct player *p = (struct player *)sessions_find(&l->sessions, item->session, cid);
    if (item->kind == TT_ITEM_TICK) {
        take_tick(l, item->tick);
    } else if (p != NULL && fact != NULL) {
        player_take_fact(p, &l->sessions.r, fact);
        take_client(p, clients_of(&l->clients, fact));
    } else if (p != NULL) {
        player_take_record(p, &l->sessions.r);
    }
}

/* Handles a file. The tally counts moves and inputs several times as fast as looking at each
 * record. */
static enum exit_status players_file(struct job *job)
{
    const struct players_options *own = job->options;
    struct list l = {.tick = 0};
    tt_th_tally tally = {.tick_skips = 0};
    const struct sessions_use use = {
        sizeof(struct player), PLAYER_FACTS, &tally, false, begin, end, print, &l};
    if (own->db != NULL && !clients_read(&l.clients, job, own->db)) {
        clients_free(&l.clients);
        return EXIT_SYSTEM;
    }
    if (sessions_open(&l.sessions, job, &use)) {
        l.tick = tt_recording_look(l.sessions.r.io.rec).tick;
        while (sessions_next(&l.sessions)) {
            take(&l, &l.sessions.r.io.item);
        }
    }
    clients_free(&l.clients);
    return sessions_close(&l.sessions);
}

const struct command cmd_players = {
    .name = "players",
    .summary = "list who was there, from when to when, with names",
    .description =
        {("Lists who was there: one line for each session. A session begins when a client joins, "
          "or is first seen, and ends when it leaves. A player who joins twice has two lines."),
         ("\"alive\" is the time with a tee in the world. \"moved\" is the distance in tiles of "
          "32 units, without jumps of more than ten tiles in one tick (deaths, teleporters).")},
    .options = OPTION_TABLE(options, struct players_options),
    .examples = {{"Who was there?", "players FILE"},
                 {"When was a player there, in all recordings of a day?",
                  "players --player nameless --wall archive/2026-11-21/"}},
    .json_text = {"One object a session, in the order of the joins:"},
    .columns = columns,
    .how = &(const struct run_how){.process = players_file, .lists = true},
};
