#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: docs.sh COMMAND SOURCE_DIR
#
# The committed man pages and completions are what tools/docs/gen_docs.c writes now, and are well made.
. "$2/tests/support/cli.sh"
generator=$(dirname "$teetape")/tools/gen_docs

[ -x "$generator" ] || skip "no $generator in this build"
mkdir now
"$generator" "$tree" now || wrong 'gen_docs failed'

diff -r -x systemd now/man "$tree/man" || wrong 'man: run gen_docs in the root of the tree and commit the result'

# A command, or a line of a file, that the sources show as a block is one line of the page, as it must be typed.
sed 's/\\-/-/g; s/\\(aq/'\''/g; s/\\e/\\/g; s/\\&//g' now/man/*.1 >pages
grep -h '^    ' "$tree"/tools/docs/details/*.txt | sed 's/^    //' >blocks
[ -s blocks ] || wrong 'no details have a block'
while read -r line; do
    grep -qxF -e "$line" pages || wrong "no page has the whole line: $line"
done <blocks
# roff fills a line that begins with a blank, and what a list explains is no command.
awk '/^\.EX/ { shown = 1 }
    /^\.EE/ { shown = 0 }
    !shown && (/^ / || /^\.B +[^ ].* (-o|FILE)( |$)/ || /^\.B  /) {
        print FILENAME ": a block is torn apart: " $0
        bad = 1
    }
    END { exit bad }' now/man/*.1 || bad=1

# What a tool that is not installed would say is not asked for.
for page in now/man/*.1; do
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -W warning "$page" || wrong "$page: mandoc finds fault with it"
    fi
    if command -v groff >/dev/null; then
        said=$(groff -man -Tutf8 -ww -z "$page" 2>&1)
        [ -z "$said" ] || wrong "$page: $said"
    fi
done
bash -n now/man/completions/teetape.bash || wrong 'teetape.bash: bash does not understand it'
if command -v zsh >/dev/null; then
    zsh -n now/man/completions/_teetape || wrong '_teetape: zsh does not understand it'
fi
if command -v fish >/dev/null; then
    fish -n now/man/completions/teetape.fish || wrong 'teetape.fish: fish does not understand it'
fi
exit $bad
