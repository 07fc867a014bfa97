#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: same.sh COMMAND SOURCE_DIR LIBRARY_TOOL GEN_ARCHIVE
#
# The library gives what the command prints: facts and players of every recording in the tree, plain and packed, and of a
# made-up archive of 2,000 files, which is also searched in its database.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
tool=$(realpath "$3")
gen_archive=$(realpath "$4")
need jq
export XDG_CACHE_HOME="$folder/cache"

# compare WHAT PATH...: facts and players
compare() {
    compare_what=$1
    shift
    "$tool" facts "$@" >facts || wrong "$compare_what: facts fail"
    "$teetape" chat -r --json --show-secrets "$@" 2>err >chat
    # of demos chat has only lines
    kinds='select(.kind == "chat" or ((.kind | . == "join" or . == "leave" or . == "team" or . == "login") and
        (.file | test("demo") | not)))'
    jq -c "$kinds"' | [.file, .tick, .kind, .cid, .name]' chat >its
    jq -c "$kinds"' | [.file, .tick, .kind, .cid, .name]' facts >mine
    [ -s its ] || wrong "$compare_what: the command has no facts"
    same mine its "$compare_what: other facts"
    "$tool" players "$@" >sessions || wrong "$compare_what: players fail"
    jq -c '[.file, .session, .cid, .name, .joined_tick, .left_tick, .left]' sessions | LC_ALL=C sort >mine
    "$teetape" players -r --json --show-secrets "$@" 2>err |
        jq -c '[.file, .session, .cid, .name, .joined_tick, .left_tick, .left]' | LC_ALL=C sort >its
    [ -s its ] || wrong "$compare_what: the command has no players"
    same mine its "$compare_what: other players"
}

compare recordings "$recordings"
mkdir packed
for file in "$recordings"/*/*.teehistorian "$recordings"/*/*.demo; do
    for ending in xz zst; do
        has_codec $ending && "$teetape" pack -q --format $ending -o "packed/${file##*/}.$ending" "$file"
    done
done
compare 'packed recordings' packed

"$gen_archive" archive --files 2000 --bytes 8M || wrong 'no archive'
compare 'an archive' archive

if "$teetape" --version | grep -qi 'sqlite [0-9]'; then
    kinds=join,leave,name,team,death,finish,team_finish,chat,save,load
    "$tool" find facts mine.db archive >answers || wrong 'a search fails'
    jq -c '[.file, .tick, .kind, .cid, .player, .value, .map]' answers | sed "s,^\[\"$folder/,[\"," >mine
    "$teetape" find --db its.db -k $kinds --json --show-secrets archive 2>err |
        jq -c '[.file, .tick, .kind, .cid, .player, .value, .map]' >its
    [ "$(wc -l <its)" -gt 2000 ] || wrong 'the command finds too few facts'
    same mine its 'a search finds other facts'
    "$tool" find players mine.db archive >answers || wrong 'a search for sessions fails'
    jq -c '[.file, .cid, .player, .map]' answers | sed "s,^\[\"$folder/,[\"," >mine
    "$teetape" find --db mine.db --player '*' --json archive 2>err | jq -c '[.file, .cid, .player, .map]' >its
    [ -s its ] || wrong 'the command finds no sessions'
    same mine its 'a search finds other sessions'
fi
exit $bad
