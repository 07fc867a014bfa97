/* SPDX-License-Identifier: MIT
 *
 * The head of a chunk:
 *
 *     1 k i ddddd     tick marker: k keyframe, i step in d (versions 5 and later), else four bytes
 *     1 k dddddd      the same in versions 3 and 4: step in d, or four bytes when d is 0
 *     0 tt sssss      payload: t type, s its size; 30: in the next byte, 31: in the next two
 *
 * It knows nothing of ticks before and of payloads: a chunk is decoded from its own bytes alone, so
 * that the reader, the look ahead for a tick and the repair can all use it on bytes of any
 * place.
 */
#include "demo/parts.h"

#include "base/mem.h"

void tti_demo_tell(tt_demo *demo, tt_level level, tt_status status)
{
    if (demo->on_issue != NULL) {
        tt_issue issue = {level, status, demo->offset, demo->tick, tt_status_text(status), NULL};
        demo->on_issue(demo->user, &issue);
    }
}

#define SIZE 0x1f

/* In versions 3 and 4 a step of 0 marks a whole tick. */
static int is_absolute(uint8_t head, int steps_as_5)
{
    return steps_as_5 ? (head & TTI_DEMO_IS_STEP) == 0 : (head & TTI_DEMO_STEP_3) == 0;
}

/* In 64 bits nothing wraps: a step is added to a tick below TT_DEMO_TICK_END, the game's limit too.
 */
tt_status tti_demo_tick_after(int32_t *tick, int32_t before, const tti_demo_step *step)
{
    uint64_t after = step->value;
    if (!step->absolute) {
        if (before < 0) {
            return TT_ERR_DEMO_TICK;
        }
        after += (uint64_t)before;
    }
    if (after >= TT_DEMO_TICK_END) {
        return TT_ERR_DEMO_TICK;
    }
    *tick = (int32_t)after;
    return TT_OK;
}

/* The size field of a payload may need one or two more bytes. */
size_t tti_demo_chunk_size(const uint8_t *p, size_t there, int steps_as_5)
{
    uint8_t head = p[0];
    if ((head & TTI_DEMO_IS_TICK) != 0) {
        return is_absolute(head, steps_as_5) ? TTI_DEMO_CHUNK_HEAD : 1;
    }
    size_t code = head & SIZE;
    if (code < TTI_DEMO_SIZE_IN_BYTE) {
        return 1 + code;
    }
    size_t head_size = code == TTI_DEMO_SIZE_IN_BYTE ? 2 : 3;
    if (there < head_size) {
        return head_size;
    }
    return head_size + (code == TTI_DEMO_SIZE_IN_BYTE ? p[1] : tti_load_le16(p + 1));
}

int tti_demo_chunk_decode(tt_demo_event *event, tti_demo_step *step, const uint8_t *p, size_t size,
                          int steps_as_5)
{
    static const uint8_t kinds[] = {TT_DEMO_OTHER, TT_DEMO_SNAPSHOT, TT_DEMO_MESSAGE,
                                    TT_DEMO_DELTA};
    uint8_t head = p[0];
    if ((head & TTI_DEMO_IS_TICK) != 0) {
        event->kind = TT_DEMO_TICK;
        event->keyframe = (head & TTI_DEMO_IS_KEYFRAME) != 0;
        step->absolute = event->absolute = is_absolute(head, steps_as_5);
        step->value = step->absolute ? tti_load_be32(p + 1)
                                     : head & (steps_as_5 ? TTI_DEMO_STEP_5 : TTI_DEMO_STEP_3);
        return 0;
    }
    size_t code = head & SIZE;
    size_t head_size = code < TTI_DEMO_SIZE_IN_BYTE ? 1 : code == TTI_DEMO_SIZE_IN_BYTE ? 2 : 3;
    event->kind = (tt_demo_kind)kinds[head >> 5 & 3];
    event->packed.data = p + head_size;
    event->packed.size = size - head_size;
    return (code == TTI_DEMO_SIZE_IN_BYTE && event->packed.size < TTI_DEMO_SIZE_IN_BYTE) ||
           (code == TTI_DEMO_SIZE_IN_TWO && event->packed.size <= UINT8_MAX);
}
