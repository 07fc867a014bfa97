/* SPDX-License-Identifier: MIT
 *
 * usage: make_page PAGE.html STYLES.css MODULE.wasm MAIN.js
 *
 * Prints a C file with the parts of the page: `teetape page` writes them, with the end of the
 * policy, the title and the recordings between them. MAIN.js and what it imports become one script
 * (modules.c). Comments and blanks at the beginning of lines are left out. The policy of the page
 * allows its script and its styles by their SHA-256, and nothing from elsewhere. The lines of
 * PAGE.html that load styles and script from the folder are where the page has them.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TT_HAVE_ZLIB
#include <zlib.h>
#endif

#include "jobs/base64.h"
#include "tools/page/modules.h"
#include "wire/hash.h"

/* A line without the blanks around it; nothing of a line that is a comment. A `//` or `*` at the
 * beginning of a line inside of a template text would be taken for one, so no such text has any. */
static void add_lines(struct text *to, const char *from)
{
    bool in_comment = false;
    add_text(to, "");
    while (*from != 0) {
        const char *end = strchr(from, '\n');
        end = end != NULL ? end : from + strlen(from);
        const char *begin = from + strspn(from, " ");
        size_t size = (size_t)(end - begin);
        bool is_begin = size >= 2 && strncmp(begin, "/*", 2) == 0;
        bool is_line = size >= 2 && strncmp(begin, "//", 2) == 0;
        bool has_end = false;
        for (const char *at = begin; at + 1 < end; at++) {
            has_end = has_end || (at[0] == '*' && at[1] == '/');
        }
        if (size > 0 && !in_comment && !is_begin && !is_line) {
            add(to, (tt_bytes){(const uint8_t *)begin, size});
            add_text(to, "\n");
        }
        in_comment = (in_comment || is_begin) && !has_end;
        from = *end == 0 ? end : end + 1;
    }
}

static void add_hash(struct text *to, const struct text *of)
{
    tti_sha256_context sha;
    uint8_t sum[TTI_SHA256_SIZE];
    struct base64 b = {.put = add, .user = to};
    tti_sha256_start(&sha);
    tti_sha256_add(&sha, of->bytes, of->size);
    tti_sha256_finish(&sha, sum);
    add_text(to, "'sha256-");
    base64_put(&b, (tt_bytes){sum, sizeof sum});
    base64_end(&b);
    add_text(to, "'");
}

static void add_policy(struct text *to, const struct text *script, const struct text *first,
                       const struct text *style)
{
    add_text(to, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                 "script-src 'wasm-unsafe-eval' ");
    add_hash(to, script);
    if (first->size > 0) {
        add_text(to, " ");
        add_hash(to, first);
    }
    add_text(to, "; style-src ");
    add_hash(to, style);
    add_text(to, "; worker-src blob:; img-src data: blob:; base-uri 'none'; form-action 'none'");
}

/* Packs with gzip, as pages have their recordings (src/host/compress_gz.c); without zlib the data
 * remains as it is. */
static struct text pack(const struct text *data)
{
#ifdef TT_HAVE_ZLIB
    struct text packed = {NULL, 0, 0};
    z_stream stream = {.next_in = (Bytef *)data->bytes, .avail_in = (unsigned)data->size};
    if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        fail("no memory", "zlib");
    }
    packed.room = deflateBound(&stream, (unsigned long)data->size);
    packed.bytes = malloc(packed.room);
    stream.next_out = (Bytef *)packed.bytes;
    stream.avail_out = (unsigned)packed.room;
    if (packed.bytes == NULL || deflate(&stream, Z_FINISH) != Z_STREAM_END) {
        fail("no memory", "zlib");
    }
    packed.size = stream.total_out;
    deflateEnd(&stream);
    return packed;
#else
    return *data;
#endif
}

#ifdef TT_HAVE_ZLIB
#define IS_PACKED true
#else
#define IS_PACKED false
#endif

/* A data block: bytes in base64, packed where this build can do it. */
static void add_block(struct text *to, const char *type, const char *id, const struct text *data)
{
    struct base64 b = {.put = add, .user = to};
    struct text packed = pack(data);
    add_text(to, "<script type=\"");
    add_text(to, type);
    add_text(to, "+base64\" id=\"");
    add_text(to, id);
    add_text(to, IS_PACKED ? "\" data-packed=\"gzip\">" : "\">");
    base64_put(&b, (tt_bytes){(const uint8_t *)packed.bytes, packed.size});
    base64_end(&b);
    add_text(to, "</script>\n");
}

