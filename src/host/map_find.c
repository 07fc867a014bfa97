/* SPDX-License-Identifier: MIT
 *
 * Finds a map by the file names that the game uses. A name proves nothing, so each such file is
 * read and its sum compared.
 */
#include "host/posix.h"

#include "host/map.h"
#include "teetape/io/map.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/ascii.h"
#include "host/folders.h"
#include "host/inside.h"
#include "teetape/io/walk.h"

struct search {
    tti_map_found *found;
    const tt_demo_header *header;
    const tt_io_stop *stop;
    bool is_named; /* the user named the folder or file, so it has to be readable */
    bool is_named_file;
    /* The file names that are tried. Without a SHA-256 in the header, by_sha256 and by_crc are the
     * same. */
    char by_sha256[TT_IO_MAP_NAME_CAP], by_crc[TT_IO_MAP_NAME_CAP], plain[TT_IO_MAP_NAME_CAP];
};

/* Returns the map's name without folders. The game looks for a path below maps/, where the search
 * for a map looks anyway. */
static const char *base_name(const tt_demo_header *header)
{
    const char *name = header->map_name;
    for (const char *at = name; *at != 0; at++) {
        if (*at == '/' || *at == '\\') {
            name = at + 1;
        }
    }
    return name;
}

static void name_by_crc(char dst[TT_IO_MAP_NAME_CAP], const tt_demo_header *header)
{
    snprintf(dst, TT_IO_MAP_NAME_CAP, "%.63s_%08" PRIx32 ".map", base_name(header),
             header->map_crc);
}

void tti_io_map_name(char dst[TT_IO_MAP_NAME_CAP], const tt_demo_header *header)
{
    char hex[2 * sizeof header->map_sha256.bytes + 1];
    if (!header->has_sha256) {
        name_by_crc(dst, header);
        return;
    }
    tti_hex_put(hex, header->map_sha256.bytes, sizeof header->map_sha256.bytes);
    hex[sizeof hex - 1] = 0;
    snprintf(dst, TT_IO_MAP_NAME_CAP, "%.63s_%s.map", base_name(header), hex);
}

static void say_which(tti_map_found *found, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    tt_map map;
    tt_error error;
    if (tt_map_open(&map, found->map.bytes, &error) == TT_ERR_MAP_MAGIC) {
        snprintf(found->why, sizeof found->why, "it is not a map");
        return;
    }
    tti_io_map_name(name, header);
    const char *sum = name + strlen(base_name(header)) + 1;
    snprintf(found->why, sizeof found->why,
             "it is not the map of this recording, which is %s (%.8s%s)", base_name(header), sum,
             header->has_sha256 ? "..." : "");
}

static void keep_other(tti_map_found *found, const char *path, const char *why)
{
    if (found->other == NULL && !found->is_system) {
        found->other = strdup(path);
        snprintf(found->why, sizeof found->why, "%s", why);
    }
}

/* Notes why a file could not be read. A lack of permission counts as a failure of the system only
 * if the user named the path. */
static void keep_failure(struct search *s, const char *path, const tt_io_error *error)
{
    bool is_locked = !s->is_named && (error->system == EACCES || error->system == EPERM);
    keep_other(s->found, path, error->text);
    if (error->status == TT_ERR_SYSTEM && !is_locked && !s->found->is_system) {
        s->found->is_system = true;
        s->found->system = error->system;
    }
}

static void fail(struct search *s, const char *path, int number)
{
    tt_io_error error;
    tt_io_error_system(&error, number, "cannot be looked at");
    keep_failure(s, path, &error);
}

/* Returns true when a path has the wanted kind. A failure is noted, because it may hide the map,
 * except for an impossible path: the name in the header may be too long. */
static bool is_kind(struct search *s, const char *path, mode_t kind)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        return (info.st_mode & S_IFMT) == kind;
    }
    if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENAMETOOLONG) {
        fail(s, path, errno);
    }
    return false;
}

static bool take(struct search *s, const char *path)
{
    tt_io_map_sum sum;
    tt_io_error error;
    bool is_read = tti_map_file_load(&s->found->map, path, s->stop, &sum, &error);
    const char *why = is_read ? tt_io_map_sum_differs(&sum, s->header) : NULL;
    if (is_read && why == NULL) {
        s->found->path = strdup(path);
        if (s->found->path != NULL) {
            return true;
        }
        tt_io_error_system(&error, ENOMEM, "cannot be used");
    }
    if (why != NULL) {
        keep_other(s->found, path, why);
        if (s->is_named_file) {
            say_which(s->found, s->header);
        }
    } else {
        keep_failure(s, path, &error);
    }
    tti_map_file_free(&s->found->map);
    return false;
}

/* Reads a file and compares it with the header. Only regular files are opened: a pipe would wait
 * for a writer. */
