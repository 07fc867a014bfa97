/* SPDX-License-Identifier: MIT
 *
 * The game's images in a page: those that its recordings show, as the files of the data folder. A
 * viewer then sees the game without having it.
 *
 * The skins of 0.7, which are made of parts, are left out: the page draws its own.
 */
#include "host/posix.h"

#include "jobs/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/inside.h"
#include "host/map.h"
#include "studio/art.h"
#include "teetape/io/input.h"
#include "teetape/scene.h"

/* More images than this come from no game: a map has at most 64, a recording some hundred skins. */
#define IMAGES_MAX 4096

/* Images of every recording. */
static const char *const always[] = {
    "game.png", "particles.png",     "extras.png",        "emoticons.png",
    "hud.png",  "skins/default.png", "skins/x_ninja.png", "skins/x_spec.png",
};

struct page_art {
    struct tti_art_files files;
    char **names; /* paths as in the data folder: "skins/default.png" */
    size_t count, room;
};

static bool add_name(struct tti_page *p, const char *name)
{
    struct page_art *art = p->art;
    for (size_t i = 0; i < art->count; i++) {
        if (strcmp(art->names[i], name) == 0) {
            return true;
        }
    }
    char **names = art->count < IMAGES_MAX
                       ? tti_grow(art->names, &art->room, art->count + 1, sizeof *names)
                       : NULL;
    if (names == NULL) {
        return art->count == IMAGES_MAX || tti_page_no_memory(p);
    }
    art->names = names;
    art->names[art->count] = strdup(name);
    return art->names[art->count++] != NULL || tti_page_no_memory(p);
}

/* Returns the file of a skin, also of a downloaded one; NULL when there is none. */
static char *skin_file(const struct page_art *art, const char *name)
{
    size_t size = strlen("skins/"), end = strlen(name) - strlen(".png");
    for (size_t i = art->files.part_count; i < art->files.file_count; i++) {
        const struct tti_art_file *file = &art->files.files[i];
        if (strlen(file->name) == end - size && memcmp(file->name, name + size, end - size) == 0) {
            return strdup(file->path);
        }
    }
    return NULL;
}

static char *file_of(const struct page_art *art, const char *name)
{
    return strncmp(name, "skins/", 6) == 0 ? skin_file(art, name)
                                           : tti_art_files_find(&art->files, name);
}

bool tti_page_art_open(struct tti_page *p)
{
    bool is_good = true;
    if (p->options.no_art) {
        return true;
    }
    p->art = calloc(1, sizeof *p->art);
    if (p->art == NULL || !tti_art_files_open(&p->art->files, p->options.data)) {
        return tti_page_no_memory(p);
    }
    char *game = tti_art_files_find(&p->art->files, always[0]);
    if (game == NULL) {
        tti_page_art_close(p);
        p->lacks_art = p->options.data == NULL || p->options.data[0] != 0;
        return true;
    }
    free(game);
    for (size_t i = 0; i < sizeof always / sizeof always[0] && is_good; i++) {
        is_good = add_name(p, always[i]);
    }
    return is_good;
}

/* A skin has a file only if its name can be that of a file. */
bool tti_page_art_note_skin(struct tti_page *p, const tt_scene_player *player)
{
    char name[TT_SKIN_CAP + 16];
    const char *skin = player->skin.name;
    if (p->art == NULL || !player->is_known || player->is_seven || skin[0] == 0 ||
        strchr(skin, '/') != NULL) {
        return true;
    }
    snprintf(name, sizeof name, "skins/%s.png", skin);
    return add_name(p, name);
}

static bool note_skins(struct tti_page *p, const tt_scene *scene)
{
    const tt_scene_player *player = tt_scene_look(scene).player;
    bool is_good = true;
    for (int32_t cid = 0; cid < TT_CIDS && is_good; cid++) {
        is_good = tti_page_art_note_skin(p, &player[cid]);
    }
    return is_good;
}

