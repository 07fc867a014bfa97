#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: documents.sh COMMAND SOURCE_DIR
#
# What README, guides and pages show is true. Their blocks of code, by language:
#
#     console     each "$ ..." is run, and prints what stands below it
#     sh          is run, and succeeds
#     sql         is a list of queries on the database of `teetape find`
#     any other   is quoted from a file of the tree
#
# A comment right above a block says where it comes from or why it is not run: <!-- file: PATH --> is the whole
# file without its first comment, <!-- part: PATH --> lines of it, <!-- not run: why -->; <!-- line by line -->
# are commands that have nothing to do with each other. Blocks without a language are drawings, bytes, and the
# like.
set -eu
# shellcheck disable=SC2034
command=$1
source=$2
# shellcheck source=tests/support/sample.sh
. "$source/tests/support/sample.sh"
need jq
make_sample 4200

bad=0
wrong() {
    printf '%s: %s\n' "$place" "$1"
    bad=1
}

# Turns a console block into a script that shows the commands as it runs them.
replay() {
    awk '/^\$ / {
             shown = $0
             gsub(/\047/, "\047\\\047\047", shown)
             if (NR > 1)
                 print "echo"
             printf "echo \047%s\047\n%s\n", shown, substr($0, 3)
         }' "$1"
}

is_part_of() {
    awk 'NR == FNR { part[FNR] = $0; n = FNR; next }
         { line[FNR] = $0; m = FNR }
         END {
             for (i = 1; i + n - 1 <= m; i++) {
                 for (k = 1; k <= n && line[i + k - 1] == part[k]; k++)
                     ;
                 if (k > n) exit 0
             }
             exit 1
         }' "$1" "$2"
}

# Each line in a folder of its own.
run_lines() {
    while read -r line; do
        printf '%s\n' "$line" >script
        in_sample script shown </dev/null || wrong "fails: $line: $(cat shown.err)"
    done <"$1"
}

look_at() {
    text=$1
    case $language in
    console)
        replay "$text" >script
        in_sample script shown || wrong "fails: $(cat shown.err)"
        diff -u "$text" shown || wrong 'prints something else (above)'
        ;;
    sh)
        in_sample "$text" shown || wrong "fails: $(cat shown.err)"
        ;;
    'line by line') run_lines "$text" ;;
    sql)
        (cd sample && teetape find -q --db ../sql.db archive/)
        sqlite3 -bail sql.db <"$text" >shown 2>&1 || wrong "fails: $(cat shown)"
        ;;
    '')
        grep -nE '^(teetape|cmake|cc|\./|tools/|build/|bench/)[a-z ]' "$text" && wrong 'commands, but no language'
        return 0
        ;;
    *) wrong "a block of $language that says neither where it comes from nor why it is not checked" ;;
    esac
}

here=$PWD
(cd "$source" && ls README.md python/README.md docs/*.md docs/*/*.md) >pages
while read -r page; do
    rm -rf blocks
    mkdir blocks
    (cd "$source" && awk -v out="$here/blocks" -f tests/support/documents.awk "$page") || bad=1
    for about in blocks/*.about; do
        [ -f "$about" ] || continue
        { read -r language && read -r note && read -r place; } <"$about"
        block=${about%.about}.text
        case $note in
        'not run: '?*) ;;
        'file: '*)
            sed '1,/\*\//d' "$source/${note#file: }" | diff -u "$block" - || wrong "not what ${note#file: } has"
            ;;
        'part: '*)
            is_part_of "$block" "$source/${note#part: }" || wrong "not a part of ${note#part: }"
            ;;
        'line by line') language=$note look_at "$block" ;;
        *) look_at "$block" ;;
        esac
        echo "$language" >>seen
    done
done <pages

# The commands in the tables of the README.
place=README.md
# shellcheck disable=SC2016
grep -o '`\(teetape\|echo\) [^`]* [^`]*`' "$source/README.md" | tr -d '`' | sed 's/\\|/|/g' |
    grep -v '^teetape help' | sort -u >lines
run_lines lines
if [ "$(wc -l <lines)" -lt 15 ] || ! grep -q '^console$' seen || ! grep -q '^sql$' seen; then
    wrong 'found less than there is'
fi
rm -f seen
exit "$bad"
