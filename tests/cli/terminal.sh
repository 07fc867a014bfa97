#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: terminal.sh COMMAND SOURCE_DIR
#
# On a terminal, and only there: lines are cut to its width, never inside a number and with a sign, or folded; colour is used
# unless NO_COLOR is set.
. "$2/tests/support/cli.sh"
export LC_ALL=C.UTF-8
unset NO_COLOR
dm1=$tree/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
escape=$(printf '\033')

# on_terminal COLUMNS WORD...: what a terminal of this width gets.
on_terminal() {
    columns=$1
    shift
    TERM=xterm script -q -c "stty cols $columns -onlcr; '$teetape' $*" /dev/null </dev/null 2>&1
}

command -v script >/dev/null && [ "$(on_terminal 80 --version | head -c 7)" = teetape ] || skip 'no script(1) that works'

# Frames are what a video takes time for: those that the span has are counted, whatever was read of the file. A reader
# that sleeps makes it long enough to be shown.
film() { # OPTION...
    on_terminal 80 "video --data '' --size 320x240 --fps 20 $* -j 1 -o - $demo | { sleep 2; cat >/dev/null; }" | tr '\r' '\n' >out
}
film --from 0:20 --to 0:22
grep -q ' [0-9]* of 40 frames .* frames/s .* left' out || wrong "progress of a video: $(cat out)"
film --from 0:58
grep -q ' of 42 frames' out || wrong "progress of a video to the end: $(cat out)"
# A share is one width for each, as a rule the narrowest, on which most is cut.
plain_widths='60 90 150' widths='20 40 60 80 100' find_widths='60 80 100 120'
[ "$share" = 1 ] || plain_widths=150 widths=20 find_widths=60

for command in 'dump --wall' chat inputs players; do
    for columns in $plain_widths; do
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
        # a line is that of a pipe, or a beginning of it
        paste -d '\n' all plain | awk -v ellipsis="$(printf '\342\200\246')" '
            NR % 2 == 1 { want = $0; next }
            $0 != want && (index(want, substr($0, 1, length($0) - length(ellipsis))) != 1 || !index($0, ellipsis)) {
                print want; print $0; exit 1
            }' || wrong "$command: other lines than those of a pipe, cut"
    fi
    grep -q "$escape" all && wrong "$command: colour in a pipe"
    [ "$(wc -L <all)" -gt 60 ] || wrong "$command: lines of a pipe are cut"
done

# seen COLUMNS WORD...: the same without colour, in `plain`; what goes to a pipe is in `piped`.
seen() {
    on_terminal "$@" | sed "s/$escape\[[0-9;]*m//g" >plain
    seen_columns=$1
    shift
    eval "'$teetape' $*" >piped 2>&1
    [ -s plain ] || wrong "$* prints nothing"
    case $1 in
    info* | verify* | find*) # what is folded keeps long words, such as paths and sums, whole
        awk -v most="$seen_columns" 'length > most && NF > 2 { print "wider than " most ": " $0; exit 1 }' plain || wrong "$*"
        ;;
    *) [ "$(wc -L <plain)" -le "$seen_columns" ] || wrong "$* is wider than $seen_columns columns" ;;
    esac
}
# whole_numbers: what is a number in a line of `plain` is one in the same line of `piped`.
whole_numbers() {
    paste -d '\n' piped plain | awk '
        NR % 2 == 1 { delete known; for (i = 1; i <= NF; i++) known[$i] = 1; next }
        {
            gsub(/\342\200\246/, " ~ ")
            for (i = 1; i <= NF; i++)
                if ($i ~ /^[-+]?[0-9][0-9.:,]*$/ && !($i in known) && $i !~ /,$/) { print $i ": " $0; exit 1 }
        }' || wrong "$1: a number is cut"
}
cp "$dm1" a.teehistorian
cp "$tree/tests/recordings/dm1/client0.demo" b.demo
for columns in $widths; do
    for words in 'dump -q a.teehistorian' 'dump -q --wall a.teehistorian' 'chat -q a.teehistorian' 'inputs -q a.teehistorian' \
        'players a.teehistorian' 'inputs --summary a.teehistorian' \
        'players b.demo' 'dump --items --to 1000 b.demo' 'chat b.demo'; do
        seen $columns "$words"
        [ "$(wc -l <plain)" -eq "$(wc -l <piped)" ] || wrong "$words on $columns columns has other lines"
        whole_numbers "$words on $columns columns"
        # lines that are cut say so: those of events that are shorter than in a pipe
        on_terminal $columns "$words --wide" | sed "s/$escape\[[0-9;]*m//g" | cmp -s - piped || wrong "$words --wide is cut on $columns columns"
    done
    for words in 'info a.teehistorian' 'info b.demo' 'verify a.teehistorian b.demo' 'info -r .'; do
        seen $columns "$words"
        tr -s ' \n' '\n' <plain >words
        tr -s ' \n' '\n' <piped | cmp -s - words || wrong "$words on $columns columns has other words than in a pipe"
        on_terminal $columns "$words --wide" | cmp -s - piped || wrong "$words --wide is folded on $columns columns"
    done
    on_terminal $columns 'info --json a.teehistorian' >out
    "$teetape" info --json a.teehistorian | cmp -s - out || wrong "info --json is folded on $columns columns"
