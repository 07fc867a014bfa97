#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: bench/tape.sh BUILD RECORDING...
#
# Tapes against other ways of packing, for each recording, with a release build in BUILD: bytes, then CPU times of packing and of unpacking
# in turns, one thread each. The first command of each list is `xz`, whose time the ratios mean. ROUNDS in the environment says how
# often (9). The figures are in docs/performance.md, "Tapes".
set -eu

[ $# -ge 2 ] || { sed -n '4,8s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
shift
PATH=$build:$PATH
export PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() {
    "$build/bench/bench_commands" --by cpu --rounds "${ROUNDS:-9}" "$@"
}

# The bytes of the packed index in the footer of a tape.
index_bytes() {
    python3 - "$source" "$1" <<'END'
import struct, sys
sys.path.insert(0, sys.argv[1] + '/tests')
import tape_decoder
with open(sys.argv[1] + '/docs/format/tape-dictionary-1.bin', 'rb') as dictionary, open(sys.argv[2], 'rb') as file:
    section = tape_decoder.Tape(file.read(), dictionary.read()).sections()[2]
print(sum(size for size, in struct.iter_unpack('<I', section[24:])))
END
}

# line NAME FILE [INDEX]: the bytes of FILE without INDEX of them, and their part of xz -9e and of xz -0.
line() {
    size=$(($(stat -c %s "$2") - ${3:-0}))
    awk -v name="$1" -v size=$size -v best="$best" -v least="$least" -v index_size="${3:-}" 'BEGIN {
        printf "%-22s %10d %6.3f %6.3f", name, size, size / best, size / least
        if (index_size != "") printf "   index %d, %.1f %%", index_size, 100 * index_size / size
        print "" }'
}

for recording; do
    rm -rf "${work:?}"/*
    cp "$recording" "$work/r"
    (
        cd "$work"
        xz -0kc r >r.0.xz
        xz -9ekc r >r.9e.xz
        zstd -q3 r -o r.3.zst
        zstd -q19 r -o r.19.zst
        teetape pack -q --unfinished -o r.own.xz r
        teetape pack -q --unfinished --format zst -o r.own.zst r
        teetape pack -q --unfinished --format tape -o r.3.tape r
        teetape pack -q --unfinished --format tape --level 19 -o r.19.tape r
        best=$(stat -c %s r.9e.xz) least=$(stat -c %s r.0.xz)
        printf '\n%s: %d bytes\n%-22s %10s %6s %6s\n' "$(basename "$recording")" "$(stat -c %s r)" '' bytes 'xz -9e' 'xz -0'
        line 'xz -0' r.0.xz
        line 'xz -9e' r.9e.xz
        line 'zstd -3' r.3.zst
        line 'zstd -19' r.19.zst
        line 'pack (.xz)' r.own.xz
        line 'pack --format zst' r.own.zst
        line '.tape' r.3.tape "$(index_bytes r.3.tape)"
        line '.tape --level 19' r.19.tape "$(index_bytes r.19.tape)"
        run 'xz -0 -T1 -kc r >o' 'teetape pack -q -j 1 --unfinished --force --format tape -o o.tape r' \
            'teetape pack -q -j 1 --unfinished --force --format tape --level 19 -o o.19.tape r' 'zstd -q -3 -fo o.zst r' \
            'teetape pack -q -j 1 --unfinished --force -o o.xz r' 'teetape pack -q -j 1 --unfinished --force --format zst -o o.own.zst r'
        run 'xz -dc -T1 r.0.xz >o' 'teetape unpack -q -j 1 --force -o o r.3.tape' 'zstd -qdfo o r.3.zst' 'teetape unpack -q -j 1 --force -o o r.own.xz'
    )
done
