/* SPDX-License-Identifier: MIT
 *
 * What the commands print with --json, of real recordings and of random ones: each line is an
 * object for jansson in its strictest mode, no key comes twice, and its keys are those that the
 * command's table (and so the man page) names; over all of them, every one of those occurs.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/show/rows.h"
#include "cm.h"
#include "host_files.h"
#include "support/cli_run.h"
#include "support/demo_make.h"
#include "support/th_make.h"
#include "support/th_random.h"
#include "teetape/teehistorian.h"
#include "teetape/uuid.h"

static const struct command *const all[] = {&cmd_info, &cmd_dump, &cmd_players, &cmd_chat,
                                            &cmd_verify};

/* Names that have occurred, of keys or kinds. */
#define SEEN 400
static char seen[SEEN][64];
static size_t seen_count;

static void note(const char *of, const char *name)
{
    char text[sizeof seen[0]];
    snprintf(text, sizeof text, "%.20s %.40s", of, name);
    for (size_t i = 0; i < seen_count; i++) {
        if (strcmp(seen[i], text) == 0) {
            return;
        }
    }
    assert_true(seen_count < SEEN);
    memcpy(seen[seen_count++], text, sizeof text);
}

static bool was_seen(const char *of, const char *name)
{
    size_t before = seen_count;
    note(of, name);
    bool is_new = seen_count != before;
    seen_count = before;
    return !is_new;
}

/* Whether `word` is one of the words of a text. */
static bool has_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        char before = at > text ? at[-1] : ' ', after = at[size];
        if ((before == ' ' || before == '(') && strchr(" ,:;)", after) != NULL) {
            return true;
        }
    }
    return false;
}

/* A key without the "_hex" of what is beside text that is not UTF-8. */
static const char *plain(char dst[64], const char *key, const json_t *object)
{
    size_t size = strlen(key);
    snprintf(dst, 64, "%s", key);
    if (size > 4 && strcmp(key + size - 4, "_hex") == 0) {
        dst[size - 4] = 0;
        assert_non_null(json_object_get(object, dst));
    }
    return dst;
}

/* One key of the JSON objects of a command. */
struct json_key {
    const char *name, *type, *meaning;
};

/* The keys of rows; after the last one without a name. */
static struct json_key key_at(const struct column *columns, size_t index)
{
    for (const struct column *c = columns; c != NULL && (c->key != NULL || c->heading); c++) {
        if (c->key != NULL && index-- == 0) {
            return (struct json_key){c->key, column_type(c), c->meaning};
        }
    }
    return (struct json_key){NULL, NULL, NULL};
}

static struct json_key find_key(const struct column *columns, const char *name)
{
    struct json_key key;
    for (size_t i = 0; (key = key_at(columns, i)).name != NULL && !has_word(key.name, name); i++) {
    }
    return key;
}

static bool has_type(const char *type, const json_t *value)
{
    return json_is_null(value) || (strncmp(type, "number", 6) == 0 && json_is_number(value)) ||
           ((strcmp(type, "text") == 0 || strcmp(type, "hex") == 0) && json_is_string(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "object") == 0 && json_is_object(value));
}

/* info, players, verify: a fixed set of keys. */
static void check_keys(const struct command *command, json_t *object)
{
    const char *key;
    json_t *value;
    char name[64];
    json_object_foreach(object, key, value)
    {
        struct json_key known = find_key(command->columns, plain(name, key, object));
        if (known.name == NULL || !has_type(known.type, value)) {
            fail_msg("%s: key \"%s\" is not documented, or not like this", command->name, key);
        }
        note(command->name, name);
    }
}

static void check_issues(json_t *object)
{
    size_t i;
    json_t *issue, *value;
    const char *key;
    json_array_foreach(json_object_get(object, "issues"), i, issue)
    {
        json_object_foreach(issue, key, value)
        {
            assert_true(has_word(find_key(cmd_verify.columns, "issues").meaning, key));
            note("issues", key);
        }
    }
}

/* "team level" */
static const char *of_object(char dst[64], const struct column_object *object, const char *key)
{
    snprintf(dst, 64, "%.30s %.30s", object->name, key);
    return dst;
}

