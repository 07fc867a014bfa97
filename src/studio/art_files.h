/* SPDX-License-Identifier: MIT
 *
 * What the game's data folders have.
 */
#ifndef STUDIO_ART_FILES_H
#define STUDIO_ART_FILES_H

#include "teetape/draw.h"
#include "teetape/game.h"
#include "teetape/io/picture.h"

/* A file of a skin or of a part of one. Owned by the list: both strings are freed with it. */
struct tti_art_file {
    char *path;   /* to open it */
    char *name;   /* without folder and ending */
    uint8_t part; /* a tt_skin_part; TTI_ART_SKIN for a whole skin */
};

/* Skins sort after all parts, which list_names relies on. */
enum { TTI_ART_SKIN = TT_SKIN_PARTS };

/* Filled by tti_art_files_open and not changed afterwards. It is good to be closed when it is all
 * zero. */
struct tti_art_files {
    char **folders;      /* in order of search */
    size_t folder_count; /* 0 without any */
    /* By part, then by name. A name that several folders have is there once. */
    struct tti_art_file *files;
    size_t file_count, file_cap;
    size_t part_count;   /* the first of them are parts, the others skins */
    const char **skins;  /* names of files from part_count on, not owned */
    tt_draw_part *parts; /* of the files before part_count, names not owned */
};

/* Looks for folders and skins; `data` as in tt_io_art_options. False without memory. */
bool tti_art_files_open(struct tti_art_files *files, const char *data);

void tti_art_files_close(struct tti_art_files *files);

/* The path of a file in the first folder that has it, to be freed; NULL when there is none. */
char *tti_art_files_find(const struct tti_art_files *files, const char *name);

/* malloc; *trouble is filled when there is none. */
void *tti_art_memory(size_t size, tt_io_error *trouble);

/* Reads a PNG; false when it is missing or damaged, or the image is larger than `most` bytes.
 * *trouble is filled when memory is missing. */
bool tti_art_read(tt_io_picture *picture, const char *path, size_t most, tt_io_error *trouble);

#endif