/* Unpacks the program and runs it. The policy knows its sum, too. Until it runs, `ready` is all
 * that window.teetape has. */
static const char loader[] =
    "'use strict';\n"
    "async function unpack(block) {\n"
    "const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));\n"
    "const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));\n"
    "return new Response(plain).text();\n"
    "}\n"
    "async function run() {\n"
    "const block = document.getElementById('program'), script = document.createElement('script');\n"
    "try {\n"
    "script.textContent = await unpack(block);\n"
    "} catch (error) {\n"
    "document.body.textContent = `This page needs a newer browser: ${error.message}`;\n"
    "throw error;\n"
    "}\n"
    "block.replaceWith(script);\n"
    "return window.teetape.ready;\n"
    "}\n"
    "window.teetape = {ready: run()};\n";

static void add_script(struct text *to, const struct text *script)
{
    add_text(to, "<script>");
    add(to, (tt_bytes){(const uint8_t *)script->bytes, script->size});
    add_text(to, "</script>");
}

static void print_bytes(const char *name, const char *bytes, size_t size)
{
    printf("const unsigned char %s[] = {", name);
    for (size_t i = 0; i < size; i++) {
        printf("%s%u,", i % 24 == 0 ? "\n" : "", (unsigned char)bytes[i]);
    }
    printf("0};\nconst unsigned long %s_size = %zu;\n", name, size);
}

/* What is before `mark` goes to *before; *rest is then what is after it. */
static void split(const char **rest, const char *mark, struct text *before)
{
    const char *at = strstr(*rest, mark);
    if (at == NULL) {
        fail("has no place for it", mark);
    }
    add(before, (tt_bytes){(const uint8_t *)*rest, (size_t)(at - *rest)});
    *rest = at + strlen(mark);
}

int main(int argc, char **argv)
{
    struct text modules = {NULL, 0, 0};
    struct text script = {NULL, 0, 0}, style = {NULL, 0, 0}, head = {NULL, 0, 0};
    struct text first = {NULL, 0, 0}; /* what unpacks the script; nothing where that is plain */
    struct text middle = {NULL, 0, 0}, tail = {NULL, 0, 0};
    if (argc != 5) {
        fail("PAGE.html STYLES.css MODULE.wasm MAIN.js", "usage");
    }
    struct text page = load(argv[1]), css = load(argv[2]), module = load(argv[3]);
    join_modules(&modules, argv[4]);
    add_text(&script, "'use strict';\n{\n"); /* a scope of its own, as that of a module */
    add_lines(&script, modules.bytes);
    add_text(&script, "}\n");
    add_lines(&style, css.bytes);
    if (strstr(script.bytes, "</script") != NULL || strstr(style.bytes, "</style") != NULL) {
        fail("ends its element", "a script or the styles");
    }
    const char *rest = page.bytes;
    split(&rest, "<!-- policy -->", &head);
    if (IS_PACKED) {
        add_text(&first, loader);
    }
    add_policy(&head, &script, &first, &style);
    split(&rest, "<title>teetape</title>\n", &(struct text){NULL, 0, 0});
    split(&rest, "<link rel=\"stylesheet\" href=\"page.css\">", &middle);
    add_text(&middle, "<style>");
    add(&middle, (tt_bytes){(const uint8_t *)style.bytes, style.size});
    add_text(&middle, "</style>");
    split(&rest, "<!-- blocks -->", &middle);
    add_block(&middle, "application/wasm", "core", &module);
    split(&rest, "<script type=\"module\" src=\"dev.js\"></script>", &tail);
    if (first.size > 0) {
        add_block(&tail, "text/javascript", "program", &script);
        add_script(&tail, &first);
    } else {
        add_script(&tail, &script);
    }
    add_text(&tail, rest);
    printf("/* Made by tools/page/make_page.c */\n#include \"jobs/page.h\"\n");
    print_bytes("tti_page_head", head.bytes, head.size);
    print_bytes("tti_page_middle", middle.bytes, middle.size);
    print_bytes("tti_page_tail", tail.bytes, tail.size);
    return 0;
}