/* Notes the images of a map. A map that cannot be read needs none. */
static bool note_map(struct tti_page *p, tt_bytes map)
{
    tt_map_design design;
    tt_io_error trouble = {.status = TT_OK};
    bool is_good = true;
    if (map.size == 0 || tt_map_design_open(&design, map, NULL) != TT_OK) {
        return true;
    }
    for (uint32_t i = 0; i < 2 * design.images && is_good; i++) {
        char file[TTI_ART_MAP_FILE];
        if (tti_art_map_file(file, &design, i / 2, i % 2 == 0, &trouble)) {
            is_good = add_name(p, file);
        }
    }
    return is_good && (trouble.status == TT_OK || tti_job_fail_with(&p->voice, &trouble, p->path));
}

struct note {
    tt_demo_new_map map; /* the map inside a demo */
    size_t room;
    tt_scene scene;
};

/* Notes the skins while the scene follows the recording. They change rarely, so ticks without a new
 * snapshot of the scene cost nothing. */
static bool follow(struct tti_page *p, struct note *n, tt_io_reading *r)
{
    bool is_good = true;
    while (is_good && tt_io_reading_next(r)) {
        if (r->item.demo != NULL && r->item.demo->kind == TT_DEMO_MAP) {
            is_good = tt_io_map_file_add(&n->map, &n->room, r->item.demo->data) == 0 ||
                      tti_page_no_memory(p);
        }
        bool has_more = tt_scene_follow(&n->scene, r->rec, &r->item);
        for (; is_good && has_more && r->in_span; has_more = tt_scene_advance(&n->scene, r->rec)) {
            is_good = note_skins(p, &n->scene);
        }
    }
    return is_good;
}

/* Notes the images of a recording. In an anonymized page the names of skins are not those of the
 * original, so only the images of the map are noted. */
bool tti_page_art_note(struct tti_page *p, const char *path, tt_bytes map)
{
    const tt_io_reading_options how = {.wants = TT_SCENE_WANTS,
                                       .facts = TT_SCENE_FACTS,
                                       .wants_map = true,
                                       .from = p->options.from,
                                       .to = p->options.to,
                                       .wants_before = page_has_part(p),
                                       .no_seek = true,
                                       .stop = p->options.stop};
    tt_io_reading r;
    if (p->art == NULL || p->options.anonymize || !tt_io_reading_is_file(path)) {
        return p->art == NULL || note_map(p, map);
    }
    struct note *n = calloc(1, sizeof *n);
    if (n == NULL) {
        return tti_page_no_memory(p);
    }
    tt_scene_init(&n->scene);
    bool is_good = !tt_io_reading_open(&r, path, &how) || follow(p, n, &r);
    tt_io_reading_close(&r);
    is_good = is_good && note_map(p, map.size != 0 ? map : n->map.bytes);
    tti_map_file_free(&n->map);
    free(n);
    return is_good;
}

static bool put_file(struct tti_page *p, const char *name, const char *path)
{
    struct page_block block;
    tt_io_error error;
    tt_bytes piece;
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    if (in == NULL) {
        return true; /* the file went away, and the page draws without it */
    }
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-art=\"");
    bool is_good = tti_page_text(p, name);
    tt_io_output_text(p->out, "\"");
    is_good = is_good && tti_page_block_begin(p, &block);
    if (is_good) {
        while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
            tti_page_block_put(&block, piece);
        }
        tti_page_block_end(&block);
    }
    tt_io_input_close(in);
    return is_good;
}

bool tti_page_art_put(struct tti_page *p)
{
    bool is_good = true;
    for (size_t i = 0; p->art != NULL && is_good && i < p->art->count; i++) {
        char *path = file_of(p->art, p->art->names[i]);
        if (path != NULL) {
            is_good = put_file(p, p->art->names[i], path);
            free(path);
        }
    }
    return is_good;
}

void tti_page_art_close(struct tti_page *p)
{
    if (p->art != NULL) {
        tti_art_files_close(&p->art->files);
        for (size_t i = 0; i < p->art->count; i++) {
            free(p->art->names[i]);
        }
        free(p->art->names);
        free(p->art);
        p->art = NULL;
    }
}
