/* SPDX-License-Identifier: MIT
 *
 * Prints the tees of a demo at a moment, and the chat before it: watch_demo FILE.demo [SECONDS]
 *
 * A first pass unpacks only chat, and notes the keyframes. The reader then goes to the last
 * keyframe before the moment, and reads from there.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_world follower;
static tt_world world;
static tt_demo_keyframes keyframes;
static tt_demo_keyframe rows[1000];

/* Gives the next event and reads pieces of the file as needed. */
static tt_status next(FILE *file, tt_demo_event *event)
{
    static unsigned char piece[65536];
    tt_status status;
    while ((status = tt_demo_next(&demo, event)) == TT_MORE)
        tt_demo_feed(&demo, piece, fread(piece, 1, sizeof piece, file));
    return status;
}

/* Returns 1 for whispers, and for lines of the server with codes: a player who has a code can load
 * that save. */
static int is_secret(const tt_sv_msg *msg)
{
    const tt_type *type = tt_sv_type(msg->kind);
    int secret = 0;
    for (size_t i = 0; i < type->field_count; i++)
        secret |= tt_secret_sv_field(msg, &type->fields[i]);
    return secret;
}

static void print_chat(int32_t tick, const tt_sv_msg *msg)
{
    const struct tt_sv_chat *chat = &msg->u.sv_chat;
    size_t shown = is_secret(msg) ? 0 : chat->message.size;
    printf("%.2f  %d says: %.*s%s\n", tick / (double)TT_TICKS_PER_SECOND, (int)chat->cid,
           (int)shown, (const char *)chat->message.data,
           shown < chat->message.size ? TT_SECRET_TEXT : "");
}

/* Prints chat, and notes keyframes. */
static tt_status look_through(FILE *file)
{
    tt_demo_event event;
    tt_status status;
    tt_sv_msg msg;
    tt_demo_init(&demo, &memory);
    tt_demo_keyframes_init(&keyframes, rows, sizeof rows / sizeof rows[0]);
    tt_demo_set(&demo,
                &(tt_demo_options){.skip_snapshots = true, .only_messages = tt_sv_bit(TT_SV_CHAT)});
    while ((status = next(file, &event)) == TT_OK) {
        tt_demo_keyframes_note(&keyframes, &event);
        if (event.kind == TT_DEMO_MESSAGE && event.data.size > 0 &&
            tt_sv_decode(&msg, event.data, tt_demo_protocol(tt_demo_look(&demo).header)) == TT_OK &&
            msg.kind == TT_SV_CHAT)
            print_chat(event.tick, &msg);
    }
    return status;
}

/* Brings the world to the end of `tick`. */
static tt_status go_to(FILE *file, int32_t tick)
{
    const tt_demo_keyframe *from = tt_demo_keyframes_find(&keyframes, tick);
    tt_demo_event event;
    tt_status status;
    if (from == NULL || fseek(file, (long)from->offset, SEEK_SET) != 0)
        return TT_ERR_RANGE;
    tt_demo_set(&demo, &(tt_demo_options){.only_messages = tt_sv_bit(TT_SV_CHAT)});
    tt_demo_seek(&demo, from->offset);
    tt_demo_world_init(&follower, &world);
    while ((status = next(file, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_TICK && event.tick > tick)
            return TT_OK;
        tt_demo_world_follow(&follower, &demo, &event);
    }
    return status;
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 30;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: watch_demo FILE.demo [SECONDS]\n");
        return 2;
    }
    tt_status status = look_through(file);
    if (status == TT_END)
        status = go_to(file, (int32_t)(seconds * TT_TICKS_PER_SECOND));
    fclose(file);
    if (status < 0) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    for (int cid = 0; cid < TT_CIDS; cid++)
        if (world.tee[cid].alive)
            printf("%3d %-16s tile %4d, %4d%s\n", cid, world.client[cid].name,
                   (int)(world.tee[cid].x / 32), (int)(world.tee[cid].y / 32),
                   cid == tt_demo_world_look(&follower).local ? ", who recorded it" : "");
    return 0;
}
