/* SPDX-License-Identifier: MIT
 *
 * Has the memory of an instance, and the reader of its recording.
 *
 * JavaScript writes a piece to core_piece(), calls core_feed(size), and then calls a reading
 * function until that returns TT_MORE. Results are numbers at core_words(), or bytes in the
 * output.
 */
#include "web/core.h"

#define PAGE ((size_t)65536)

extern uint8_t __heap_base; /* set by the linker: the end of stack and data */

struct core_out core_out;
tt_recording *core_recording;

static uintptr_t taken; /* end of the memory that core_take gave out */
static uint8_t *piece, *scratch;
static uint8_t state[TT_RECORDING_STATE_MAX];
static double words[2];
uint8_t core_shows_secrets;
static uint8_t *header; /* first bytes of the recording, which core_resume needs */

void *core_take(size_t size)
{
    uintptr_t begin = taken == 0 ? (uintptr_t)&__heap_base : taken;
    begin = (begin + 15) & ~(uintptr_t)15;
    size_t has = __builtin_wasm_memory_size(0) * PAGE;
    if (size > 0x7fffffff || begin + size < begin) {
        return NULL;
    }
    if (begin + size > has &&
        __builtin_wasm_memory_grow(0, (begin + size - has + PAGE - 1) / PAGE) == (size_t)-1) {
        return NULL;
    }
    taken = begin + size;
    return (void *)begin; /* new memory of WebAssembly is zeroed, and nothing is given out twice */
}

/* Allocates memory that JavaScript fills, for example with a map or an image. */
CORE_EXPORT void *core_alloc(size_t size)
{
    return core_take(size);
}

uint8_t *core_out_room(size_t size)
{
    if (size > core_out.room - core_out.size) {
        size_t room = core_out.room * 2 + size + PAGE;
        uint8_t *grown = core_take(room);
        if (grown == NULL) {
            return NULL;
        }
        __builtin_memcpy(grown, core_out.bytes, core_out.size);
        core_out.bytes = grown;
        core_out.room = room;
    }
    return core_out.bytes + core_out.size;
}

int core_out_put(void *user, tt_bytes bytes)
{
    (void)user;
    uint8_t *room = core_out_room(bytes.size);
    if (room == NULL) {
        return -1;
    }
    __builtin_memcpy(room, bytes.data, bytes.size);
    core_out.size += bytes.size;
    return 0;
}

/* Returns the address of the output. core_out_take returns its size and empties it. */
CORE_EXPORT const uint8_t *core_out_bytes(void)
{
    return core_out.bytes;
}

CORE_EXPORT size_t core_out_take(void)
{
    size_t size = core_out.size;
    core_out.size = 0;
    return size;
}

CORE_EXPORT uint8_t *core_piece(void)
{
    return piece;
}

/* Returns memory for the first bytes of the recording, at most CORE_PIECE. core_resume needs
 * these bytes. */
CORE_EXPORT uint8_t *core_header(void)
{
    header = header != NULL ? header : core_take(CORE_PIECE);
    return header;
}

CORE_EXPORT uint8_t *core_state(void)
{
    return state;
}

CORE_EXPORT void core_show_secrets(void)
{
    core_shows_secrets = 1;
}

/* Makes a reader at the start of a recording. Returns false when there is no memory. */
CORE_EXPORT bool core_open(void)
{
    piece = piece != NULL ? piece : core_take(CORE_PIECE);
    scratch = scratch != NULL ? scratch : core_take(TT_RECORDING_SCRATCH);
    core_recording = core_recording != NULL ? core_recording : core_take(sizeof *core_recording);
    return piece != NULL && scratch != NULL && core_recording != NULL &&
           tt_recording_init(core_recording, scratch, TT_RECORDING_SCRATCH) == TT_OK;
}

CORE_EXPORT void core_feed(size_t size)
{
    tt_recording_feed(core_recording, piece, size);
}

CORE_EXPORT int core_resume(size_t first_bytes, size_t state_size)
{
    return tt_recording_resume(core_recording, scratch, TT_RECORDING_SCRATCH,
                               (tt_bytes){header, first_bytes}, (tt_bytes){state, state_size});
}

/* Returns the size of the packed state, or 0 where the reader cannot be resumed. */
CORE_EXPORT size_t core_pack(void)
{
    if (!tt_recording_is_access_point(core_recording)) {
        return 0;
    }
    tt_packer packer = tt_packer_of(state, sizeof state);
    tt_recording_pack(&packer, core_recording);
    return packer.status == TT_OK ? tt_packer_bytes(&packer).size : 0;
}

CORE_EXPORT double core_offset(void)
{
    return (double)tt_recording_look(core_recording).offset;
}

CORE_EXPORT int core_format(void)
{
    return (int)tt_recording_look(core_recording).format;
}

CORE_EXPORT int core_first_tick(void)
{
    return tt_recording_look(core_recording).first_tick;
}

CORE_EXPORT int core_last_tick(void)
{
    return tt_recording_look(core_recording).last_tick;
}

CORE_EXPORT double core_skip_map(void)
{
    return (double)tt_recording_skip_map(core_recording);
}

/* Returns the sentence about the error of the reader, and its status and offset in `words`. */
CORE_EXPORT const char *core_error(void)
{
    const tt_error *error = tt_recording_look(core_recording).error;
    words[0] = error->status;
    words[1] = (double)error->offset;
    return error->what != NULL ? error->what : tt_status_text(error->status);
}

/* Writes the header as JSON to the output. */
CORE_EXPORT int core_info(void)
{
    return core_put_info(core_recording);
}

CORE_EXPORT const double *core_words(void)
{
    return words;
}
