/* SPDX-License-Identifier: MIT
 *
 * Joining leaves out the statements `import` and the words `export`, which puts the top level names
 * of all modules into one scope. These two forms are understood, and every other is refused:
 *
 *     import {A, B} from './name.js';
 *     export class NAME, function NAME, async function NAME, const NAME = ...
 *
 * Refused is also what works in the folder alone, as two modules that declare the same name, or in
 * the joined text alone, as a name of another module that is not imported. The latter is seen by
 * its word: no local variable is called like something at the top level of another module.
 */
#include "tools/page/modules.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODULES_MOST = 100, NAMES_MOST = 1000, TEMPLATES_MOST = 8 };

enum token_kind {
    TOKEN_WORD, /* numbers are words */
    TOKEN_MARK,
    TOKEN_STRING,
    TOKEN_OTHER, /* a regular expression, a part of a template */
    TOKEN_END
};

struct token {
    enum token_kind kind;
    const char *at;
    int size;
    int depth; /* brackets around it */
};

struct module {
    char path[512];
    struct text text;
    struct text joined; /* without `import` and `export` */
    const char *rest;   /* of `text`, what `joined` does not have yet */
    struct token *tokens;
    size_t count;
    bool is_done;
};

struct name {
    const struct token *word;
    const struct module *of;
    bool is_exported;
};

struct import {
    const struct token *word;
    const struct module *by;
    const struct name *name;
    bool is_used;
};

static struct module modules[MODULES_MOST];
static struct name names[NAMES_MOST];
static struct import imports[NAMES_MOST];
static size_t module_count, name_count, import_count;

/* Says what is wrong with the line of `at`, and ends the program. */
static _Noreturn void refuse(const struct module *m, const char *at, const char *format, ...)
{
    char what[1024];
    char where[sizeof m->path + 16];
    int line = 1;
    va_list words;
    for (const char *c = m->text.bytes; c < at; c++) {
        line += *c == '\n';
    }
    va_start(words, format);
    vsnprintf(what, sizeof what, format, words);
    va_end(words);
    snprintf(where, sizeof where, "%s:%d", m->path, line);
    fail(what, where);
}

static bool is(const struct token *t, const char *text)
{
    return t->kind != TOKEN_STRING && (size_t)t->size == strlen(text) &&
           memcmp(t->at, text, strlen(text)) == 0;
}

static bool is_any(const struct token *t, const char *const *texts)
{
    while (*texts != NULL && !is(t, *texts)) {
        texts++;
    }
    return *texts != NULL;
}

static bool is_same(const struct token *a, const struct token *b)
{
    return a->size == b->size && memcmp(a->at, b->at, (size_t)a->size) == 0;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || strchr("_$#", c) != NULL || (unsigned char)c >= 0x80;
}

static const char *skip_letters(const char *at)
{
    while (*at != 0 && is_letter(*at)) {
        at++;
    }
    return at;
}

