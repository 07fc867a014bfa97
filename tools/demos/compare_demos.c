/* SPDX-License-Identifier: MIT
 *
 * Compares a converted demo with the demo that the server itself recorded of the same game:
 *
 *     compare_demos [-s COUNT] [-l ALL,EACH] {[-e] SERVER.demo OURS.demo}...
 *
 * Takes each tick of the server's demo and matches the items of both snapshots by type, client and
 * content. The ids of entities and events do not count. An EntityEx counts as a part of the item
 * with its id. Prints for each type how many items the server has, how many are equal, differ, are
 * missing or too many, in all pairs together, and which members differ.
 *
 * -e: the next server sent events in even ticks only (sv_high_bandwidth 0), so both sides collect
 * them until then. -s: shows the first differences. -l: the exit status is 1 when less than ALL
 * percent of all items are equal, or less than EACH percent of a type that the server has 100
 * times.
 *
 * `left_out` says what does not count, and why.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/demo.h"
#include "teetape/game.h"
#include "teetape/io/input.h"
#include "teetape/snap_object.h"

#define WHOLE (-1)
#define OFTEN 100

static const struct {
    tt_obj_kind kind;
    int member; /* index of an int, or WHOLE */
    const char *why;
} left_out[] = {
    {TT_OBJ_CLIENT_INFO, WHOLE, "names and skins come from messages and not from the game"},
    {TT_OBJ_PLAYER_INFO, 0, "our demo opens on a player, the server's on nobody"},
    {TT_OBJ_PLAYER_INFO, 4, "the latency is not in a teehistorian file"},
    {TT_OBJ_SPECTATOR_INFO, WHOLE, "where our demo looks while nobody plays"},
    {TT_OBJ_DDNET_SPECTATOR_INFO, WHOLE, "the same"},
    {TT_OBJ_SPECTATOR_COUNT, WHOLE, "it is for the player of a client's demo"},
};

enum {
    INTS = TT_OBJ_MAX_INTS + 4,
    ITEMS = 2 * TT_SNAP_MAX_ITEMS,
    ENTITY_INTS = 3,
};

/* An item without what does not count. */
struct item {
    tt_obj_kind kind;
    int32_t client; /* whose it is; -1: the id does not count */
    int size;
    int32_t ints[INTS];
};

struct list {
    int count;
    struct item items[ITEMS];
};

struct demo {
    const char *path;
    uint8_t *bytes;
    tt_demo reader;
    tt_demo_memory memory;
    int32_t tick; /* whose snapshot is the reader's; -1: none yet */
    int32_t next; /* the tick after it; -1: there is none */
    /* The kinds of declared types, from the highest type down. Servers before 18.3 declare a type
     * only after the first snapshot with it. */
    tt_obj_kind kinds[TT_SNAP_MAX_TYPES];
    struct list state, events;
    uint64_t unnamed; /* items of a type that is not declared */
};

struct row {
    uint64_t server, equal, differ, missing, many;
    uint64_t members[INTS];
};

static struct row table[TT_OBJ_KINDS];
static struct demo demos[2];
static int32_t shown;

static void fail(const char *path, const char *why)
{
    fprintf(stderr, "compare_demos: %s: %s\n", path, why);
    exit(2);
}

/* -- demos ----------------------------------------------------------------------------------- */

static size_t load(struct demo *d)
{
    tt_io_error error;
    tt_bytes piece;
    size_t size = 0;
    tt_io_input_status status;
    tt_io_input *input = tt_io_input_open(d->path, NULL, &error);
    if (input == NULL) {
        fail(d->path, error.text);
    }
    while ((status = tt_io_input_next(input, &piece)) == TT_IO_INPUT_PIECE) {
        d->bytes = realloc(d->bytes, size + piece.size);
        if (d->bytes == NULL) {
            fail(d->path, "there is not enough memory");
        }
        memcpy(d->bytes + size, piece.data, piece.size);
        size += piece.size;
    }
    if (status != TT_IO_INPUT_END) {
        fail(d->path, tt_io_input_error(input)->text);
    }
    tt_io_input_close(input);
    return size;
}

