/* SPDX-License-Identifier: MIT
 *
 * Prints the names of players in a recording, in C++11: io_names FILE [FROM [TO]]
 *
 * C++ before C++20 has no designated initializers, so options begin as zeros and are set one by
 * one. A guard closes the reading at every exit of its scope.
 */
#include <cstdio>
#include <set>
#include <string>
#include <teetape/io.h>
#include <teetape/teetape.h>

class Reading
{
  public:
    Reading(const char *path, const tt_io_reading_options &options)
        : is_open(tt_io_reading_open(&r, path, &options))
    {
    }
    /* The close is needed after a failed open, too. */
    ~Reading()
    {
        tt_io_reading_close(&r);
    }
    /* A reading is not moved while it is open. */
    Reading(const Reading &) = delete;
    Reading &operator=(const Reading &) = delete;

    bool next()
    {
        return is_open && tt_io_reading_next(&r);
    }

    tt_io_reading r{};

  private:
    bool is_open; /* declared after `r`, because it is initialized with `r` */
};

/* Callbacks of C must not let exceptions out. */
static void on_issue(void *user, const tt_issue *issue) noexcept
{
    if (issue->level == TT_LEVEL_ERROR)
        std::fprintf(stderr, "%s: %s\n", static_cast<const char *>(user), issue->what);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: io_names FILE [FROM [TO]]\n");
        return 2;
    }
    tt_io_reading_options options = {};
    options.wants = TT_WANT_FACTS;
    options.facts = TT_FACT_BIT(TT_FACT_NAME);
    options.from = argc > 2 ? argv[2] : nullptr;
    options.to = argc > 3 ? argv[3] : nullptr;
    options.on_issue = on_issue;
    options.user = argv[1];

    std::set<std::string> names;
    Reading reading(argv[1], options);
    while (reading.next()) {
        const tt_bytes name = reading.r.item.fact->u.name.name;
        names.insert(std::string(reinterpret_cast<const char *>(name.data), name.size));
    }
    for (const std::string &name : names)
        std::printf("%s\n", name.c_str());
    /* on_issue has received the damage of TT_ERR_FORMAT. */
    if (reading.r.error.status != TT_OK && reading.r.error.status != TT_ERR_FORMAT)
        std::fprintf(stderr, "%s: %s\n", argv[1], reading.r.error.text);
    return tt_io_reading_is_good(&reading.r) ? 0 : 1;
}
