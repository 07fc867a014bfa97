/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/io/table.h: the rows of every recording in the tree are what a slow model makes
 * of its ticks and facts, whatever batches, spans and columns; and damage ends rows and no more.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "support/demo_make.h"
#include "support/physics_states.h"
#include "support/th_make.h"
#include "table/table.h"
#include "teetape/io/file.h"
#include "teetape/io/table.h"
#include "teetape/io/walk.h"

/* A row of the model. */
struct row {
    int32_t tick, cid, session, x, y, vx, vy, team;
    int32_t input[TT_INPUT_INTS];
    bool has_input, has_velocity, repeated;
    int8_t weapon;
    char name[TT_NAME_CAP];
};

struct model {
    struct row *rows;
    size_t count, cap;
    bool is_demo;
};

static void on_walk(void *user, const char *path, const tt_io_error *error)
{
    (void)user, (void)error;
    fail_msg("%s", path);
}

/* Recordings of the tree, and those below TT_RECORDINGS if it is set. */
static tt_io_list find_recordings(void)
{
    const char *folders[2] = {TT_SOURCE_DIR "/tests/recordings", getenv("TT_RECORDINGS")};
    tt_io_list list = {.count = 0};
    assert_true(tt_io_walk(&list, folders, folders[1] != NULL ? 2 : 1, true, on_walk, NULL));
    assert_true(list.count >= 7);
    return list;
}

static void add_row(struct model *m, const struct row *row)
{
    if (m->count == m->cap) {
        m->cap = m->cap * 2 + 1024;
        m->rows = realloc(m->rows, m->cap * sizeof *m->rows);
        assert_non_null(m->rows);
    }
    m->rows[m->count++] = *row;
}

/* The tees of the world as they are, of tick `tick`. */
static size_t take_world(struct row rows[TT_CIDS], const tt_io_reading *r, int32_t tick,
                         const struct row *before, size_t before_count,
                         const int32_t asked[TT_CIDS])
{
    const tt_world *world = tt_recording_world(r->rec);
    size_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &world->tee[cid];
        tt_session session = tt_recording_session(r->rec, cid);
        if (!tee->alive || !tt_io_reading_has(r, session.number, cid)) {
            continue;
        }
        struct row *row = &rows[count++];
        memset(row, 0, sizeof *row);
        *row = (struct row){.tick = tick,
                            .cid = cid,
                            .session = (int32_t)session.number,
                            .x = tee->x,
                            .y = tee->y,
                            .team = world->client[cid].team,
                            .has_input = tee->has_input && tee->settled,
                            .weapon = tee->weapon};
        memcpy(row->input, tee->input, sizeof row->input);
        strcpy(row->name, session.name);
        for (size_t i = 0; i < before_count; i++) {
            if (before[i].cid == cid) {
                int32_t dx = tee->x - before[i].x, dy = tee->y - before[i].y;
                int32_t most = asked[cid] == tick - 1 ? 48 : 320; /* else it jumped */
                row->has_velocity = dx * dx + dy * dy <= most * most;
                row->vx = row->has_velocity ? dx : 0;
                row->vy = row->has_velocity ? dy : 0;
            }
        }
    }
    return count;
}

/* All ticks of all players, one after the other: nothing is clever here. */
static struct model make_model(const char *path, const char *player)
{
    struct model m = {.count = 0};
    static struct row now[TT_CIDS], next[TT_CIDS];
    int32_t asked[TT_CIDS] = {0}, last = -1;
    size_t count = 0;
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_TICKS | TT_WANT_RECORDS | TT_WANT_FACTS,
                                       .facts = TT_FACTS_ALL,
                                       .no_index = true,
                                       .player = player,
                                       .wants_everybody = true};
    assert_true(tt_io_reading_open(&r, path, &how));
    m.is_demo = tt_io_reading_format(&r) == TT_FORMAT_DEMO;
    while (tt_io_reading_next(&r)) {
        if (r.item.kind == TT_ITEM_FACT && r.item.fact->cid >= 0 &&
            (r.item.fact->kind == TT_FACT_KILL_REQUEST || r.item.fact->kind == TT_FACT_COMMAND)) {
            asked[r.item.fact->cid] = r.item.tick;
        }
        if (r.item.kind != TT_ITEM_TICK) {
            continue;
        }
        for (int32_t tick = last + 1; count != 0 && tick < r.item.tick; tick++) {
            for (size_t i = 0; i < count; i++) {
                now[i].tick = tick;
                now[i].repeated = true;
                now[i].vx = now[i].vy = 0;
                now[i].has_velocity = true;
                add_row(&m, &now[i]);
            }
        }
        size_t found = take_world(next, &r, r.item.tick, now, count, asked);
        memcpy(now, next, sizeof now);
        count = found;
        for (size_t i = 0; i < count; i++) {
            add_row(&m, &now[i]);
        }
        last = r.item.tick;
    }
    tt_io_reading_close(&r);
    return m;
}

