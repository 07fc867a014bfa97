/* SPDX-License-Identifier: MIT
 *
 * The eyes of tees: those that go with an emoticon, or that were asked for; and what becomes of
 * them while nobody is at the keys, in freeze, and when a tee blinks.
 *
 * What an item shows may change without an event here, as time goes by: each function that asks for
 * the tick says when it would answer otherwise (tti_making_wake), and the item is made again then.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/items.h"

/* Ticks between the ends of two blinks of a tee that does nothing, and of one blink: those of
 * DDNet's servers. */
#define BLINK_PERIOD 250
#define BLINK_TICKS 4

/* The table is the server's: players see it as the face that goes with what they said. */
int32_t tti_emote_of_emoticon(int32_t emoticon)
{
    static const int8_t eyes[16] = {
        TT_EMOTE_PAIN,  TT_EMOTE_SURPRISE, TT_EMOTE_HAPPY, TT_EMOTE_BLINK,
        TT_EMOTE_BLINK, TT_EMOTE_HAPPY,    TT_EMOTE_PAIN,  TT_EMOTE_SURPRISE,
        TT_EMOTE_PAIN,  TT_EMOTE_ANGRY,    TT_EMOTE_ANGRY, TT_EMOTE_ANGRY,
        TT_EMOTE_BLINK, TT_EMOTE_SURPRISE, TT_EMOTE_HAPPY, TT_EMOTE_SURPRISE,
    };
    return emoticon >= 0 && emoticon < 16 ? eyes[emoticon] : -1;
}

/* The words that /emote takes; "close" is another one for "blink". */
int32_t tti_emote_of_name(tt_bytes name)
{
    static const struct {
        const char *name;
        int32_t emote;
    } names[] = {
        {"normal", TT_EMOTE_NORMAL},     {"pain", TT_EMOTE_PAIN},   {"happy", TT_EMOTE_HAPPY},
        {"surprise", TT_EMOTE_SURPRISE}, {"angry", TT_EMOTE_ANGRY}, {"blink", TT_EMOTE_BLINK},
        {"close", TT_EMOTE_BLINK},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (tt_bytes_equal(name, tt_bytes_of(names[i].name))) {
            return names[i].emote;
        }
    }
    return -1;
}

/* A client that has sent no input yet counts as away. A setting of 0 switches this off. The sum may
 * pass the end of time, so it is taken in 64 bits. */
int tti_is_afk(tti_making *m, const tt_convert_look *look)
{
    int64_t end = (int64_t)look->input_tick + m->c->afk_ticks;
    if (look->input_tick < 0) {
        return 1;
    }
    if (m->c->afk_ticks == 0 || end > INT32_MAX) {
        return 0;
    }
    tti_making_wake(m, tti_later((int32_t)end, 1));
    return m->tick > end;
}

/* Of a tee that nothing happened to: what was asked for, while it lasts. */
static int32_t own_eyes(tti_making *m, const tt_convert_look *look)
{
    if (m->tick <= look->emote_end) {
        tti_making_wake(m, tti_later(look->emote_end, 1));
        return look->emote;
    }
    return TT_EMOTE_NORMAL;
}

/* Tees whose player does nothing close their eyes for a moment now and then. It counts from the
 * last input or from the tick in which the tee appeared, whichever is later. In the tick of its
 * birth `idle` is -1, which is open as well. */
static int blinks(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    int32_t born = m->c->client[cid].born;
    int64_t idle = (int64_t)m->tick - 1 - (born > look->input_tick ? born : look->input_tick);
    int32_t since = (int32_t)(idle % BLINK_PERIOD);
    int is_shut = since >= BLINK_PERIOD - BLINK_TICKS;
    int32_t change = is_shut ? BLINK_PERIOD : BLINK_PERIOD - BLINK_TICKS;
    tti_making_wake(m, m->tick < INT32_MAX - BLINK_PERIOD ? m->tick + change - since : INT32_MAX);
    return is_shut;
}

/* The order is the server's. Who is away has closed eyes, unless frozen: then they are open. A face
 * that was asked for goes before the one of freezing. */
int32_t tti_eyes(tti_making *m, int32_t cid, const tt_convert_look *look)
{
    const tt_convert_body *body = &m->c->client[cid].body;
    int suffers = tti_body_suffers(body), is_frozen = tti_body_is_frozen(body) || suffers;
    int32_t emote = own_eyes(m, look);
    if (tti_is_afk(m, look) || look->away != 0) {
        return is_frozen ? TT_EMOTE_NORMAL : TT_EMOTE_BLINK;
    }
    if (emote == TT_EMOTE_NORMAL && is_frozen) {
        return suffers ? TT_EMOTE_PAIN : TT_EMOTE_BLINK;
    }
    return emote == TT_EMOTE_NORMAL && blinks(m, cid, look) ? TT_EMOTE_BLINK : emote;
}
