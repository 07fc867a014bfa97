#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: readme.sh COMMAND SOURCE_DIR
#
# What the README shows is true: the output of its commands, and the program in it, which is
# examples/joins.c without its first comment.
set -eu
command=$1
source=$2
cp "$source/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian" session.teehistorian

# Each "$ teetape ..." of the console blocks, with what stands below it up to an empty line.
awk '/^```console/ { inside = 1; next } /^```/ { inside = 0 } inside' "$source/README.md" >console.txt
grep '^\$ teetape ' console.txt | sed 's/^\$ teetape //' >commands.txt
[ "$(wc -l <commands.txt)" -ge 2 ]
while read -r line; do
    {
        echo "\$ teetape $line"
        # shellcheck disable=SC2086
        "$command" $line --quiet
        echo
    } >>shown.txt
done <commands.txt
sed '$d' shown.txt | diff -u console.txt -
rm -f shown.txt

awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$source/README.md" >readme.c
[ -s readme.c ]
sed '1,/\*\//d' "$source/examples/joins.c" | diff -u readme.c -