static bool has(const tt_io_column_data *data, size_t row)
{
    return data->has == NULL || (data->has[row / 8] >> (row % 8) & 1) != 0;
}

/* The value of a column of numbers. */
static double number(const tt_io_column_data *data, size_t row)
{
    switch (data->column->type) {
    case TT_COLUMN_BOOL:
        return ((const uint8_t *)data->values)[row];
    case TT_COLUMN_INT8:
        return ((const int8_t *)data->values)[row];
    case TT_COLUMN_INT16:
        return ((const int16_t *)data->values)[row];
    case TT_COLUMN_INT32:
        return ((const int32_t *)data->values)[row];
    case TT_COLUMN_FLOAT:
        return (double)((const float *)data->values)[row];
    default:
        return (double)((const int64_t *)data->values)[row];
    }
}

static tt_bytes text(const tt_io_column_data *data, size_t row)
{
    uint32_t begin = (data->ends - 1)[row];
    return (tt_bytes){(const uint8_t *)data->values + begin, data->ends[row] - begin};
}

static void check_number(const tt_io_column_data *data, size_t row, bool is_there, double value)
{
    if (has(data, row) != is_there || (is_there && number(data, row) != value)) {
        fail_msg("%s: row %zu has %d %f, and not %d %f", data->column->name, row, has(data, row),
                 number(data, row), is_there, value);
    }
    assert_true(is_there || number(data, row) == 0);
}

/* What only teehistorian files have. */
static void check_input(const tt_io_column_data *data, size_t row, const struct row *model)
{
    const int32_t *input = model->input;
    const char *name = data->column->name;
    bool has_input = model->has_input;
    if (strcmp(name, "direction") == 0) {
        check_number(data, row, has_input, (input[0] > 0) - (input[0] < 0));
    } else if (strcmp(name, "target_x") == 0) {
        check_number(data, row, has_input, input[1]);
    } else if (strcmp(name, "target_y") == 0) {
        check_number(data, row, has_input, input[2]);
    } else if (strcmp(name, "aim") == 0) {
        check_number(data, row, has_input, tti_angle_of(input[1], input[2]));
    } else if (strcmp(name, "jump") == 0) {
        check_number(data, row, has_input, input[3] != 0);
    } else if (strcmp(name, "fire") == 0) {
        check_number(data, row, has_input, input[4] & 1);
    } else if (strcmp(name, "hook") == 0) {
        check_number(data, row, has_input, input[5] != 0);
    } else if (strcmp(name, "player_flags") == 0) {
        check_number(data, row, has_input, input[6]);
    } else if (strcmp(name, "wanted_weapon") == 0) {
        check_number(data, row, has_input && input[7] > 0, input[7] - 1);
    } else if (strcmp(name, "vx") == 0) {
        check_number(data, row, model->has_velocity, model->vx);
    } else if (strcmp(name, "vy") == 0) {
        check_number(data, row, model->has_velocity, model->vy);
    } else if (strcmp(name, "core_age") == 0) {
        check_number(data, row, true, 0);
    } else if (strstr(
                   " vel_x vel_y hook_state hook_x hook_y hooked jumped frozen health armor ammo "
                   "attack_tick ",
                   name) != NULL) {
        check_number(data, row, false, 0);
    } else if (strcmp(name, "applied") == 0) {
        return; /* it needs the map, which may be on this machine; cli.physics has tests of it */
    } else {
        fail_msg("no check for %s", name);
    }
}

