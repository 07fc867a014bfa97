#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: defaults.sh COMMAND SOURCE_DIR
#
# Runs once by its default what other tests always set: TEETAPE, CLICKHOUSE_CLIENT and the options of examples/clickhouse, the place of the database of
# `find`, the folder of the game's maps, TMPDIR, --jobs. A program in $folder/bin takes the place of ClickHouse's client.
. "$2/tests/support/cli.sh"
unset TEETAPE CLICKHOUSE_CLIENT XDG_CACHE_HOME XDG_DATA_HOME TMPDIR
HOME=$folder/home
PATH=$folder/bin:$PATH
export HOME PATH
mkdir -p bin home arch
ln -s "$teetape" bin/teetape

# The answers that a server with empty tables gives; what is inserted goes to a file.
cat >bin/clickhouse-client <<'END'
#!/bin/sh
printf '%s\n' "$*" >>client.log
case $* in
*'select name from system.tables'*) printf '%s\n' recordings sessions facts chat inputs ticks ;;
*positionCaseInsensitive*) echo plain ;;
*argMax*) echo 0 ;;
*groupUniqArray*) echo 'toDate(1)' ;;
*'insert into ticks_stage'*) cat >ticks.native ;;
*'insert into loads '*) printf '%s\n' "$*" >>loads ;;
*) cat >/dev/null ;;
esac
END
chmod +x bin/clickhouse-client
cp "$short" arch/
sh "$tree/examples/clickhouse/create.sh" >out 2>err || wrong "create.sh: $(cat err)"
grep -q -- '--query create database if not exists teetape$' client.log || wrong "create.sh does not call the client: $(cat client.log)"
sh "$tree/examples/clickhouse/load.sh" -- arch >out 2>err || wrong "load.sh: status $?: $(cat err)"
id=$(basename "$short" .teehistorian)
[ "$(cat out)" = "$id arch/$id.teehistorian" ] || wrong "load.sh loads $(cat out)"
[ -s loads ] && [ -s ticks.native ] && [ "$(wc -c <ticks.native)" -gt 1000 ] || wrong 'load.sh inserts nothing'

# The cache of the user, by HOME alone.
"$teetape" find arch >out 2>err && [ -s home/.cache/teetape/archive.db ] || wrong "find: no database in ~/.cache: $(cat err)"

# The game's maps of the user, by HOME alone: a demo that is made gets its map from there.
mkdir -p home/.local/share/ddnet/maps
"$teetape" map -q "$demo" -o home/.local/share/ddnet/maps/dm1.map 2>err || wrong "map: $(cat err)"
"$teetape" demo -q -o made.demo "$recordings"/dm1/*.teehistorian 2>err && "$teetape" map -q made.demo -o again.map 2>>err || wrong "no map of ~/.local/share/ddnet: $(cat err)"
cmp -s again.map home/.local/share/ddnet/maps/dm1.map || wrong 'another map'

# As many jobs as there are processors, a scratch file in /tmp: the same as with one job.
cp "$tutorial" arch/
"$teetape" table facts -q -r -o many.csv arch 2>err && "$teetape" table facts -q -r --jobs 1 -o one.csv arch 2>>err && cmp -s many.csv one.csv || wrong "table by its own --jobs: $(cat err)"
"$teetape" table sessions -q -o read.sqlite - <"$tutorial" 2>err && [ -s read.sqlite ] || wrong "a table of stdin: $(cat err)"
exit $bad
