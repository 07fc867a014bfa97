/* SPDX-License-Identifier: MIT
 *
 * The eyes of a tee that shows an emoticon, or that asked for them.
 */
#include "convert/parts.h"

#include "base/mem.h"

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
