/* SPDX-License-Identifier: MIT
 *
 * A tape is a teehistorian file, packed block by block as columns (docs/format/tape.md).
 *
 *     head | block | block | ... | end || index | directory | tail
 *                                         footer: random access only
 *
 * The caller reads and writes the file, packs with zstd through a tti_tape_coder, and gives the
 * memory. Blocks do not depend on each other, so that threads can encode and decode them at once.
 *
 *     writing    tti_tape_head_put, then tti_tape_split and tti_tape_encode for each block,
 *                then tti_tape_end_put; the footer: tti_tape_section_put, tti_tape_tail_put
 *     reading    tti_tape_decoder_next from the first byte, or tti_tape_tail_get, the block table,
 *                and tti_tape_decoder_begin_at
 */
#ifndef TTI_TAPE_TAPE_H
#define TTI_TAPE_TAPE_H

#include "base/private_api.h"
#include "teetape/bytes.h"

#define TTI_TAPE_MAGIC "TTAPE\r\n\x1a"
#define TTI_TAPE_HEAD_SIZE 32  /* bytes of the head of a tape */
#define TTI_TAPE_CHUNK_SIZE 36 /* bytes of the head of a chunk */
#define TTI_TAPE_END_SIZE 84   /* bytes of the end chunk with its head */
#define TTI_TAPE_TAIL_SIZE 40  /* bytes of the tail */

/* The usual number of raw bytes in a block, and the most that a block may have. */
#define TTI_TAPE_BLOCK ((size_t)256 << 10)
#define TTI_TAPE_BLOCK_MAX ((size_t)512 << 10)

/* The most bytes of a packed block with its head. */
#define TTI_TAPE_PACKED_MAX (TTI_TAPE_CHUNK_SIZE + TTI_TAPE_BLOCK_MAX)

/* The most bytes that tti_tape_coder.unpack writes for one block. */
#define TTI_TAPE_COLUMNS_MAX ((size_t)4 << 20)

/* The number of the dictionary that writers use. */
#define TTI_TAPE_DICTIONARY 1

/* The entropy coder: zstd (RFC 8878), with `dictionary` as raw content; an empty one is none. */
typedef struct tti_tape_coder {
    /* Packs the pieces, one after the other, into one frame with a content size and without a
     * checksum. Each piece begins a new block of zstd (ZSTD_e_flush), because pieces have different
     * statistics. TT_ERR_SPACE: the frame does not fit. Other errors end the encoding. */
    tt_status (*pack)(void *user, uint8_t *dst, size_t room, size_t *size, const tt_bytes *pieces,
                      size_t count, tt_bytes dictionary);

    /* Unpacks one frame, which must give exactly `size` bytes. TT_ERR_TAPE_UNPACK: it does not.
     * Other errors are passed on. */
    tt_status (*unpack)(void *user, uint8_t *dst, size_t size, tt_bytes packed,
                        tt_bytes dictionary);
    void *user;
} tti_tape_coder;

/* Returns the bytes of a dictionary; none for number 0, and a NULL `data` for an unknown number. */
TT_PRIVATE_API tt_bytes tti_tape_dictionary(unsigned number);

/* The head of a tape. */
typedef struct tti_tape_head {
    uint16_t version;    /* 1 */
    uint16_t profile;    /* 0: columns */
    uint16_t dictionary; /* number of the dictionary of all blocks; 0 for none */
    uint32_t required;   /* features that a reader must know: 0 */
    uint32_t optional;   /* features that a reader may ignore */
} tti_tape_head;

/* Writes the head of a tape of this version. */
TT_PRIVATE_API void tti_tape_head_put(uint8_t dst[TTI_TAPE_HEAD_SIZE]);

/* Reads a head. TT_ERR_TAPE_MAGIC, TT_ERR_TAPE_HEAD: no tape, or a damaged head. TT_ERR_TAPE_NEW:
 * an unknown version, profile, dictionary or required feature. */
TT_PRIVATE_API tt_status tti_tape_head_get(tti_tape_head *head,
                                           const uint8_t src[TTI_TAPE_HEAD_SIZE]);

/* The types of chunks. A reader passes over unknown types from TTI_TAPE_OPTIONAL on. */
enum {
    TTI_TAPE_STORED = 1,  /* block: the raw bytes */
    TTI_TAPE_PLAIN = 2,   /* block: one frame of the raw bytes */
    TTI_TAPE_COLUMNS = 3, /* block: numbers, then one frame of the columns */
    TTI_TAPE_END = 16,    /* after the last block */
    TTI_TAPE_OPTIONAL = 128
};

