/* SPDX-License-Identifier: MIT
 *
 * Gives recordings as a stream of Arrow's C data interface, and reads it: io_arrow FILE...
 *
 * A library that takes such a stream (DuckDB, pyarrow, polars, nanoarrow) gets &stream and needs
 * nothing else from here. In its place `take` prints columns and rows.
 */
#include <stdio.h>
#include <teetape/io/table_arrow.h>

static void print_schema(const struct ArrowSchema *schema)
{
    printf("%s:", schema->name);
    for (int64_t i = 0; i < schema->n_children; i++)
        printf(" %s (%s)", schema->children[i]->name, schema->children[i]->format);
    printf("\n");
}

/* The consumer of a stream releases all arrays that it gets, and the stream at the end. Returns 0
 * or an errno value. */
static int take(struct ArrowArrayStream *stream)
{
    struct ArrowSchema schema;
    struct ArrowArray batch;
    int failed = stream->get_schema(stream, &schema);
    if (failed == 0) {
        print_schema(&schema);
        schema.release(&schema);
    }
    while (failed == 0 && (failed = stream->get_next(stream, &batch)) == 0 &&
           batch.release != NULL) {
        printf("%lld rows\n", (long long)batch.length);
        batch.release(&batch);
    }
    if (failed != 0)
        fprintf(stderr, "%s\n", stream->get_last_error(stream));
    stream->release(stream);
    return failed;
}

int main(int argc, char **argv)
{
    tt_io_table_options want = {.kind = TT_TABLE_TICKS, .columns = "tick,cid,x,y,name"};
    tt_io_table_plan plan;
    tt_io_error error = {.status = TT_OK};
    struct ArrowArrayStream stream;
    const char *const *paths = (const char *const *)argv + 1;
    if (argc < 2) {
        fprintf(stderr, "usage: io_arrow FILE...\n");
        return 2;
    }
    if (!tt_io_table_plan_init(&plan, &want, &error) ||
        !tt_io_arrow_open(&stream, &plan, paths, (size_t)argc - 1, NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    return take(&stream) == 0 ? 0 : 1;
}
