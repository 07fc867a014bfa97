/* SPDX-License-Identifier: MIT
 *
 * What is secret in a chat line that a server sends.
 *
 * A server's demo has them, and a client's, too: what was whispered to one player must not go on
 * from there.
 */
#include "base/mem.h"
#include "msg/secret_text.h"
#include "teetape/secret.h"

/* Clients without whispers get them as chat lines of the server, "[-> name] text" and "[<- name]
 * text", with the arrows U+2192 and U+2190. The result is the size of what comes before the text,
 * or 0. A name may have a ']' in it: the first "] " ends the head, so more is hidden then, not
 * less. */
static size_t whisper_head(tt_bytes text)
{
    static const uint8_t to[] = {'[', 0xe2, 0x86, 0x92, ' '}, from[] = {'[', 0xe2, 0x86, 0x90, ' '};
    if (text.size < sizeof to ||
        !(tti_equal(text.data, to, sizeof to) || tti_equal(text.data, from, sizeof from))) {
        return 0;
    }
    size_t at = sizeof to;
    while (at + 1 < text.size && !(text.data[at] == ']' && text.data[at + 1] == ' ')) {
        at++;
    }
    return at + 1 < text.size ? at + 2 : sizeof to;
}

/* The name of the other player is shown, the text is not. */
size_t tt_secret_sv_chat(tt_bytes text)
{
    size_t head = whisper_head(text);
    return head != 0 ? head : tti_text_open(text, TTI_TEXT_SPEECH);
}
