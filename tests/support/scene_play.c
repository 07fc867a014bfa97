/* SPDX-License-Identifier: MIT
 *
 * Plays a recording to a tick and draws what is to be seen then.
 */
#include "support/scene_play.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void *must_allocate(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);
    if (memory == NULL)
        abort();
    return memory;
}

void scene_play_bytes(scene_play *p, const void *bytes, size_t size)
{
    memset(p, 0, sizeof *p);
    p->rec = must_allocate(sizeof *p->rec);
    p->scene = must_allocate(sizeof *p->scene);
    p->scratch = must_allocate(TT_RECORDING_SCRATCH);
    p->bytes = must_allocate(size);
    memcpy(p->bytes, bytes, size);
    p->size = size;
    tt_recording_init(p->rec, p->scratch, TT_RECORDING_SCRATCH);
    tt_recording_want(p->rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
    tt_recording_recover(p->rec, 1);
    tt_recording_feed(p->rec, p->bytes, size);
    tt_scene_init(p->scene);
    p->in = tti_scene_of(p->scene);
    p->physics = must_allocate(tt_convert_physics_size(NULL));
    p->in->set.physics = p->physics;
}

int scene_play_open(scene_play *p, const char *path)
{
    FILE *file = fopen(path, "rb");
    memset(p, 0, sizeof *p);
    if (file == NULL)
        return 0;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    uint8_t *bytes = must_allocate(size);
    rewind(file);
    size = fread(bytes, 1, size, file);
    fclose(file);
    scene_play_bytes(p, bytes, size);
    free(bytes);
    return 1;
}

int scene_play_map(scene_play *p, tt_map_inflate_fn *inflate)
{
    tt_demo_header header;
    size_t size;
    tt_bytes all = {p->bytes, p->size};
    if (tt_demo_header_parse(&header, &size, all, NULL) != TT_OK || header.map_size == 0 ||
        header.map_size > p->size - size)
        return 0;
    tt_bytes file = {p->bytes + size, header.map_size};
    if (tt_map_open(&p->map, file, NULL) != TT_OK)
        return 0;
    size_t room = tt_map_game_size(&p->map);
    p->tiles = must_allocate(room);
    p->has_map = tt_map_load(&p->map, p->tiles, room, inflate, NULL, NULL) == TT_OK;
    p->in->set.map = p->has_map ? &p->map : NULL;
    return p->has_map;
}

int scene_play_to(scene_play *p, int32_t tick)
{
    tt_item item;
    while (p->in->tick < tick) {
        if (tt_scene_advance(p->scene, p->rec))
            continue;
        tt_status status = tt_recording_next(p->rec, &item);
        if (status == TT_MORE)
            tt_recording_feed(p->rec, NULL, 0);
        else if (status != TT_OK)
            return 0;
        else
            tt_scene_follow(p->scene, p->rec, &item);
    }
    return 1;
}

tt_status scene_play_draw(scene_play *p, int64_t time, const tt_camera *camera,
                          const tt_draw_options *options)
{
    tt_draw_map map = {.game = p->has_map ? &p->map : NULL};
    tt_status status = tt_draw(&p->list, p->scene, time, camera, &map, options);
    if (status != TT_ERR_SPACE)
        return status;
    free(p->list.shapes);
    free(p->list.points);
    free(p->list.text);
    p->list.shape_cap = p->list.shape_count;
    p->list.point_cap = p->list.point_count;
    p->list.text_cap = p->list.text_count;
    p->list.shapes = must_allocate(p->list.shape_cap * sizeof *p->list.shapes);
    p->list.points = must_allocate(p->list.point_cap * sizeof *p->list.points);
    p->list.text = must_allocate(p->list.text_cap);
    return tt_draw(&p->list, p->scene, time, camera, &map, options);
}

void scene_play_close(scene_play *p)
{
    free(p->physics);
    free(p->rec);
    free(p->scene);
    free(p->scratch);
    free(p->bytes);
    free(p->tiles);
    free(p->list.shapes);
    free(p->list.points);
    free(p->list.text);
    memset(p, 0, sizeof *p);
}

static void print_color(FILE *file, tt_rgba c)
{
    fprintf(file, " #%02x%02x%02x%02x", c.r, c.g, c.b, c.a);
}

static void print_points(FILE *file, const tt_point *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(file, " %" PRId32 ",%" PRId32, points[i].x, points[i].y);
}

static void print_text(FILE *file, const tt_shape *s)
{
    fprintf(file, " %" PRId32 ",%" PRId32 " high %" PRId32 " align %d wide %" PRId32,
            s->u.text.at.x, s->u.text.at.y, s->u.text.height, s->u.text.align, s->u.text.width);
    if (s->u.text.head > 0) {
        fprintf(file, " head %" PRIu32, s->u.text.head);
        print_color(file, s->u.text.head_color);
    }
    fprintf(file, " \"%.*s\"", (int)s->u.text.utf8.size, (const char *)s->u.text.utf8.data);
}

static void print_rest(FILE *file, const tt_shape *s)
{
    switch (s->kind) {
    case TT_SHAPE_GRADIENT:
        print_color(file, s->u.gradient.bottom);
        break;
    case TT_SHAPE_SPRITE:
        print_points(file, &s->u.sprite.at, 1);
        fprintf(file, " size");
        print_points(file, &s->u.sprite.size, 1);
        fprintf(file, " turn %" PRId32 ",%" PRId32, s->u.sprite.turn.cos, s->u.sprite.turn.sin);
        fprintf(file, " of %" PRId32 ",%" PRId32 " %" PRId32 ",%" PRId32, s->u.sprite.u0,
                s->u.sprite.v0, s->u.sprite.u1, s->u.sprite.v1);
        break;
    case TT_SHAPE_CLIP:
        print_points(file, &s->u.clip.from, 1);
        print_points(file, &s->u.clip.to, 1);
        break;
    case TT_SHAPE_TRIANGLE:
        print_points(file, s->u.triangle.at, 3);
        break;
    case TT_SHAPE_ELLIPSE:
        print_points(file, &s->u.ellipse.at, 1);
        fprintf(file, " radius");
        print_points(file, &s->u.ellipse.radius, 1);
        fprintf(file, " turn %" PRId32 ",%" PRId32, s->u.ellipse.turn.cos, s->u.ellipse.turn.sin);
        break;
    case TT_SHAPE_POLYGON:
        print_points(file, s->u.polygon.points, s->u.polygon.count);
        break;
    case TT_SHAPE_LINE:
        fprintf(file, " wide %" PRId32, s->u.line.width);
        print_points(file, s->u.line.points, s->u.line.count);
        break;
    case TT_SHAPE_TEXT:
        print_text(file, s);
        break;
    case TT_SHAPE_TILES:
        fprintf(file, " layer %" PRIu32 " from %" PRId32 ",%" PRId32 " at", s->u.tiles.layer,
                s->u.tiles.x, s->u.tiles.y);
        print_points(file, &s->u.tiles.origin, 1);
        fprintf(file, " tile %" PRId64, s->u.tiles.tile);
        break;
    case TT_SHAPE_RULES:
        fprintf(file, " from %" PRId32 ",%" PRId32 " at", s->u.rules.x, s->u.rules.y);
        print_points(file, &s->u.rules.origin, 1);
        fprintf(file, " tile %" PRId64, s->u.rules.tile);
        break;
    default:
        break;
    }
}

void scene_shape_print(FILE *file, const tt_shape *s)
{
    fprintf(file, "%s", tt_shape_kind_name((tt_shape_kind)s->kind));
    if (s->image != TT_IMAGE_NONE)
        fprintf(file, " image %d:%" PRIu32, s->image, s->index);
    if (s->flags != 0)
        fprintf(file, " flags %d", s->flags);
    print_color(file, s->color);
    print_rest(file, s);
    fprintf(file, "\n");
}

void scene_play_print(FILE *file, const scene_play *p)
{
    for (size_t i = 0; i < p->list.shape_count; i++)
        scene_shape_print(file, &p->list.shapes[i]);
}
