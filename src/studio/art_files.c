/* SPDX-License-Identifier: MIT
 *
 * Searches folders for skins, and opens files.
 *
 * Skins and parts get their numbers when an art is opened. The first folder that has a name counts,
 * so that a player's own skin replaces that of the system.
 */
#include "host/posix.h"

#include "host/inside.h"
#include "studio/art.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <fcntl.h>

#include "host/fd.h"
#include "host/folders.h"
#include "host/grow.h"
#include "teetape/io/path.h"
#include "teetape/io/walk.h"

/* The largest PNG that is read. Images of the game have at most 1 MiB. */
#define FILE_MAX ((size_t)64 << 20)

/* Folders below skins/ in Teeworlds 0.7, by tt_skin_part. */
static const char *const part_names[TT_SKIN_PARTS] = {"body",  "marking", "decoration",
                                                      "hands", "feet",    "eyes"};

/* Takes `folder`, which is NULL when memory is missing. */
static bool add_folder(struct tti_art_files *files, char *folder)
{
    char **grown =
        folder == NULL ? NULL : realloc(files->folders, (files->folder_count + 1) * sizeof *grown);
    if (grown == NULL) {
        free(folder);
        return false;
    }
    files->folders = grown;
    files->folders[files->folder_count++] = folder;
    return true;
}

static bool add_system_folders(struct tti_art_files *files, const char *game)
{
    char **folders = tti_host_system_folders(game);
    bool is_good = folders != NULL;
    for (size_t i = 0; is_good && folders[i] != NULL; i++) {
        is_good = add_folder(files, strdup(folders[i]));
    }
    free(folders);
    return is_good;
}

/* Finds the data folders. If the caller named a folder, no other one is searched, so that the
 * picture does not depend on the machine. An empty name means no folder. */
static bool find_folders(struct tti_art_files *files, const char *data)
{
    if (data != NULL) {
        return data[0] == '\0' || add_folder(files, strdup(data));
    }
    /* `named` is also set when memory is missing, which counts as a failure. A user without a home
     * has no folder, which is no error. */
    const char *named;
    char *user = tti_host_user_folder(&named);
    /* Files that DDNet lacks may be those of Teeworlds 0.7. */
    return named == NULL && (user == NULL || add_folder(files, user)) &&
           add_system_folders(files, "ddnet") && add_system_folders(files, "teeworlds");
}

/* Searches a file. A lack of memory looks like a missing file. */
char *tti_art_files_find(const struct tti_art_files *files, const char *name)
{
    struct stat info;
    for (size_t i = 0; i < files->folder_count; i++) {
        char *path = tti_host_join(files->folders[i], name);
        if (path != NULL && stat(path, &info) == 0 && S_ISREG(info.st_mode)) {
            return path;
        }
        free(path);
    }
    return NULL;
}

static void ignore(void *user, const char *path, const tt_io_error *error)
{
    (void)user;
    (void)path;
    (void)error;
}

/* Returns which part of a skin a folder below skins/ has. Skins of DDNet are in skins/ itself, and
 * parts of 0.7 in one folder for each part. Returns -1 for deeper folders. */
static int part_of(const char *below)
{
    const char *slash = strchr(below, '/');
    if (slash == NULL) {
        return TTI_ART_SKIN;
    }
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        size_t size = strlen(part_names[i]);
        if ((size_t)(slash - below) == size && memcmp(below, part_names[i], size) == 0) {
            return strchr(slash + 1, '/') == NULL ? i : -1;
        }
    }
    return -1;
}

/* Adds a file if it is a PNG. Returns false without memory, and tti_art_files_close frees the added
 * files. */
static bool add_file(struct tti_art_files *files, const char *path, const char *below)
{
    int part = part_of(below);
    const char *slash = strrchr(below, '/'), *name = slash == NULL ? below : slash + 1;
    if (part < 0 || !tt_io_ending_is(tt_bytes_of(name), ".png")) {
        return true;
    }
    struct tti_art_file *list =
        tti_grow(files->files, &files->file_cap, files->file_count + 1, sizeof *list);
    if (list == NULL) {
        return false;
    }
    files->files = list;
    /* the game calls a skin `default` and not `default.png` */
    struct tti_art_file file = {strdup(path), strndup(name, strlen(name) - 4), (uint8_t)part};
    list[files->file_count++] = file;
    return file.path != NULL && file.name != NULL;
}

/* Adds the files of a folder. A missing folder is no failure. */
static bool look_through(struct tti_art_files *files, const char *parent, const char *name)
{
    tt_io_list list = {0};
    struct stat info;
    char *folder = tti_host_join(parent, name);
    bool is_good = folder != NULL;
    if (is_good && stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) {
        const char *const argument = folder;
        is_good = tt_io_walk(&list, &argument, 1, true, ignore, NULL);
        for (size_t i = 0; i < list.count && is_good; i++) {
            is_good =
                add_file(files, list.entries[i].path, list.entries[i].path + strlen(folder) + 1);
        }
        tt_io_list_free(&list);
    }
    free(folder);
    return is_good;
}

