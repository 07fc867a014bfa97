#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: network.sh COMMAND SOURCE_DIR
#
# Nothing is fetched or sent: the command asks the system for no function that could.
set -eu
# shellcheck source=tests/support/need.sh
. "$2/tests/support/need.sh"
program=${TT_PROGRAM:-$1} # the file, where COMMAND is a script that calls an emulator
need "${NM:=nm}"
"$NM" -D --undefined-only "$program" >symbols 2>no_symbols || true
# where it is linked statically the functions are within
grep -q . symbols || "$NM" -g "$program" >symbols
grep -q ' read@\| read$' symbols # it is a list of such functions
if grep -E ' (socket|socketpair|connect|bind|listen|accept4?|getaddrinfo|gethostbyname|send(to|msg)?|recv(from|msg)?)(@|$)' symbols; then
    echo 'the command can open connections (above)'
    exit 1
fi