static void check_cell(const tt_io_column_data *data, size_t row, const struct row *model,
                       bool is_demo)
{
    const char *name = data->column->name;
    if (strcmp(name, "tick") == 0) {
        check_number(data, row, true, model->tick);
    } else if (strcmp(name, "cid") == 0) {
        check_number(data, row, true, model->cid);
    } else if (strcmp(name, "session") == 0) {
        check_number(data, row, true, model->session);
    } else if (is_demo && model->repeated && (strcmp(name, "x") == 0 || strcmp(name, "y") == 0)) {
        assert_true(has(data, row)); /* tests/test_follow.c says where a tee went on to */
    } else if (strcmp(name, "x") == 0) {
        check_number(data, row, true, model->x);
    } else if (strcmp(name, "y") == 0) {
        check_number(data, row, true, model->y);
    } else if (strcmp(name, "team") == 0) {
        check_number(data, row, true, model->team);
    } else if (strcmp(name, "repeated") == 0) {
        check_number(data, row, true, model->repeated);
    } else if (strcmp(name, "weapon") == 0) {
        check_number(data, row, model->weapon >= 0, model->weapon);
    } else if (strcmp(name, "name") == 0) {
        assert_true(tt_bytes_equal(text(data, row), tt_bytes_of(model->name)));
        assert_int_equal(has(data, row), model->name[0] != 0);
    } else if (strcmp(name, "recording") != 0 && strcmp(name, "ts") != 0 && !is_demo) {
        check_input(data, row, model);
    }
}

/* Opens a table of a reading that is opened with it. */
static tt_io_table *open_table(tt_io_table_plan *plan, tt_io_reading *r, const char *path,
                               const tt_io_table_options *options, tt_io_reading_options how)
{
    tt_io_error error;
    assert_true(tt_io_table_plan_init(plan, options, &error));
    how.no_index = true;
    tt_io_table_ask(plan, &how);
    assert_true(tt_io_reading_open(r, path, &how));
    tt_io_table *table = tt_io_table_open(plan, r, &error);
    assert_non_null(table);
    return table;
}

/* The rows of a table are those of the model from *at on. */
static void check_rows(const struct model *m, size_t *at, const tt_io_batch *batch)
{
    assert_true(batch->rows != 0 && *at + batch->rows <= m->count);
    for (size_t i = 0; i < batch->columns; i++) {
        size_t missing = 0;
        for (size_t row = 0; row < batch->rows; row++) {
            check_cell(&batch->column[i], row, &m->rows[*at + row], m->is_demo);
            missing += !has(&batch->column[i], row);
        }
        assert_int_equal(missing, batch->column[i].missing);
    }
    *at += batch->rows;
}

/* All columns of a table. */
static char *all_columns(tt_io_table_kind kind)
{
    static char names[4096];
    size_t count;
    const tt_io_column *columns = tt_io_table_columns(kind, &count);
    names[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        strcat(names, i == 0 ? "" : ",");
        strcat(names, columns[i].name);
    }
    return names;
}

static void ticks_are_those_of_a_slow_model(void **state)
{
    (void)state;
    tt_io_list list = find_recordings();
    size_t checked = 0;
    for (size_t i = 0; i < list.count; i++) {
        const char *path = list.entries[i].path;
        if (strstr(path, ".teehistorian") == NULL && strstr(path, ".demo") == NULL) {
            continue;
        }
        struct model m = make_model(path, NULL);
        for (uint32_t rows = 0; rows < 2000; rows += 999) {
            const tt_io_table_options options = {
                .kind = TT_TABLE_TICKS, .columns = all_columns(TT_TABLE_TICKS), .rows = rows};
            tt_io_table_plan plan;
            tt_io_reading r;
            tt_io_batch batch;
            size_t at = 0;
            tt_io_table *table =
                open_table(&plan, &r, path, &options, (tt_io_reading_options){.wants = 0});
            while (tt_io_table_next(table, &batch)) {
                assert_true(batch.rows <= (rows == 0 ? TT_IO_TABLE_ROWS : rows));
                check_rows(&m, &at, &batch);
            }
            assert_int_equal(at, m.count);
            assert_false(tt_io_table_next(table, &batch));
            tt_io_table_close(table);
            tt_io_reading_close(&r);
        }
        checked += m.count;
        free(m.rows);
    }
    tt_io_list_free(&list);
    assert_true(checked > 100000);
}

#define TUTORIAL                                                                                   \
    TT_SOURCE_DIR                                                                                  \
    "/tests/recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian"
#define DEMO TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo"

/* What of a model is in a span, of every Nth tick. */
static struct model part_of(const struct model *m, int64_t from, int64_t to, int32_t every)
{
    struct model part = {.is_demo = m->is_demo};
    for (size_t i = 0; i < m->count; i++) {
        int32_t tick = m->rows[i].tick;
        if (tick >= from && tick < to && tick % every == 0) {
            add_row(&part, &m->rows[i]);
        }
    }
    return part;
}

