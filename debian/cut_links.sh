#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: cut_links.sh FOLDER
#
# Makes text of the links of the pages in FOLDER whose targets are not there: a package has only some of the tree's pages.
set -eu
cd "$1"
find . -name '*.md' >pages
while read -r page; do
    { grep -o '](\([^)#][^)]*\))' "$page" || true; } | sed 's/^](//; s/)$//' | grep -v '^[a-z]*:' | sort -u >links || true
    while read -r link; do
        [ -e "$(dirname "$page")/${link%%#*}" ] || sed -i -z "s|!\?\[\([^][]*\)\]($link)|\1|g" "$page"
    done <links
done <pages
rm -f pages links