/* Reads up to the next tick marker, after which the snapshot is that of the tick before it. */
static void read_tick(struct demo *d)
{
    tt_demo_event event;
    tt_status status;
    d->tick = d->next;
    d->next = -1;
    do {
        status = tt_demo_next(&d->reader, &event);
        if (status == TT_OK && event.kind == TT_DEMO_TICK) {
            d->next = event.tick;
            return;
        }
        if (status == TT_MORE) {
            tt_demo_feed(&d->reader, NULL, 0);
        }
    } while (status == TT_OK || status == TT_MORE);
    if (status != TT_END) {
        fail(d->path, tt_status_text(status));
    }
}

static void begin(struct demo *d, size_t size)
{
    static const tt_demo_options options = {.skip_messages = true};
    tt_demo_init(&d->reader, &d->memory);
    tt_demo_set(&d->reader, &options);
    tt_demo_feed(&d->reader, d->bytes, size);
    d->next = -1;
    read_tick(d);
    if (d->next < 0) {
        fail(d->path, "there is no tick in it");
    }
}

static void note_declared(struct demo *d)
{
    const tt_snap *snap = tt_demo_look(&d->reader).snap;
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        uint32_t number = TT_SNAP_MAX_TYPE - (uint32_t)item.id;
        if (item.type == 0 && item.size == 4 && number < TT_SNAP_MAX_TYPES) {
            d->kinds[number] = tt_snap_kind(snap, TT_DIALECT_DDNET, item.id);
        }
    }
}

static void open_demo(struct demo *d, const char *path)
{
    d->path = path;
    for (int i = 0; i < TT_SNAP_MAX_TYPES; i++) {
        d->kinds[i] = TT_OBJ_KINDS;
    }
    size_t size = load(d);
    for (begin(d, size); d->next >= 0;) {
        read_tick(d);
        note_declared(d);
    }
    begin(d, size);
}

/* -- items ----------------------------------------------------------------------------------- */

static tt_obj_kind kind_of(const struct demo *d, int32_t type)
{
    int32_t number = TT_SNAP_MAX_TYPE - type;
    return type < TT_SNAP_FIRST_EXTENDED ? tt_obj_find(TT_DIALECT_DDNET, type)
           : number < TT_SNAP_MAX_TYPES  ? d->kinds[number]
                                         : TT_OBJ_KINDS;
}

static bool is_of_client(tt_obj_kind kind)
{
    return kind == TT_OBJ_CHARACTER || kind == TT_OBJ_DDNET_CHARACTER ||
           kind == TT_OBJ_PLAYER_INFO || kind == TT_OBJ_DDNET_PLAYER || kind == TT_OBJ_SPEC_CHAR;
}

static bool is_left_out(tt_obj_kind kind, int member)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        if (left_out[i].kind == kind && left_out[i].member == member) {
            return true;
        }
    }
    return false;
}

static bool may_have_entity(tt_obj_kind kind)
{
    return kind == TT_OBJ_LASER || kind == TT_OBJ_PICKUP || kind == TT_OBJ_DDRACE_PROJECTILE;
}

/* Appends a 1 and the ints of the EntityEx with this id, or four zeros when there is none. */
static void add_entity(struct item *item, const tt_snap *snap, int32_t type, int32_t id)
{
    tt_snap_item entity = {.size = 0};
    bool has = type != 0 && tt_snap_find(snap, tt_snap_key(type, id), &entity) &&
               entity.size >= ENTITY_INTS;
    item->ints[item->size] = has;
    for (int i = 0; i < ENTITY_INTS; i++) {
        item->ints[item->size + 1 + i] = has ? entity.data[i] : 0;
    }
    item->size += 1 + ENTITY_INTS;
}

