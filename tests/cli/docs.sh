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
