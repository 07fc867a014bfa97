/* SPDX-License-Identifier: MIT
 *
 * usage: gen_docs TREE [FOLDER]
 *
 * Writes the man pages and the completions for bash, zsh and fish into FOLDER/man and
 * FOLDER/man/completions, from the tables of the commands and TREE/tools/docs/details. FOLDER is
 * the root of the source tree, TREE, unless another is named. Run it after a change to a command;
 * tests/cli/docs.sh says when that was forgotten.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "docs.h"

/* Opens FOLDER/part/name. */
static bool open_file(tt_io_output *out, const char *folder, const char *part, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, part);
    mkdir(path, 0777); /* if that does not help, opening will tell */
    snprintf(path, sizeof path, "%s/%s/%s", folder, part, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) {
        perror(path);
        return false;
    }
    return tt_io_output_open_fd(out, fd, true);
}

typedef void writer(tt_io_output *out);

static bool write_file(const char *folder, const char *part, const char *name, writer *print)
{
    tt_io_output out;
    if (!open_file(&out, folder, part, name)) {
        return false;
    }
    print(&out);
    return tt_io_output_close(&out) == 0;
}

static bool write_page(const char *folder, const char *tree, const struct command *command)
{
    tt_io_output out;
    char name[64];
    snprintf(name, sizeof name, "teetape-%s.1", command->name);
    if (!open_file(&out, folder, "man", name)) {
        return false;
    }
    docs_man_command(&out, command, docs_details(tree, command));
    return tt_io_output_close(&out) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fputs("usage: gen_docs TREE [FOLDER]\n", stderr);
        return 2;
    }
    const char *folder = argv[argc - 1];
    bool good = write_file(folder, "man", "teetape.1", docs_man) &&
                write_file(folder, "man/completions", "teetape.bash", docs_bash) &&
                write_file(folder, "man/completions", "_teetape", docs_zsh) &&
                write_file(folder, "man/completions", "teetape.fish", docs_fish);
    for (size_t i = 0; good && commands[i] != NULL; i++) {
        good = write_page(folder, argv[1], commands[i]);
    }
    return good ? 0 : 1;
}