static void add_item(struct list *to, tt_obj_kind kind, const tt_snap *snap,
                     const tt_snap_item *from, int32_t entities)
{
    if (to->count == ITEMS) {
        return;
    }
    struct item *item = &to->items[to->count++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->client = is_of_client(kind) ? from->id : -1;
    item->size = (int)(from->size < TT_OBJ_MAX_INTS ? from->size : TT_OBJ_MAX_INTS);
    for (int i = 0; i < item->size; i++) {
        item->ints[i] = is_left_out(kind, i) ? 0 : from->data[i];
    }
    if (may_have_entity(kind)) {
        add_entity(item, snap, entities, from->id);
    }
}

static int32_t type_of_entities(const struct demo *d)
{
    for (int32_t i = 0; i < TT_SNAP_MAX_TYPES; i++) {
        if (d->kinds[i] == TT_OBJ_ENTITY_EX) {
            return TT_SNAP_MAX_TYPE - i;
        }
    }
    return 0;
}

/* While nobody plays our demo has a player without a name, for the view. */
static bool is_viewer(const tt_snap *snap, tt_obj_kind kind, int32_t id)
{
    tt_snap_item item;
    int32_t type = tt_obj_type(TT_OBJ_CLIENT_INFO)->type;
    return kind == TT_OBJ_PLAYER_INFO && !tt_snap_find(snap, tt_snap_key(type, id), &item);
}

/* Sorts the items of a snapshot into state, which is replaced, and events, which are added. */
static void take_items(struct demo *d)
{
    const tt_snap *snap = tt_demo_look(&d->reader).snap;
    int32_t entities = type_of_entities(d);
    d->state.count = 0;
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        tt_obj_kind kind = kind_of(d, item.type);
        if (kind == TT_OBJ_KINDS) {
            d->unnamed += item.type != 0;
        } else if (item.type != 0 && kind != TT_OBJ_ENTITY_EX && !is_left_out(kind, WHOLE) &&
                   !is_viewer(snap, kind, item.id)) {
            bool is_event = tt_obj_type(kind)->use == TT_OBJ_IS_EVENT;
            add_item(is_event ? &d->events : &d->state, kind, snap, &item, entities);
        }
    }
}

static int order_of(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    if (a->client != b->client) {
        return a->client < b->client ? -1 : 1;
    }
    for (int i = 0; i < INTS; i++) {
        if (a->ints[i] != b->ints[i]) {
            return a->ints[i] < b->ints[i] ? -1 : 1;
        }
    }
    return a->size - b->size;
}

/* -- comparing ------------------------------------------------------------------------------- */

static void print_item(const char *whose, const struct item *item)
{
    printf("    %s", whose);
    for (int i = 0; i < item->size; i++) {
        printf(" %d", (int)item->ints[i]);
    }
    printf("\n");
}

static void show(const struct item *server, const struct item *ours)
{
    const struct item *any = server != NULL ? server : ours;
    if (shown <= 0) {
        return;
    }
    shown--;
    printf("tick %d: %s %d\n", (int)demos[0].tick, tt_obj_type(any->kind)->name, (int)any->client);
    if (server != NULL) {
        print_item("server", server);
    }
    if (ours != NULL) {
        print_item("ours  ", ours);
    }
}

static void note_difference(const struct item *server, const struct item *ours)
{
    struct row *row = &table[server->kind];
    row->differ++;
    for (int i = 0; i < INTS; i++) {
        row->members[i] += server->ints[i] != ours->ints[i];
    }
    show(server, ours);
}

/* Pairs items that have no equal: those of one client, or any two of a type. */
static void pair_rest(const struct list *server, const struct list *ours)
{
    int i = 0, j = 0;
    while (i < server->count || j < ours->count) {
        const struct item *a = i < server->count ? &server->items[i] : NULL;
        const struct item *b = j < ours->count ? &ours->items[j] : NULL;
        int64_t key_a = a != NULL ? (int64_t)a->kind << 32 | (uint32_t)(a->client + 1) : INT64_MAX;
        int64_t key_b = b != NULL ? (int64_t)b->kind << 32 | (uint32_t)(b->client + 1) : INT64_MAX;
        if (key_a == key_b) {
            note_difference(a, b);
        } else if (key_a < key_b) {
            table[a->kind].missing++;
            show(a, NULL);
        } else {
            table[b->kind].many++;
            show(NULL, b);
        }
        i += key_a <= key_b;
        j += key_b <= key_a;
    }
}

static void compare(struct list *server, struct list *ours)
{
    static struct list rest[2];
    int i = 0, j = 0;
    rest[0].count = rest[1].count = 0;
    qsort(server->items, (size_t)server->count, sizeof server->items[0], order_of);
    qsort(ours->items, (size_t)ours->count, sizeof ours->items[0], order_of);
    for (int k = 0; k < server->count; k++) {
        table[server->items[k].kind].server++;
    }
    while (i < server->count || j < ours->count) {
        int order = i == server->count ? 1
                    : j == ours->count ? -1
                                       : order_of(&server->items[i], &ours->items[j]);
        if (order == 0) {
            table[server->items[i].kind].equal++;
        } else if (order < 0) {
            rest[0].items[rest[0].count++] = server->items[i];
        } else {
            rest[1].items[rest[1].count++] = ours->items[j];
        }
        i += order <= 0;
        j += order >= 0;
    }
    pair_rest(&rest[0], &rest[1]);
    server->count = ours->count = 0;
}

