#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: usage.sh COMMAND SOURCE_DIR
#
# Exit statuses and sentences of wrong usage, help, version, many inputs, and outputs that fail.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
recording=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian

# wrong usage: 2, a sentence, and nothing on stdout
refuses() {
    sentence=$1
    shift
    run 2 "$@"
    says err "$sentence"
    [ ! -s out ] || wrong "teetape $*: wrong usage, but results"
}
refuses 'usage: teetape COMMAND'
refuses "there is no command 'inof'; did you mean 'info'?" inof x
refuses "did you mean 'verify'?" veri x
refuses "there is no command 'xyzzy'" xyzzy
refuses "there is no command 'render'; did you mean 'video'?" render x.demo
refuses "there is no command 'version'; did you mean '--version'?" version
run 3 info https://example.org/x.demo
says err "https://example.org/x.demo: cannot be opened (download it first, or pipe it to '-')"
printf 'PK\003\004 and more than sixteen bytes' >x.zip
run 1 info x.zip
says err 'packed as .zip, .7z, .rar or .bz2: unpack it first'
refuses "there is no command '/x/a run.demo'; did you mean 'teetape info /x/a run.demo'?" '/x/a run.demo'
refuses "did you mean 'teetape chat x.TEEHISTORIAN.xz'?" x.TEEHISTORIAN.xz chat
refuses "did you mean 'teetape info x.demo'?" x.demo --json
refuses "there is no command 'dunp'; did you mean 'dump'?" help dunp
refuses 'the command comes before its options' --json info x
refuses "which file? '-' is stdin" dump
refuses "which file? '-' is stdin" dump --json
refuses 'there is no option --plyer; did you mean --player?' dump --plyer=1 x
refuses 'there is no option --xyzzy' dump x --xyzzy
refuses 'there is no option -%' dump -% x
refuses '--json takes no value' dump --json=yes x
refuses '--from needs a value: --from PLACE' dump x --from
refuses '--from: minutes after hours and seconds go up to 59' dump --from 0:60 x
refuses '--to: minutes after hours and seconds go up to 59' dump --to 1:60:00 x
refuses '--at: a number alone is a tick, 50 to a second' picture --at 12.5 -o x.png x
refuses '--at: a number alone is a tick, 50 to a second' picture --at 45s -o x.png x
for place in 12: :30 0:0:0:0 0:5s 9999999999:00 45m 1.2.3; do
    refuses '--from takes a tick (1500)' dump --from $place x
done
refuses "-j needs a number from 1 to 1024, not 'many'" dump -jmany x
refuses '--jobs needs a number from 1 to 1024' verify --jobs=0 x
refuses "did you mean 'player_new'?" dump --kind=join,player_nwe x
refuses 'a word is missing in the list' dump --kind=join,,drop x
refuses '--kind join,drop' dump --kind join --kind drop x
refuses '--protocol is given twice, but takes one NAME' codec --protocol ddnet --protocol ddnet snapshot decode
refuses 'stdin can be read only once' verify - -
refuses '--follow takes a single file' dump --follow "$recording" "$recording"
refuses 'is a folder; cut takes one file' cut -o new "$recordings"
run 0 verify "$recordings"
cp out without_r
run 0 verify -r "$recordings" && cmp out without_r

# help and version
run 0 --help
says out '  verify '
cp out general
run 0 help && cmp out general
run 0 help help && cmp out general
run 0 -h && cmp out general
commands=$(awk '/^Commands/ { on = 1; next } /^$/ { on = 0 } on && /^  [a-z]/ && $1 != "help" { print $1 }' general)
[ "$(printf '%s\n' "$commands" | wc -l)" -ge 16 ] || wrong "help lists few commands: $commands"
for command in $commands; do
    run 0 $command --help
    cp out help
    says help "usage: teetape $command"
    says help '--json '
    # it fits a screen: what the command does, options and examples; keys of objects are in the man page
    [ "$(wc -l <help)" -le 50 ] || wrong "$command --help has $(wc -l <help) lines"
    says help 'Example'
    says help "man teetape-$command"
    ! grep -q '^JSON' help || wrong "$command --help describes objects"
    run 0 help $command && cmp out help
    run 0 $command -h --no-such-option && cmp out help
    for file in general help; do
        while IFS= read -r line; do
            [ ${#line} -lt 80 ] || case $line in '    teetape '*) ;; *) wrong "$command --help, too wide: $line" ;; esac
        done <$file
    done
done
run 0 --version
says out 'teetape '
grep -qE "^sqlite +(not built in|[0-9])" out || wrong "--version says nothing about sqlite"
for codec in xz zstd gzip; do
    grep -qE "^$codec +(not built in|lib|zlib )" out || wrong "--version says nothing about $codec"
done

# the system's failures, and what has no recording in it
run 3 info no-such-file
says err 'no-such-file: cannot be opened'
mkdir -p empty texts
run 0 verify -r empty
says err 'there are no files'
echo 'not a recording' >texts/README
run 0 verify -r texts
[ ! -s out ] && [ ! -s err ] || wrong 'a text file in a folder is none of our business'
run 1 verify texts/README
run 3 verify no-such-file texts/README "$recording"
[ "$(grep -c ': good' out)" = 1 ] || wrong 'the good one of three files was not read'
says out '3 files: 1 good, 1 failed, 1 no recording'

# "--" and options after files; a file whose name looks like an option
cp "$recording" ./--json
run 0 verify -q -- --json
run 0 verify "$recording" --json
says out '{"format":'

# many files: in the order of the arguments, however many cores there are; "file" is in each object
find "$recordings" -name '*.teehistorian' -o -name '*.demo' | LC_ALL=C sort >all
run 0 info --json -r -j 1 "$recordings"
cp out one
run 0 info --json -r -j 8 "$recordings"
cmp one out || wrong 'the order of results depends on --jobs'
sed 's/^{"file":"\([^"]*\)".*/\1/' one | cmp - all || wrong 'results are not in the order of the files'
for command in dump players chat inputs verify; do
    run 0 $command --json "$recording"
    grep -q '^{"file"' out && wrong "$command: a single file needs no \"file\""
done

# no colour and no cut lines without a terminal, whatever the environment says
escape=$(printf '\033')
TERM=xterm COLUMNS=40 run 0 players "$recording"
grep -q "$escape" out && wrong 'colour in a file'

# outputs that fail
"$teetape" dump "$recording" 2>err | head -n 1 >out
[ ! -s err ] || { wrong 'a reader that leaves is no error:' && cat err; }
(
    trap '' PIPE
    "$teetape" dump "$recording" 2>err
    echo $? >status
) | :
[ "$(cat status)" = 0 ] || wrong "status $(cat status) when the reader of the pipe left"
if [ -c /dev/full ]; then
    for words in "dump $recording" "verify -r $recordings" --help --version; do
        # shellcheck disable=SC2086
        "$teetape" $words >/dev/full 2>err
        status=$?
        [ $status -eq 3 ] || wrong "teetape $words >/dev/full: status $status"
        says err 'the results cannot be written: No space left on device'
    done
fi
"$teetape" --version >&- 2>err
status=$?
[ $status -eq 3 ] || wrong "stdout is closed, status $status"

# a signal ends it as usual (143 is 128 and SIGTERM)
mkfifo pipe
"$teetape" dump pipe >out 2>err &
child=$!
exec 9>pipe
head -c 3000 "$recording" >&9
sleep 1
kill -TERM $child
wait $child
status=$?
exec 9>&-
[ $status -eq 143 ] || wrong "after SIGTERM: status $status"
[ -s out ] || wrong 'what was read before SIGTERM is missing'
exit $bad
