/* SPDX-License-Identifier: MIT
 *
 * The fixed parts of a tape: head, heads of chunks, end chunk, and the footer with its directory
 * and tail. docs/format/tape.md has the layouts.
 */
#include "base/mem.h"
#include "tape/model.h"
#include "wire/hash.h"

#define TAIL_MAGIC "TTAPE\r\n\x04"
#define TAPE_MAGIC_SIZE 8
#define DIRECTORY_MAX ((uint32_t)64 << 20)
#define END_DATA_SIZE (TTI_TAPE_END_SIZE - TTI_TAPE_CHUNK_SIZE)

static const uint8_t chunk_magic[4] = {0xc5, 0x54, 0x43, 0x0a};

static uint32_t short_sum(const uint8_t *data, size_t size)
{
    return (uint32_t)tti_xxh64_of(data, size);
}

size_t tti_tape_leb_put(uint8_t *dst, uint32_t value)
{
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) {
        dst[size++] = (uint8_t)(value | 0x80);
    }
    dst[size++] = (uint8_t)value;
    return size;
}

bool tti_tape_leb_get(const uint8_t **at, const uint8_t *end, uint32_t *value)
{
    uint64_t bits = 0;
    for (unsigned shift = 0; shift < 35 && *at < end; shift += 7) {
        uint8_t byte = *(*at)++;
        bits |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = (uint32_t)bits;
            return bits <= UINT32_MAX;
        }
    }
    return false;
}

void tti_tape_head_put(uint8_t dst[TTI_TAPE_HEAD_SIZE])
{
    tti_fill(dst, 0, TTI_TAPE_HEAD_SIZE);
    tti_copy(dst, TTI_TAPE_MAGIC, TAPE_MAGIC_SIZE);
    tti_store_le16(dst + 8, 1); /* version */
    tti_store_le16(dst + 20, TTI_TAPE_DICTIONARY);
    tti_store_le32(dst + 28, short_sum(dst, 28));
}

tt_status tti_tape_head_get(tti_tape_head *head, const uint8_t src[TTI_TAPE_HEAD_SIZE])
{
    if (!tti_equal(src, TTI_TAPE_MAGIC, TAPE_MAGIC_SIZE)) {
        return TT_ERR_TAPE_MAGIC;
    }
    if (tti_load_le32(src + 28) != short_sum(src, 28)) {
        return TT_ERR_TAPE_HEAD;
    }
    head->version = tti_load_le16(src + 8);
    head->profile = tti_load_le16(src + 10);
    head->required = tti_load_le32(src + 12);
    head->optional = tti_load_le32(src + 16);
    head->dictionary = tti_load_le16(src + 20);
    bool is_known = head->version == 1 && head->profile == 0 && head->required == 0 &&
                    tti_tape_dictionary(head->dictionary).data != NULL;
    return is_known ? TT_OK : TT_ERR_TAPE_NEW;
}

void tti_tape_chunk_put(uint8_t dst[TTI_TAPE_CHUNK_SIZE], const tti_tape_chunk *chunk)
{
    tti_copy(dst, chunk_magic, sizeof chunk_magic);
    tti_store_le32(dst + 4, chunk->type);
    tti_store_le32(dst + 8, chunk->size);
    tti_store_le32(dst + 12, chunk->raw_size);
    tti_store_le64(dst + 16, chunk->raw);
    tti_store_le64(dst + 24, chunk->sum);
    tti_store_le32(dst + 32, short_sum(dst, 32));
}

/* Checks the numbers of a head whose sum is right. */
static bool chunk_is_possible(const tti_tape_chunk *chunk)
{
    switch (chunk->type) {
    case TTI_TAPE_STORED:
        return chunk->raw_size > 0 && chunk->raw_size <= TTI_TAPE_BLOCK_MAX &&
               chunk->size == chunk->raw_size;
    case TTI_TAPE_PLAIN:
    case TTI_TAPE_COLUMNS:
        return chunk->raw_size > 0 && chunk->raw_size <= TTI_TAPE_BLOCK_MAX &&
               chunk->size <= chunk->raw_size;
    case TTI_TAPE_END:
        return chunk->raw_size == 0 && chunk->raw == 0 && chunk->size == END_DATA_SIZE;
    default:
        return chunk->raw_size == 0 && chunk->raw == 0 && chunk->type >= TTI_TAPE_OPTIONAL;
    }
}