static const char *skip_blanks(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (strncmp(at, "//", 2) == 0) {
            at += strcspn(at, "\n");
        } else if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* The end of a string or of a regular expression, which is in the same line; or NULL. */
static const char *quoted_end(const char *at)
{
    const char quote = *at;
    bool is_class = false;
    for (at++; *at != 0 && *at != '\n'; at++) {
        if (*at == '\\' && at[1] != 0) {
            at++;
        } else if (quote == '/' && (*at == '[' || *at == ']')) {
            is_class = *at == '[';
        } else if (*at == quote && !is_class) {
            return skip_letters(at + 1); /* flags */
        }
    }
    return NULL;
}

/* The end of a part of a template: after its last ` or after the next ${; or NULL. */
static const char *template_end(const char *at)
{
    for (at++; *at != 0; at++) {
        if (*at == '\\' && at[1] != 0) {
            at++;
        } else if (*at == '`') {
            return at + 1;
        } else if (at[0] == '$' && at[1] == '{') {
            return at + 2;
        }
    }
    return NULL;
}

/* Where `/` divides; elsewhere it begins a regular expression. */
static bool is_operand(const struct token *t)
{
    static const char *const before[] = {"return", "typeof", "case",   "in",   "of",   "await",
                                         "throw",  "yield",  "delete", "void", "else", NULL};
    char last = t->at[t->size - 1];
    return t->kind == TOKEN_MARK ? strchr(")]}", last) != NULL : last != '{' && !is_any(t, before);
}

static void add_tokens(struct module *m)
{
    int templates[TEMPLATES_MOST], depth = 0, open = 0; /* the depths of ${ */
    const char *at = skip_blanks(m->text.bytes), *end = at;
    m->tokens = malloc((m->text.size + 1) * sizeof *m->tokens);
    if (m->tokens == NULL) {
        fail("no memory", m->path);
    }
    for (; *at != 0; at = skip_blanks(end)) {
        struct token *t = &m->tokens[m->count++];
        bool goes_on = open > 0 && *at == '}' && templates[open - 1] == depth;
        *t = (struct token){TOKEN_MARK, at, 0, depth};
        end = at + 1;
        if (is_letter(*at)) {
            t->kind = TOKEN_WORD;
            end = skip_letters(at);
        } else if (*at == '"' || *at == '\'') {
            t->kind = TOKEN_STRING;
            end = quoted_end(at);
        } else if (*at == '/' && (m->count == 1 || !is_operand(t - 1))) {
            t->kind = TOKEN_OTHER;
            end = quoted_end(at);
        } else if (*at == '`' || goes_on) {
            t->kind = TOKEN_OTHER;
            end = template_end(at);
            depth -= goes_on;
            open -= goes_on;
            if (end != NULL && end[-1] == '{') {
                templates[open++] = ++depth;
            }
        } else if (strncmp(at, "...", 3) == 0) {
            end = at + 3;
        } else if (strchr("([{", *at) != NULL) {
            depth++;
        } else if (strchr(")]}", *at) != NULL) {
            t->depth = --depth;
        }
        if (end == NULL || depth < 0 || open == TEMPLATES_MOST) {
            refuse(m, at, "does not end here, or did not begin");
        }
        t->size = (int)(end - at);
    }
    if (depth > 0) {
        refuse(m, at, "a bracket is open at the end");
    }
    m->tokens[m->count] = (struct token){TOKEN_END, at, 0, 0};
}

/* A member after a dot and a key of an object name nothing in the scope. */
static bool is_member(const struct module *m, size_t i)
{
    const struct token *t = &m->tokens[i];
    return i > 0 && (is(t - 1, ".") || (is(t + 1, ":") && (is(t - 1, "{") || is(t - 1, ","))));
}

static const struct name *find_name(const struct token *word)
{
    for (size_t i = 0; i < name_count; i++) {
        if (is_same(names[i].word, word)) {
            return &names[i];
        }
    }
    return NULL;
}

static struct import *find_import(const struct module *by, const struct token *word)
{
    for (size_t i = 0; i < import_count; i++) {
        if (imports[i].by == by && is_same(imports[i].word, word)) {
            return &imports[i];
        }
    }
    return NULL;
}

static void add_name(const struct module *m, const struct token *word, bool is_exported)
{
    const struct name *same = find_name(word);
    if (word->kind != TOKEN_WORD) {
        refuse(m, word->at, "a declaration at the top level has plain names");
    }
    if (same != NULL) {
        refuse(m, word->at, "%.*s is also declared in %s", word->size, word->at, same->of->path);
    }
    if (name_count == NAMES_MOST) {
        fail("too many names", m->path);
    }
    names[name_count++] = (struct name){word, m, is_exported};
}

/* The names of a declaration that begins with `t`: one, or of const and let those between commas.
 */
static void add_names(const struct module *m, const struct token *t, bool is_exported)
{
    bool is_list = is(t, "const") || is(t, "let");
    do {
        add_name(m, ++t, is_exported);
        while (is_list && t->kind != TOKEN_END && (t->depth > 0 || (!is(t, ",") && !is(t, ";")))) {
            t++;
        }
    } while (is_list && is(t, ","));
}

static void add_import(const struct module *m, const struct token *word, const struct module *from)
{
    const struct name *name = find_name(word);
    if (name == NULL || name->of != from || !name->is_exported) {
        refuse(m, word->at, "%s does not export %.*s", from->path, word->size, word->at);
    }
    if (find_import(m, word) != NULL) {
        refuse(m, word->at, "%.*s is imported twice", word->size, word->at);
    }
    if (import_count == NAMES_MOST) {
        fail("too many imports", m->path);
    }
    imports[import_count++] = (struct import){word, m, name, false};
}

/* Adds what is before `to`, and passes over what is before `rest`. */
static void leave_out(struct module *m, const char *to, const char *rest)
{
    add(&m->joined, (tt_bytes){(const uint8_t *)m->rest, (size_t)(to - m->rest)});
    m->rest = rest;
}

static struct module *visit(struct text *to, const char *path, const struct module *by,
                            const char *at);

/* Returns the token after the statement that begins with `first`. */
static const struct token *take_import(struct text *to, struct module *m, const struct token *first)
{
    const struct token *t = first + 1, *file;
    char path[sizeof m->path];
    const char *slash = strrchr(m->path, '/');
    bool is_good = is(t, "{");
    do {
        is_good = is_good && t[1].kind == TOKEN_WORD;
        t += is_good ? 2 : 0;
    } while (is_good && is(t, ","));
    file = t + 2;
    if (!is_good || !is(t, "}") || !is(t + 1, "from") || file->kind != TOKEN_STRING ||
        file->size < 5 || strncmp(file->at, "'./", 3) != 0 || !is(file + 1, ";")) {
        refuse(m, first->at, "this import is not: import {A, B} from './name.js';");
    }
    snprintf(path, sizeof path, "%.*s%.*s", slash != NULL ? (int)(slash + 1 - m->path) : 0, m->path,
             file->size - 4, file->at + 3);
    const struct module *from = visit(to, path, m, first->at);
    for (t = first + 2; t < file - 1; t += 2) {
        add_import(m, t, from);
    }
    leave_out(m, first->at, file[1].at + 1);
    return file + 2;
}

/* Returns the word that begins the declaration. */
static const struct token *take_export(struct module *m, const struct token *t)
{
    static const char *const forms[] = {"class", "function", "async", "const", NULL};
    if (!is_any(t + 1, forms)) {
        refuse(m, t->at, "this export is not: export class, function, async function or const");
    }
    leave_out(m, t->at, t[1].at);
    return t + (is(t + 1, "async") ? 2 : 1);
}

static void take_statements(struct text *to, struct module *m)
{
    static const char *const forms[] = {"class", "function", "const", "let", NULL};
    static const char *const refused[] = {"import", "export", "var", NULL};
    const struct token *end = m->tokens + m->count;
    for (const struct token *t = m->tokens; t < end;) {
        bool is_top = t->depth == 0, is_export = is_top && is(t, "export");
        if (t->kind != TOKEN_WORD || is_member(m, (size_t)(t - m->tokens))) {
            t++;
        } else if (is_top && is(t, "import")) {
            t = take_import(to, m, t);
        } else if (is_any(t, refused) && !is_export) {
            refuse(m, t->at, "%.*s has no place here", t->size, t->at);
        } else if (is_top && is(t, "await")) {
            refuse(m, t->at, "a script cannot await at its top level");
        } else {
            t = is_export ? take_export(m, t) : t;
            if (is_top && is_any(t, forms)) {
                add_names(m, t, is_export);
            }
            t++;
        }
    }
    leave_out(m, end->at, end->at);
}

/* The module of a path, which module `by` imports at `at`. */
static struct module *visit(struct text *to, const char *path, const struct module *by,
                            const char *at)
{
    for (size_t i = 0; i < module_count; i++) {
        if (strcmp(modules[i].path, path) == 0) {
            if (!modules[i].is_done) {
                refuse(by, at, "a cycle: %s waits for this module", path);
            }
            return &modules[i];
        }
    }
    if (module_count == MODULES_MOST) {
        fail("too many modules", path);
    }
    struct module *m = &modules[module_count++];
    snprintf(m->path, sizeof m->path, "%s", path);
    m->text = load(path);
    m->rest = m->text.bytes;
    add_tokens(m);
    take_statements(to, m);
    add_text(to, m->joined.bytes);
    add_text(to, "\n;\n"); /* no statement goes on in the next module */
    m->is_done = true;
    return m;
}

static void check_uses(const struct module *m)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct token *t = &m->tokens[i];
        const struct name *name = t->kind == TOKEN_WORD && !is_member(m, i) ? find_name(t) : NULL;
        struct import *import = name != NULL ? find_import(m, t) : NULL;
        if (import != NULL) {
            import->is_used = import->is_used || import->word != t;
        } else if (name != NULL && name->of != m) {
            refuse(m, t->at, "%.*s is a name of %s, which this module does not import", t->size,
                   t->at, name->of->path);
        }
    }
}

void join_modules(struct text *to, const char *path)
{
    visit(to, path, NULL, NULL);
    for (size_t i = 0; i < module_count; i++) {
        check_uses(&modules[i]);
    }
    for (size_t i = 0; i < import_count; i++) {
        if (!imports[i].is_used) {
            refuse(imports[i].by, imports[i].word->at, "%.*s is imported and not used",
                   imports[i].word->size, imports[i].word->at);
        }
    }
}
