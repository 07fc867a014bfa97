#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: beside.sh COMMAND SOURCE_DIR
#
# Runs over a folder in which another run is at work, or was killed, or in which nobody may write.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
has_codec xz || skip 'no liblzma in this build'

# What was there when the folder was read, and is gone when its turn comes, is no failure: the run waits in the first
# file for the reader of its output.
mkdir turns
cp "$tutorial" turns/a.teehistorian
cp "$short" turns/z.teehistorian
{ "$teetape" dump -r -j 1 turns 2>gone.err && echo good >gone; } | { sleep 0.3 && rm turns/z.teehistorian && cat >none; }
[ -e gone ] && silent gone.err || wrong "a file that is gone: $(cat gone.err)"
fails 3 'cannot be opened' dump turns/z.teehistorian

# Nor is what is packed meanwhile.
round=0
while [ $round -lt 3 ]; do
    rm -rf live && mkdir live
    i=0
    while [ $i -lt 60 ]; do
        cp "$short" live/$i.teehistorian
        i=$((i + 1))
    done
    "$teetape" pack -q --replace -j 1 live 2>packed.err &
    packing=$!
    while kill -0 $packing 2>none; do
        for words in 'verify -r --quiet' 'index -r -q' 'players -r -q'; do
            # words that are split
            # shellcheck disable=SC2086
            works $words live >none
        done
    done
    wait $packing || wrong "pack: $(cat packed.err)"
    round=$((round + 1))
done
works index -r -q live
[ "$(cd live && echo *.teehistorian.ttidx)" = '*.teehistorian.ttidx' ] || wrong "indexes of what is gone: $(names live)"

# The index of a recording that is gone goes; in a folder of indexes it has a recording elsewhere.
mkdir own
cp "$short" own/a.teehistorian
cp "$short" own/b.teehistorian
echo text >own/c.ttidx
works index -q -r own
works index -q --index-dir indexes own/b.teehistorian
mv own/a.teehistorian a
run 0 index -r own
says err 'own/a.teehistorian.ttidx: note: removed: its recording is gone'
[ "$(names own)" = './b.teehistorian ./b.teehistorian.ttidx ./c.ttidx ' ] || wrong "an index of what is gone: $(names own)"
works index -q -r indexes
[ "$(names indexes | wc -w)" -eq 1 ] || wrong "a folder of indexes: $(names indexes)"

# A run that was killed has left a hidden file; one that lives has its own open.
if [ "$(uname -s)" = Linux ]; then
    for verb in 'pack -q own/b.teehistorian' 'index -q --force own/b.teehistorian' \
        'unpack -q own/b.teehistorian.xz -o own/d' 'repair -q own/b.teehistorian -o own/e'; do
        printf x >own/.teetape-0123456789abcdef.tmp
        exec 7>own/.teetape-0123456789abcde0.tmp
        printf x >own/.teetape-x.tmp
        # shellcheck disable=SC2086
        run 0 $verb
        exec 7>&-
        [ ! -e own/.teetape-0123456789abcdef.tmp ] && [ -e own/.teetape-0123456789abcde0.tmp ] && [ -e own/.teetape-x.tmp ] ||
            wrong "after $verb: $(names own)"
    done
fi

# A folder in which nothing can be written is named once.
if [ "$(id -u)" = 0 ] && command -v setpriv >none; then
    mkdir shut && cp "$teetape" command && chmod 755 command
    for name in 1 2 3 4 5; do cp "$short" shut/$name.teehistorian; done
    chmod 644 shut/* && chmod 755 shut
    as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups ./command "$@"; }
    if as_nobody --version >none 2>&1; then
        for verb in 'index -r' pack; do
            # shellcheck disable=SC2086
            as_nobody $verb shut >out 2>err
            [ $? -eq 3 ] && [ "$(grep -c shut err)" -eq 1 ] || wrong "$verb in a folder of others: $(cat err)"
            says err 'teetape: shut: cannot be written'
        done
        fails=$(as_nobody index shut/1.teehistorian 2>&1)
        case $fails in *shut/1.teehistorian.ttidx*) ;; *) wrong "a single file: $fails" ;; esac
    fi
fi
exit $bad