tt_status tti_tape_chunk_get(tti_tape_chunk *chunk, const uint8_t src[TTI_TAPE_CHUNK_SIZE])
{
    uint32_t type = tti_load_le32(src + 4);
    chunk->type = (uint8_t)type;
    chunk->size = tti_load_le32(src + 8);
    chunk->raw_size = tti_load_le32(src + 12);
    chunk->raw = tti_load_le64(src + 16);
    chunk->sum = tti_load_le64(src + 24);
    bool is_good = tti_equal(src, chunk_magic, sizeof chunk_magic) && type <= UINT8_MAX &&
                   tti_load_le32(src + 32) == short_sum(src, 32) && chunk_is_possible(chunk) &&
                   chunk->raw <= UINT64_MAX - chunk->raw_size;
    return is_good ? TT_OK : TT_ERR_TAPE_CHUNK;
}

size_t tti_tape_chunk_find(tt_bytes bytes)
{
    size_t at = 0;
    while (bytes.size - at >= TTI_TAPE_CHUNK_SIZE) {
        size_t room = bytes.size - at - (TTI_TAPE_CHUNK_SIZE - 1);
        const uint8_t *first = tti_find_byte(bytes.data + at, room, chunk_magic[0]);
        if (first == NULL) {
            break;
        }
        tti_tape_chunk chunk;
        at = (size_t)(first - bytes.data);
        if (tti_tape_chunk_get(&chunk, first) == TT_OK) {
            return at;
        }
        at++;
    }
    return bytes.size;
}

void tti_tape_end_put(uint8_t dst[TTI_TAPE_END_SIZE], const tti_tape_end *end)
{
    uint8_t *data = dst + TTI_TAPE_CHUNK_SIZE;
    tti_store_le64(data, end->raw);
    tti_store_le64(data + 8, end->blocks);
    tti_copy(data + 16, end->sha256, sizeof end->sha256);
    tti_tape_chunk chunk = {TTI_TAPE_END, END_DATA_SIZE, 0, 0, tti_xxh64_of(data, END_DATA_SIZE)};
    tti_tape_chunk_put(dst, &chunk);
}

tt_status tti_tape_end_get(tti_tape_end *end, const uint8_t src[TTI_TAPE_END_SIZE])
{
    const uint8_t *data = src + TTI_TAPE_CHUNK_SIZE;
    tti_tape_chunk chunk;
    if (tti_tape_chunk_get(&chunk, src) != TT_OK || chunk.type != TTI_TAPE_END ||
        chunk.sum != tti_xxh64_of(data, END_DATA_SIZE)) {
        return TT_ERR_TAPE_END;
    }
    end->raw = tti_load_le64(data);
    end->blocks = tti_load_le64(data + 8);
    tti_copy(end->sha256, data + 16, sizeof end->sha256);
    return TT_OK;
}

void tti_tape_tail_put(uint8_t dst[TTI_TAPE_TAIL_SIZE], uint64_t place, tt_bytes directory)
{
    tti_store_le64(dst, place);
    tti_store_le32(dst + 8, (uint32_t)directory.size);
    tti_store_le32(dst + 12, 1); /* version */
    tti_store_le64(dst + 16, tti_xxh64_of(directory.data, directory.size));
    tti_store_le32(dst + 24, 0);
    tti_store_le32(dst + 28, short_sum(dst, 28));
    tti_copy(dst + 32, TAIL_MAGIC, TAPE_MAGIC_SIZE);
}

tt_status tti_tape_tail_get(tti_tape_tail *tail, const uint8_t src[TTI_TAPE_TAIL_SIZE],
                            uint64_t size)
{
    tail->directory = tti_load_le64(src);
    tail->size = tti_load_le32(src + 8);
    tail->version = tti_load_le32(src + 12);
    tail->sum = tti_load_le64(src + 16);
    bool is_good = tti_equal(src + 32, TAIL_MAGIC, TAPE_MAGIC_SIZE) &&
                   tti_load_le32(src + 28) == short_sum(src, 28) && tail->version == 1 &&
                   tail->size <= DIRECTORY_MAX && tail->directory >= TTI_TAPE_HEAD_SIZE &&
                   size >= TTI_TAPE_TAIL_SIZE + tail->size &&
                   tail->directory == size - TTI_TAPE_TAIL_SIZE - tail->size;
    return is_good ? TT_OK : TT_ERR_TAPE_FOOTER;
}

void tti_tape_section_put(uint8_t dst[TTI_TAPE_SECTION_HEAD], uint32_t type, uint32_t size)
{
    tti_store_le32(dst, type);
    tti_store_le32(dst + 4, size);
}

