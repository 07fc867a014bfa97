#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: systemd.sh COMMAND SOURCE_DIR
#
# systemd accepts an instance of the service and of the timer without a word, and the command of the service does its work
# with a file of settings as the guide shows it.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
need systemd-analyze xz
has_codec xz || skip 'no liblzma in this build'
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'

# The command of this build is in no folder where systemd looks for a program.
service=teetape-archive@.service timer=teetape-archive@.timer
sed "s|^ExecStart=teetape |ExecStart=$teetape |" "$tree/man/systemd/$service" >"$service"
cp "$tree/man/systemd/$timer" .
grep -q "^ExecStart=$teetape " "$service" || wrong 'the service starts something else'

# `verify` ends with 0 after most warnings, so its output decides.
verify() {
    systemd-analyze verify --man=no ./teetape-archive@ddnet.service ./teetape-archive@ddnet.timer >out 2>&1
}
verify || wrong 'systemd does not accept the units:'
silent out
echo 'NoSuchKey=1' >>"$timer"
verify
says out NoSuchKey

# systemd splits $OPTIONS and $ARCHIVE as the shell does it here.
mkdir archive more
cp "$tutorial" archive
cp "$short" more
printf '%s\n' 'ARCHIVE="archive more"' 'OPTIONS="--level 1"' >settings
command=$(sed -n 's/^ExecStart=//p' "$service")
TEETAPE_DB=$folder/db sh -c ". ./settings && $command" >out 2>err || wrong "fails: $command: $(cat err)"
silent out
for file in archive/*.xz archive/*.xz.ttidx more/*.xz more/*.xz.ttidx db; do
    [ -s "$file" ] || wrong "the service does not make $file"
done
exit $bad
