/* SPDX-License-Identifier: MIT
 *
 * usage: test_together NAME
 *
 * All programs of tests but a few as one, where TT_TESTS_TOGETHER asks for it: this runs the one of
 * tests/test_NAME.c, whose main has another name then.
 */
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#include "names.h"
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof tests / sizeof tests[0]; i++) {
        if (strcmp(argv[1], tests[i].name) == 0) {
            return tests[i].run();
        }
    }
    fputs("usage: test_together NAME (that of tests/test_NAME.c)\n", stderr);
    return 2;
}
