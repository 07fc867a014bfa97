/* SPDX-License-Identifier: MIT
 *
 * Chat lines: what the server says about players, in our own words, and the chat commands that they
 * typed. Ordinary chat is not in recordings.
 */
#include "convert/parts.h"

#include "teetape/secret.h"
#include "teetape/version.h"

/* More than TTI_CHAT_MAX, to which the queue cuts: it only bounds the memory. */
#define LINE_MAX 512

/* A line that is being put together; what is too long is cut. It has no NUL. */
typedef struct line {
    uint8_t text[LINE_MAX];
    size_t size;
} line;

static void add_bytes(line *l, tt_bytes text)
{
    for (size_t i = 0; i < text.size && l->size < LINE_MAX; i++) {
        /* no line may look like two */
        l->text[l->size++] = text.data[i] < ' ' ? ' ' : text.data[i];
    }
}

static void add(line *l, const char *text)
{
    add_bytes(l, tt_bytes_of(text));
}

/* With leading zeros up to `width` digits, which is at least 1; a number of 0 or more. */
static void add_number(line *l, int64_t number, int width)
{
    char digits[24];
    int count = 0;
    for (; number > 0 || count < width; number /= 10) {
        digits[count++] = (char)('0' + number % 10);
    }
    while (count > 0) {
        add_bytes(l, (tt_bytes){(const uint8_t *)&digits[--count], 1});
    }
}

static void add_name(line *l, const tt_convert *c, int32_t cid)
{
    add(l, "'");
    add(l, c->client[cid].name);
    add(l, "'");
}

/* As the server, whose lines have no client. */
static void say(tt_convert *c, int32_t tick, const line *l)
{
    tti_queue_chat(c, tick, -1, (tt_bytes){l->text, l->size});
}

/* The demo itself says that it is a reconstruction, as demos are passed on without their source. */
void tti_say_begin(tt_convert *c, int32_t tick)
{
    char uuid[TT_UUID_TEXT];
    line l = {.size = 0};
    tt_uuid_format(uuid, &c->game_uuid);
    add(&l, "Reconstructed by teetape " TT_VERSION_STRING " from the teehistorian file ");
    add(&l, uuid);
    say(c, tick, &l);
    l.size = 0;
    add(&l, "Positions are exact; aim, weapons and eyes are derived; ");
    add(&l, c->map != NULL ? "hooks and freezing are derived with the map; shots are not shown"
                           : "hooks and shots are not shown");
    say(c, tick, &l);
}

void tti_say_join(tt_convert *c, int32_t tick, int32_t cid)
{
    line l = {.size = 0};
    add_name(&l, c, cid);
    add(&l, " joined the game");
    say(c, tick, &l);
}

/* A reason may quote a command with a password or a code. Then all of it is hidden, not only that
 * part: the rest is seldom worth reading. */
void tti_say_leave(tt_convert *c, int32_t tick, int32_t cid, tt_bytes reason)
{
    line l = {.size = 0};
    add_name(&l, c, cid);
    add(&l, " left the game");
    if (reason.size != 0) {
        int is_open = c->show_secrets || tt_secret_sv_chat(reason) == reason.size;
        add(&l, " (");
        add_bytes(&l, is_open ? reason : tt_bytes_of(TT_SECRET_TEXT));
        add(&l, ")");
    }
    say(c, tick, &l);
}

void tti_say_rename(tt_convert *c, int32_t tick, int32_t cid, const char *before)
{
    line l = {.size = 0};
    add(&l, "'");
    add(&l, before);
    add(&l, "' is now called ");
    add_name(&l, c, cid);
    say(c, tick, &l);
}

void tti_say_team(tt_convert *c, int32_t tick, int32_t cid, int32_t team)
{
    line l = {.size = 0};
    add_name(&l, c, cid);
    if (team == 0) {
        add(&l, " is in no team now");
    } else {
        add(&l, " is in team ");
        add_number(&l, team, 1);
        add(&l, " now");
    }
    say(c, tick, &l);
}

/* "1:02.34" */
static void add_time(line *l, int32_t ticks)
{
    int64_t hundredths = (int64_t)(ticks > 0 ? ticks : 0) * 100 / TT_TICKS_PER_SECOND;
    add_number(l, hundredths / 6000, 1);
    add(l, ":");
    add_number(l, hundredths / 100 % 60, 2);
    add(l, ".");
    add_number(l, hundredths % 100, 2);
}

/* Of a client, or with a `cid` of -1 of a whole team. */
void tti_say_finish(tt_convert *c, int32_t tick, int32_t cid, int32_t team, int32_t ticks)
{
    line l = {.size = 0};
    if (cid >= 0) {
        add_name(&l, c, cid);
    } else {
        add(&l, "Team ");
        add_number(&l, team > 0 ? team : 0, 1);
    }
    add(&l, " finished the map after ");
    add_time(&l, ticks);
    say(c, tick, &l);
}

/* A command as its player typed it, but for what is secret (teetape/secret.h): codes of saved
 * games, passwords. The recording has it as name and arguments, so blanks may differ. */
void tti_say_command(tt_convert *c, int32_t tick, int32_t cid, tt_bytes name, tt_texts args)
{
    line l = {.size = 0};
    int is_secret = !c->show_secrets && tt_secret_args(name, args);
    int hides_name = !c->show_secrets && tt_secret_command_name(name);
    add(&l, "/");
    add_bytes(&l, hides_name ? tt_bytes_of(TT_SECRET_TEXT) : name);
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        add(&l, " ");
        add_bytes(&l, is_secret ? tt_bytes_of(TT_SECRET_TEXT) : arg);
    }
    tti_queue_chat(c, tick, cid, (tt_bytes){l.text, l.size});
}