static void check_part(const char *path, const struct model *all, const char *player, int64_t from,
                       int64_t to, int32_t every)
{
    char begin[24], end[24];
    struct model m = part_of(all, from, to, every);
    const tt_io_table_options options = {
        .kind = TT_TABLE_TICKS, .columns = all_columns(TT_TABLE_TICKS), .every = (uint32_t)every};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    size_t at = 0;
    snprintf(begin, sizeof begin, "%lld", (long long)from);
    snprintf(end, sizeof end, "%lld", (long long)to);
    const tt_io_reading_options how = {.from = begin, .to = end, .player = player};
    tt_io_table *table = open_table(&plan, &r, path, &options, how);
    while (tt_io_table_next(table, &batch)) {
        check_rows(&m, &at, &batch);
    }
    assert_int_equal(at, m.count);
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    free(m.rows);
}

/* Ticks in which nothing is recorded are at both ends of some of these. */
static void spans_are_parts_of_the_whole(void **state)
{
    (void)state;
    struct model m = make_model(TUTORIAL, NULL);
    for (int64_t from = 0; from < 41000; from += 1711) {
        check_part(TUTORIAL, &m, NULL, from, from + from % 37, 1);
        check_part(TUTORIAL, &m, NULL, from, 2 * from + 5, 7);
    }
    check_part(TUTORIAL, &m, NULL, 0, INT32_MAX, 50);
    for (int64_t from = 10749; from < 10754; from++) { /* another life, 130 units away, in 10751 */
        check_part(TUTORIAL, &m, NULL, from, from + 20, 1);
    }
    free(m.rows);
    m = make_model(DEMO, NULL);
    /* the ticks before the first marker of a span are not known */
    check_part(DEMO, &m, NULL, 875, 2000, 1);
    free(m.rows);
}

static void players_are_parts_of_the_whole(void **state)
{
    static const char *const players[] = {"0", "alice", "bobdummy", "nobody"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct model m = make_model(TUTORIAL, players[i]);
        assert_int_equal(m.count == 0, i == 3);
        check_part(TUTORIAL, &m, players[i], 0, INT32_MAX, 1);
        check_part(TUTORIAL, &m, players[i], 15000, 19000, 3);
        free(m.rows);
    }
}

#define OLD_TEES TT_SOURCE_DIR "/fuzz/corpus/follow/every_second_tick"

enum { OLD_TICKS = 60, OLD_COLUMNS = 6, OLD_ROWS = 200 };

static size_t old_rows(double rows[][OLD_COLUMNS], int32_t from, int32_t to)
{
    char begin[16], end[16];
    const tt_io_table_options options = {.kind = TT_TABLE_TICKS,
                                         .columns = "tick,cid,x,y,vel_x,core_age"};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    size_t count = 0;
    snprintf(begin, sizeof begin, "%d", (int)from);
    snprintf(end, sizeof end, "%d", (int)to);
    tt_io_table *table =
        open_table(&plan, &r, OLD_TEES, &options,
                   (tt_io_reading_options){.from = begin, .to = end, .terrain = &physics_terrain});
    while (tt_io_table_next(table, &batch)) {
        for (size_t row = 0; row < batch.rows; row++, count++) {
            assert_true(count < OLD_ROWS);
            for (size_t i = 0; i < OLD_COLUMNS; i++) {
                rows[count][i] = number(&batch.column[i], row);
            }
        }
    }
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    return count;
}

/* The markers are at even ticks. What is between two of them needs the second one, also where the
 * span ends before it. */
static void spans_have_old_tees_where_the_whole_has_them(void **state)
{
    (void)state;
    static double all[OLD_ROWS][OLD_COLUMNS], part[OLD_ROWS][OLD_COLUMNS];
    uint64_t seed = 2;
    size_t old = 0;
    physics_terrain_strew(&seed);
    size_t count = old_rows(all, 100, 100 + OLD_TICKS);
    assert_true(count > 2 * OLD_TICKS);
    for (int32_t from = 100; from < 100 + OLD_TICKS; from += 2) {
        size_t first = 0, has = old_rows(part, from, from + 5);
        while (first < count && all[first][0] < from) {
            first++;
        }
        for (size_t i = 0; i < has; i++) {
            assert_memory_equal(part[i], all[first + i], sizeof part[i]);
            old += part[i][5] > 0;
        }
        assert_true(first + has == count || all[first + has][0] >= from + 5);
    }
    assert_true(old > 50);
}

