/* SPDX-License-Identifier: MIT
 *
 * The entropy coder of tapes: zstd, one frame for each block, with a dictionary as its prefix.
 */
#include "host/tape.h"

#ifdef TT_HAVE_ZSTD
#include <zstd.h>

/* Levels above this one would take more memory than a thread of a tape may have, so their tables
 * are limited to these powers of two. */
#define LARGE_LEVEL 12
#define WINDOW_LOG 20
#define TABLE_LOG 19

/* Prepares the context for a frame of `size` bytes. Returns false when it fails. */
static bool begin(struct host_tape_zstd *zstd, size_t size, tt_bytes dictionary)
{
    bool is_large = zstd->level > LARGE_LEVEL;
    if (zstd->pack == NULL) {
        zstd->pack = ZSTD_createCCtx();
    }
    ZSTD_CCtx *context = zstd->pack;
    return context != NULL &&
           !ZSTD_isError(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, zstd->level)) &&
           (!is_large ||
            (!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, WINDOW_LOG)) &&
             !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_hashLog, TABLE_LOG)) &&
             !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_chainLog, TABLE_LOG)))) &&
           !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(context, size)) &&
           (dictionary.size == 0 ||
            !ZSTD_isError(ZSTD_CCtx_refPrefix(context, dictionary.data, dictionary.size)));
}

static tt_status pack(void *user, uint8_t *dst, size_t room, size_t *size, const tt_bytes *pieces,
                      size_t count, tt_bytes dictionary)
{
    struct host_tape_zstd *zstd = user;
    ZSTD_outBuffer out = {dst, room, 0};
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        total += pieces[i].size;
    }
    if (!begin(zstd, total, dictionary)) {
        return TT_ERR_SYSTEM;
    }
    for (size_t i = 0; i < count; i++) {
        ZSTD_inBuffer in = {pieces[i].data, pieces[i].size, 0};
        ZSTD_EndDirective how = i + 1 < count ? ZSTD_e_flush : ZSTD_e_end;
        size_t left = ZSTD_compressStream2(zstd->pack, &out, &in, how);
        if (ZSTD_isError(left)) {
            return TT_ERR_SYSTEM;
        }
        if (left != 0) {
            return TT_ERR_SPACE;
        }
    }
    *size = out.pos;
    return TT_OK;
}

static tt_status unpack(void *user, uint8_t *dst, size_t size, tt_bytes packed, tt_bytes dictionary)
{
    struct host_tape_zstd *zstd = user;
    if (zstd->unpack == NULL && (zstd->unpack = ZSTD_createDCtx()) == NULL) {
        return TT_ERR_SYSTEM;
    }
    if (dictionary.size != 0 &&
        ZSTD_isError(ZSTD_DCtx_refPrefix(zstd->unpack, dictionary.data, dictionary.size))) {
        return TT_ERR_SYSTEM;
    }
    size_t got = ZSTD_decompressDCtx(zstd->unpack, dst, size, packed.data, packed.size);
    return got == size ? TT_OK : TT_ERR_TAPE_UNPACK;
}

tti_tape_coder tti_host_tape_coder(struct host_tape_zstd *zstd)
{
    return (tti_tape_coder){.pack = pack, .unpack = unpack, .user = zstd};
}

void tti_host_tape_zstd_free(struct host_tape_zstd *zstd)
{
    ZSTD_freeCCtx(zstd->pack);
    ZSTD_freeDCtx(zstd->unpack);
    zstd->pack = NULL;
    zstd->unpack = NULL;
}
#endif
