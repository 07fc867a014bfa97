#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: terminal.sh COMMAND SOURCE_DIR
#
# On a terminal, and only there: lines are cut to its width, colour is used unless NO_COLOR is set.
. "$2/tests/support/cli.sh"
export LC_ALL=C.UTF-8
unset NO_COLOR
short=$tree/tests/recordings/map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
escape=$(printf '\033')

# on_terminal COLUMNS WORD...: what a terminal of this width gets.
on_terminal() {
    columns=$1
    shift
    TERM=xterm script -q -c "stty cols $columns -onlcr; '$teetape' $*" /dev/null </dev/null 2>&1
}

command -v script >/dev/null && [ "$(on_terminal 80 --version | head -c 7)" = teetape ] || skip 'no script(1) that works'

for command in 'dump --wall' chat players; do
    for columns in 60 90 150; do
        on_terminal $columns "$command -q $dm1" >out
        sed "s/$escape\[[0-9;]*m//g" out >plain
        [ -s plain ] || wrong "$command prints nothing"
        # a table is not cut below its titles
        [ "$command" = players ] && [ $columns -lt 150 ] && continue
        widest=$(wc -L <plain)
        [ "$widest" -le $columns ] || wrong "$command on $columns columns prints a line of $widest"
    done
    # shellcheck disable=SC2086
    "$teetape" $command -q "$dm1" >all
    if [ "$command" != players ]; then
        "$teetape" $command -q "$dm1" | cut -c 1-150 | sed 's/ *$//' >want
        sed 's/ *$//' plain | cmp -s want - || wrong "$command: other lines than those of a pipe, cut"
    fi
    grep -q "$escape" all && wrong "$command: colour in a pipe"
    [ "$(wc -L <all)" -gt 60 ] || wrong "$command: lines of a pipe are cut"
done
on_terminal 200 "dump -q $short" >out
grep -q "$escape\[2m.*$escape\[0m" out || wrong 'no colour on a terminal'
sed "s/$escape\[[0-9;]*m//g" out >plain
"$teetape" dump "$short" | cmp -s - plain || wrong 'a wide terminal gets other lines than a pipe'
NO_COLOR=1 on_terminal 200 "dump -q $short" | cmp -s - plain || wrong 'NO_COLOR'
on_terminal 80 "dump --json $short" >out
"$teetape" dump --json "$short" | cmp -s - out || wrong 'JSON is cut or coloured on a terminal'

# terminal WORDS: `out` is what a terminal of 60 columns gets without --quiet; the progress is wiped out again before the
# results.
terminal() {
    script -qec "stty cols 60 rows 24; $*" /dev/null </dev/null | sed "s/^.*\r$escape\[K//" | tr -d '\r' >out
}
TERM=xterm terminal "'$teetape' dump '$dm1'"
grep -q "$escape\[" out || wrong 'no colour on a terminal'
[ "$(wc -l <out)" -gt 8000 ] || wrong 'lines are missing on a terminal'
sed "s/$escape\[[0-9;]*[mK]//g" out >plain
awk 'length > 60 { print "too wide for the terminal: " $0; exit 1 }' plain || bad=1
"$teetape" dump "$dm1" | awk 'length > 60' | grep -q . || wrong 'a line that should have been cut is missing'
TERM=xterm terminal "NO_COLOR=1 '$teetape' players '$dm1'"
grep -q "$escape" out && wrong 'colour in spite of NO_COLOR'
TERM=dumb terminal "'$teetape' players '$dm1'"
grep -q "$escape" out && wrong 'colour on a dumb terminal'
TERM=xterm terminal "'$teetape' players '$dm1'"
grep -q "$escape\[" out || wrong 'no colour in a table on a terminal'
sed "s/$escape\[[0-9;]*[mK]//g" out | sed 's/\xe2\x80\xa6/./g' | LC_ALL=C awk 'length > 60 { print "too wide: " $0; exit 1 }' || bad=1
exit $bad
