/* SPDX-License-Identifier: MIT
 *
 * A recording of 20.1 that somebody has changed does not pass the physics: each of many forgeries
 * has an unexplained move, and the recordings themselves have none. In recordings of 16.4 the
 * search for late inputs may explain a forgery, so a share of them is found.
 *
 * Forgery number N is made from N alone. TT_FORGERIES in the environment is how many are made;
 * docs/physics.md says what a forgery is and when it counts.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/physics_forgeries.h"
#include "support/physics_game.h"

/* Forgeries of 20.1 and of 16.4, where the search takes long. ./check --deep makes 1,000 of each.
 */
#define USUAL 100
#define USUAL_16 5

struct session {
    const char *name, *map;
};

static const struct session sessions_20[] = {
    {"20-feat24", "feat24"}, {"20-feat26", "feat26"}, {"20-feat7", "feat7"},
    {"20-feat23", "feat23"}, {"20-save51", "save51"}, {"20-pause", "feat20"},
};
static const struct session sessions_16[] = {
    {"16-feat26", "feat26"}, {"16-feat31", "feat31"}, {"16-feat7", "feat7"},
    {"16-pause", "feat7"},   {"16-save51", "save51"}, {"16-save52", "save51"},
};
enum { SOURCES = 6 };

static physics_source sources_20[SOURCES], sources_16[SOURCES];

static int open_sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        physics_source_read(&sources_20[i], sessions_20[i].name, sessions_20[i].map);
        physics_source *of = &sources_16[i];
        physics_source_read(of, sessions_16[i].name, sessions_16[i].map);
        if (physics_source_replay(of, &of->session, NULL, 0).wrong > 0) {
            of->hint_count =
                physics_source_search(of, &of->session, of->hints, PHYSICS_SOURCE_HINTS);
        }
    }
    return 0;
}

static int close_sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        physics_source_drop(&sources_20[i]);
        physics_source_drop(&sources_16[i]);
    }
    return 0;
}

static void original_passes(physics_source *of)
{
    tti_replay replay = physics_source_replay(of, &of->session, of->hints, of->hint_count);
    assert_int_equal(replay.wrong, 0);
    assert_true(replay.count[TTI_EXACT] > 2000);
    assert_int_equal(replay.count[TTI_DOUBTFUL], 0);
}

static void originals_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        original_passes(&sources_20[i]);
        original_passes(&sources_16[i]);
        assert_int_equal(sources_20[i].hint_count, 0);
    }
}

static int wanted(int usual)
{
    const char *text = getenv("TT_FORGERIES");
    int count = text != NULL ? atoi(text) : usual / TT_TEST_SHARE;
    return count > 0 ? count : usual;
}

/* Counts of forgeries by kind. */
struct counts {
    int made[PHYSICS_FORGERIES], found[PHYSICS_FORGERIES], dropped[PHYSICS_FORGERIES];
    int all, all_found;
};

/* True when a move of these actions remains unexplained. */
typedef bool is_found(physics_source *of, const physics_actions *actions);

static bool is_found_at_once(physics_source *of, const physics_actions *actions)
{
    return physics_source_replay(of, actions, NULL, 0).count[TTI_UNEXPLAINED] > 0;
}

static bool is_found_by_search(physics_source *of, const physics_actions *actions)
{
    enum { HINTS = 1024 };
    static tti_hint hints[HINTS];
    size_t count = physics_source_search(of, actions, hints, HINTS);
    return physics_source_replay(of, actions, hints, count).count[TTI_UNEXPLAINED] > 0;
}

static struct counts count_found(physics_source *sources, int all, is_found *judge)
{
    struct counts counts;
    memset(&counts, 0, sizeof counts);
    for (int number = 0; counts.all < all; number++) {
        uint64_t random = (uint64_t)(number + 1) * UINT64_C(0x9e3779b97f4a7c15);
        int kind = number % PHYSICS_FORGERIES;
        physics_source *of = &sources[number / PHYSICS_FORGERIES % SOURCES];
        physics_actions forged;
        if (!physics_forge(&forged, of, kind, &random)) {
            counts.dropped[kind]++;
        } else {
            bool found = judge(of, &forged);
            counts.made[kind]++;
            counts.all++;
            counts.found[kind] += found;
            counts.all_found += found;
            if (!found) {
                print_message("forgery %d passes: %s\n", number, physics_forgery_names[kind]);
            }
        }
        physics_actions_drop(&forged);
    }
    for (int kind = 0; kind < PHYSICS_FORGERIES; kind++) {
        print_message("%s: %d, %d found, %d dropped\n", physics_forgery_names[kind],
                      counts.made[kind], counts.found[kind], counts.dropped[kind]);
    }
    return counts;
}

static void no_forgery_of_20_passes(void **state)
{
    int all = wanted(USUAL);
    (void)state;
    struct counts counts = count_found(sources_20, all, is_found_at_once);
    for (int kind = 0; kind < PHYSICS_FORGERIES; kind++) {
        assert_true(counts.made[kind] > 0 || all < USUAL); /* few swaps count */
    }
    assert_int_equal(counts.all_found, counts.all);
}

static void most_forgeries_of_16_are_found(void **state)
{
    (void)state;
    struct counts counts = count_found(sources_16, wanted(USUAL_16), is_found_by_search);
    for (int kind = 0; kind < PHYSICS_FORGERIES; kind++) {
        bool may_be_explained = kind == PHYSICS_FORGERY_SWAP;
        assert_true(may_be_explained || counts.found[kind] == counts.made[kind]);
    }
    assert_true(counts.all_found * 10 >= counts.all * 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(originals_pass),
        cmocka_unit_test(no_forgery_of_20_passes),
        cmocka_unit_test(most_forgeries_of_16_are_found),
    };
    return cmocka_run_group_tests(tests, open_sources, close_sources);
}