done
# Client id, name and tick are there in 40 columns, before the game time and what happened; of a session its times, which
# are longer than ticks, before the end of the names.
seen 40 'dump -q --kind player_name,console_command --from 1480 --to 1490 a.teehistorian'
grep -q '^ *1481  console_.*  0 player0 ' plain || wrong "dump on 40 columns: $(cat plain)"
seen 40 'players a.teehistorian'
[ "$(head -n 2 plain)" = "cid  name             joined        left
  0  player0 > …  0:00:07.74  0:01:18.60" ] || wrong "players on 40 columns: $(cat plain)"
seen 60 'players a.teehistorian'
[ "$(head -n 2 plain)" = "cid  name                    joined        left  why
  0  player0 > renamed0  0:00:07.74  0:01:18.60  left" ] || wrong "players on 60 columns: $(cat plain)"
# A column without a value gives way before one with values.
seen 80 'inputs --summary a.teehistorian'
grep -q '^cid  name  *a second  ' plain && ! grep -q 'steady' plain || wrong "inputs --summary on 80 columns: $(cat plain)"
# Dates give way to names with their hundredths and zone, which are the same in all lines.
seen 80 'players --wall a.teehistorian'
grep -q '^  0  player0 > renamed0  *2026-11-21T08:04:50  2026-11-21T08:06:01' plain || wrong "players --wall on 80 columns: $(cat plain)"
seen 150 'players --wall a.teehistorian'
grep -q ' 2026-11-21T08:04:50.74+0000 ' plain || wrong "players --wall on 150 columns: $(cat plain)"
# The numbers of inputs are there before the game time: aim and turn of every line.
seen 80 'inputs -q a.teehistorian'
sed 's/.\{13\}//; s/\(\.[0-9]\)  *[-+]*[a-z].*/\1/; s/^ *//' piped >numbers
sed 's/^ *//' plain | paste -d '\n' numbers - | awk '
    NR % 2 == 1 { want = $0; next }
    index($0, want) != 1 { print want; print $0; exit 1 }' || wrong 'inputs on 80 columns has not all numbers'
if "$teetape" --version | grep -qi 'sqlite *[0-9]'; then
    # The path of an answer gives way, and nothing else is lost; a reason is there to its end.
    mkdir arch
    cp "$dm1" arch
    head -c 5000 "$dm1" >arch/half.teehistorian
    for columns in $find_widths; do
        for words in '--player player0' '--kind name,chat,leave' '--damaged'; do
            seen $columns "find -q --db db $words arch"
            tr -s ' \n' '\n' <plain | sort -u >words
            tr -s ' \n' '\n' <piped | sort -u | cmp -s - words || wrong "find $words on $columns columns has other words than in a pipe"
        done
    done
    seen 80 'find -q --db db --damaged arch'
    [ "$(cat plain)" = "file
  tick  time                         what
arch/half.teehistorian
     0  2026-11-21T08:04:43.00+0000  map dm1, 0:00:16.58, recording (damaged):
                                     offset 4995: the file ends inside a record" ] ||
        wrong "find --damaged on 80 columns: $(cat plain)"
    seen 40 'find -q --db db --kind name a.teehistorian'
    [ "$(sed -n '3,4p' plain)" = "a.teehistorian
   413  player0 is the name" ] || wrong "find on 40 columns: $(cat plain)"
    seen 200 'find -q --db db --player player0 arch'
    cmp -s piped plain || wrong 'a wide terminal gets other answers of find than a pipe'
    seen 60 'find -q --db db --kind name a.teehistorian'
    on_terminal 20 'find -q --wide --db db --kind name a.teehistorian' | sed "s/$escape\[[0-9;]*m//g" | cmp -s - piped || wrong 'find --wide is cut'
fi

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
[ "$(wc -L <plain)" -le 60 ] || wrong 'a line is too wide for the terminal'
"$teetape" dump "$dm1" | awk 'length > 60' | grep -q . || wrong 'a line that should have been cut is missing'
TERM=xterm terminal "NO_COLOR=1 '$teetape' players '$dm1'"
grep -q "$escape" out && wrong 'colour in spite of NO_COLOR'
TERM=dumb terminal "'$teetape' players '$dm1'"
grep -q "$escape" out && wrong 'colour on a dumb terminal'
TERM=xterm terminal "'$teetape' players '$dm1'"
grep -q "$escape\[" out || wrong 'no colour in a table on a terminal'
sed "s/$escape\[[0-9;]*[mK]//g" out | sed 's/\xe2\x80\xa6/./g' | LC_ALL=C awk 'length > 60 { print "too wide: " $0; exit 1 }' || bad=1
exit $bad
