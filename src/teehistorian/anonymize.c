/* SPDX-License-Identifier: MIT
 *
 * Makes the record that may be published from an event of a reader.
 *
 * Records are written for the state of the output: a difference is relative to the last record of
 * the output, and a tick skip leads to its original tick. In a healthy recording these are the
 * original numbers. If records of a damaged one are left out, positions and ticks of the rest are
 * still right.
 */
#include "teehistorian/anonymize.h"
#include "base/mem.h"
#include "teehistorian/write.h"
#include "wire/uuid.h"

enum { ARGS_SIZE = TTI_ARGS_MAX * TTI_PSEUDONYM_CAP };

/* The record that will be written. Its views point into the buffers `text` and `bytes`. */
typedef struct anonymous_draft {
    tt_th_event event;
    bool is_removed, is_changed;
    char text[TTI_PSEUDONYM_CAP];
    uint8_t bytes[TTI_TH_ANONYMIZED_MESSAGE > ARGS_SIZE ? TTI_TH_ANONYMIZED_MESSAGE : ARGS_SIZE];
} anonymous_draft;

/* Replaces a text. An equal text is no change: an empty reason counts as kept. */
static void text_set(anonymous_draft *d, tt_bytes *member, tt_bytes text)
{
    d->is_changed = d->is_changed || !tt_bytes_equal(*member, text);
    *member = text;
}

/* Replaces an id. The same id has the same pseudonym everywhere, so that a load still fits its
 * save. */
static void uuid_set(const tti_th_anonymizer *a, anonymous_draft *d, tt_uuid *member)
{
    tt_uuid other = tti_th_pseudonym_uuid(a, member);
    d->is_changed = d->is_changed || !tti_uuid_equal(member, &other);
    *member = other;
}

static void message_set(const tti_th_anonymizer *a, anonymous_draft *d)
{
    struct tt_th_message *message = &d->event.u.message;
    tt_bytes msg = {NULL, 0};
    if (message->decoded != NULL) {
        msg = tti_th_anonymize_message(a, message->decoded, d->bytes);
    }
    d->is_removed = msg.size == 0;
    message->size = (int32_t)msg.size;
    text_set(d, &message->msg, msg);
}

/* Replaces a command. The first argument that is not listed ends the arguments: otherwise later
 * ones would take its position. */
static void command_set(const tti_th_anonymizer *a, anonymous_draft *d)
{
    struct tt_th_console_command *command = &d->event.u.console_command;
    tt_texts args = command->args;
    const char *forms;
    size_t size = 0;
    text_set(d, &command->cmd, tt_bytes_of(tti_th_command(command->cmd, &forms)));
    command->args.count = 0;
    while (args.count > 0 && command->args.count < TTI_ARGS_MAX && *forms != 0) {
        char arg[TTI_PSEUDONYM_CAP];
        if (!tti_th_argument(a, arg, *forms++, tt_texts_next(&args))) {
            break;
        }
        size_t length = tti_strlen(arg) + 1;
        tti_copy(d->bytes + size, arg, length);
        size += length;
        command->args.count++;
    }
    text_set(d, &command->args.packed, (tt_bytes){d->bytes, size});
    if (d->event.cid < -3) { /* DDNet has -1 (no client), -2 (the map's settings) and -3 (other
                                settings) */
        d->event.cid = command->cid = -1;
        d->is_changed = true;
    }
}

/* Shortens "DDNet 16.4 (0123456789abcdef)" to "DDNet 16.4". Returns an empty text for any other
 * form: clients may send any text, so it may say who the player is. */
static tt_bytes version_text(tt_bytes text)
{
    static const char name[] = "DDNet ";
    size_t at = sizeof name - 1, numbers = 0, digits = 0;
    if (text.size < at || !tti_equal(text.data, name, at)) {
        return (tt_bytes){text.data, 0};
    }
    while (at < text.size && text.data[at] != ' ') {
        bool is_digit = text.data[at] >= '0' && text.data[at] <= '9';
        if ((!is_digit && (text.data[at] != '.' || digits == 0)) || (is_digit && digits == 2)) {
            return (tt_bytes){text.data, 0};
        }
        numbers += is_digit && digits == 0;
        digits = is_digit ? digits + 1 : 0;
        at++;
    }
    return (tt_bytes){text.data, digits != 0 && numbers <= 3 ? at : 0};
}