static void old_tees_have_no_speed_without_a_map(void **state)
{
    (void)state;
    const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "core_age,vx,vel_x,x"};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    size_t old = 0, known = 0;
    tt_io_table *table =
        open_table(&plan, &r, OLD_TEES, &options, (tt_io_reading_options){.wants = 0});
    while (tt_io_table_next(table, &batch)) {
        for (size_t row = 0; row < batch.rows; row++) {
            if (number(&batch.column[0], row) > 0) {
                assert_false(has(&batch.column[1], row) || has(&batch.column[2], row));
                assert_true(has(&batch.column[3], row));
                old++;
            } else {
                assert_true(has(&batch.column[2], row));
                known += has(&batch.column[1], row);
            }
        }
    }
    assert_true(r.lacks_map && old > 30 && known > 0);
    tt_io_table_close(table);
    tt_io_reading_close(&r);
}

/* Each field has a column of its type, and each column has fields. */
static void facts_have_a_column_for_each_field(void **state)
{
    (void)state;
    size_t count;
    const tt_io_column *columns = tt_io_table_columns(TT_TABLE_FACTS, &count);
    bool used[TT_IO_TABLE_COLUMNS] = {false};
    assert_true(count <= TT_IO_TABLE_COLUMNS);
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        const tt_type *type = tt_fact_type((tt_fact_kind)kind);
        for (size_t f = 0; f < type->field_count; f++) {
            const char *name = tti_table_fact_column(&type->fields[f]);
            size_t i = 0;
            while (i < count && strcmp(columns[i].name, name) != 0) {
                i++;
            }
            if (i == count) {
                fail_msg("there is no column %s", name);
            }
            tt_field_type t = type->fields[f].type;
            tt_io_column_type expected =
                t == TT_TYPE_BOOL                                              ? TT_COLUMN_BOOL
                : t == TT_TYPE_UUID                                            ? TT_COLUMN_UUID
                : t == TT_TYPE_TEXT || t == TT_TYPE_DATA || t == TT_TYPE_TEXTS ? TT_COLUMN_TEXT
                                                                               : TT_COLUMN_INT32;
            assert_int_equal(columns[i].type, expected);
            assert_true(columns[i].is_nullable);
            used[i] = true;
        }
    }
    for (size_t i = 7; i < count; i++) {
        if (!used[i] && strcmp(columns[i].name, "derived") != 0) {
            fail_msg("the column %s has no field", columns[i].name);
        }
    }
}

static void check_field(const tt_io_column_data *data, size_t row, const tt_fact *fact,
                        const tt_field *field)
{
    const void *value = tt_field_of(field, &fact->u);
    if (field->type == TT_TYPE_TEXT) {
        assert_true(has(data, row));
        assert_true(tt_bytes_equal(text(data, row), *(const tt_bytes *)value));
    } else if (field->type == TT_TYPE_UUID) {
        assert_memory_equal((const tt_uuid *)data->values + row, value, sizeof(tt_uuid));
    } else if (field->type == TT_TYPE_PLACE) {
        check_number(data, row, *(const int32_t *)value != TT_NO_PLACE, *(const int32_t *)value);
    } else if (field->type != TT_TYPE_DATA && field->type != TT_TYPE_TEXTS) {
        check_number(data, row, true, *(const int32_t *)value);
    }
}

static void check_fact(const tt_io_batch *batch, size_t row, const tt_fact *fact)
{
    const tt_type *type = tt_fact_type(fact->kind);
    for (size_t i = 0; i < batch->columns; i++) {
        const tt_io_column_data *data = &batch->column[i];
        size_t f = 0;
        while (f < type->field_count &&
               strcmp(tti_table_fact_column(&type->fields[f]), data->column->name) != 0) {
            f++;
        }
        if (strcmp(data->column->name, "kind") == 0) {
            assert_true(tt_bytes_equal(text(data, row), tt_bytes_of(type->name)));
        } else if (strcmp(data->column->name, "tick") == 0) {
            check_number(data, row, true, fact->tick);
        } else if (strcmp(data->column->name, "byte_offset") == 0) {
            check_number(data, row, true, (double)fact->offset);
        } else if (strcmp(data->column->name, "cid") == 0) {
            check_number(data, row, fact->cid >= 0, fact->cid);
        } else if (strcmp(data->column->name, "session") == 0) {
            check_number(data, row, fact->session != TT_SESSION_NONE, (double)fact->session);
        } else if (strcmp(data->column->name, "derived") == 0) {
            bool has_place = fact->kind == TT_FACT_DEATH && fact->u.death.x != TT_NO_PLACE;
            check_number(data, row, has_place, fact->derived);
        } else if (f < type->field_count) {
            check_field(data, row, fact, &type->fields[f]);
        } else if (i >= 7) {
            assert_false(has(data, row));
        }
    }
}

