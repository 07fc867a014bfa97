/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/terminal.h, cli/shell/message.h and cli/shell/results.h: what is asked of a
 * terminal, and what is written to one and to a file. The terminal is a pseudo-terminal; without
 * one the tests that need it are skipped.
 */
#include "host/posix.h"

#include "cli/shell/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/shell/message.h"
#include "cli/shell/process.h"
#include "cli/shell/results.h"
#include "cm.h"
#include "host_files.h"

struct pty {
    int master, slave;
};

/* False when the machine has none. */
static bool open_pty(struct pty *pty, unsigned short columns)
{
    pty->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (pty->master < 0 || grantpt(pty->master) != 0 || unlockpt(pty->master) != 0) {
        return false;
    }
    pty->slave = open(ptsname(pty->master), O_RDWR | O_NOCTTY);
    if (pty->slave < 0) {
        return false;
    }
    struct termios mode;
    assert_int_equal(tcgetattr(pty->slave, &mode), 0);
    mode.c_oflag &= ~(tcflag_t)OPOST; /* no carriage returns of its own */
    assert_int_equal(tcsetattr(pty->slave, TCSANOW, &mode), 0);
    const struct winsize size = {.ws_col = columns, .ws_row = columns == 0 ? 0 : 24};
    assert_int_equal(ioctl(pty->slave, TIOCSWINSZ, &size), 0);
    return true;
}

static void close_pty(struct pty *pty)
{
    close(pty->slave);
    close(pty->master);
}

/* What arrived at the terminal, as a C string. */
static const char *seen(const struct pty *pty, char *text, size_t cap)
{
    size_t size = 0;
    struct pollfd poller = {pty->master, POLLIN, 0};
    while (poll(&poller, 1, 20) > 0 && size + 1 < cap) {
        ssize_t count = read(pty->master, text + size, cap - 1 - size);
        if (count <= 0) {
            break;
        }
        size += (size_t)count;
    }
    text[size] = '\0';
    return text;
}

static void test_not_a_terminal(void **state)
{
    char *path = host_files_path(state, "file");
    host_files_write(path, "", 0);
    int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    setenv("TERM", "xterm", 1);
    setenv("COLUMNS", "100", 1);
    assert_false(terminal_is(fd));
    assert_false(terminal_smart(fd));
    assert_false(terminal_colour(fd));
    assert_int_equal(terminal_width(fd), 0);
    assert_false(terminal_is(-1));
    close(fd);
    free(path);
}

static void test_width(void **state)
{
    (void)state;
    struct pty pty;
    if (!open_pty(&pty, 123)) {
        skip();
    }
    setenv("COLUMNS", "100", 1);
    assert_true(terminal_is(pty.slave));
    assert_int_equal(terminal_width(pty.slave), 123);
    close_pty(&pty);
    assert_true(open_pty(&pty, 0));
    assert_int_equal(terminal_width(pty.slave), 100);
    static const char *const odd[] = {"", "0", "-5", "x", "99999999999999999999", "20000"};
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        setenv("COLUMNS", odd[i], 1);
        assert_int_equal(terminal_width(pty.slave), 80);
    }
    unsetenv("COLUMNS");
    assert_int_equal(terminal_width(pty.slave), 80);
    close_pty(&pty);
}