static bool try(struct search *s, const char *folder, const char *name)
{
    char *path = tti_host_join(folder, name);
    bool is_it = path != NULL && is_kind(s, path, S_IFREG) && take(s, path);
    if (path == NULL) {
        fail(s, folder, ENOMEM);
    }
    free(path);
    return is_it;
}

static void pass_over(void *user, const char *path, const tt_io_error *error)
{
    struct search *s = user;
    keep_failure(s, path, error);
}

/* Tries the files below a folder. Files below a folder are sorted, so that the same folder always
 * gives the same answer. A file that was tried before under the exact name only differs again. */
static bool try_below(struct search *s, const char *folder)
{
    tt_io_list list = {0};
    bool is_found = false;
    if (!is_kind(s, folder, S_IFDIR) || tt_io_stop_wanted(s->stop)) {
        return false;
    }
    /* Without memory the files that the walk found so far are tried all the same. */
    if (!tt_io_walk(&list, &folder, 1, true, pass_over, s)) {
        fail(s, folder, ENOMEM);
    }
    for (size_t i = 0; i < list.count && !is_found && !tt_io_stop_wanted(s->stop); i++) {
        const char *path = list.entries[i].path, *slash = strrchr(path, '/');
        const char *name = slash == NULL ? path : slash + 1;
        if (strcmp(name, s->by_sha256) == 0 || strcmp(name, s->by_crc) == 0 ||
            strcmp(name, s->plain) == 0) {
            is_found = take(s, path);
        }
    }
    tt_io_list_free(&list);
    return is_found;
}

/* Tries a folder with the game's data. `is_own` is for a folder of TEETAPE_MAP_PATH: all of the
 * folder is searched, not only its folder maps/. */
static bool try_folder(struct search *s, const char *folder, bool is_own)
{
    char *downloaded = tti_host_join(folder, "downloadedmaps"),
         *maps = tti_host_join(folder, "maps");
    bool is_found = false;
    if (downloaded != NULL && maps != NULL) {
        is_found = try(s, downloaded, s->by_sha256) || try(s, downloaded, s->by_crc) ||
                   try(s, maps, s->plain) || try_below(s, is_own ? folder : maps);
    } else {
        fail(s, folder, ENOMEM);
    }
    free(downloaded);
    free(maps);
    return is_found;
}

/* Tries the folders of TEETAPE_MAP_PATH. An empty part does not mean the current folder. */
static bool try_path(struct search *s)
{
    const char *path = getenv("TEETAPE_MAP_PATH");
    bool is_found = false;
    while (path != NULL && *path != 0 && !is_found) {
        size_t size = strcspn(path, ":");
        char *folder = strndup(path, size);
        is_found = size > 0 && folder != NULL && try_folder(s, folder, true);
        if (folder == NULL) {
            fail(s, path, ENOMEM);
        }
        free(folder);
        path += size + (path[size] == ':');
    }
    return is_found;
}

/* Tries the user's folder. `named` is not NULL when there was no memory for its path. */
static bool try_user(struct search *s)
{
    const char *named;
    char *folder = tti_host_user_folder(&named);
    if (named != NULL) {
        fail(s, named, ENOMEM);
    }
    bool is_found = folder != NULL && try_folder(s, folder, false);
    free(folder);
    return is_found;
}

static bool try_system(struct search *s)
{
    char **folders = tti_host_system_folders("ddnet");
    bool is_found = false;
    if (folders == NULL) {
        fail(s, "ddnet", ENOMEM);
    }
    for (size_t i = 0; folders != NULL && folders[i] != NULL && !is_found; i++) {
        is_found = try_folder(s, folders[i], false);
    }
    free(folders);
    return is_found;
}

bool tti_map_find(tti_map_found *found, const char *data, const tt_demo_header *header,
                  const tt_io_stop *stop)
{
    struct search s = {.found = found, .header = header, .stop = stop};
    memset(found, 0, sizeof *found);
    tti_io_map_name(s.by_sha256, header);
    name_by_crc(s.by_crc, header);
    snprintf(s.plain, sizeof s.plain, "%.63s.map", base_name(header));
    s.is_named = true;
    bool is_found = (data != NULL && data[0] != 0 && try_folder(&s, data, false)) || try_path(&s);
    s.is_named = false;
    is_found = is_found || try_user(&s) || try_system(&s);
    return is_found;
}

bool tti_io_map_find_at(tti_map_found *found, const char *path, const tt_demo_header *header,
                        const tt_io_stop *stop)
{
    struct search s = {
        .found = found, .header = header, .stop = stop, .is_named = true, .is_named_file = true};
    memset(found, 0, sizeof *found);
    return take(&s, path);
}

void tti_map_found_free(tti_map_found *found)
{
    tti_map_file_free(&found->map);
    free(found->path);
    free(found->other);
    memset(found, 0, sizeof *found);
}
