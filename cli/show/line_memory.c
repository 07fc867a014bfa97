/* SPDX-License-Identifier: MIT
 *
 * Has the columns written apart from the lines, once, and keeps the bytes.
 */
#include "cli/show/line_memory.h"

#include <stdlib.h>

/* The place of the column of a line without a client id. */
#define NOBODY TT_CIDS

/* Who has a client id. */
struct player {
    bool is_known;          /* `text` is the column of `name` */
    char name[TT_NAME_CAP]; /* as the reading gave it, to notice that it has changed */
    struct line_text text;
};

/* About 21 KiB. */
struct line_memory {
    struct line *line;                 /* that writes the columns; the caller's */
    bool has_time;                     /* `time` is the column of `tick` */
    int32_t tick;                      /* most ticks have many records */
    struct line_text time;             /* game time, tick, and the clock with --wall */
    struct player player[TT_CIDS + 1]; /* and of nobody */
};

struct line_memory *line_memory_new(struct line *line)
{
    bool is_plain = line->width == 0 && !line->colour;
    struct line_memory *memory = is_plain ? calloc(1, sizeof *memory) : NULL;
    if (memory != NULL) {
        memory->line = line;
    }
    return memory;
}

/* What was written since line_apart, with the blanks before the next column: line_output writes
 * those. False when the room was not enough; then the text is a part of it and of no use. */
static bool take(struct line *line, struct line_text *text)
{
    line_output(line);
    tt_bytes whole = line_together(line);
    text->size = (uint32_t)(whole.size < sizeof text->text ? whole.size : sizeof text->text);
    memcpy(text->text, whole.data, text->size);
    return whole.size <= sizeof text->text;
}

bool line_memory_word(struct line_memory *memory, struct line_text *text, const char *word)
{
    line_apart(memory->line);
    line_word(memory->line, word);
    return take(memory->line, text);
}

/* Game time and clock follow from the tick alone, so comparing that is enough. */
static bool know_time(struct line_memory *memory, const struct reading *r)
{
    int32_t tick = r->io.item.tick;
    if (!memory->has_time || memory->tick != tick) {
        line_apart(memory->line);
        line_time(memory->line, r, tick);
        memory->tick = tick;
        memory->has_time = take(memory->line, &memory->time);
    }
    return memory->has_time;
}

/* A name that has no room is not remembered; such a line is written in the usual way. */
static bool know_player(struct line_memory *memory, struct player *player, int32_t cid,
                        const char *name)
{
    if (!player->is_known || strcmp(player->name, name) != 0) {
        size_t size = strlen(name) + 1;
        if (size > sizeof player->name) {
            return false;
        }
        line_apart(memory->line);
        line_player(memory->line, cid, name);
        memcpy(player->name, name, size);
        player->is_known = take(memory->line, &player->text);
    }
    return player->is_known;
}

/* The first line of a file is written in the usual way, since line_time names the file before it.
 */
uint8_t *line_memory_put(struct line_memory *memory, uint8_t *at, const struct reading *r,
                         const struct line_text *word, int32_t cid, const char *name)
{
    struct player *player = &memory->player[cid >= 0 && cid < TT_CIDS ? cid : NOBODY];
    if (!memory->line->has_begun || cid >= TT_CIDS || !know_time(memory, r) ||
        !know_player(memory, player, cid, cid < 0 ? "" : name)) {
        return NULL;
    }
    at = line_text_copy(at, memory->time.text, memory->time.size);
    at = line_text_copy(at, word->text, word->size);
    return line_text_copy(at, player->text.text, player->text.size);
}