static void facts_are_those_of_the_recording(void **state)
{
    (void)state;
    tt_io_list list = find_recordings();
    size_t checked = 0;
    for (size_t i = 0; i < list.count; i++) {
        const char *path = list.entries[i].path;
        if (strstr(path, ".teehistorian") == NULL && strstr(path, ".demo") == NULL) {
            continue;
        }
        const tt_io_table_options options = {.kind = TT_TABLE_FACTS,
                                             .columns = all_columns(TT_TABLE_FACTS),
                                             .rows = 128,
                                             .show_secrets = true};
        const tt_io_reading_options all = {
            .wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL, .wants_states = true, .no_index = true};
        tt_io_table_plan plan;
        tt_io_reading r, model;
        tt_io_batch batch;
        assert_true(tt_io_reading_open(&model, path, &all));
        tt_io_table *table =
            open_table(&plan, &r, path, &options, (tt_io_reading_options){.wants = 0});
        while (tt_io_table_next(table, &batch)) {
            for (size_t row = 0; row < batch.rows; row++) {
                do {
                    assert_true(tt_io_reading_next(&model));
                } while (model.item.fact == NULL);
                check_fact(&batch, row, model.item.fact);
                checked++;
            }
        }
        while (tt_io_reading_next(&model)) {
            assert_null(model.item.fact);
        }
        tt_io_table_close(table);
        tt_io_reading_close(&r);
        tt_io_reading_close(&model);
    }
    tt_io_list_free(&list);
    assert_true(checked > 500);
}

static void write_file(const char *path, const void *data, size_t size)
{
    const tt_io_file_options how = {.replace = true};
    tt_io_error error;
    tt_io_file *f = tt_io_file_open(path, &how, &error);
    assert_non_null(f);
    tt_io_output_bytes(tt_io_file_out(f), (tt_bytes){data, size});
    assert_true(tt_io_file_commit(f, &error));
}

/* The rows of a recording that was cut off anywhere are the first of the whole one. */
static void damage_ends_rows(void **state)
{
    (void)state;
    th_make m = {.size = 0};
    struct model all = make_model(TUTORIAL, NULL);
    th_make_recording(&m, th_recordings[TH_RECORDINGS - 1]);
    for (size_t size = 20000; size < m.size; size += 23456) {
        const tt_io_table_options options = {.kind = TT_TABLE_TICKS};
        tt_io_table_plan plan;
        tt_io_reading r;
        tt_io_batch batch;
        size_t at = 0;
        write_file("cut.teehistorian", m.data, size);
        tt_io_table *table = open_table(&plan, &r, "cut.teehistorian", &options,
                                        (tt_io_reading_options){.wants = 0});
        while (tt_io_table_next(table, &batch)) {
            check_rows(&all, &at, &batch);
        }
        assert_true(at > 0 && at < all.count);
        assert_true(r.is_unfinished || !tt_io_reading_is_good(&r));
        tt_io_table_close(table);
        tt_io_reading_close(&r);
    }
    th_make_free(&m);
    free(all.rows);
}

static const char *state_of(const char *path)
{
    static char word[16];
    const tt_io_table_options options = {.kind = TT_TABLE_RECORDINGS, .columns = "state"};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    tt_io_table *table = open_table(&plan, &r, path, &options, (tt_io_reading_options){.wants = 0});
    assert_true(tt_io_table_next(table, &batch));
    assert_int_equal(batch.rows, 1);
    snprintf(word, sizeof word, "%.*s", (int)text(&batch.column[0], 0).size,
             (const char *)text(&batch.column[0], 0).data);
    assert_false(tt_io_table_next(table, &batch));
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    return word;
}

static void states_of_recordings_are_told(void **state)
{
    (void)state;
    th_make m = {.size = 0};
    assert_string_equal(state_of(TUTORIAL), "good");
    assert_string_equal(state_of(DEMO), "good");
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_JOIN, 3, TH_PLAYER_NEW, 3, 32, 64);
    write_file("state.teehistorian", m.data, m.size);
    assert_string_equal(state_of("state.teehistorian"), "unfinished");
    TH_INTS(&m, -77, 1, 2);
    write_file("state.teehistorian", m.data, m.size);
    assert_string_equal(state_of("state.teehistorian"), "damaged");
    th_make_free(&m);
}

