/* SPDX-License-Identifier: MIT
 *
 * The runs of a page with ghosts: a block for each, the run of the recording first. The page has
 * the part of its recording in which the runs take place.
 */
#include "jobs/page.h"
#include "jobs/race.h"

#include <stdio.h>
#include <stdlib.h>

struct page_ghosts {
    struct tti_race race;
    char player[TT_NAME_CAP + 8];
};

bool tti_page_ghosts_open(struct tti_page *p, const char *const *paths)
{
    const tt_io_reading_options how = {
        .no_index = true, .data = p->options.data, .stop = p->options.stop};
    if (!p->options.ghost) {
        return true;
    }
    struct page_ghosts *ghosts = calloc(1, sizeof *ghosts);
    if (ghosts == NULL) {
        return tti_page_no_memory(p);
    }
    p->ghosts = ghosts;
    if (!tti_race_read(&ghosts->race, paths, p->count, p->options.player, &how, &p->voice)) {
        return false;
    }
    p->count = 1;
    if (p->options.player == NULL) {
        snprintf(ghosts->player, sizeof ghosts->player, "name:%s", ghosts->race.run[0].name);
        p->options.player = ghosts->player;
    }
    if (p->options.from == NULL && p->options.to == NULL) {
        p->options.from = ghosts->race.from;
        p->options.to = ghosts->race.to;
    }
    return true;
}

/* Opens the page at the start of the runs, where all tees are together. */
void tti_page_ghosts_look(const struct tti_page *p, struct page_look *look)
{
    if (p->ghosts != NULL && look->tick >= 0) {
        look->tick = p->ghosts->race.run[0].start;
    }
}

static bool put_run(struct tti_page *p, const struct tti_ghost *run)
{
    struct page_block block;
    size_t bound = TTI_GHOST_BOUND(run->count);
    uint8_t *bytes = malloc(bound);
    if (bytes == NULL) {
        return tti_page_no_memory(p);
    }
    tt_packer packer = tt_packer_of(bytes, bound);
    tti_ghost_pack(&packer, run);
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-ghost");
    bool is_good = tti_page_block_begin(p, &block);
    if (is_good) {
        tti_page_block_put(&block, tt_packer_bytes(&packer));
        tti_page_block_end(&block);
    }
    free(bytes);
    return is_good;
}

bool tti_page_ghosts_put(struct tti_page *p)
{
    bool is_good = true;
    for (size_t i = 0; p->ghosts != NULL && i < p->ghosts->race.count && is_good; i++) {
        const struct tti_ghost *run = &p->ghosts->race.run[i];
        is_good = put_run(p, run) && tti_page_art_note_skin(p, &run->player);
    }
    return is_good;
}

void tti_page_ghosts_close(struct tti_page *p)
{
    if (p->ghosts != NULL) {
        tti_race_free(&p->ghosts->race);
        free(p->ghosts);
        p->ghosts = NULL;
    }
}
