#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: quick.sh COMMAND SOURCE_DIR FOLDER [LIBRARY_TOOL]
#
# With LIBRARY_TOOL: below the program of tests/library, in place of the command.
# Faults at the first and the last calls of some commands, one of each kind of work: FOLDER has fault_drive and
# fault_shim.so. ./check --faults tries more calls of all of them.
. "$2/tests/support/cli.sh"
tools=$(realpath "$3")
cases=$tree/tests/faults/cases.txt

need xz zstd gzip
LC_ALL=C.UTF-8
export LC_ALL
sh "$tree/tests/faults/template.sh" "$teetape" "$tree" template || skip 'a build without a codec'
program=$teetape
names='info_threads dump_sought_xz dump_name_demo verify_indexed index_gz find_new cut_xz demo_split repair_xz pack_replace
    unpack_stdin'
if [ $# -gt 3 ]; then
    program=$(realpath "$4")
    cases=$tree/tests/faults/library.txt
    names='facts facts_folder players part_indexed part_player find_known pack_xz index copy'
fi
for name in $names; do
    "$tools/fault_drive" -n 2 -s 60 "$program" "$tools/fault_shim.so" "$folder/template" "$folder/copy" "$name" "$cases" \
        >/dev/null || bad=1
done
exit $bad
