/* SPDX-License-Identifier: MIT
 *
 * Inputs out of files and folders.
 */
#define _POSIX_C_SOURCE 200809L

#include "inputs.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "must.h"

uint8_t *input_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size != 0 ? size : 1);
    MUST(copy != NULL);
    memcpy(copy, data, size);
    return copy;
}

static uint8_t *load(const char *path, size_t size)
{
    uint8_t *data = malloc(size != 0 ? size : 1);
    FILE *file = fopen(path, "rb");
    if (data == NULL || file == NULL || fread(data, 1, size, file) != size) {
        free(data);
        data = NULL;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return data;
}

static long visit_file(const char *path, const struct stat *info, input_fn *take, void *user)
{
    if (info->st_size > INPUT_LIMIT) {
        (void)fprintf(stderr, "%s: too large for a seed\n", path);
        return -1;
    }
    size_t size = (size_t)info->st_size;
    uint8_t *data = load(path, size);
    if (data == NULL) {
        perror(path);
        return -1;
    }
    int result = take(user, path, data, size);
    free(data);
    return result == 0 ? 1 : -1;
}

static long visit_folder(const char *path, input_fn *take, void *user)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        perror(path);
        return -1;
    }
    long count = 0;
    const struct dirent *entry;
    while (count >= 0 && (entry = readdir(folder)) != NULL) {
        char inside[4096];
        if (entry->d_name[0] == '.') {
            continue;
        }
        (void)snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        long more = inputs_visit(inside, take, user);
        count = more < 0 ? -1 : count + more;
    }
    (void)closedir(folder);
    return count;
}

long inputs_visit(const char *path, input_fn *take, void *user)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return -1;
    }
    return S_ISDIR(info.st_mode) ? visit_folder(path, take, user)
                                 : visit_file(path, &info, take, user);
}