/* Kinds of objects with keys of their own, beside those that all have. */
static void check_object(const struct command *command, json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const struct column_object *const *known = command->objects;
    char name[64], words[64];
    const char *key;
    json_t *value;
    while (*known != NULL && strcmp((*known)->name, kind) != 0) {
        known++;
    }
    assert_non_null(*known);
    note(command->name, kind);
    json_object_foreach(object, key, value)
    {
        struct json_key common = find_key(command->columns, plain(name, key, object));
        struct json_key own = find_key((*known)->columns, name);
        if (common.name == NULL) {
            common = find_key(command->more_columns[0], name);
        }
        if ((common.name == NULL || !has_type(common.type, value)) &&
            (own.name == NULL || !has_type(own.type, value))) {
            fail_msg("%s: key \"%s\" of %s is not documented", command->name, key, kind);
        }
        note(command->name, own.name != NULL ? of_object(words, *known, name) : name);
    }
}

/* Whether all that is documented of kinds occurred. */
static void check_seen(const struct command *command)
{
    char words[64];
    const char *key;
    for (size_t i = 0; command->objects[i] != NULL; i++) {
        const struct column_object *object = command->objects[i];
        if (!was_seen(command->name, object->name)) {
            fail_msg("%s never prints \"%s\"", command->name, object->name);
        }
        for (size_t k = 0; (key = key_at(object->columns, k).name) != NULL; k++) {
            if (!was_seen(command->name, of_object(words, object, key))) {
                fail_msg("%s never prints \"%s\" of %s", command->name, key, object->name);
            }
        }
    }
}

static void check_fields(const tt_type *type, json_t *object, size_t others)
{
    size_t expected = others;
    for (size_t i = 0; i < type->field_count; i++) {
        char hex[64];
        const char *name = type->fields[i].name;
        /* the bytes of what is unknown are shown with --show-secrets alone */
        bool is_hidden = type == tt_th_type(TT_TH_EX) && strcmp(name, "data") == 0;
        name = is_hidden ? "size" : name;
        if (type->fields[i].type == TT_TYPE_MSG) {
            continue;
        }
        snprintf(hex, sizeof hex, "%s_hex", name);
        expected += json_object_get(object, hex) != NULL ? 2 : 1;
        if (json_object_get(object, name) == NULL) {
            fail_msg("%s has no \"%s\"", type->name, name);
        }
    }
    assert_int_equal(json_object_size(object), expected);
}

static const tt_type *message_type(const char *name, const json_t *fields)
{
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        const tt_type *type = tt_msg_type((tt_msg_kind)kind);
        /* 0.6 and 0.7 have messages of one name, and other fields */
        bool is_same = type != NULL && strcmp(type->name, name) == 0;
        for (size_t i = 0; is_same && i < type->field_count; i++) {
            is_same = json_object_get(fields, type->fields[i].name) != NULL;
        }
        if (is_same) {
            return type;
        }
    }
    fail_msg("there is no message \"%s\" with these fields", name);
    return NULL;
}

static void check_dump(json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const tt_type *type = NULL;
    json_t *fields = json_object_get(object, "fields");
    for (size_t i = 0; type == NULL && cmd_dump.json_type(i) != NULL; i++) {
        type = strcmp(cmd_dump.json_type(i)->name, kind) == 0 ? cmd_dump.json_type(i) : NULL;
    }
    assert_non_null(type);
    note("dump", kind);
    assert_true(json_is_integer(json_object_get(object, "tick")));
    check_fields(type, object, fields != NULL ? 4 : 2);
    if (fields != NULL) {
        const char *name = json_string_value(json_object_get(object, "type"));
        check_fields(message_type(name, fields), fields, 0);
        note("message", name);
    }
}

static void check_line(const struct command *command, const char *line, size_t size, bool is_demo)
{
    json_error_t error;
    json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (object == NULL || !json_is_object(object)) {
        fail_msg("%s: %s: %.*s", command->name, error.text, (int)size, line);
    }
    if (is_demo && command == &cmd_dump) {
        check_object(command, object);
    } else if (command == &cmd_dump) {
        check_dump(object);
    } else if (command == &cmd_chat) {
        check_object(command, object);
    } else {
        check_keys(command, object);
        check_issues(object);
    }
    json_decref(object);
}

