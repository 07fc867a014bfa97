/* SPDX-License-Identifier: MIT
 *
 * Which call fails, and how. What this file calls itself goes past the functions of the shim.
 */
#define _GNU_SOURCE 1

#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Calls between the two signals of signal2. */
#define LATER 3

enum what { WHAT_ERROR, WHAT_SHORT, WHAT_SIGNAL, WHAT_SIGNAL_TWICE, WHAT_SHRINK, WHAT_JUMP };

static const char *const names[] = {
#define KIND(id, name) [KIND_##id] = (name),
#include "kinds.def"
#undef KIND
};

static struct {
    atomic_bool ready; /* the program's own code runs */
    atomic_ulong counts[KIND_COUNT];
    enum kind kind; /* of the fault; KIND_COUNT for none */
    unsigned long number;
    bool goes_on;
    enum what what;
    long value; /* errno, signal, seconds */
    const char *file;
    int log;
    atomic_long jump;
} shim = {.kind = KIND_COUNT, .log = -1};

static void tell(const char *text)
{
    if (shim.log >= 0) {
        long ignored = syscall(SYS_write, shim.log, text, strlen(text));
        (void)ignored;
    }
}

static void read_what(const char *text)
{
    static const struct {
        const char *name;
        enum what what;
    } rows[] = {
        {"short", WHAT_SHORT},   {"signal=", WHAT_SIGNAL}, {"signal2=", WHAT_SIGNAL_TWICE},
        {"shrink", WHAT_SHRINK}, {"jump=", WHAT_JUMP},
    };
    shim.value = strtol(text, NULL, 10);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size = strlen(rows[i].name);
        if (strncmp(text, rows[i].name, size) == 0) {
            shim.what = rows[i].what;
            shim.value = strtol(text + size, NULL, 10);
        }
    }
}

/* KIND:NUMBER:WHAT[:on] */
static void read_plan(const char *text)
{
    const char *number = strchr(text, ':');
    const char *what = number == NULL ? NULL : strchr(number + 1, ':');
    if (what == NULL) {
        return;
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (strlen(names[kind]) == (size_t)(number - text) &&
            strncmp(text, names[kind], strlen(names[kind])) == 0) {
            shim.kind = (enum kind)kind;
        }
    }
    shim.number = strtoul(number + 1, NULL, 10);
    shim.goes_on = strstr(what + 1, ":on") != NULL;
    read_what(what + 1);
}

/* After the constructors of the C library and before main: what the system's own loader does is
 * not counted. */
__attribute__((constructor)) static void start(void)
{
    const char *plan = getenv("TT_FAULT");
    const char *log = getenv("TT_FAULT_LOG");
    shim.file = getenv("TT_FAULT_FILE");
    shim.log = log == NULL ? -1 : atoi(log);
    if (plan != NULL) {
        read_plan(plan);
    }
    atomic_store(&shim.ready, true);
}

__attribute__((destructor)) static void end(void)
{
    atomic_store(&shim.ready, false);
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        char line[64];
        snprintf(line, sizeof line, "%s %lu\n", names[kind], atomic_load(&shim.counts[kind]));
        tell(line);
    }
}

static void halve_file(void)
{
    struct stat facts;
    if (shim.file != NULL && syscall(SYS_newfstatat, AT_FDCWD, shim.file, &facts, 0) == 0) {
        syscall(SYS_truncate, shim.file, facts.st_size / 2);
    }
}

/* To the program, as a user sends it, and not to this thread. */
static void send_signal(void)
{
    syscall(SYS_kill, getpid(), (int)shim.value);
}

/* True when the call has to fail. */
static bool happen(void)
{
    switch (shim.what) {
    case WHAT_ERROR:
        errno = (int)shim.value;
        return true;
    case WHAT_SHORT:
        return true;
    case WHAT_SIGNAL_TWICE:
        atomic_fetch_add(&shim.jump, 1);
        send_signal();
        return false;
    case WHAT_SIGNAL:
        send_signal();
        return false;
    case WHAT_SHRINK:
        halve_file();
        return false;
    case WHAT_JUMP:
        atomic_store(&shim.jump, shim.value);
        return false;
    }
    return false;
}

static bool count(enum kind kind)
{
    unsigned long number = atomic_fetch_add(&shim.counts[kind], 1) + 1;
    bool is_twice = shim.what == WHAT_SIGNAL_TWICE && number == shim.number + LATER;
    if (shim.kind != kind ||
        !(number == shim.number || is_twice || (shim.goes_on && number > shim.number))) {
        return false;
    }
    if (number == shim.number) {
        tell("fired\n");
    }
    return happen();
}

bool shim_due(enum kind kind)
{
    if (!atomic_load(&shim.ready)) {
        return false;
    }
    int before = errno;
    bool due = kind != KIND_MEMORY && kind != KIND_CLOCK && count(KIND_ANY);
    due = count(kind) || due;
    if (!due || shim.what != WHAT_ERROR) {
        errno = before;
    }
    return due;
}

bool shim_is_short(void)
{
    return shim.what == WHAT_SHORT;
}

bool shim_due_bytes(enum kind kind, size_t *size)
{
    bool due = shim_due(kind);
    if (due && shim_is_short()) {
        *size = (*size + 1) / 2;
        return false;
    }
    return due;
}

long shim_jump(void)
{
    return atomic_load(&shim.jump);
}

void *shim_find(void **slot, const char *name)
{
    if (*slot == NULL) {
        *slot = dlsym(RTLD_NEXT, name);
    }
    return *slot;
}