/* A silence of a day has rows, a longer one has none; no number in a file makes a table endless. */
static void long_silences_have_no_rows(void **state)
{
    (void)state;
    static const int32_t silences[] = {TT_IO_TABLE_SILENCE, TT_IO_TABLE_SILENCE + 1,
                                       INT32_MAX - 1000};
    for (size_t i = 0; i < 3; i++) {
        th_make m = {.size = 0};
        const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "tick"};
        tt_io_table_plan plan;
        tt_io_reading r;
        tt_io_batch batch;
        size_t rows = 0;
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_JOIN, 3, TH_PLAYER_NEW, 3, 32, 64, TH_TICK_SKIP, silences[i], 3, 1, 1,
                TH_FINISH);
        write_file("silence.teehistorian", m.data, m.size);
        tt_io_table *table = open_table(&plan, &r, "silence.teehistorian", &options,
                                        (tt_io_reading_options){.wants = 0});
        while (tt_io_table_next(table, &batch)) {
            rows += batch.rows;
        }
        assert_true(tt_io_reading_is_good(&r));
        assert_int_equal(rows, i == 0 ? TT_IO_TABLE_SILENCE + 2 : 2);
        tt_io_table_close(table);
        tt_io_reading_close(&r);
        th_make_free(&m);
    }
}

/* A silence has rows, also when damage ends the tick after it, which has none. */
static void silences_before_damage_have_rows(void **state)
{
    (void)state;
    for (unsigned damage = 0; damage < 2; damage++) {
        th_make m = {.size = 0};
        const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "tick,x"};
        tt_io_table_plan plan;
        tt_io_reading r;
        tt_io_batch batch;
        int32_t rows = 0;
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_JOIN, 3, TH_PLAYER_NEW, 3, 32, 64, TH_TICK_SKIP, 9, 3, 1, 1, TH_TICK_SKIP,
                9);
        TH_INTS(&m, damage != 0 ? -60 : TH_FINISH);
        write_file("last.teehistorian", m.data, m.size);
        tt_io_table *table = open_table(&plan, &r, "last.teehistorian", &options,
                                        (tt_io_reading_options){.wants = 0});
        while (tt_io_table_next(table, &batch)) {
            for (size_t row = 0; row < batch.rows; row++) {
                assert_int_equal(((const int32_t *)batch.column[0].values)[row], ++rows);
                assert_int_equal(((const int32_t *)batch.column[1].values)[row], 32 + (rows > 10));
            }
        }
        assert_int_equal(tt_io_reading_last_tick(&r), 21);
        assert_int_equal(rows, damage != 0 ? 20 : 21);
        assert_int_equal(r.errors, damage);
        tt_io_table_close(table);
        tt_io_reading_close(&r);
        th_make_free(&m);
    }
}

/* The items of a demo hold any int. */
static void numbers_that_do_not_fit_are_missing(void **state)
{
    (void)state;
    static tt_demo_write_memory memory;
    static tt_snap_space space;
    static const int32_t number[] = {5, 127, 128, 300, INT32_MAX, INT32_MIN};
    enum { NUMBERS = sizeof number / sizeof number[0], FITTING = 2, FIRST = 100 };
    const tt_demo_header header = demo_make_header(6, 0);
    demo_bytes demo = {0};
    tt_demo_writer w;
    tt_demo_patch patch;
    tt_demo_writer_init(&w, &memory, demo_bytes_put, &demo);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&w, (tt_bytes){NULL, 0}), TT_OK);
    for (int i = 0; i < NUMBERS; i++) {
        tt_snap_builder b;
        const struct tt_obj_character tee = {
            .tick = FIRST + i, .weapon = number[i], .jumped = number[i], .hooked_player = -1};
        const struct tt_obj_player_info player = {.client_id = 0};
        tt_snap_builder_init(&b, &space, NULL);
        assert_int_equal(tt_snap_builder_add_object(&b, TT_OBJ_CHARACTER, 0, &tee), TT_OK);
        assert_int_equal(tt_snap_builder_add_object(&b, TT_OBJ_PLAYER_INFO, 0, &player), TT_OK);
        tt_snap snap = tt_snap_builder_finish(&b);
        assert_int_equal(tt_demo_write_snapshot(&w, FIRST + i, &snap), TT_OK);
    }
    assert_int_equal(tt_demo_write_finish(&w, &patch), TT_OK);
    memcpy(demo.data, patch.bytes, patch.size);
    write_file("numbers.demo", demo.data, demo.size);
    const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = "weapon,jumped"};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    tt_io_table *table =
        open_table(&plan, &r, "numbers.demo", &options, (tt_io_reading_options){.wants = 0});
    assert_true(tt_io_table_next(table, &batch));
    assert_int_equal(batch.rows, NUMBERS);
    for (size_t row = 0; row < NUMBERS; row++) {
        for (size_t i = 0; i < 2; i++) {
            const int8_t *values = batch.column[i].values;
            assert_int_equal(has(&batch.column[i], row), row < FITTING);
            assert_int_equal(values[row], row < FITTING ? number[row] : 0);
        }
    }
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    demo_bytes_free(&demo);
}

