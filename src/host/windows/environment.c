/* SPDX-License-Identifier: MIT
 *
 * Reads the environment. Has functions that the C library of Windows lacks.
 */
#include "host/posix.h"

#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

/* Returns a variable as UTF-8, which the caller frees; NULL when it is not set. The C library has
 * the environment in the code page of the user, which lacks most letters. Names are constants and
 * short. */
static char *look_up(const char *name)
{
    wchar_t wide[64];
    if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, sizeof(wide) / sizeof(wide[0])) <= 0) {
        return NULL;
    }
    DWORD size = GetEnvironmentVariableW(wide, NULL, 0); /* size with the NUL */
    wchar_t *value = size == 0 ? NULL : malloc(size * sizeof(*value));
    if (value == NULL) {
        return NULL;
    }
    GetEnvironmentVariableW(wide, value, size);
    char *text = windows_narrow(value);
    free(value);
    return text;
}

/* Converts "C:\a;D:\b" to "/c/a:/d/b" in place. The list never grows. A list in the form of POSIX
 * does not change. */
static void turn_list(char *list)
{
    char *to = list;
    for (char *at = list; *at != '\0';) {
        size_t size = strcspn(at, ";");
        bool is_last = at[size] == '\0';
        at[size] = '\0';
        windows_slashes(at);
        memmove(to, at, size);
        to += size;
        at += size;
        if (!is_last) {
            *to++ = ':';
            at++;
        }
    }
    *to = '\0';
}

/* Returns a variable. The few values are freed when the program ends. Paths take the form "/c/x" of
 * the other functions in src/host/windows. */
char *windows_getenv(const char *name)
{
    bool is_folder = strcmp(name, "HOME") == 0 || strcmp(name, "TMPDIR") == 0 ||
                     strncmp(name, "XDG_", 4) == 0 || strcmp(name, "TEETAPE_MAP_PATH") == 0;
    char *value = look_up(name);
    if (value == NULL && strcmp(name, "HOME") == 0) {
        value = look_up("USERPROFILE");
    } else if (value == NULL && strcmp(name, "TMPDIR") == 0) {
        value = look_up("TEMP");
    }
    if (value != NULL && is_folder) {
        turn_list(value);
    }
    return value;
}

char *windows_strndup(const char *text, size_t most)
{
    size_t size = strnlen(text, most);
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

int windows_strerror_r(int number, char *dst, size_t size)
{
    return strerror_s(dst, size, number);
}

/* Answers sysconf(3) for the number of cores and nothing else (jobs.c). */
long windows_sysconf(int what)
{
    SYSTEM_INFO system;
    (void)what;
    GetSystemInfo(&system);
    return (long)system.dwNumberOfProcessors;
}
