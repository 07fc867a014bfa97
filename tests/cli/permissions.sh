#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: permissions.sh COMMAND SOURCE_DIR
#
# An output that has the secrets of its input gets at most the permissions of the input.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
umask 022
cp "$tutorial" own.teehistorian
cp "$demo" own.demo
chmod 600 own.*

# has MODE FILE
has() {
    [ "$(stat -c %a "$2")" = "$1" ] || wrong "$2 has the mode $(stat -c %a "$2") and not $1"
}
# makes MODE OUTPUT WORD...
makes() {
    makes_mode=$1
    makes_output=$2
    shift 2
    rm -f "$makes_output"
    run 0 "$@" -o "$makes_output"
    has "$makes_mode" "$makes_output"
}
stat -c %a own.demo >out 2>err || skip 'no GNU stat'
makes 600 cut.teehistorian cut --from 0 --to 2000 own.teehistorian
makes 600 cut.demo cut --from 0:00 --to 0:01 own.demo
makes 600 repaired.teehistorian repair own.teehistorian
makes 600 repaired.demo repair own.demo
makes 600 made.demo demo own.teehistorian
"$teetape" cut --from 0 --to 2000 -o stdin.teehistorian - <own.teehistorian
has 600 stdin.teehistorian
for format in csv jsonl parquet; do
    makes 600 facts.$format table facts --format $format --show-secrets own.teehistorian
    makes 644 facts.$format table facts --format $format own.teehistorian
done

# Of several inputs the strictest counts, wherever it stands.
run 0 cut --from 0:00 --to 0:01 -o one.demo "$demo"
run 0 cut --from 0:01 --to 0:02 -o two.demo "$demo"
has 644 one.demo
makes 644 both.demo concat one.demo two.demo
chmod 600 two.demo
makes 600 both.demo concat one.demo two.demo
cp "$tutorial" open.teehistorian
chmod 644 open.teehistorian
makes 600 rows.csv table facts --show-secrets open.teehistorian own.teehistorian

# An output that is replaced loses rights, too, and the umask goes on to count.
chmod 644 cut.teehistorian
run 0 cut --force --from 0 --to 2000 -o cut.teehistorian own.teehistorian
has 600 cut.teehistorian
chmod 664 own.teehistorian
makes 644 cut.teehistorian cut --from 0 --to 2000 own.teehistorian
chmod 400 own.teehistorian
makes 400 cut.teehistorian cut --from 0 --to 2000 own.teehistorian

# The group of a new file is not always that of the input.
if [ "$(id -u)" = 0 ]; then
    chgrp 65534 own.teehistorian
    chmod 640 own.teehistorian
    makes 600 cut.teehistorian cut --from 0 --to 2000 own.teehistorian
    # nor that of the program: a folder may give its own
    chgrp 0 own.teehistorian
    mkdir groups
    chgrp 65534 groups
    chmod 2755 groups
    makes 600 groups/cut.teehistorian cut --from 0 --to 2000 own.teehistorian
    chmod 640 groups/cut.teehistorian
    run 0 cut --force --from 0 --to 2000 -o groups/cut.teehistorian own.teehistorian
    has 600 groups/cut.teehistorian
fi

# What packs or indexes a recording is not open to others until it has the rights of the recording.
chmod 600 own.teehistorian
if has_codec xz && strace -o /dev/null true 2>/dev/null; then
    for words in 'index --force' 'pack --force'; do
        # words that are split
        # shellcheck disable=SC2086
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" LSAN_OPTIONS="${LSAN_OPTIONS:-}:detect_leaks=0" \
            strace -f -o trace -e trace=open,openat "$teetape" $words own.teehistorian >out 2>err || wrong "$words: $(cat err)"
        grep O_EXCL trace | grep -q ', 0600) = ' || wrong "$words: makes no file that only its owner reads"
        grep O_EXCL trace | grep -v ', 0600) = ' >opened
        [ ! -s opened ] || wrong "$words: $(cat opened)"
    done
fi
# An access control list can give less to the group than the mode says.
if command -v python3 >/dev/null && python3 - own.teehistorian 2>/dev/null <<'END'; then
import os, struct, sys
entries = [(1, 6, -1), (2, 4, 1000), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
os.setxattr(sys.argv[1], "system.posix_acl_access",
            struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, rights, who & 0xffffffff) for tag, rights, who in entries))
END
    has 640 own.teehistorian
    makes 600 cut.teehistorian cut --from 0 --to 2000 own.teehistorian
    run 0 pack --replace --force own.teehistorian
    has 600 own.teehistorian.xz
fi
exit $bad
