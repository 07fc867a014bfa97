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

tt_rgba tti_legend_color(struct tti_legend *legend, const tt_io_path *path, size_t file)
{
    size_t i = 0;
    while (i < legend->count && (legend->player[i].file != file ||
                                 !same_text(legend->player[i].path->name, path->name))) {
        i++;
    }
    if (i == legend->count && i < TTI_LEGEND_LINES) {
        legend->player[i].path = path;
        legend->player[i].file = file;
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

static void look_around(const struct tti_legend *legend, size_t line, bool *is_elsewhere,
                        bool *has_others)
{
    *is_elsewhere = *has_others = false;
    for (size_t i = 0; i < legend->count; i++) {
        bool same_file = legend->player[i].file == legend->player[line].file;
        bool same_name = same_text(legend->player[i].path->name, legend->player[line].path->name);
        *is_elsewhere = *is_elsewhere || (same_name && !same_file);
        *has_others = *has_others || (same_file && i != line);
    }
}

static void write_names(char *dst, size_t cap, const struct tti_legend *legend, size_t line)
{
    const char *name = legend->player[line].path->name;
    const char *first = legend->player[line].path->first_name;
    if (name[0] == 0) {
        snprintf(dst, cap, "(no name known)");
    } else if (same_text(name, first)) {
        snprintf(dst, cap, "%s", name);
    } else {
        snprintf(dst, cap, "%s > %s", first, name);
    }
}

/* The name says nothing where the player is the only one of this file and is in another one, too.
 * Written when all paths are known. */
void tti_legend_write(struct tti_legend *legend, const tt_io_list *files)
{
    for (size_t i = 0; i < legend->count; i++) {
        bool is_elsewhere, has_others;
        char *text = legend->player[i].text;
        char name[2 * TT_NAME_CAP + 3];
        write_names(name, sizeof name, legend, i);
        look_around(legend, i, &is_elsewhere, &has_others);
        if (files->count < 2) {
            snprintf(text, sizeof legend->player[i].text, "%s", name);
        } else if (has_others || !is_elsewhere) {
            snprintf(text, sizeof legend->player[i].text, "%s, %s", name,
                     file_name(files, legend->player[i].file));
        } else {
            snprintf(text, sizeof legend->player[i].text, "%s",
                     file_name(files, legend->player[i].file));
        }
        legend->lines[i].text = tt_bytes_of(text);
    }
}