static void test_colour(void **state)
{
    (void)state;
    struct pty pty;
    if (!open_pty(&pty, 80)) {
        skip();
    }
    static const struct {
        const char *term, *no_color;
        bool smart, colour;
    } cases[] = {
        {"xterm", NULL, true, true}, {"xterm", "", true, true},    {"xterm", "1", true, false},
        {"xterm", "0", true, false}, {"dumb", NULL, false, false}, {"", NULL, false, false},
        {NULL, NULL, false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cases[i].term == NULL ? unsetenv("TERM") : setenv("TERM", cases[i].term, 1);
        cases[i].no_color == NULL ? unsetenv("NO_COLOR") : setenv("NO_COLOR", cases[i].no_color, 1);
        assert_int_equal(terminal_smart(pty.slave), cases[i].smart);
        assert_int_equal(terminal_colour(pty.slave), cases[i].colour);
    }
    unsetenv("NO_COLOR");
    close_pty(&pty);
}

static void assert_file(const char *path, const char *expected)
{
    size_t size;
    unsigned char *data = host_files_read(path, &size);
    data[size] = '\0';
    assert_string_equal((const char *)data, expected);
    free(data);
}

static void test_messages_in_a_file(void **state)
{
    char *path = host_files_path(state, "err");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    setenv("TERM", "xterm", 1);
    message_start("teetape", fd);
    message_say(MESSAGE_ERROR, NULL, "no %s given", "file");
    message_say(MESSAGE_ERROR, "a.teehistorian", "cut at %d", 7);
    message_status("never in a file");
    message_say(MESSAGE_WARNING, "-", "odd");
    message_say(MESSAGE_NOTE, "evil\x1b[2J\n", "name %s", "\x9b\r");
    message_least(MESSAGE_WARNING);
    message_say(MESSAGE_NOTE, "f", "not shown");
    message_say(MESSAGE_WARNING, "f", "shown");
    message_least(MESSAGE_ERROR);
    message_say(MESSAGE_WARNING, "f", "not shown");
    message_say(MESSAGE_ERROR, "f", "still shown");
    message_least(MESSAGE_NONE);
    message_say(MESSAGE_ERROR, "f", "not shown");
    message_least(MESSAGE_NOTE);
    assert_file(path, "teetape: no file given\n"
                      "teetape: a.teehistorian: cut at 7\n"
                      "teetape: stdin: warning: odd\n"
                      "teetape: evil\\x1b[2J\\x0a: note: name \xef\xbf\xbd\\x0d\n"
                      "teetape: f: warning: shown\n"
                      "teetape: f: still shown\n");
    message_start("teetape", STDERR_FILENO);
    close(fd);
    free(path);
}

/* Names and sentences that are far too long are cut; the line still ends. */
static void test_long_message(void **state)
{
    char *path = host_files_path(state, "err");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    char *name = malloc(100001);
    assert_non_null(name);
    memset(name, '\x1b', 100000);
    name[100000] = '\0';
    message_start("teetape", fd);
    message_say(MESSAGE_ERROR, name, "%s", name);
    message_start("teetape", STDERR_FILENO);
    size_t size;
    unsigned char *data = host_files_read(path, &size);
    assert_in_range(size, 8000, 17000);
    assert_int_equal(data[size - 1], '\n');
    assert_null(memchr(data, '\x1b', size));
    assert_null(memchr(data, '\n', size - 1));
    free(data);
    free(name);
    close(fd);
    free(path);
}

static void test_status_line(void **state)
{
    (void)state;
    struct pty pty;
    char text[1000];
    if (!open_pty(&pty, 20)) {
        skip();
    }
    setenv("TERM", "xterm", 1);
    message_start("teetape", pty.slave);
    message_status(NULL); /* nothing there, nothing written */
    assert_string_equal(seen(&pty, text, sizeof(text)), "");
    message_status("half");
    assert_string_equal(seen(&pty, text, sizeof(text)), "\r\033[Khalf");
    message_say(MESSAGE_ERROR, "f", "sentence");
    assert_string_equal(seen(&pty, text, sizeof(text)), "\r\033[Kteetape: f: sentence\nhalf");
    message_status("a line of more than twenty columns");
    assert_string_equal(seen(&pty, text, sizeof(text)), "\r\033[Ka line of more than");
    message_status(NULL);
    assert_string_equal(seen(&pty, text, sizeof(text)), "\r\033[K");
    message_say(MESSAGE_ERROR, "f", "sentence");
    assert_string_equal(seen(&pty, text, sizeof(text)), "teetape: f: sentence\n");
    setenv("TERM", "dumb", 1);
    message_status("not for this one");
    assert_string_equal(seen(&pty, text, sizeof(text)), "");
    message_start("teetape", STDERR_FILENO);
    close_pty(&pty);
}

static void *talk(void *opaque)
{
    const char *name = opaque;
    for (int i = 0; i < 200; i++) {
        message_say(MESSAGE_NOTE, name, "%d", i);
        message_status("x");
    }
    return NULL;
}

/* Lines of two threads do not mix. */
static void test_threads(void **state)
{
    static char names[2][4] = {"aaa", "bbb"};
    char *path = host_files_path(state, "err");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    message_start("t", fd);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, talk, names[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    message_start("teetape", STDERR_FILENO);
    size_t size;
    char *data = (char *)host_files_read(path, &size);
    data[size] = '\0';
    int next[2] = {0, 0};
    for (char *line = strtok(data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char expected[40];
        int who = line[3] == 'b';
        snprintf(expected, sizeof(expected), "t: %s: note: %d", names[who], next[who]++);
        assert_string_equal(line, expected);
    }
    assert_int_equal(next[0], 200);
    assert_int_equal(next[1], 200);
    free(data);
    close(fd);
    free(path);
}

static void assert_progress(struct progress_facts facts, const char *expected)
{
    char text[200];
    progress_text(text, sizeof(text), &facts);
    assert_string_equal(text, expected);
}

static void test_progress_text(void **state)
{
    (void)state;
    assert_progress((struct progress_facts){1200000000, 2900000000, 3, 12, 4000, NULL},
                    " 41%  1.2 GB of 2.9 GB  300 MB/s  0:06 left  3 of 12 files");
    assert_progress((struct progress_facts){5000, 10000, 0, 1, 1000, NULL},
                    " 50%  5.0 kB of 10.0 kB  5.0 kB/s  0:01 left");
    assert_progress((struct progress_facts){999, 0, 0, 1, 1000, NULL}, "999 B  999 B/s");
    assert_progress((struct progress_facts){0, 100, 0, 2, 1000, NULL}, "0 B  0 B/s  0 of 2 files");
    assert_progress((struct progress_facts){200, 100, 1, 1, 1000, NULL}, "200 B  200 B/s");
    assert_progress((struct progress_facts){100, 100, 1, 1, 1000, NULL},
                    "100%  100 B of 100 B  100 B/s  0:00 left");
    assert_progress((struct progress_facts){1000, 8000000, 0, 1, 1000, NULL},
                    "  0%  1.0 kB of 8.0 MB  1.0 kB/s  2:13:19 left");
    assert_progress((struct progress_facts){126, 300, 0, 1, 15600, "frames"},
                    " 42%  126 of 300 frames  8.1 frames/s  0:22 left");
    assert_progress((struct progress_facts){1, 3, 0, 1, 4000, "frames"},
                    " 33%  1 of 3 frames  0.2 frames/s  0:08 left");
    assert_progress((struct progress_facts){0, 3, 0, 1, 4000, "frames"}, "0 frames  0.0 frames/s");
    assert_progress((struct progress_facts){9, 0, 0, 1, 2000, "frames"}, "9 frames  4.5 frames/s");
    /* No number makes it overflow. */
    char text[200];
    const struct progress_facts huge = {UINT64_MAX, UINT64_MAX, SIZE_MAX, SIZE_MAX, 0, NULL};
    progress_text(text, sizeof(text), &huge);
    const struct progress_facts slow = {1, UINT64_MAX, 0, 1, UINT64_MAX, NULL};
    progress_text(text, sizeof(text), &slow);
    progress_text(text, 5, &huge);
    assert_true(strlen(text) < 5);
}

static void test_progress(void **state)
{
    (void)state;
    struct pty pty;
    char text[2000];
    if (!open_pty(&pty, 100)) {
        skip();
    }
    setenv("TERM", "xterm", 1);
    message_start("teetape", pty.slave);
    struct progress progress;
    progress_start(&progress, true, NULL, 1000000, 2);
    uint64_t start = clock_ms();
    unsigned calls = 0;
    while (clock_ms() - start < 900) {
        progress_add(&progress, 1);
        calls++;
    }
    assert_string_equal(seen(&pty, text, sizeof(text)), ""); /* short work shows nothing */
    while (clock_ms() - start < 1350) {
        progress_add(&progress, 0);
    }
    progress_add_file(&progress);
    seen(&pty, text, sizeof(text));
    unsigned draws = 0;
    for (const char *at = text; (at = strstr(at, "\r\033[K")) != NULL; at++) {
        draws++;
    }
    assert_in_range(draws, 1, 5);
    assert_non_null(strstr(text, "of 2 files"));
    assert_true(calls > 10);
    progress_end(&progress);
    assert_string_equal(seen(&pty, text, sizeof(text)), "\r\033[K");
    progress_end(&progress);
    progress_add(&progress, 1);

    progress_start(&progress, false, NULL, 0, 0);
    atomic_store(&progress.next, 0);
    progress_add(&progress, 1);
    progress_end(&progress);
    assert_string_equal(seen(&pty, text, sizeof(text)), "");
    message_start("teetape", STDERR_FILENO);
    close_pty(&pty);
}

static void test_more_passes(void **state)
{
    (void)state;
    struct pty pty;
    struct progress progress;
    char text[2000];
    if (!open_pty(&pty, 100)) {
        skip();
    }
    setenv("TERM", "xterm", 1);
    message_start("teetape", pty.slave);
    progress_start(&progress, true, NULL, 1000000, 1);
    atomic_store(&progress.next, 0);
    progress_add(&progress, 1000000);
    assert_non_null(strstr(seen(&pty, text, sizeof(text)), "100%  1.0 MB of 1.0 MB"));
    progress_more(&progress, 1000000); /* one more pass: half is done */
    atomic_store(&progress.next, 0);
    progress_add(&progress, 0);
    assert_non_null(strstr(seen(&pty, text, sizeof(text)), " 50%  1.0 MB of 2.0 MB"));
    progress_end(&progress);
    seen(&pty, text, sizeof(text));

    progress_start(&progress, true, NULL, 0, 1);
    progress_more(&progress, 5); /* of what is not known there is not more either */
    assert_int_equal(atomic_load(&progress.bytes), 0);
    progress_end(&progress);
    seen(&pty, text, sizeof(text));
    message_start("teetape", STDERR_FILENO);
    close_pty(&pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_not_a_terminal),  cmocka_unit_test(test_width),
        cmocka_unit_test(test_colour),   IN_FOLDER(test_messages_in_a_file),
        IN_FOLDER(test_long_message),    cmocka_unit_test(test_status_line),
        IN_FOLDER(test_threads),         cmocka_unit_test(test_progress_text),
        cmocka_unit_test(test_progress), cmocka_unit_test(test_more_passes),
    };
    return cmocka_run_group_tests_name("cli_terminal", tests, NULL, NULL);
}
