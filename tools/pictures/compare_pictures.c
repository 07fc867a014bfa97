/* SPDX-License-Identifier: MIT
 *
 * Compares two pictures of the same size, pixel by pixel:
 *
 *     compare_pictures [-m X,Y,W,H]... [-d DIFFERENCE.png] OURS.png THEIRS.png
 *
 * Prints the mean difference of a channel, 0 to 255, and how many percent of the pixels differ by
 * more than 24 in a channel. The rectangles after -m do not count. The picture of the difference is
 * grey where both are equal, and has the rectangles in blue. The exit status is 1 above the bounds:
 * a mean of 1, and 1.5 percent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "teetape/io.h"

#define MASKS 256
#define FAR 24
#define MOST_MEAN 1.0
#define MOST_FAR 1.5

struct mask {
    long x, y, width, height;
};

struct work {
    struct mask masks[MASKS];
    size_t mask_count;
    tt_io_picture ours, theirs, difference;
    unsigned long counted, far, sum;
};

static void fail(const char *path, const char *why)
{
    fprintf(stderr, "compare_pictures: %s: %s\n", path, why);
    exit(2);
}

static void load(tt_io_picture *picture, const char *path)
{
    tt_io_error error;
    size_t size = 0, room = 1 << 24;
    uint8_t *bytes = malloc(room);
    FILE *file = fopen(path, "rb");
    if (bytes == NULL || file == NULL) {
        fail(path, "it cannot be opened");
    }
    size = fread(bytes, 1, room, file);
    fclose(file);
    if (!tti_picture_read(picture, (tt_bytes){bytes, size}, &error)) {
        fail(path, error.text);
    }
    free(bytes);
}

static void take_mask(struct work *w, const char *text)
{
    struct mask m = {0, 0, 0, 0};
    char end;
    if (w->mask_count == MASKS ||
        sscanf(text, "%ld,%ld,%ld,%ld%c", &m.x, &m.y, &m.width, &m.height, &end) != 4) {
        fail(text, "it is no rectangle X,Y,W,H, or there are too many");
    }
    w->masks[w->mask_count++] = m;
}

static bool is_masked(const struct work *w, long x, long y)
{
    for (size_t i = 0; i < w->mask_count; i++) {
        const struct mask *m = &w->masks[i];
        if (x >= m->x && x < m->x + m->width && y >= m->y && y < m->y + m->height) {
            return true;
        }
    }
    return false;
}

static void compare_pixel(struct work *w, size_t at, bool masked)
{
    const uint8_t *a = w->ours.rgba + 4 * at, *b = w->theirs.rgba + 4 * at;
    uint8_t *d = w->difference.rgba + 4 * at;
    bool is_far = false;
    for (int i = 0; i < 3; i++) {
        int by = a[i] - b[i], shown = 128 + by * 2;
        is_far = is_far || abs(by) > FAR;
        d[i] = (uint8_t)(shown < 0 ? 0 : shown > 255 ? 255 : shown);
        w->sum += masked ? 0 : (unsigned long)abs(by);
    }
    if (masked) {
        d[2] = 255;
        return;
    }
    w->counted++;
    w->far += is_far;
}

static void compare(struct work *w)
{
    for (uint32_t y = 0; y < w->ours.height; y++) {
        for (uint32_t x = 0; x < w->ours.width; x++) {
            compare_pixel(w, (size_t)y * w->ours.width + x, is_masked(w, (long)x, (long)y));
        }
    }
}

static void save(const tt_io_picture *picture, const char *path)
{
    tt_io_error error;
    const tt_io_file_options how = {.replace = true};
    tt_io_file *file = tt_io_file_open(path, &how, &error);
    if (file == NULL || !tt_io_png_write(tt_io_file_out(file), picture, &error) ||
        !tt_io_file_commit(file, &error)) {
        fail(path, error.text);
    }
}

/* 0 within the bounds, else 1. */
static int report(const struct work *w)
{
    double counted = w->counted != 0 ? (double)w->counted : 1;
    double mean = (double)w->sum / 3 / counted, far = (double)w->far * 100 / counted;
    double all = (double)w->ours.width * w->ours.height;
    printf("mean %.3f, off %.3f %%, masked %.1f %%\n", mean, far,
           (all - (double)w->counted) * 100 / all);
    return mean <= MOST_MEAN && far <= MOST_FAR ? 0 : 1;
}

int main(int argc, char **argv)
{
    static struct work w;
    const char *difference = NULL;
    tt_io_error error;
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        if (strcmp(argv[at], "-m") == 0) {
            take_mask(&w, argv[at + 1]);
        } else if (strcmp(argv[at], "-d") == 0) {
            difference = argv[at + 1];
        }
    }
    if (argc - at != 2) {
        fail("usage", "compare_pictures [-m X,Y,W,H]... [-d OUT.png] OURS.png THEIRS.png");
    }
    load(&w.ours, argv[at]);
    load(&w.theirs, argv[at + 1]);
    if (w.ours.width != w.theirs.width || w.ours.height != w.theirs.height) {
        fail(argv[at], "the pictures have different sizes");
    }
    const tt_rgba grey = {128, 128, 128, 255};
    if (!tt_io_picture_open(&w.difference, w.ours.width, w.ours.height, grey, &error)) {
        fail(argv[at], error.text);
    }
    compare(&w);
    if (difference != NULL) {
        save(&w.difference, difference);
    }
    int status = report(&w);
    tt_io_picture_close(&w.ours);
    tt_io_picture_close(&w.theirs);
    tt_io_picture_close(&w.difference);
    return status;
}
