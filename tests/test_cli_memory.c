/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/memory.h: lists that grow, and what is said where there is no memory.
 */
#include "host/posix.h"

#include "cm.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/shell/memory.h"
#include "host_files.h"

/* A list keeps what is in it, and grows only when it is full. */
static void lists_grow(void **state)
{
    (void)state;
    int *list = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 1000; i++) {
        size_t before = capacity;
        int *grown = memory_grow(list, (size_t)i, &capacity, sizeof *list);
        assert_non_null(grown);
        assert_true(before > (size_t)i ? capacity == before && grown == list : capacity > before);
        list = grown;
        list[i] = i;
    }
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(list[i], i);
    }
    free(list);
}

/* A size that no number can tell is no small one. */
static void lists_may_be_too_large(void **state)
{
    (void)state;
    size_t capacity = 1;
    char *list = malloc(1);
    assert_non_null(list);
    *list = 'x';
    assert_null(memory_grow(list, 1, &capacity, SIZE_MAX / 4));
    assert_int_equal(capacity, 1);
    assert_int_equal(*list, 'x');
    free(list);
}

static void the_user_is_told(void **state)
{
    size_t size;
    char *path = host_files_path(state, "err");
    int talk = dup(STDERR_FILENO);
    assert_true(talk >= 0);
    assert_non_null(freopen(path, "w", stderr));
    memory_tell("some/file");
    memory_tell(NULL);
    fflush(stderr);
    assert_true(dup2(talk, STDERR_FILENO) >= 0);
    close(talk);
    unsigned char *said = host_files_read(path, &size);
    static const char wanted[] = "teetape: some/file: there is not enough memory\n"
                                 "teetape: there is not enough memory\n";
    assert_int_equal(size, sizeof wanted - 1);
    assert_memory_equal(said, wanted, size);
    free(said);
    free(path);
}

static void zeros_are_zeros(void **state)
{
    (void)state;
    static const unsigned char none[500];
    unsigned char *memory = memory_zeros("file", sizeof none);
    assert_non_null(memory);
    assert_memory_equal(memory, none, sizeof none);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_grow),
        cmocka_unit_test(lists_may_be_too_large),
        IN_FOLDER(the_user_is_told),
        cmocka_unit_test(zeros_are_zeros),
    };
    return cmocka_run_group_tests_name("cli memory", tests, NULL, NULL);
}
