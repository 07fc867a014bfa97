#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What every README and the pages of docs/ name as code is there: identifiers, files and folders, options and verbs of teetape,
# and what links lead to. docs/migrating.md is left out, as it names what was removed.
#
# The files of the core have no names in common, so that all of them may be joined into one file: a name is declared in one of them, and no macro of
# a C file is a word of another one. Macros that rows of a .def file read are the same in many files, and each such file undefines them.
set -u
. tests/structure/common.sh
temporary_folder

for room in $core_rooms; do
    find src -path "src/$room/*.[ch]"
done | LC_ALL=C sort >"$folder/core"
xargs awk -f tests/structure/locals.awk <"$folder/core" >"$folder/declared"
[ "$(wc -l <"$folder/declared")" -gt 5000 ] || wrong 'found less names than the core has'
awk '{ split($3, place, ":"); file = place[1] }
    $1 == "undef" { gone[$2, file]; next }
    # what a header declares and a C file defines
    $2 ~ /^tti?_/ && file ~ /[.]c$/ { next }
    $2 !~ /^TT_/ || file !~ /[.]c$/ { line[++lines] = $0 }
    END {
        for (i = 1; i <= lines; i++) {
            split(line[i], field, " ")
            name = (field[1] == "tag" ? "tag " : "") field[2]
            file = field[3]
            sub(/:.*/, "", file)
            if (field[1] == "macro" && (field[2], file) in gone)
                continue
            if (name in first && first[name] != file)
                print field[3] ": " name ": also in " at[name]
            first[name] = file
            at[name] = field[3]
        }
    }' "$folder/declared" >"$folder/twice"
awk '$1 == "macro" && $2 !~ /^TTI?_/ && $3 ~ /[.]c:/ { sub(/:.*/, "", $3); print $2, $3 }' "$folder/declared" >"$folder/macros"
# shellcheck disable=SC2046
awk 'NR == FNR { of[$1] = $2; next }
    /^ *(\/?\*|# *(define|undef))/ { next }
    {
        gsub(/"([^"\\]|\\.)*"/, "")
        sub(/\/\*.*/, "")
        n = split($0, word, /[^A-Za-z0-9_]+/)
        for (i = 1; i <= n; i++)
            if (word[i] in of && of[word[i]] != FILENAME)
                print FILENAME ":" FNR ": " word[i] ": a macro of " of[word[i]]
    }' "$folder/macros" $(cat "$folder/core") >>"$folder/twice"
[ ! -s "$folder/twice" ] || wrong "names that two files of the core have:
$(cat "$folder/twice")"

# Names of other programs and of programs that the reader writes; each must still be on a page.
cat >"$folder/others" <<'END'
GIT_REPOSITORY a word of CMake
cl_auto_demo_record a setting of the game's client
cl_nameplates_own a setting of the game's client
duckdb_arrow_scan a function of DuckDB
large_utf8 a type of Arrow
skip_unavailable_shards a setting of ClickHouse
teehistorian_dump a program of libtw2
--release an option of rustc
program.c the reader's
teetape.c a file that tools/amalgamate.sh writes
program_io.c the reader's
cli/count/cmd_count.c what a guide adds
tests/cli/count.sh what a guide adds
debian/tmp a folder of debhelper
END

for page in README.md */README.md tests/*/README.md docs/*.md docs/*/*.md; do
    [ "$page" = docs/migrating.md ] || echo "$page"
done | LC_ALL=C xargs awk -f tests/structure/names.awk >"$folder/named"

# single/: what a source archive has beside the tree
find . \( -path ./build -o -path ./.git -o -path ./single \) -prune -o -type f -print | sed 's,^\./,,' >"$folder/files"
# Words: of sources, of what the rows become, and names of files. This test says nothing about itself.
{
    for header in include/teetape/teetape.h include/teetape/io.h; do
        "${CC:-cc}" -E -P -Iinclude "$header"
    done
    grep -E '\.([ch]|def|sh|awk|cmake|pyi?|m?js|json|sql|txt)$|^(check|quickstart)$' "$folder/files" |
        grep -vE '^(tests/(recordings|data)/|tests/structure/names\.sh$)' | xargs cat
    sed 's,.*/,,; s,\.[^.]*$,,' "$folder/files"
} | LC_ALL=C grep -oE '[A-Za-z_][A-Za-z0-9_]*' | LC_ALL=C sort -u >"$folder/words"
for option in HARFBUZZ LZMA ZSTD ZLIB SQLITE; do # src/io.cmake makes them of a prefix and these
    echo "TT_WITH_$option"