/* The head of a chunk. */
typedef struct tti_tape_chunk {
    uint8_t type;
    uint32_t size;     /* bytes of the chunk after its head */
    uint32_t raw_size; /* raw bytes of a block, 1 to TTI_TAPE_BLOCK_MAX; 0 for other chunks */
    uint64_t raw;      /* offset in the recording at which the block begins */
    uint64_t sum;      /* XXH64 of the raw bytes; of the bytes after the head for other chunks */
} tti_tape_chunk;

/* Reads the head of a chunk and checks it against the limits. TT_ERR_TAPE_CHUNK: it is damaged. */
TT_PRIVATE_API tt_status tti_tape_chunk_get(tti_tape_chunk *chunk,
                                            const uint8_t src[TTI_TAPE_CHUNK_SIZE]);

/* Returns the offset of the first head of a chunk in `bytes`, to go on after damage; bytes.size
 * when there is none. A head that is cut off at the end of `bytes` is not found. */
TT_PRIVATE_API size_t tti_tape_chunk_find(tt_bytes bytes);

/* The end chunk. */
typedef struct tti_tape_end {
    uint64_t raw;       /* bytes of the recording */
    uint64_t blocks;    /* number of blocks */
    uint8_t sha256[32]; /* SHA-256 of the recording */
} tti_tape_end;

TT_PRIVATE_API void tti_tape_end_put(uint8_t dst[TTI_TAPE_END_SIZE], const tti_tape_end *end);

/* Reads the end chunk with its head. */
TT_PRIVATE_API tt_status tti_tape_end_get(tti_tape_end *end, const uint8_t src[TTI_TAPE_END_SIZE]);

/* Returns the size of the block that begins with `raw`: whole records, and at most `most` bytes.
 * `offset` is the place of `raw` in the recording; the header is a block of its own. `raw` must
 * have `most` bytes (1 to TTI_TAPE_BLOCK_MAX), or all that are left. The result is 0 only for an
 * empty `raw`. Any other split is lossless too, but packs worse. */
TT_PRIVATE_API size_t tti_tape_split(tt_bytes raw, uint64_t offset, size_t most);

typedef struct tti_tape_encoder tti_tape_encoder;

/* Returns the bytes of an encoder. The caller allocates them, aligned as malloc does. An encoder
 * needs no initialization and no clean-up, and one thread uses it at a time. */
TT_PRIVATE_API size_t tti_tape_encoder_size(void);

/* Encodes a block with its head. `raw` has 1 to TTI_TAPE_BLOCK_MAX bytes and begins at `offset` of
 * the recording. `dst` must have room for TTI_TAPE_CHUNK_SIZE + raw.size bytes. Fails only with
 * TT_ERR_ARGUMENT, or when the coder fails. */
TT_PRIVATE_API tt_status tti_tape_encode(tti_tape_encoder *encoder, tt_bytes raw, uint64_t offset,
                                         const tti_tape_coder *coder, uint8_t *dst, size_t *size);

typedef struct tti_tape_decoder tti_tape_decoder;

/* Returns the bytes of a decoder. The caller allocates them, aligned as malloc does. */
TT_PRIVATE_API size_t tti_tape_decoder_size(void);

/* Begins at the head of a tape. `coder` must remain valid. Costs little, also for another tape. */
TT_PRIVATE_API void tti_tape_decoder_start(tti_tape_decoder *decoder, const tti_tape_coder *coder);

/* Begins at a block: `stored` and `raw` are its offsets in the tape and in the recording. The input
 * goes on at `stored`. Works also on a decoder that failed, to go on after damage. */
TT_PRIVATE_API void tti_tape_decoder_begin_at(tti_tape_decoder *decoder,
                                              const tti_tape_coder *coder,
                                              const tti_tape_head *head, uint64_t raw,
                                              uint64_t stored);

/* Decodes the next block. Takes bytes off the begin of `*in`; the input may be cut anywhere.
 *
 * TT_OK: `*out` is a whole block, valid until the next call. TT_MORE: all of `*in` was taken. With
 * `last` the input has no more bytes. TT_END: the end chunk was read; the bytes after it are left
 * in `*in`, and are not looked at. Errors: `error` (may be NULL) has the offset in the tape;
 * further calls give the same error. */
TT_PRIVATE_API tt_status tti_tape_decoder_next(tti_tape_decoder *decoder, tt_bytes *in, bool last,
                                               tt_bytes *out, tt_error *error);

/* A place between two blocks. */
typedef struct tti_tape_place {
    uint64_t raw;    /* offset in the recording */
    uint64_t stored; /* offset in the tape */
} tti_tape_place;

/* Returns where the next block begins. After an error of a block whose head is good, and which can
 * be passed over, it is the end of that block; otherwise the begin of the damaged chunk. */
TT_PRIVATE_API tti_tape_place tti_tape_decoder_place(const tti_tape_decoder *decoder);

