/* SPDX-License-Identifier: MIT
 *
 * Whose path has which colour: a line for each name of each file. Sessions of the same name in the
 * same file are one. A name that was changed is shown with the one before, as `players` does.
 */
#include <stdio.h>
#include <string.h>

#include "jobs/drawing.h"

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

tt_rgba tti_legend_color(struct tti_legend *legend, const struct tti_path *path)
{
    size_t i = 0;
    while (i < legend->count && (legend->player[i].path->file != path->file ||
                                 !same_text(legend->player[i].path->name, path->name))) {
        i++;
    }
    if (i == legend->count && i < TTI_LEGEND_LINES) {
        legend->player[i].path = path;
        legend->lines[i].color = tt_path_color((uint32_t)i);
        legend->count++;
    }
    return i < legend->count ? legend->lines[i].color : tt_path_color((uint32_t)i);
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The whole path when another file is called the same. */
static const char *file_name(const tt_io_list *files, size_t file)
{
    const char *path = files->entries[file].path;
    for (size_t i = 0; i < files->count; i++) {
        if (i != file && same_text(name_of(files->entries[i].path), name_of(path))) {
            return path;
        }
    }
    return name_of(path);
}

static void look_around(const struct tti_legend *legend, const struct tti_path *path,
                        bool *is_elsewhere, bool *has_others)
{
    *is_elsewhere = *has_others = false;
    for (size_t i = 0; i < legend->count; i++) {
        const struct tti_path *other = legend->player[i].path;
        bool same_file = other->file == path->file;
        *is_elsewhere = *is_elsewhere || (!same_file && same_text(other->name, path->name));
        *has_others = *has_others || (same_file && other != path);
    }
}

static void write_names(char *dst, size_t cap, const struct tti_path *path)
{
    if (path->name[0] == 0) {
        snprintf(dst, cap, "(no name known)");
    } else if (same_text(path->name, path->first_name)) {
        snprintf(dst, cap, "%s", path->name);
    } else {
        snprintf(dst, cap, "%s > %s", path->first_name, path->name);
    }
}

/* The name says nothing where the player is the only one of this file and is in another one, too.
 * Written when all paths are known. */
void tti_legend_write(struct tti_legend *legend, const tt_io_list *files)
{
    for (size_t i = 0; i < legend->count; i++) {
        const struct tti_path *path = legend->player[i].path;
        bool is_elsewhere, has_others, has_file = files->count > 1;
        char *text = legend->player[i].text;
        char name[2 * TT_NAME_CAP + 3];
        write_names(name, sizeof name, path);
        look_around(legend, path, &is_elsewhere, &has_others);
        bool has_name = !has_file || has_others || !is_elsewhere;
        snprintf(text, sizeof legend->player[i].text, "%s%s%s", has_name ? name : "",
                 has_name && has_file ? ", " : "", has_file ? file_name(files, path->file) : "");
        legend->lines[i].text = tt_bytes_of(text);
    }
}