done >>"$folder/words"
sed 's,.*/,,' "$folder/files" >"$folder/bases"
{
    sed 's/\\-/-/g' man/*.1 | grep -oE -- '--[a-z][a-z0-9-]+'
    sed -n 's,^tools/check/\(.*\)\.sh$,--\1,p' "$folder/files" # of ./check
    grep -E '^(tools|bench|examples)/' "$folder/files" | xargs grep -ohE -- '--[a-z][a-z0-9-]+'
} >"$folder/options"
for page in man/teetape-*.1; do
    verb=${page#man/teetape-}
    sed 's/\\-/-/g' "$page" | grep -oE -- '--[a-z][a-z0-9-]+' | sed "s/^/${verb%.1} /"
done >"$folder/usages"
{
    echo help
    sed -n 's/^    \.name = "\([a-z]*\)",$/\1/p' cli/*/cmd_*.c examples/*/cmd_*.c
} >"$folder/verbs"
awk '/^ *```/ { inside = !inside } !inside && /^#+ / {
        sub(/^#+ /, ""); $0 = tolower($0); gsub(/[^a-z0-9 _-]/, ""); gsub(/ /, "-"); print FILENAME "#" $0 }' \
    README.md docs/*.md docs/*/*.md >"$folder/headings"

# A path is in one of the folders from which pages name files; a program may stand for its source. Words of capitals in it
# are for the reader to fill in.
LC_ALL=C awk -v folder="$folder" '
    function read(file, set,    line) {
        while ((getline line <(folder "/" file)) > 0)
            set[line] = 1
    }
    # docs/guides and ../cut.md are docs/cut.md
    function join(from, to,    part, n, i, out) {
        sub(/[^\/]*$/, "", from)
        n = split(from to, part, "/")
        for (i = 1; i <= n; i++)
            if (part[i] == "..")
                sub(/\/?[^\/]*$/, "", out)
            else if (part[i] != "" && part[i] != ".")
                out = out (out == "" ? "" : "/") part[i]
        return out
    }
    function is_path(name,    pattern, at, file) {
        sub(/[.\/]+$/, "", name)
        for (at in from)
            if ((from[at] name) in paths || (from[at] name ".c") in paths)
                return 1
        if (!gsub(/\*|[A-Z][A-Z]+/, "[^/]*", name))
            return 0
        gsub(/[.]/, "[.]", name)
        gsub(/\[^\/\[[.]\]/, "[^/", name)
        for (file in paths)
            if (file ~ "^" name "([.]c)?$")
                return 1
        return 0
    }
    function is_link(name, page,    to) {
        if (name ~ /^http/)
            return 1
        to = name
        sub(/#.*/, "", to)
        if (to != "")
            page = join(page, to)
        return (page in paths) && (name !~ /#/ || page !~ /[.]md$/ || (page substr(name, index(name, "#"))) in headings)
    }
    BEGIN {
        split(" include/ include/teetape/ src/ cli/", from, " ")
        from[0] = ""
        read("files", paths); read("words", words); read("bases", bases); read("options", options)
        read("verbs", verbs); read("usages", usages); read("headings", headings); read("others", others)
        for (path in paths) {
            all[path]
            while (sub(/\/[^\/]*$/, "", path))
                all[path]
        }
        for (path in all)
            paths[path] = 1
        for (line in others) {
            name = line
            sub(/ .*/, "", name)
            excused[name] = 1
        }
    }
    {
        kind = $1; name = $2; place = $3; page = place
        sub(/:[0-9]*$/, "", page)
        if (kind == "link" || !((kind, name) in known)) {
            if (kind == "word") good = name in words
            else if (kind == "file") good = name in bases
            else if (kind == "option") good = name in options
            else if (kind == "verb") good = name in verbs
            else if (kind == "path") good = is_path(name)
            else if (kind == "link") good = is_link(name, page)
            else if (kind != "begin") good = (kind " " name) in usages # the option of a verb
            else {
                good = 0
                for (word in words)
                    if (index(word, name) == 1) {
                        good = 1
                        break
                    }
            }
            known[kind, name] = good
        }
        if (!known[kind, name] && name in excused)
            excused[name] = 2
        else if (!known[kind, name]) {
            print place ": " name ": there is no such " \
                (kind == "begin" ? "beginning of a word" : kind ~ /^(word|file|option|verb|path|link)$/ ? kind : "option of teetape " kind)
            bad = 1
        }
    }
    END {
        for (name in excused)
            if (excused[name] == 1) {
                print "tests/structure/names.sh: " name " is no exception any more"
                bad = 1
            }
        exit bad
    }' "$folder/named" || bad=1
[ "$(wc -l <"$folder/named")" -gt 1000 ] || wrong 'found less than there is'
exit "$bad"