static void check_file(const char *path, bool is_demo)
{
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        cli_run run = CLI_RUN(all[i], "--json", path);
        for (const char *at = run.out; *at != 0;) {
            const char *end = strchr(at, '\n');
            assert_non_null(end);
            check_line(all[i], at, (size_t)(end - at), is_demo);
            at = end + 1;
        }
        assert_true(run.status <= EXIT_DAMAGED);
        cli_run_free(&run);
    }
}

/* A game that is computed has more keys. */
static void test_physics(void **state)
{
#if TT_HAVE_LZMA
    char map[256], path[256];
    (void)state;
    (void)snprintf(map, sizeof map, "%s/tests/data/physics/feat26.map", TT_SOURCE_DIR);
    (void)snprintf(path, sizeof path, "%s/tests/data/physics/16-feat26.teehistorian.xz",
                   TT_SOURCE_DIR);
    cli_run run = CLI_RUN(&cmd_verify, "--json", "--physics", "--map", map, path);
    const char *end = strchr(run.out, '\n');
    assert_non_null(end);
    check_line(&cmd_verify, run.out, (size_t)(end - run.out), false);
    assert_int_equal(run.status, EXIT_GOOD);
    cli_run_free(&run);
#else
    (void)state;
    skip();
#endif
}

/* With a database players have the digits of clients. */
static void test_clients(void **state)
{
    char *db = host_files_path(state, "clients.db");
    const char *path = TT_SOURCE_DIR "/tests/recordings/map-change/"
                                     "6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian";
    cli_run run = CLI_RUN(&cmd_find, "--quiet", "--db", db, path);
    bool has_database = run.status == EXIT_GOOD;
    cli_run_free(&run);
    if (has_database) {
        run = CLI_RUN(&cmd_players, "--json", "--db", db, path);
        const char *end = strchr(run.out, '\n');
        assert_non_null(end);
        check_line(&cmd_players, run.out, (size_t)(end - run.out), false);
        assert_int_equal(run.status, EXIT_GOOD);
        cli_run_free(&run);
    } else {
        note("players", "client");
    }
    free(db);
}

static void check_bytes(void **state, th_make *file)
{
    char *path = host_files_path(state, "recording");
    host_files_write(path, file->data, file->size);
    check_file(path, false);
    free(path);
    th_make_free(file);
}

static void test_recordings(void **state)
{
    for (size_t i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make file = {NULL, 0, 0};
        th_make_recording(&file, th_recordings[i]);
        check_bytes(state, &file);
    }
}

/* One with an index beside it. */
static void test_indexed(void **state)
{
    th_make file = {NULL, 0, 0};
    char *path = host_files_path(state, "recording");
    th_make_recording(&file, th_recordings[0]);
    host_files_write(path, file.data, file.size);
    cli_run run = CLI_RUN(&cmd_index, path);
    assert_int_equal(run.status, EXIT_GOOD);
    cli_run_free(&run);
    check_file(path, false);
    free(path);
    th_make_free(&file);
}

/* The input of another player, as a server sends it ahead. */
static void write_input(tt_demo_writer *writer)
{
    uint8_t bytes[100];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    const tt_sv_msg input = {.kind = TT_SV_PRE_INPUT,
                             .u.sv_pre_input = {.owner = 2, .intended_tick = 12}};
    tt_sv_encode(&p, &input);
    assert_int_equal(tt_demo_write_message(writer, tt_packer_bytes(&p)), TT_OK);
}

/* A demo of one tick in which a vote is called, a whisper and an input are sent. */
static demo_bytes make_vote(void)
{
    static const uint8_t vote[] = {15 << 1, 25, 'a', 0, 'b', 0};
    static const uint8_t whisper[] = {3 << 1, 2, 1, 'a', 0};
    static tt_demo_write_memory memory;
    demo_bytes bytes = {NULL, 0, 0};
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    tt_demo_writer writer;
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, &bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_OK);
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){vote, sizeof vote}), TT_OK);
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){whisper, sizeof whisper}), TT_OK);
    write_input(&writer);
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_OK);
    return bytes;
}

static void test_demos(void **state)
{
    size_t size;
    demo_bytes vote = make_vote();
    char *cut = host_files_path(state, "cut.demo");
    const char *path = TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo";
    unsigned char *bytes = host_files_read(path, &size);
    check_file(path, true);
    host_files_write(cut, bytes, size / 2);
    check_file(cut, true);
    host_files_write(cut, vote.data, vote.size);
    check_file(cut, true);
    demo_bytes_free(&vote);
    free(bytes);
    free(cut);
}

