/* SPDX-License-Identifier: MIT
 *
 * Makes rows of an archive database from facts, by the description of their fields.
 *
 * The type and the name of a field in facts.def decide its column. Coordinates of tees are not
 * kept. A new kind of fact therefore needs only a bit in ARCHIVE_FACTS.
 */
#include "archive/rows.h"

#include <string.h>

#include "base/ascii.h"
#include "teetape/secret.h"
#include "wire/hmac.h"

bool tt_io_archive_keeps(tt_fact_kind kind)
{
    return (unsigned)kind < TT_FACT_KINDS && (ARCHIVE_FACTS >> kind & 1) != 0;
}

static const tt_field **column_of(struct archive_columns *columns, const tt_field *field)
{
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
        return strcmp(field->name, "team") == 0 ? &columns->team : &columns->value;
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
        return &columns->other;
    case TT_TYPE_TEXT:
        return &columns->text;
    case TT_TYPE_UUID:
        return &columns->uuid;
    default:
        return NULL;
    }
}

/* Chooses the field for each column of a kind: the first one that fits. A kind with a UUID gets no
 * text. The connection id of a version is not kept. */
struct archive_columns tti_archive_columns_of(tt_fact_kind kind)
{
    struct archive_columns columns = {NULL, NULL, NULL, NULL, NULL};
    const tt_type *type = tt_fact_type(kind);
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        const tt_field **column = column_of(&columns, &type->fields[i]);
        if (column != NULL && *column == NULL) {
            *column = &type->fields[i];
        }
    }
    columns.uuid = kind == TT_FACT_VERSION ? NULL : columns.uuid;
    columns.text = columns.uuid != NULL ? NULL : columns.text;
    return columns;
}

static int32_t number_of(const tt_field *field, const tt_fact *fact)
{
    return field == NULL ? 0 : *(const int32_t *)tt_field_of(field, &fact->u);
}

/* A line that is cut at its end. */
static void add(struct archive_row *row, tt_bytes text)
{
    size_t room = sizeof row->line - row->text.size;
    size_t size = text.size < room ? text.size : room;
    if (size > 0) {
        memcpy(row->line + row->text.size, text.data, size);
        row->text.size += size;
    }
}

static void add_shown(struct archive_row *row, const tt_fact *fact, const tt_bytes *text)
{
    size_t open = tt_fact_open(fact, text);
    if (row->text.size > 0 && text->size > 0) {
        add(row, tt_bytes_of(" "));
    }
    add(row, (tt_bytes){text->data, open < text->size ? open : text->size});
    if (open != SIZE_MAX) {
        add(row, tt_bytes_of(TT_SECRET_TEXT));
    }
}

/* Digits by which the same client is known again: the first bytes of HMAC-SHA-256 over a code that
 * it sends in every session. Without the key they say nothing about the code. */
#define CLIENT_BYTES 4

static void add_digits(struct archive_row *row, const uint8_t key[ARCHIVE_KEY_SIZE],
                       const char *what, tt_bytes code)
{
    uint8_t sum[TTI_SHA256_SIZE];
    char digits[2 * CLIENT_BYTES];
    tti_hmac hmac;
    tti_hmac_start(&hmac, key, ARCHIVE_KEY_SIZE);
    tti_hmac_add(&hmac, what, strlen(what) + 1); /* equal codes of two kinds differ */
    tti_hmac_add(&hmac, code.data, code.size);
    tti_hmac_finish(&hmac, sum);
    tti_hex_put(digits, sum, CLIENT_BYTES);
    add(row, (tt_bytes){(const uint8_t *)digits, sizeof digits});
}

#define CONSOLE_CHAT 128
#define CONSOLE_GAME 256
#define TIMEOUT "timeout"

/* The game takes upper and lower case of a command as the same. */
static bool is_word(tt_bytes text, const char *lower)
{
    size_t i = 0;
    while (i < text.size && lower[i] != '\0' && tti_lower(text.data[i]) == (uint8_t)lower[i]) {
        i++;
    }
    return i == text.size && lower[i] == '\0';
}

