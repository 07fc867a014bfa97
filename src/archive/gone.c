/* SPDX-License-Identifier: MIT
 *
 * Removes from the database the files that no longer exist.
 *
 * A missing file counts as gone in two cases: the nearest folder above it that still exists is on
 * the file's file system, or other files were found below that folder. Otherwise the folder is a
 * mount point without its disk: an empty folder on another file system.
 */
#include "host/posix.h"

#include "archive/scan.h"
#include "host/error.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/database.h"
#include "archive/names.h"

bool tti_archive_append(char ***list, size_t *count, char *text)
{
    char **grown = text == NULL ? NULL : realloc(*list, (*count + 1) * sizeof(char *));
    if (grown == NULL) {
        free(text);
        return false;
    }
    grown[*count] = text;
    *list = grown;
    ++*count;
    return true;
}

void tti_archive_gone_free(struct archive_gone *gone)
{
    for (size_t i = 0; i < gone->root_count; i++) {
        free(gone->roots[i]);
    }
    for (size_t i = 0; i < gone->unreadable_count; i++) {
        free(gone->unreadable[i]);
    }
    free(gone->roots);
    free(gone->unreadable);
    memset(gone, 0, sizeof *gone);
}

static bool is_below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    bool is_root = size > 0 && folder[size - 1] == '/';
    return strncmp(path, folder, size) == 0 && (is_root || path[size] == '\0' || path[size] == '/');
}

static bool is_below_any(const char *path, char *const *folders, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_below(path, folders[i])) {
            return true;
        }
    }
    return false;
}

/* The last folder and whether its files are gone. Files of a folder follow each other, so the file
 * system is asked once for all of them. */
struct memory {
    const tt_io_archive *archive;
    char *folder;
    char *above;
    uint64_t device;
    bool any_seen;
    bool told;
};

/* Returns true when the scan saw any file below a folder. All paths that begin with `folder` are
 * looked at, because sorting mixes "a/b" and "a-b". */
static bool any_seen_below(const struct archive_known *known, const char *folder)
{
    size_t size = strlen(folder);
    size_t low = 0, high = known->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool before = strncmp(known->files[middle].place.path, folder, size) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    for (; low < known->count && strncmp(known->files[low].place.path, folder, size) == 0; low++) {
        if (known->files[low].seen && is_below(known->files[low].place.path, folder)) {
            return true;
        }
    }
    return false;
}

static bool remember(struct memory *m, const struct archive_known *known, const char *path)
{
    struct stat facts = {0};
    char *folder = strdup(path);
    char *above = strdup(path);
    if (folder == NULL || above == NULL) {
        free(folder);
        free(above);
        return false;
    }
    *strrchr(folder, '/') = '\0';
    char *slash = strrchr(above, '/');
    do {
        slash[slash == above] = '\0'; /* the root folder "/" always exists */
        slash = strrchr(above, '/');
    } while (stat(above, &facts) != 0 && slash != NULL && above[1] != '\0');
    free(m->folder);
    m->folder = folder;
    if (m->above != NULL && strcmp(m->above, above) == 0) {
        free(above); /* a missing folder is looked up and reported once for all its files */
        return true;
    }
    free(m->above);
    m->above = above;
    m->device = (uint64_t)facts.st_dev;
    m->any_seen = any_seen_below(known, above);
    m->told = false;
    return true;
}

static bool is_same_folder(const struct memory *m, const char *path)
{
    size_t size = m->folder == NULL ? 0 : strlen(m->folder);
    return m->folder != NULL && strncmp(path, m->folder, size) == 0 &&
           strrchr(path, '/') == path + size;
}

/* Returns true when a file is gone. Without memory it counts as existing: forgetting cannot be
 * taken back. */
static bool is_gone(struct memory *m, const struct archive_known *known,
                    const struct archive_known_file *file)
{
    if (!is_same_folder(m, file->place.path) && !remember(m, known, file->place.path)) {
        return false;
    }
    if (m->device == file->place.device || m->any_seen) {
        return true;
    }
    if (!m->told) {
        tti_archive_notice(
            m->archive, TT_IO_ARCHIVE_MISSING, m->above,
            "all recordings are missing, and the folder is now on another file system: "
            "the database keeps them");
        m->told = true;
    }
    return false;
}

/* The fate of a known file. RETURNED: it was removed by `archive`, and is there again. KNOWN: the
 * scan saw it or did not look for it. MOVED_DEVICE: the number of its file system changed, for
 * example by a restart. KEPT: the scan did not see it, but its folder may be a missing mount. GONE:
 * it is forgotten. */
enum fate { KNOWN, MOVED_DEVICE, RETURNED, KEPT, GONE };

static enum fate fate_of(const struct archive_gone *gone, const struct archive_known *known,
                         const struct archive_known_file *file, struct memory *m)
{
    const char *path = file->place.path;
    if (file->is_removed) {
        return file->seen ? RETURNED : KNOWN;
    }
    if (file->seen) {
        return file->moved_device ? MOVED_DEVICE : KNOWN;
    }
    if (!is_below_any(path, gone->roots, gone->root_count)) {
        return KNOWN;
    }
    if (is_below_any(path, gone->unreadable, gone->unreadable_count)) {
        return KEPT;
    }
    return is_gone(m, known, file) ? GONE : KEPT;
}

/* Forgets the files. Names are updated in the same transaction, so that no other program sees
 * recordings without players. */
static bool apply(struct archive_store *store, const struct archive_known *known,
                  const uint8_t *fates, bool any, tt_io_error *error)
{
    if (!any) {
        return true;
    }
    bool good = tti_archive_begin(store->archive, error);
    for (size_t i = 0; good && i < known->count; i++) {
        const struct archive_known_file *file = &known->files[i];
        if (fates[i] == GONE) {
            good = tti_archive_store_delete(store, file->id, &file->place, error);
        } else if (fates[i] == RETURNED) {
            good = tti_archive_store_returned(store, file->id, error);
        } else if (fates[i] == MOVED_DEVICE) {
            good = tti_archive_store_device(store, file->id, file->place.device, error);
        }
    }
    good = good && tti_archive_names_drop(store->archive, error) &&
           tti_archive_commit(store->archive, error);
    if (!good) {
        tti_archive_rollback(store->archive);
    }
    return good;
}

/* Forgets the files that are gone. All of them are found first, so that the database is locked for
 * a short time only. */
bool tti_archive_gone_forget(const struct archive_gone *gone, struct archive_store *store,
                             struct archive_known *known, bool forget, tt_io_archive_counts *counts,
                             tt_io_error *error)
{
    struct memory m = {.archive = store->archive};
    uint8_t *fates = calloc(known->count + 1, 1);
    bool any = counts->read > 0;
    if (fates == NULL) {
        return tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    }
    for (size_t i = 0; i < known->count; i++) {
        enum fate fate = fate_of(gone, known, &known->files[i], &m);
        fate = fate == KEPT && forget ? GONE : fate;
        fates[i] = (uint8_t)fate;
        any = any || fate == GONE || fate == MOVED_DEVICE || fate == RETURNED;
        counts->gone += fate == GONE && known->files[i].counts;
        counts->kept += fate == KEPT && known->files[i].counts;
    }
    bool good = apply(store, known, fates, any, error);
    free(fates);
    free(m.folder);
    free(m.above);
    return good;
}
