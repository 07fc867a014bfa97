/* SPDX-License-Identifier: MIT
 *
 * The entry of a program on Windows: converts its arguments to UTF-8 and calls main.
 */
#include "host/posix.h"

#include "host/windows/main.h"
#include "host/windows/path.h"

#include <stdbool.h>
#include <windows.h>

#include <shellapi.h>

/* Turns each '\' of a path into '/'. A word is a path when the part before its last '\' is an
 * existing folder; a '\' may also be part of a player's name. */
static void unify_slashes(char *word)
{
    char *last = strrchr(word, '\\');
    struct windows_stat facts;
    if (last == NULL) {
        return;
    }
    *last = '\0';
    /* "C:" alone is no folder, but C:\ is. */
    bool is_root = last == word || (last == word + 2 && word[1] == ':');
    bool separates = is_root || (windows_stat(word, &facts) == 0 && S_ISDIR(facts.st_mode));
    *last = '\\';
    for (char *at = word; separates && *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
}

#undef main /* what follows is the main that Windows calls */
/* Converts the arguments and calls main. The C library gives words in the code page of the user,
 * which loses names of files and of players. Returns 1 without memory. */
int main(void)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **words = wide == NULL ? NULL : calloc((size_t)count + 1, sizeof(*words));
    for (int i = 0; words != NULL && i < count; i++) {
        words[i] = windows_narrow(wide[i]);
        if (words[i] == NULL) {
            return 1;
        }
        unify_slashes(words[i]);
    }
    LocalFree(wide);
    if (words == NULL) {
        return 1;
    }
    return windows_main(count, words); /* the words must remain valid as long as the program runs */
}