static void number_set(anonymous_draft *d, int32_t *version)
{
    int32_t other = tti_th_version(*version);
    d->is_changed = other != *version;
    *version = other;
}

static void texts_set(const tti_th_anonymizer *a, anonymous_draft *d)
{
    switch (d->event.kind) {
    case TT_TH_MESSAGE:
        message_set(a, d);
        break;
    case TT_TH_DROP:
        text_set(d, &d->event.u.drop.reason, tt_bytes_of(""));
        break;
    case TT_TH_CONSOLE_COMMAND:
        command_set(a, d);
        break;
    case TT_TH_DDNETVER_OLD:
        number_set(d, &d->event.u.ddnetver_old.version);
        break;
    case TT_TH_DDNETVER:
        number_set(d, &d->event.u.ddnetver.version);
        uuid_set(a, d, &d->event.u.ddnetver.connection_id);
        text_set(d, &d->event.u.ddnetver.version_str,
                 version_text(d->event.u.ddnetver.version_str));
        break;
    case TT_TH_AUTH_INIT: /* has the fields of AUTH_LOGIN */
    case TT_TH_AUTH_LOGIN:
        tti_th_pseudonym_account(a, d->text, d->event.u.auth_login.auth_name);
        text_set(d, &d->event.u.auth_login.auth_name, tt_bytes_of(d->text));
        break;
    case TT_TH_SAVE_SUCCESS: /* has the fields of LOAD_SUCCESS */
    case TT_TH_LOAD_SUCCESS: /* a save has names and can be loaded by anyone: no text */
        uuid_set(a, d, &d->event.u.load_success.save_id);
        text_set(d, &d->event.u.load_success.save, tt_bytes_of(""));
        break;
    case TT_TH_PLAYER_NAME:
        tti_th_pseudonym(a, d->text, d->event.u.player_name.name);
        text_set(d, &d->event.u.player_name.name, tt_bytes_of(d->text));
        break;
    default:
        break;
    }
}

typedef enum treatment { TREAT_AWAY, TREAT_NUMBERS, TREAT_TEXTS } treatment;

/* The treatment of each kind of record. A kind that is not listed is left out, because TREAT_AWAY
 * is 0. Unknown extensions and the data of an antibot may have anything. */
static const uint8_t treatments[TT_TH_KINDS] = {
    [TT_TH_PLAYER_DIFF] = TREAT_NUMBERS,   [TT_TH_FINISH] = TREAT_NUMBERS,
    [TT_TH_TICK_SKIP] = TREAT_NUMBERS,     [TT_TH_PLAYER_NEW] = TREAT_NUMBERS,
    [TT_TH_PLAYER_OLD] = TREAT_NUMBERS,    [TT_TH_INPUT_DIFF] = TREAT_NUMBERS,
    [TT_TH_INPUT_NEW] = TREAT_NUMBERS,     [TT_TH_MESSAGE] = TREAT_TEXTS,
    [TT_TH_JOIN] = TREAT_NUMBERS,          [TT_TH_DROP] = TREAT_TEXTS,
    [TT_TH_CONSOLE_COMMAND] = TREAT_TEXTS, [TT_TH_EX] = TREAT_AWAY,
    [TT_TH_TEST] = TREAT_NUMBERS,          [TT_TH_DDNETVER_OLD] = TREAT_TEXTS,
    [TT_TH_DDNETVER] = TREAT_TEXTS,        [TT_TH_AUTH_INIT] = TREAT_TEXTS,
    [TT_TH_AUTH_LOGIN] = TREAT_TEXTS,      [TT_TH_AUTH_LOGOUT] = TREAT_NUMBERS,
    [TT_TH_JOINVER6] = TREAT_NUMBERS,      [TT_TH_JOINVER7] = TREAT_NUMBERS,
    [TT_TH_SAVE_SUCCESS] = TREAT_TEXTS,    [TT_TH_SAVE_FAILURE] = TREAT_NUMBERS,
    [TT_TH_LOAD_SUCCESS] = TREAT_TEXTS,    [TT_TH_LOAD_FAILURE] = TREAT_NUMBERS,
    [TT_TH_PLAYER_TEAM] = TREAT_NUMBERS,   [TT_TH_TEAM_PRACTICE] = TREAT_NUMBERS,
    [TT_TH_PLAYER_READY] = TREAT_NUMBERS,  [TT_TH_PLAYER_SWITCH] = TREAT_NUMBERS,
    [TT_TH_PLAYER_REJOIN] = TREAT_NUMBERS, [TT_TH_ANTIBOT] = TREAT_AWAY,
    [TT_TH_PLAYER_NAME] = TREAT_TEXTS,     [TT_TH_PLAYER_FINISH] = TREAT_NUMBERS,
    [TT_TH_TEAM_FINISH] = TREAT_NUMBERS,
};

