/* SPDX-License-Identifier: MIT
 *
 * A program of a user of both libraries, the same in C and in C++: writes a file, compressed where
 * that is built in, and reads it back. An argument is a recording to be opened.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/io.h>
#include <teetape/teetape.h>

static const char name[] = "consumer_io.file";

/* A format that this build of the library can write. */
static const char *format_of_build(void)
{
    tt_io_library library;
    size_t i;
    for (i = 0; tt_io_library_at(i, &library); i++) {
        if (library.version != NULL && strcmp(library.use, "sqlite") != 0) {
            return library.use;
        }
    }
    return "plain";
}

static int write_file(tt_bytes text, tt_io_error *error)
{
    tt_io_file_options options;
    tt_io_file *file;
    memset(&options, 0, sizeof(options));
    options.replace = true;
    options.format = format_of_build();
    file = tt_io_file_open(name, &options, error);
    if (file == NULL) {
        return 0;
    }
    tt_io_output_bytes(tt_io_file_out(file), text);
    return tt_io_file_commit(file, error) ? 1 : 0;
}

static int read_file(tt_bytes text, tt_io_error *error)
{
    tt_bytes piece;
    int is_equal;
    tt_io_input *in = tt_io_input_open(name, NULL, error);
    if (in == NULL) {
        return 0;
    }
    is_equal = tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE && tt_bytes_equal(piece, text);
    /* What is stored has another size where it is compressed. */
    is_equal = is_equal && (tt_io_input_count(in).size == text.size) ==
                               (strcmp(format_of_build(), "plain") == 0);
    tt_io_input_close(in);
    return is_equal;
}

static int read_recording(const char *path)
{
    tt_io_reading reading;
    tt_io_reading_options how;
    uint64_t records = 0;
    int is_good;
    memset(&how, 0, sizeof(how));
    how.wants = TT_WANT_RECORDS;
    is_good = tt_io_reading_open(&reading, path, &how) ? 1 : 0;
    while (is_good && tt_io_reading_next(&reading)) {
        records++;
    }
    is_good = is_good && reading.error.status == TT_OK && records > 0;
    tt_io_reading_close(&reading);
    return is_good;
}

int main(int argc, char **argv)
{
    tt_bytes text = tt_bytes_of("a text, a text, a text, a text");
    tt_io_error error;
    memset(&error, 0, sizeof(error));
    if (!write_file(text, &error) || !read_file(text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    remove(name);
    return argc < 2 || read_recording(argv[1]) ? 0 : 1;
}
