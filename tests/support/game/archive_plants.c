/* SPDX-License-Identifier: MIT
 *
 * Who is planted in a made-up archive. See archive_plants.h.
 *
 * Finishes of theirs take less than 30 seconds; all others take longer.
 */
#include "support/game/archive_plants.h"

#include <stdlib.h>

enum { ROOMY = 40000 /* bytes of a recording that is long enough for a visit */ };

/* Planted players. Some names differ only in case, others have characters with a meaning in a
 * pattern, in a database or in a shell. */
static const struct plant_row {
    const char *name;
    visit_kind kind;
    int times; /* number of files with such a player */
    int seven;
    int32_t value;
    const char *text;
} rows[] = {
    {"plant-one", VISIT_PLAIN, 1, 0, 0, NULL},
    {"plant-three", VISIT_PLAIN, 3, 0, 0, NULL},
    {"plant-seven", VISIT_PLAIN, 1, 1, 0, NULL},
    {"Plant-Case", VISIT_PLAIN, 2, 0, 0, NULL},
    {"plant-case", VISIT_PLAIN, 1, 0, 0, NULL},
    {"PLANT-CASE", VISIT_PLAIN, 1, 0, 0, NULL},
    {"PLÄNT Ü", VISIT_PLAIN, 1, 0, 0, NULL},
    {"pl%nt_d", VISIT_PLAIN, 1, 0, 0, NULL},
    {"pl'ant\"x;--", VISIT_PLAIN, 1, 0, 0, NULL},
    {"plant*star", VISIT_PLAIN, 1, 0, 0, NULL},
    {"plant?[x]$(y)", VISIT_PLAIN, 1, 0, 0, NULL},
    {"pl\\ant -p", VISIT_PLAIN, 1, 0, 0, NULL},
    {"-plant", VISIT_PLAIN, 1, 0, 0, NULL},
    {"42", VISIT_PLAIN, 1, 0, 0, NULL},
    {"plant-finish", VISIT_FINISH, 3, 0, 1001, NULL},
    {"plant-finish7", VISIT_FINISH, 1, 1, 1201, NULL},
    {"plant-team", VISIT_TEAM_FINISH, 1, 0, 1301, NULL},
    {"plant-save", VISIT_SAVE, 1, 0, 0, NULL},
    {"plant-load", VISIT_LOAD, 2, 0, 0, NULL},
    {"plant-mod", VISIT_RCON, 2, 0, 2, "plant account"},
    {"plant-renamed", VISIT_RENAME, 1, 0, 0, "before-renamed"},
    {"plant-session", VISIT_SESSION, 2, 0, 0, NULL},
    {"plant-chain", VISIT_ASKED, 2, 0, 0, "asked-chain"},
    {"plant-silent", VISIT_SILENT, 2, 0, 0, NULL},
};

enum { ROWS = sizeof rows / sizeof *rows };

static int sessions(visit_kind kind)
{
    return kind == VISIT_SESSION || kind == VISIT_ASKED || kind == VISIT_SILENT;
}

static int fits(const archive_plants *p, int32_t file, visit_kind kind, int32_t files)
{
    visit *visits[GAME_VISITS];
    for (int i = 0; i < p->count; i++) { /* a file has at most one plant of each kind */
        if (p->items[i].file == file && p->items[i].visit.kind == kind) {
            return 0;
        }
    }
    return (!sessions(kind) || file + 2 * p->servers < files) &&
           archive_plants_of(p, file, visits) < GAME_VISITS;
}

static int32_t draw_file(const archive_plants *p, visit_kind kind, const uint64_t *sizes,
                         int32_t files, chance *c)
{
    for (int tries = 0; tries < 10000; tries++) {
        int32_t file = chance_below(c, files);
        if (fits(p, file, kind, files) && (sizes[file] >= ROOMY || tries > 1000)) {
            return file;
        }
    }
    return -1; /* an archive of a few files has no room for all plants */
}

int archive_plants_make(archive_plants *p, const uint64_t *sizes, int32_t files, chance *c)
{
    int most = 0;
    for (int r = 0; r < ROWS; r++) {
        most += rows[r].times;
    }
    p->items = calloc((size_t)most, sizeof *p->items);
    p->count = 0;
    for (int r = 0; r < ROWS && p->items != NULL; r++) {
        for (int n = 0; n < rows[r].times; n++) {
            archive_plant *plant = &p->items[p->count];
            visit *v = &plant->visit;
            plant->file = draw_file(p, rows[r].kind, sizes, files, c);
            if (plant->file < 0) {
                continue;
            }
            v->kind = rows[r].kind;
            person_make(&v->who, rows[r].name, c);
            v->who.seven = rows[r].seven;
            v->value = rows[r].kind == VISIT_RCON ? rows[r].value : rows[r].value + n;
            v->text = rows[r].text;
            v->id = tt_uuid_from_name(tt_bytes_of("planted save"));
            v->at = sizes[plant->file] * (uint64_t)chance_between(c, 5, 80) / 100;
            p->count++;
        }
    }
    return p->items != NULL;
}

int archive_plants_of(const archive_plants *p, int32_t file, visit *visits[GAME_VISITS])
{
    int count = 0;
    for (int i = 0; i < p->count && count < GAME_VISITS; i++) {
        if (p->items[i].file == file) {
            visits[count++] = &p->items[i].visit;
        }
    }
    return count;
}

int archive_plants_link(const archive_plants *p, int32_t file)
{
    for (int i = 0; i < p->count; i++) {
        int32_t games = sessions(p->items[i].visit.kind) ? 1 : 0;
        games += p->items[i].visit.kind == VISIT_SILENT;
        for (int32_t n = 1; n <= games; n++) {
            if (p->items[i].file + n * p->servers == file) {
                return 1;
            }
        }
    }
    return 0;
}
