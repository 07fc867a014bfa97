#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: docs.sh
#
# What README.md and the pages of docs/ name is there: identifiers of C and CMake, and paths of the tree. docs.txt
# lists what a page makes up or what is put together from parts; docs/migrating.md names what is gone, docs/coverage.md the files
# of the run that it reports.
set -u
. tests/structure/common.sh
temporary_folder

pages=$(find README.md docs -name '*.md' ! -path docs/migrating.md ! -path docs/coverage.md | LC_ALL=C sort)
grep -rhoEw '(tti?|TTI?)_[A-Za-z0-9_]+' include src cli python web bench tests fuzz examples tools cmake CMakeLists.txt --include='*.[ch]' \
    --include='*.cpp' --include='*.def' --include='*.py' --include='*.js' --include='*.mjs' --include='*.sh' --include='*.cmake' \
    --include=CMakeLists.txt | LC_ALL=C sort -u >"$folder/known"

# looks PATTERN: "PAGE:LINE:WORD" of each word
looks() {
    # pages are words
    # shellcheck disable=SC2086
    grep -noE "$1" $pages
}

# A name that ends with _, * or ... stands for all that begin so.
looks '\b(tti?|TTI?)_[A-Za-z0-9_]+\*?' >"$folder/named"
[ "$(wc -l <"$folder/named")" -gt 300 ] || wrong 'no identifiers are found'
awk -F : -v listed=tests/structure/docs.txt '
    BEGIN { while ((getline line < listed) > 0) known[line] = 1 }
    NR == FNR { known[$1] = 1; all[++count] = $1; next }
    $3 in known { next }
    $3 ~ /[_*]$/ {
        begin = $3
        sub(/\*$/, "", begin)
        for (i = 1; i <= count; i++)
            if (index(all[i], begin) == 1)
                next
    }
    { print $1 ":" $2 ": there is no " $3; bad = 1 }
    END { exit bad }' "$folder/known" "$folder/named" || bad=1

# A path begins with a folder of the root; with * it stands for at least one file.
tops=$(find . -mindepth 1 -maxdepth 1 -type d ! -name .git ! -name build -printf '%f|' | sed 's/\./\\./g; s/|$//')
looks "(^|[^][A-Za-z0-9_./~-])($tops)/[A-Za-z0-9_./*-]+" | sed -E 's/^([^:]*:[0-9]*:)[^A-Za-z.]?/\1/; s/[.,]+$//' >"$folder/named"
[ "$(wc -l <"$folder/named")" -gt 100 ] || wrong 'no paths are found'
while IFS=: read -r page line path; do
    grep -qxF "$path" tests/structure/docs.txt && continue
    # a pattern
    # shellcheck disable=SC2086
    set -- $path
    [ -e "$1" ] || [ -e "${page%/*}/$1" ] || wrong "$page:$line: there is no $path"
done <"$folder/named"
exit $bad
