/* SPDX-License-Identifier: MIT
 *
 * Follows a game while it is played, through a socket: watch_live FILE
 *
 * A recording is read from front to back in pieces of any size, so a server can send its bytes
 * to viewers while it writes them. Here a process at the other end of a socket pair sends FILE
 * in pieces of odd sizes. The receiver works with any socket, pipe or growing file.
 */
#define _POSIX_C_SOURCE 200809L /* socketpair, fork */

#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static unsigned char scratch[TT_TH_SCRATCH];

/* Prints what is known so far, and asks for more. */
static tt_status show(void)
{
    tt_th_event event;
    tt_status status;
    while ((status = tt_th_next(&th, &event)) == TT_OK) {
        double seconds = event.tick / (double)TT_TICKS_PER_SECOND;
        if (event.kind == TT_TH_JOIN)
            printf("%8.2f  %d came\n", seconds, (int)event.cid);
        else if (event.kind == TT_TH_DROP)
            printf("%8.2f  %d went: %.*s\n", seconds, (int)event.cid, (int)event.u.drop.reason.size,
                   (const char *)event.u.drop.reason.data);
    }
    return status;
}

static tt_status receive(int fd)
{
    unsigned char piece[1400];
    ssize_t size;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    while (status >= 0 && status != TT_END && (size = read(fd, piece, sizeof piece)) >= 0) {
        tt_th_feed(&th, piece, (size_t)size); /* 0: the sender has closed the socket */
        status = show();                      /* TT_MORE: wait for the next piece */
    }
    return status;
}

/* Sends the file in the process that plays the server. */
static int send_file(int fd, const char *path)
{
    unsigned char piece[1000];
    size_t size, next = 1;
    FILE *file = fopen(path, "rb");
    while (file != NULL && (size = fread(piece, 1, next, file)) > 0) {
        if (write(fd, piece, size) != (ssize_t)size)
            break;
        next = next * 7 % 997 + 1;
    }
    return file != NULL && fclose(file) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int pair[2];
    if (argc != 2 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        fprintf(stderr, "usage: watch_live FILE\n");
        return 2;
    }
    if (fork() == 0) {
        close(pair[0]);
        _exit(send_file(pair[1], argv[1]));
    }
    close(pair[1]);
    tt_status status = receive(pair[0]);
    close(pair[0]);
    wait(NULL);
    if (status < 0) {
        const tt_error *error = tt_th_look(&th).error;
        fprintf(stderr, "byte %llu: %s\n", (unsigned long long)error->offset, error->what);
    }
    return status == TT_END ? 0 : 1;
}