/* What happened in ticks that the server's demo lacks shows in its next snapshot. That of the
 * first one began before the demo. */
static uint64_t compare_all(bool in_even_ticks)
{
    struct demo *server = &demos[0], *ours = &demos[1];
    uint64_t alone = 0;
    bool is_first = true;
    while (server->next >= 0) {
        read_tick(server);
        take_items(server);
        while (ours->next >= 0 && ours->next <= server->tick) {
            read_tick(ours);
            take_items(ours);
        }
        if (ours->tick != server->tick) {
            alone++;
            if (shown > 0) {
                printf("tick %d is not in ours\n", (int)server->tick);
            }
            continue;
        }
        compare(&server->state, &ours->state);
        if (!in_even_ticks || server->tick % 2 == 0) {
            server->events.count *= !is_first;
            ours->events.count *= !is_first;
            compare(&server->events, &ours->events);
            is_first = false;
        }
    }
    return alone;
}

/* -- the table ------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 100.0;
}

static void print_row(const char *name, const struct row *row)
{
    printf("%-18s %9llu %9llu %7llu %8llu %9llu %8.3f%%\n", name, (unsigned long long)row->server,
           (unsigned long long)row->equal, (unsigned long long)row->differ,
           (unsigned long long)row->missing, (unsigned long long)row->many,
           percent(row->equal, row->server + row->many));
}

static void print_members(tt_obj_kind kind, const struct row *row)
{
    for (int i = 0; i < INTS; i++) {
        const tt_obj_member *member = tt_obj_member_at(kind, (size_t)i);
        if (row->members[i] > 0) {
            printf("    %-14s %9llu\n", member != NULL ? member->name : "(EntityEx)",
                   (unsigned long long)row->members[i]);
        }
    }
}

/* Returns true when all bounds hold. */
static bool report(double least, double least_each)
{
    struct row all = {0};
    bool is_good = true;
    printf("%-18s %9s %9s %7s %8s %9s %9s\n", "item", "server's", "equal", "differ", "missing",
           "too many", "equal");
    for (int i = 0; i < TT_OBJ_KINDS; i++) {
        const struct row *row = &table[i];
        if (row->server + row->many == 0) {
            continue;
        }
        print_row(tt_obj_type((tt_obj_kind)i)->name, row);
        print_members((tt_obj_kind)i, row);
        is_good &=
            row->server < OFTEN || percent(row->equal, row->server + row->many) >= least_each;
        all.server += row->server;
        all.equal += row->equal;
        all.differ += row->differ;
        all.missing += row->missing;
        all.many += row->many;
    }
    print_row("all", &all);
    return is_good && percent(all.equal, all.server + all.many) >= least;
}

static void compare_pair(const char *server, const char *ours, bool in_even_ticks)
{
    open_demo(&demos[0], server);
    open_demo(&demos[1], ours);
    uint64_t alone = compare_all(in_even_ticks);
    if (alone > 0) {
        printf("%s: %llu ticks are not in ours\n", server, (unsigned long long)alone);
    }
    if (demos[0].unnamed > 0) {
        printf("%s: %llu items have an unknown type\n", server,
               (unsigned long long)demos[0].unnamed);
    }
    for (int i = 0; i < 2; i++) {
        free(demos[i].bytes);
        memset(&demos[i], 0, sizeof demos[i]);
    }
}

int main(int argc, char **argv)
{
    double least = 0, least_each = 0;
    bool in_even_ticks = false;
    if (argc < 3) {
        fail("usage", "compare_demos [-s COUNT] [-l ALL,EACH] {[-e] SERVER.demo OURS.demo}...");
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-e") == 0) {
            in_even_ticks = true;
        } else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc) {
            shown = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "-l") == 0 && i + 1 < argc) {
            if (sscanf(argv[++i], "%lf,%lf", &least, &least_each) != 2) {
                fail(argv[i], "the bounds are two numbers, such as 99.95,99.5");
            }
        } else if (argv[i][0] == '-' || i + 1 == argc) {
            fail(argv[i], "unknown option, or a demo without another one");
        } else {
            compare_pair(argv[i], argv[i + 1], in_even_ticks);
            in_even_ticks = false;
            i++;
        }
    }
    return report(least, least_each) ? 0 : 1;
}
