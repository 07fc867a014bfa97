/* SPDX-License-Identifier: MIT
 *
 * Whose path has which colour: a line for each name of each file. Sessions of the same name in the
 * same file are one. A name that was changed is shown with the one before, as `players` does.
 */
#include "cli/picture/picture.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/out_path.h"
#include "cli/show/sessions.h"

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Paths of the same name in one file have one colour. */
tt_rgba legend_color(struct legend *legend, const tt_io_path *path, size_t file)
{
    const char *name = path->name;
    size_t i = 0;
    while (i < legend->count &&
           (legend->player[i].file != file || !same_text(legend->player[i].name, name))) {
        i++;
    }
    if (i == legend->count && i < LEGEND_LINES) {
        legend->player[i].name = name;
        legend->player[i].first_name = path->first_name;
        legend->player[i].file = file;
        legend->lines[i].color = tt_path_color((uint32_t)i);
        legend->count++;
    }
    return i < legend->count ? legend->lines[i].color : tt_path_color((uint32_t)i);
}

/* The whole path when another file is called the same. */
static const char *file_name(const tt_io_list *files, size_t file)
{
    const char *path = files->entries[file].path;
    for (size_t i = 0; i < files->count; i++) {
        if (i != file && same_text(out_path_name(files->entries[i].path), out_path_name(path))) {
            return path;
        }
    }
    return out_path_name(path);
}

static void look_around(const struct legend *legend, size_t line, bool *is_elsewhere,
                        bool *has_others)
{
    *is_elsewhere = *has_others = false;
    for (size_t i = 0; i < legend->count; i++) {
        bool same_file = legend->player[i].file == legend->player[line].file;
        bool same_name = same_text(legend->player[i].name, legend->player[line].name);
        *is_elsewhere = *is_elsewhere || (same_name && !same_file);
        *has_others = *has_others || (same_file && i != line);
    }
}

static void write_names(char *dst, size_t cap, const struct legend *legend, size_t line)
{
    const char *name = legend->player[line].name, *first = legend->player[line].first_name;
    if (name[0] == '\0') {
        snprintf(dst, cap, "%s", SESSION_UNNAMED);
    } else if (same_text(name, first)) {
        snprintf(dst, cap, "%s", name);
    } else {
        snprintf(dst, cap, "%s > %s", first, name);
    }
}

/* The name says nothing where the player is the only one of this file and is in another one, too.
 * Written when all paths are known. */
void legend_write(struct legend *legend)
{
    for (size_t i = 0; i < legend->count; i++) {
        bool is_elsewhere, has_others;
        char *text = legend->player[i].text;
        char name[2 * TT_NAME_CAP + 3];
        write_names(name, sizeof name, legend, i);
        look_around(legend, i, &is_elsewhere, &has_others);
        if (legend->files->count < 2) {
            snprintf(text, LEGEND_TEXT, "%s", name);
        } else if (has_others || !is_elsewhere) {
            snprintf(text, LEGEND_TEXT, "%s, %s", name,
                     file_name(legend->files, legend->player[i].file));
        } else {
            snprintf(text, LEGEND_TEXT, "%s", file_name(legend->files, legend->player[i].file));
        }
        legend->lines[i].text = tt_bytes_of(text);
    }
}