static int by_name(const void *a, const void *b)
{
    const struct tti_art_file *x = a, *y = b;
    if (x->part != y->part) {
        return x->part < y->part ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

static void free_file(struct tti_art_file *file)
{
    free(file->path);
    free(file->name);
}

/* Merges the new files, from `first` on, into the sorted list. Those whose names an earlier folder
 * had are dropped. Two files of one folder have the same name only if their extensions differ in
 * case, and then both remain. */
static void merge_in(struct tti_art_files *files, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < files->file_count; i++) {
        struct tti_art_file *file = &files->files[i];
        bool is_known = bsearch(file, files->files, first, sizeof *file, by_name) != NULL;
        if (is_known) {
            free_file(file);
        } else {
            files->files[kept++] = *file;
        }
    }
    files->file_count = kept;
    qsort(files->files, kept, sizeof *files->files, by_name);
}

/* Makes the lists of names. Skins come last, because TTI_ART_SKIN is above all parts. The lists
 * share the names with the files. */
static bool list_names(struct tti_art_files *files)
{
    size_t count = files->file_count;
    files->skins = calloc(count + 1, sizeof *files->skins);
    files->parts = calloc(count + 1, sizeof *files->parts);
    if (files->skins == NULL || files->parts == NULL) {
        return false;
    }
    while (files->part_count < count && files->files[files->part_count].part != TTI_ART_SKIN) {
        const struct tti_art_file *file = &files->files[files->part_count];
        files->parts[files->part_count++] = (tt_draw_part){file->name, file->part};
    }
    for (size_t i = files->part_count; i < count; i++) {
        files->skins[i - files->part_count] = files->files[i].name;
    }
    return true;
}

/* Finds all files. A skin that the game has downloaded never replaces an installed one of the same
 * folder. */
bool tti_art_files_open(struct tti_art_files *files, const char *data)
{
    static const char *const below[2] = {"skins", "downloadedskins"};
    bool is_good = find_folders(files, data);
    for (size_t i = 0; i < 2 * files->folder_count && is_good; i++) {
        size_t first = files->file_count;
        is_good = look_through(files, files->folders[i / 2], below[i % 2]);
        if (is_good && files->file_count > first) {
            merge_in(files, first);
        }
    }
    return is_good && list_names(files);
}

void tti_art_files_fonts(const struct tti_art_files *files, struct tti_fonts *fonts)
{
    static const char *const endings[] = {".ttf", ".otf", ".ttc"};
    for (size_t i = 0; i < files->folder_count; i++) {
        tt_io_list list = {0};
        char *folder = tti_host_join(files->folders[i], "fonts");
        const char *const argument = folder;
        struct stat info;
        bool is_there = folder != NULL && stat(folder, &info) == 0 && S_ISDIR(info.st_mode) &&
                        tt_io_walk(&list, &argument, 1, true, ignore, NULL);
        for (size_t k = 0; is_there && k < list.count; k++) {
            for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
                if (tt_io_ending_is(tt_bytes_of(list.entries[k].path), endings[e])) {
                    tti_fonts_add(fonts, list.entries[k].path);
                }
            }
        }
        tt_io_list_free(&list);
        free(folder);
    }
}

void tti_art_files_close(struct tti_art_files *files)
{
    for (size_t i = 0; i < files->folder_count; i++) {
        free(files->folders[i]);
    }
    for (size_t i = 0; i < files->file_count; i++) {
        free_file(&files->files[i]);
    }
    free(files->folders);
    free(files->files);
    free(files->skins);
    free(files->parts);
}

void *tti_art_memory(size_t size, tt_io_error *trouble)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        tt_io_error_system(trouble, ENOMEM, "cannot hold images and layers");
    }
    return memory;
}

static uint8_t *read_whole(const char *path, size_t *size, tt_io_error *trouble)
{
    struct stat info;
    uint8_t *bytes = NULL;
    /* O_NONBLOCK, because opening a pipe would wait for a writer. The kind of the open file is
     * checked, so that another file cannot take its place in between. */
    int fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (fd < 0) {
        return NULL;
    }
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
        (uint64_t)info.st_size <= FILE_MAX) {
        bytes = tti_art_memory((size_t)info.st_size, trouble);
    }
    if (bytes != NULL && tti_host_fd_read(fd, bytes, (size_t)info.st_size, size) != 0) {
        free(bytes);
        bytes = NULL;
    }
    tti_host_fd_close(fd);
    return bytes;
}

/* Reads a PNG. An image larger than the limit would remove all others and still not fit. `error` is
 * set only if the PNG was refused. */
bool tti_art_read(tt_io_picture *picture, const char *path, size_t most, tt_io_error *trouble)
{
    size_t size = 0;
    tt_io_error error;
    memset(picture, 0, sizeof *picture);
    uint8_t *bytes = path != NULL ? read_whole(path, &size, trouble) : NULL;
    bool is_good = bytes != NULL && tti_picture_read(picture, (tt_bytes){bytes, size}, &error);
    if (bytes != NULL && !is_good && error.status == TT_ERR_SYSTEM) {
        *trouble = error;
    }
    free(bytes);
    if (is_good && (size_t)picture->width * picture->height > most / 4) {
        tt_io_picture_close(picture);
        is_good = false;
    }
    return is_good;
}