/* Takes the next section off the directory. False at its end, or when it ends inside one. */
static bool section_next(tt_bytes *directory, uint32_t *type, tt_bytes *content)
{
    if (directory->size < TTI_TAPE_SECTION_HEAD) {
        return false;
    }
    *type = tti_load_le32(directory->data);
    content->size = tti_load_le32(directory->data + 4);
    content->data = directory->data + TTI_TAPE_SECTION_HEAD;
    if (content->size > directory->size - TTI_TAPE_SECTION_HEAD) {
        return false;
    }
    size_t size = TTI_TAPE_SECTION_HEAD + content->size;
    *directory = (tt_bytes){directory->data + size, directory->size - size};
    return true;
}

tt_bytes tti_tape_section_find(tt_bytes directory, uint32_t type)
{
    uint32_t found;
    tt_bytes content;
    while (section_next(&directory, &found, &content)) {
        if (found == type) {
            return content;
        }
    }
    return (tt_bytes){NULL, 0};
}

/* Checks that the blocks are possible, and that they and the end chunk are before the directory. */
static bool tape_blocks_are_good(tt_bytes section, const tti_tape_tail *tail)
{
    uint64_t stored = TTI_TAPE_HEAD_SIZE + TTI_TAPE_END_SIZE;
    size_t count = section.size / TTI_TAPE_BLOCK_ENTRY;
    for (size_t i = 0; i < count; i++) {
        tti_tape_block block = tti_tape_block_get(section, i);
        if (block.raw == 0 || block.raw > TTI_TAPE_BLOCK_MAX ||
            block.stored <= TTI_TAPE_CHUNK_SIZE || block.stored - TTI_TAPE_CHUNK_SIZE > block.raw) {
            return false;
        }
        stored += block.stored;
    }
    return section.size % TTI_TAPE_BLOCK_ENTRY == 0 && stored <= tail->directory;
}

/* Checks that the frames of the index are before the directory, and as many as its size says. */
static bool index_is_good(tt_bytes section, const tti_tape_tail *tail)
{
    if (section.size < TTI_TAPE_INDEX_FIXED) {
        return false;
    }
    tti_tape_index index;
    tti_tape_index_get(&index, section);
    if (index.piece == 0 || index.piece > TTI_TAPE_PIECE_MAX ||
        index.frames != (section.size - TTI_TAPE_INDEX_FIXED) / 4 || section.size % 4 != 0 ||
        index.size > (uint64_t)index.frames * index.piece ||
        index.size + index.piece <= (uint64_t)index.frames * index.piece ||
        index.place > tail->directory) {
        return false;
    }
    uint64_t room = tail->directory - index.place;
    for (uint32_t i = 0; i < index.frames; i++) {
        uint32_t size = tti_tape_frame_size(&index, i);
        if (size > room) {
            return false;
        }
        room -= size;
    }
    return true;
}

tt_status tti_tape_directory_check(tt_bytes directory, const tti_tape_tail *tail)
{
    if (directory.size != tail->size || tti_xxh64_of(directory.data, directory.size) != tail->sum) {
        return TT_ERR_TAPE_FOOTER;
    }
    uint32_t type;
    tt_bytes content;
    while (section_next(&directory, &type, &content)) {
        if ((type == TTI_TAPE_SECTION_BLOCKS && !tape_blocks_are_good(content, tail)) ||
            (type == TTI_TAPE_SECTION_INDEX && !index_is_good(content, tail))) {
            return TT_ERR_TAPE_FOOTER;
        }
    }
    return directory.size == 0 ? TT_OK : TT_ERR_TAPE_FOOTER;
}

void tti_tape_block_put(uint8_t dst[TTI_TAPE_BLOCK_ENTRY], tti_tape_block block)
{
    tti_store_le32(dst, block.raw);
    tti_store_le32(dst + 4, block.stored);
}

tti_tape_block tti_tape_block_get(tt_bytes section, size_t number)
{
    const uint8_t *entry = section.data + number * TTI_TAPE_BLOCK_ENTRY;
    return (tti_tape_block){tti_load_le32(entry), tti_load_le32(entry + 4)};
}

void tti_tape_index_put(uint8_t dst[TTI_TAPE_INDEX_FIXED], const tti_tape_index *index)
{
    tti_store_le64(dst, index->place);
    tti_store_le64(dst + 8, index->size);
    tti_store_le32(dst + 16, index->piece);
    tti_store_le32(dst + 20, index->frames);
}

void tti_tape_index_get(tti_tape_index *index, tt_bytes section)
{
    index->place = tti_load_le64(section.data);
    index->size = tti_load_le64(section.data + 8);
    index->piece = tti_load_le32(section.data + 16);
    index->frames = tti_load_le32(section.data + 20);
    index->sizes = section.data + TTI_TAPE_INDEX_FIXED;
}

uint32_t tti_tape_frame_size(const tti_tape_index *index, uint32_t number)
{
    return tti_load_le32(index->sizes + 4 * (size_t)number);
}
