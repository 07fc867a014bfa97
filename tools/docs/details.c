/* SPDX-License-Identifier: MIT
 *
 * Reads what only the manual says of a command: tools/docs/details/NAME.txt, paragraphs with an
 * empty line between them.
 */
#include "docs.h"

#include <stdio.h>
#include <string.h>

#define PARAGRAPHS_MAX 31

/* The empty lines end the paragraphs. Line ends become blanks, except in a block of lines, which
 * begins with DOCS_BLOCK and is shown as it is. */
static void split(char *text, const char *paragraphs[PARAGRAPHS_MAX + 1])
{
    size_t count = 0;
    char *next;
    for (char *at = text; at != NULL && *at != '\0' && count < PARAGRAPHS_MAX; at = next) {
        next = strstr(at, "\n\n");
        if (next != NULL) {
            *next = '\0';
            next += 2;
        }
        paragraphs[count++] = at;
        bool is_block = strncmp(at, DOCS_BLOCK, strlen(DOCS_BLOCK)) == 0;
        for (char *end = strchr(at, '\n'); end != NULL; end = strchr(end + 1, '\n')) {
            if (end[1] == '\0') {
                *end = '\0';
            } else if (!is_block) {
                *end = ' ';
            }
        }
    }
    paragraphs[count] = NULL;
}

const char *const *docs_details(const char *tree, const struct command *command)
{
    static char text[32 * 1024];
    static const char *paragraphs[PARAGRAPHS_MAX + 1];
    char path[4096];
    snprintf(path, sizeof path, "%s/tools/docs/details/%s.txt", tree, command->name);
    FILE *file = fopen(path, "r");
    size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    split(text, paragraphs);
    return paragraphs;
}