/* Returns the head, or NULL before it was read. */
TT_PRIVATE_API const tti_tape_head *tti_tape_decoder_head(const tti_tape_decoder *decoder);

/* Returns the end chunk after TT_END, else NULL. Its SHA-256 is for the caller to check. Raw size
 * and number of blocks were checked if the decoder began at the head. */
TT_PRIVATE_API const tti_tape_end *tti_tape_decoder_end(const tti_tape_decoder *decoder);

/* The tail: the last TTI_TAPE_TAIL_SIZE bytes of a tape. */
typedef struct tti_tape_tail {
    uint64_t directory; /* offset of the directory in the tape; it ends where the tail begins */
    uint32_t size;      /* bytes of the directory */
    uint32_t version;   /* version of the footer: 1 */
    uint64_t sum;       /* XXH64 of the directory */
} tti_tape_tail;

/* Writes a tail. version and sum are set from the bytes of the directory. */
TT_PRIVATE_API void tti_tape_tail_put(uint8_t dst[TTI_TAPE_TAIL_SIZE], uint64_t place,
                                      tt_bytes directory);

/* Reads a tail. `size` is that of the whole tape. TT_ERR_TAPE_FOOTER: there is none, it is damaged,
 * or its version is unknown; the tape can still be read from front to back. */
TT_PRIVATE_API tt_status tti_tape_tail_get(tti_tape_tail *tail,
                                           const uint8_t src[TTI_TAPE_TAIL_SIZE], uint64_t size);

/* The sections of the directory. Readers pass over unknown types. */
enum {
    TTI_TAPE_SECTION_BLOCKS = 1, /* for each block: raw and stored bytes, 32 bits each */
    TTI_TAPE_SECTION_INDEX = 2   /* where the index is: tti_tape_index */
};

/* Bytes of the head of a section, of an entry of the block table, and of the index section without
 * the sizes of its frames. */
#define TTI_TAPE_SECTION_HEAD 8
#define TTI_TAPE_BLOCK_ENTRY 8
#define TTI_TAPE_INDEX_FIXED 24

/* Writes the head of a section, which `size` bytes follow. */
TT_PRIVATE_API void tti_tape_section_put(uint8_t dst[TTI_TAPE_SECTION_HEAD], uint32_t type,
                                         uint32_t size);

/* Checks the directory: its sum, and that sections and tables are whole and agree with each other
 * and with the tail. TT_ERR_TAPE_FOOTER: they do not. */
TT_PRIVATE_API tt_status tti_tape_directory_check(tt_bytes directory, const tti_tape_tail *tail);

/* Returns the content of the first section of this type in a checked directory. `data` is NULL when
 * there is none. */
TT_PRIVATE_API tt_bytes tti_tape_section_find(tt_bytes directory, uint32_t type);

/* An entry of the block table. */
typedef struct tti_tape_block {
    uint32_t raw;    /* bytes of the recording, 1 to TTI_TAPE_BLOCK_MAX */
    uint32_t stored; /* bytes of the block in the tape, with its head */
} tti_tape_block;

TT_PRIVATE_API void tti_tape_block_put(uint8_t dst[TTI_TAPE_BLOCK_ENTRY], tti_tape_block block);

/* Returns entry `number`, which must be below section.size / TTI_TAPE_BLOCK_ENTRY. */
TT_PRIVATE_API tti_tape_block tti_tape_block_get(tt_bytes section, size_t number);

/* The index section. The content of a .ttidx is cut into pieces, each one frame of zstd without a
 * dictionary; the frames follow each other. */
typedef struct tti_tape_index {
    uint64_t place;       /* offset of the first frame in the tape */
    uint64_t size;        /* bytes of the index */
    uint32_t piece;       /* bytes of each piece but the last, 1 to TTI_TAPE_PIECE_MAX */
    uint32_t frames;      /* number of frames */
    const uint8_t *sizes; /* bytes of each frame: tti_tape_frame_size */
} tti_tape_index;

#define TTI_TAPE_PIECE ((uint32_t)128 << 10)
#define TTI_TAPE_PIECE_MAX ((uint32_t)1 << 20)

/* Writes the fixed part of an index section. The size of each frame follows it, 32 bits low byte
 * first. */
TT_PRIVATE_API void tti_tape_index_put(uint8_t dst[TTI_TAPE_INDEX_FIXED],
                                       const tti_tape_index *index);

/* Reads an index section of a checked directory. */
TT_PRIVATE_API void tti_tape_index_get(tti_tape_index *index, tt_bytes section);

/* Returns the bytes of frame `number`, which must be below index->frames. */
TT_PRIVATE_API uint32_t tti_tape_frame_size(const tti_tape_index *index, uint32_t number);

#endif