static void columns_are_chosen_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *columns, *problem;
    } wrong[] = {
        {"tick,z", "there is no column 'z' in ticks"},
        {"", "there is no column '' in ticks"},
        {"tick,", "there is no column '' in ticks"},
        {"x,tick,x", "the column 'x' is named twice"},
    };
    tt_io_table_plan plan;
    tt_io_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const tt_io_table_options options = {.kind = TT_TABLE_TICKS, .columns = wrong[i].columns};
        assert_false(tt_io_table_plan_init(&plan, &options, &error));
        assert_int_equal(error.status, TT_ERR_ARGUMENT);
        assert_string_equal(error.text, wrong[i].problem);
    }
    for (int kind = 0; kind < TT_TABLES; kind++) {
        tt_io_table_options options = {.kind = (tt_io_table_kind)kind};
        assert_int_equal(tt_io_table_find(tt_io_table_name(options.kind)), kind);
        assert_true(tt_io_table_plan_init(&plan, &options, &error));
        size_t usual = plan.count;
        options.is_one_of_many = true;
        assert_true(tt_io_table_plan_init(&plan, &options, &error));
        assert_string_equal(plan.column[0]->name, "recording");
        assert_int_equal(plan.count, usual + (kind != TT_TABLE_RECORDINGS));
    }
    tt_io_table_options named = {.columns = " tick ,x,  y", .is_one_of_many = true};
    static const char *const names[] = {"recording", "tick", "x", "y"};
    assert_true(tt_io_table_plan_init(&plan, &named, &error));
    assert_int_equal(plan.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(plan.column[i]->name, names[i]);
    }
    named.columns = "x,recording";
    assert_true(tt_io_table_plan_init(&plan, &named, &error));
    assert_int_equal(plan.count, 2);
    assert_string_equal(plan.column[0]->name, "x");
    size_t count;
    assert_null(tt_io_table_name(TT_TABLES));
    assert_null(tt_io_table_columns(TT_TABLES, &count));
    assert_int_equal(tt_io_table_find("tick"), TT_TABLES);
    const tt_io_table_options none = {.kind = TT_TABLES};
    assert_false(tt_io_table_plan_init(&plan, &none, &error));
}

/* A batch that was kept remains as it is while others come. */
static void kept_batches_remain(void **state)
{
    (void)state;
    enum { KEPT = 5 };
    const tt_io_table_options options = {
        .kind = TT_TABLE_TICKS, .columns = "tick,name,x", .rows = 1000};
    struct model m = make_model(TUTORIAL, NULL);
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batches[KEPT];
    struct table_rows *kept[KEPT];
    tt_io_table *table =
        open_table(&plan, &r, TUTORIAL, &options, (tt_io_reading_options){.wants = 0});
    for (int i = 0; i < KEPT; i++) {
        assert_true(tt_io_table_next(table, &batches[i]));
        kept[i] = tti_table_keep(table);
        assert_non_null(kept[i]);
    }
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    size_t at = 0;
    for (int i = 0; i < KEPT; i++) {
        check_rows(&m, &at, &batches[i]);
        tti_table_rows_free(kept[i]);
    }
    free(m.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_those_of_a_slow_model),
        cmocka_unit_test(spans_are_parts_of_the_whole),
        cmocka_unit_test(players_are_parts_of_the_whole),
        cmocka_unit_test(spans_have_old_tees_where_the_whole_has_them),
        cmocka_unit_test(old_tees_have_no_speed_without_a_map),
        cmocka_unit_test(facts_have_a_column_for_each_field),
        cmocka_unit_test(facts_are_those_of_the_recording),
        cmocka_unit_test(damage_ends_rows),
        cmocka_unit_test(states_of_recordings_are_told),
        cmocka_unit_test(long_silences_have_no_rows),
        cmocka_unit_test(silences_before_damage_have_rows),
        cmocka_unit_test(numbers_that_do_not_fit_are_missing),
        cmocka_unit_test(columns_are_chosen_by_name),
        cmocka_unit_test(kept_batches_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