/* Returns false for a command that is not kept. */
static bool put_command(struct archive_row *row, const tt_fact *fact,
                        const uint8_t key[ARCHIVE_KEY_SIZE])
{
    const struct tt_fact_command *ran = &fact->u.command;
    tt_texts args = ran->args;
    tt_bytes arg = tt_texts_next(&args);
    bool is_timeout = is_word(ran->name, TIMEOUT) && arg.size > 0;
    if (ran->console == CONSOLE_GAME || (ran->console == CONSOLE_CHAT && !is_timeout)) {
        return false;
    }
    if (ran->console == CONSOLE_CHAT) {
        add(row, tt_bytes_of(TIMEOUT " "));
        add_digits(row, key, TIMEOUT, arg);
        return true;
    }
    add_shown(row, fact, &ran->name);
    bool is_secret = tt_fact_open(fact, &ran->args) != SIZE_MAX;
    for (; arg.data != NULL; arg = tt_texts_next(&args)) {
        add(row, tt_bytes_of(" "));
        add(row, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : arg);
    }
    return true;
}

/* A demo has the same vote once for each client. */
static bool put_vote(struct archive_row *row, const tt_fact *fact)
{
    const struct tt_fact_vote_start *vote = &fact->u.vote_start;
    add_shown(row, fact, &vote->type);
    add_shown(row, fact, &vote->description);
    add_shown(row, fact, &vote->reason);
    return fact->session != TT_SESSION_NONE;
}

static void put_client(struct archive_row *row, const tt_fact *fact,
                       const uint8_t key[ARCHIVE_KEY_SIZE])
{
    static const tt_uuid none;
    const tt_uuid *id = &fact->u.version.connection_id;
    if (memcmp(id, &none, sizeof none) != 0) {
        add_digits(row, key, "connection", (tt_bytes){id->bytes, sizeof id->bytes});
    }
}

/* Makes the text of a kind that has a line. Returns false for a fact that is not kept. */
static bool put_line(struct archive_row *row, const tt_fact *fact,
                     const uint8_t key[ARCHIVE_KEY_SIZE])
{
    row->text = (tt_bytes){(const uint8_t *)row->line, 0};
    switch (fact->kind) {
    case TT_FACT_COMMAND:
        return put_command(row, fact, key);
    case TT_FACT_VOTE_START:
        return put_vote(row, fact);
    default:
        put_client(row, fact, key);
        return true;
    }
}

static bool has_line(tt_fact_kind kind)
{
    return kind == TT_FACT_COMMAND || kind == TT_FACT_VOTE_START || kind == TT_FACT_VERSION;
}

bool tti_archive_row_of(const tt_fact *fact, const uint8_t key[ARCHIVE_KEY_SIZE],
                        struct archive_row *row)
{
    bool is_secret =
        fact->kind == TT_FACT_CHAT && tt_fact_open(fact, &fact->u.chat.text) != SIZE_MAX;
    if (!tt_io_archive_keeps(fact->kind) || is_secret) {
        return false;
    }
    const struct archive_columns columns = tti_archive_columns_of(fact->kind);
    row->kind = fact->kind;
    row->tick = fact->tick;
    row->cid = fact->cid;
    row->team = number_of(columns.team, fact);
    row->other = number_of(columns.other, fact);
    row->value = number_of(columns.value, fact);
    row->session = fact->session;
    row->other_session = TT_SESSION_NONE;
    row->text = (tt_bytes){NULL, 0};
    row->uuid = (tt_uuid){{0}};
    if (has_line(fact->kind)) {
        return put_line(row, fact, key);
    }
    if (columns.text != NULL) {
        row->text = *(const tt_bytes *)tt_field_of(columns.text, &fact->u);
    }
    if (columns.uuid != NULL) {
        row->uuid = *(const tt_uuid *)tt_field_of(columns.uuid, &fact->u);
    }
    return true;
}
