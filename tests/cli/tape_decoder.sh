#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: tape_decoder.sh COMMAND SOURCE_DIR
#
# tests/tape_decoder.py, written from docs/format/tape.md alone, reads what the command writes: recordings, damaged ones too, and the
# index inside. Of a damaged tape it gives the blocks before the damage.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
need python3
has_codec tape || skip 'no libzstd in this build'
decode() {
    python3 "$tree/tests/tape_decoder.py" "$tree/docs/format/tape-dictionary-1.bin" "$@"
}
decode missing 2>/dev/null && wrong 'takes what is not there'
python3 -c 'import ctypes.util, sys; sys.exit(ctypes.util.find_library("zstd") is None)' || skip 'no shared libzstd'

head -c 30000 "$tutorial" >cut.teehistorian
{ head -c 20000 "$tutorial" && head -c 5000 /dev/urandom && tail -c 20000 "$tutorial"; } >noise.teehistorian
for file in "$tutorial" "$short" "$tree"/tests/recordings/map-change/*.teehistorian cut.teehistorian noise.teehistorian; do
    rm -f tape
    "$teetape" pack -q --unfinished --format tape -o tape "$file" || wrong "pack: $file: $?"
    decode tape >bytes || wrong "$file: the second decoder refuses the tape"
    cmp -s bytes "$file" || wrong "$file: the second decoder gives other bytes"
done

rm -f tape
"$teetape" pack -q --format tape -o tape "$tutorial"
cp "$tutorial" session.teehistorian && "$teetape" index -q session.teehistorian
decode tape --index >index || wrong 'the second decoder cannot read the index'
"$teetape" unpack -q -o plain tape
cmp -s plain "$tutorial" || wrong 'unpack: other bytes'
cmp -s -n 8 index session.teehistorian.ttidx || wrong 'there is no index in the footer'

# The byte in the middle is in a block.
chmod u+w tape && printf '\000\377\000' | dd of=tape bs=1 seek=$(($(stat -c %s tape) / 2)) conv=notrunc 2>/dev/null
decode tape >bytes 2>err && wrong 'the second decoder takes a damaged tape'
says err 'damaged'
size=$(stat -c %s bytes)
[ "$size" -gt 0 ] && cmp -s -n "$size" bytes "$tutorial" || wrong 'the blocks before the damage are not given'
exit $bad