static tt_status event_write(tti_th_anonymizer *a, const tt_th_event *event, uint64_t *count)
{
    tt_status status = tt_th_write_event(a->writer, event);
    if (status == TT_ERR_TH_TICK && tt_th_write_begin_tick(a->writer, event->tick) == TT_OK) {
        /* the record that led to this tick was left out because of an error */
        status = tt_th_write_event(a->writer, event);
    }
    if (status == TT_ERR_TH_WRITE_PUT) {
        return status;
    }
    ++*(status == TT_OK ? count : &a->done.refused);
    return TT_OK;
}

/* Writes a record without texts, with differences and skips relative to the output. INPUT_DIFF
 * needs no change: inputs are refused together or not at all. A size of 0 makes the writer use the
 * shortest form of each int. */
static tt_status numbers_write(tti_th_anonymizer *a, const tt_th_event *event)
{
    tt_th_event copy = *event;
    copy.size = 0;
    if (copy.kind == TT_TH_TICK_SKIP) {
        copy.u.tick_skip.dt = event->tick - tti_th_writer_seen(a->writer)->last_written - 1;
    } else if (copy.kind == TT_TH_PLAYER_DIFF) {
        const tt_tee *tee = &tti_th_writer_seen(a->writer)->tee[event->cid];
        copy.u.player_diff.dx = tti_th_minus(event->u.player_diff.x, tee->x);
        copy.u.player_diff.dy = tti_th_minus(event->u.player_diff.y, tee->y);
    }
    if (copy.kind == TT_TH_TICK_SKIP && (copy.u.tick_skip.dt < 0 || event->u.tick_skip.dt < 0)) {
        /* a skip that leads nowhere is an error, except for the -1 with which DDNet 11.0 may
         * begin */
        ++*(event->tick == 0 && event->u.tick_skip.dt == -1 ? &a->done.removed : &a->done.refused);
        return TT_OK;
    }
    return event_write(a, &copy, &a->done.kept);
}

static tt_status anonymous_texts_write(tti_th_anonymizer *a, const tt_th_event *event)
{
    anonymous_draft d;
    d.event = *event;
    d.event.size = 0;
    d.is_removed = d.is_changed = false;
    texts_set(a, &d);
    if (d.is_removed) {
        a->done.removed++;
        return TT_OK;
    }
    return event_write(a, &d.event, d.is_changed ? &a->done.changed : &a->done.kept);
}

tt_status tt_th_anonymize_event(tt_th_anonymizer *outer, const tt_th_event *event)
{
    tti_th_anonymizer *a = tti_th_anonymizer_of(outer);
    tt_status status = tti_th_write_ready_for(tti_th_writer_seen(a->writer), event);
    if (status != TT_OK) {
        return status;
    }
    switch (treatments[event->kind]) {
    case TREAT_NUMBERS:
        return numbers_write(a, event);
    case TREAT_TEXTS:
        return anonymous_texts_write(a, event);
    default:
        a->done.removed++;
        return TT_OK;
    }
}
