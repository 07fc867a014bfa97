#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: manual.sh COMMAND SOURCE_DIR
#
# Every example in the man pages, which are also those of --help, is run on files with the names that they
# have there, and succeeds.
set -eu
# shellcheck disable=SC2034
command=$1
source=$2
# shellcheck source=tests/support/sample.sh
. "$source/tests/support/sample.sh"
need jq bash

# The text between .EX and .EE, and what roff writes for signs of the shell. Other chapters show lines of files, too.
for page in "$source"/man/*.1; do
    awk -v page="$(basename "$page")" '
        /^\.SH/ { inside = $2 == "EXAMPLES" }
        /^\.EE/ { shown = 0 }
        shown && (inside || /^teetape /) { print page " " $0 }
        /^\.EX/ { shown = 1 }' "$page"
done | sed 's/\\-/-/g; s/\\(aq/'\''/g; s/\\(dq/"/g; s/\\e/\\/g; s/\\&//g' >examples.txt
[ "$(wc -l <examples.txt)" -ge 40 ]
[ "$(cut -d ' ' -f 1 examples.txt | sort -u | wc -l)" -ge 16 ]

bad=0
# try EXAMPLES: runs each of them in a sample of its own.
try() {
    while read -r page line; do
        printf '%s\n' "$line" >script
        status=0
        in_sample script shown </dev/null || status=$?
        case $line in
        *'| grep '*'"good":false'*) expected=1 ;; # nothing in the archive is damaged
        *) expected=0 ;;
        esac
        # A build for Windows from another system has no page and starts no ffmpeg, and says so.
        if [ $status = 3 ] && grep -q 'this build has no page\|cannot be started by this build' shown.err; then
            continue
        fi
        if [ $status != $expected ]; then
            printf '%s: %s\nexit status %s: %s\n' "$page" "$line" $status "$(cat shown.err)"
            bad=1
        fi
    done <"$1"
}
# Those about the evening of a game of a day, and all others on a short one, as some compute the whole game.
late=' 2[01]:[0-9][0-9]'
grep -v "$late" examples.txt >early.txt
grep "$late" examples.txt >late.txt
make_sample 4200
try early.txt
make_sample 76000
try late.txt
exit "$bad"