static void test_random(void **state)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t random = seed;
        th_make file = {NULL, 0, 0};
        th_make_header(&file, 2, seed % 3 == 0 ? ",\"version_minor\":\"8\"" : "");
        th_random_records(&file, &random, 400, seed % 2 == 0);
        check_bytes(state, &file);
    }
}

/* Bytes of real recordings that are something else: whatever comes out is JSON. */
static void test_flipped(void **state)
{
    uint64_t random = 4;
    for (int round = 0; round < 60; round++) {
        th_make file = {NULL, 0, 0};
        th_make_recording(&file, "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d");
        for (int i = 0; i < 6; i++) {
            file.data[16 + random_next(&random) % (file.size - 16)] = (uint8_t)random_next(&random);
        }
        check_bytes(state, &file);
    }
}

/* What the others leave out. */
static void test_rest(void **state)
{
    th_make file = {NULL, 0, 0}, payload = {NULL, 0, 0};
    th_make_header(&file, 2, "");
    TH_INTS(&file, TH_TICK_SKIP, 9, TH_JOIN, 0, TH_JOIN, 0);
    TH_INTS(&payload, 34, 1);
    th_make_text(&payload, "said \xff");
    th_make_message(&file, 0, &payload);
    th_make_free(&payload);
    TH_INTS(&payload, 0, 1);
    th_make_text(&payload, "\xc0");
    th_make_ex(&file, TT_TH_AUTH_INIT, &payload);
    th_make_ex(&file, TT_TH_TEST, &(th_make){NULL, 0, 0});
    TH_INTS(&file, TH_CONSOLE_COMMAND, 0, 32);
    th_make_text(&file, "\xfe");
    TH_INTS(&file, 2);
    th_make_text(&file, "a\xff");
    th_make_text(&file, "b");
    TH_INTS(&file, TH_FINISH);
    th_make_free(&payload);
    check_bytes(state, &file);
    /* zeros where a disk was not written are moves by (0, 0) of the first tee */
    file = (th_make){NULL, 0, 0};
    th_make_header(&file, 2, "");
    TH_INTS(&file, TH_TICK_SKIP, 9, TH_JOIN, 0, TH_PLAYER_NEW, 0, 32, 32);
    for (int i = 0; i < 1000; i++) {
        TH_INTS(&file, 0, 0, 0);
    }
    TH_INTS(&file, TH_FINISH);
    check_bytes(state, &file);
    /* damage of the compressed data has a place in the file */
    char *path = host_files_path(state, "cut.gz");
    host_files_write(path, "\x1f\x8b\x08\0", 4);
    check_file(path, false);
    free(path);
}

/* After the others: nothing is documented that does not occur. */
static void test_all_occurred(void **state)
{
    (void)state;
    static const struct command *const fixed[] = {&cmd_info, &cmd_players, &cmd_verify};
    for (size_t c = 0; c < 3; c++) {
        const char *keys;
        for (size_t i = 0; (keys = key_at(fixed[c]->columns, i).name) != NULL; i++) {
            char names[80];
            snprintf(names, sizeof names, "%s", keys);
            for (char *name = strtok(names, ", "); name != NULL; name = strtok(NULL, ", ")) {
                if (!was_seen(fixed[c]->name, name)) {
                    fail_msg("%s never prints \"%s\"", fixed[c]->name, name);
                }
            }
        }
    }
    check_seen(&cmd_chat);
    for (size_t i = 0; cmd_dump.json_type(i) != NULL; i++) {
        if (!was_seen("dump", cmd_dump.json_type(i)->name)) {
            fail_msg("dump never prints \"%s\"", cmd_dump.json_type(i)->name);
        }
    }
    assert_true(was_seen("issues", "file_offset") && was_seen("issues", "tick"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_physics),
        IN_FOLDER(test_clients),
        IN_FOLDER(test_recordings),
        IN_FOLDER(test_indexed),
        IN_FOLDER(test_demos),
        IN_FOLDER(test_random),
        IN_FOLDER(test_flipped),
        IN_FOLDER(test_rest),
        cmocka_unit_test(test_all_occurred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
