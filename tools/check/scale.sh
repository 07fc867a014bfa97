#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Three ClickHouse servers on this machine: a day of recordings is loaded, a server killed, everything asked and measured.
#
# Installs ClickHouse with apt, and downloads DuckDB, which reads Parquet here, and chdb, a newer ClickHouse that knows codecs, below build/. The servers listen on 127.0.0.1
# at TT_SCALE_PORT (19500) and the eight numbers after it, and have their files in build/scale/. TT_SCALE_FILES and TT_SCALE_BYTES say how much is made up (16, 24M), TT_SCALE_METHOD how
# the servers compress: zstd or lz4. docs/scale.md has what is shown here and the figures.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tools/lib.sh
. tools/lib.sh
work=$PWD/build/scale
port=${TT_SCALE_PORT:-19500}
method=${TT_SCALE_METHOD:-zstd}
tables='recordings sessions facts chat inputs ticks'
queries='facts finishes together heat timing'
scripts=$PWD/examples/clickhouse

# shellcheck disable=SC2086
ensure_packages $build_packages libcmocka-dev libjansson-dev clickhouse-server clickhouse-client python3 sqlite3
find_duckdb
find_chdb
build scale release build/check/scale -DTT_BUILD_TESTS=ON -DTT_STRUCTURE_TESTS=OFF -DTT_BUILD_PAGE=OFF -DTT_BUILD_BENCH=OFF
export TEETAPE="$PWD/build/check/scale/teetape"
rm -rf "$work"
mkdir -p "$work/day"

# --- servers

stop_all() {
    for number in 1 2 3; do
        [ ! -s "$work/$number/pid" ] || kill -9 "$(cat "$work/$number/pid")" 2>/dev/null || :
    done
}
trap stop_all EXIT
trap 'exit 1' INT TERM HUP

shard() { # NUMBER
    say "<shard><internal_replication>false</internal_replication><replica><host>127.0.0.1</host><port>$((port + 3 * $1 - 3))</port></replica></shard>"
}
configure() { # NUMBER
    folder=$work/$1
    mkdir -p "$folder/data" "$folder/tmp" "$folder/files"
    cat >"$folder/config.xml" <<END
<yandex>
<logger><level>information</level><log>$folder/log</log><errorlog>$folder/errors</errorlog></logger>
<listen_host>127.0.0.1</listen_host><interserver_http_host>127.0.0.1</interserver_http_host>
<tcp_port>$((port + 3 * $1 - 3))</tcp_port><http_port>$((port + 3 * $1 - 2))</http_port>
<interserver_http_port>$((port + 3 * $1 - 1))</interserver_http_port>
<path>$folder/data/</path><tmp_path>$folder/tmp/</tmp_path><user_files_path>$folder/files/</user_files_path>
<users_config>$work/users.xml</users_config><default_profile>default</default_profile>
<default_database>default</default_database><mark_cache_size>268435456</mark_cache_size><timezone>UTC</timezone>
<compression><case><min_part_size>0</min_part_size><min_part_size_ratio>0</min_part_size_ratio><method>$method</method></case></compression>
<remote_servers>
<one>$(shard 1)</one>
<two>$(shard 1)$(shard 2)</two>
<three>$(shard 1)$(shard 2)$(shard 3)</three>
</remote_servers>
</yandex>
END
}
cat >"$work/users.xml" <<'END'
<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>
END

# on NUMBER WORD...: a client of this server.
on() {
    client_port=$((port + 3 * $1 - 3))
    shift
    clickhouse-client --port $client_port --multiquery "$@"
}
ask() { # NUMBER DATABASE SQL
    on "$1" --database "$2" --query "$3" </dev/null
}
start() { # NUMBER
    clickhouse-server --config-file="$work/$1/config.xml" >"$work/$1/out" 2>&1 &
    echo $! >"$work/$1/pid"
    tries=0
    until ask "$1" default 'select 1' >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || fail "Server $1 does not start: $(cat "$work/$1/out" "$work/$1/errors")"
        sleep 0.2
    done
}
end_server() { # NUMBER: with a signal that leaves it no time
    kill -9 "$(cat "$work/$1/pid")"
    wait "$(cat "$work/$1/pid")" 2>/dev/null || :
    : >"$work/$1/pid"
}

# --- what is loaded and asked

create() { # DATABASE CLUSTER SERVERS
    number=0
    while [ $number -lt "$3" ]; do
        number=$((number + 1))
        "$scripts/create.sh" --database "$1" --cluster "$2" --port $((port + 3 * number - 3))
    done
}
# load DATABASE SERVERS [NUMBER]: what falls to each server, or to one of them; all at the same time. The exit status of each is
# in DATABASE.NUMBER.
load() {
    loads=''
    number=0
    while [ $number -lt "$2" ]; do
        number=$((number + 1))
        [ "${3:-$number}" = $number ] || continue
        (
            status=0
            "$scripts/load.sh" --database "$1" --share "$number/$2" --jobs 2 --port $((port + 3 * number - 3)) -- "$work/day" \
                >>"$work/$1.$number.log" 2>&1 || status=$?
            echo $status >"$work/$1.$number"
        ) &
        loads="$loads $!"
    done
}
loaded() {
    for pid in $loads; do
        wait "$pid"
    done
}
now() {
    date +%s%N | cut -c 1-13
}
# sums DATABASE: of every table the rows that count and a sum over all of their values.
sums() {
    for table in $tables; do
        columns=$(ask 1 "$1" "select arrayStringConcat(groupArray(concat('ifNull(toString(', name, '),\\'-\\')')), ',') from system.columns
            where database = '$1' and table = '$table' format TSVRaw")
        ask 1 "$1" "select '$table', count(), sum(cityHash64($columns)) from all_$table where recording in (select recording from $1.loaded)"
    done
}
# query NAME DATABASE: its SQL, about the player and the map that there are here.
query() {
    sed "s/bobdummy/$player/g; s/'Run 2'/'$map'/g; s/ teetape\./ $2./g" "$scripts/$1.sql"
}
# answers DATABASE: to all queries, compared with what `find` and the tables say.
answers() {
    for name in $queries; do
        query "$name" "$1" | on 1 | LC_ALL=C sort >"$work/$name.found"
        LC_ALL=C sort "$work/$name.expected" >"$work/$name.sorted"
        cmp -s "$work/$name.found" "$work/$name.sorted" ||
            fail "$name.sql of $1 answers something else: $(diff "$work/$name.sorted" "$work/$name.found" | head -n 5)"
        [ -s "$work/$name.found" ] || fail "$name.sql answers nothing"
    done
    say "$1: answers as find, its database and the tables have them: $(cd "$work" && wc -l facts.found finishes.found together.found \
        heat.found timing.found | awk '$2 != "total" { printf "%s%s %d", n++ ? ", " : "", $2, $1 }' | sed 's/\.found//g') rows"
}
# refused NUMBER DATABASE: every query fails there, and answers nothing.
refused() {
    for name in $queries; do
        if query "$name" "$2" | on "$1" >"$work/part" 2>"$work/why"; then
            fail "$name.sql answers without a server: $(wc -l <"$work/part") rows"
        fi
        [ ! -s "$work/part" ] || fail "$name.sql answers in part"
    done
    say "without server $3: every query fails: $(cut -c 1-100 "$work/why" | sed -n 2p)"
}
same_sums() { # DATABASE
    sums "$1" >"$work/sums.$1"
    diff "$work/sums" "$work/sums.$1" || fail "$1 has other rows"
}

heading 'Making a day of recordings'
build/check/scale/tests/support/game/gen_archive "$work/day" --files "${TT_SCALE_FILES:-16}" --bytes "${TT_SCALE_BYTES:-24M}" --seed 1
find tests/recordings -name '*.teehistorian' -exec cp {} "$work/day/" \; -o -name '*.demo' -exec cp {} "$work/day/" \;
files=$(find "$work/day" -type f | wc -l)
bytes=$(find "$work/day" -type f -exec cat {} + | wc -c)
say "$files recordings, $bytes bytes"
for number in 1 2 3; do
    configure $number
    start $number
done
say "ClickHouse $(ask 1 default 'select version()'), $method"

heading 'Native read back by ClickHouse, Parquet in folders of days by DuckDB, value by value'
[ -n "$TT_CHDB" ] || say 'the statements with codecs are not tested: no chdb for this machine'
for table in $tables; do
    columns=$(sed -n "s/^TT_COLUMN($(say $table | tr '[:lower:]' '[:upper:]'), \([a-z0-9_]*\),.*/\1/p" \
        include/teetape/schema/tables.def | paste -sd , -)
    case $columns in recording,*) ;; *) columns=recording,tick,ts,$columns ;; esac
    set -- table $table -q -r --columns "$columns" tests/recordings
    "$TEETAPE" "$@" --format csv >"$work/values.csv"
    "$TEETAPE" "$@" --format jsonl >"$work/values.jsonl"
    "$TEETAPE" table $table --columns "$columns" --ddl plain | on 1
    "$TEETAPE" "$@" --format native >"$work/values.native"
    on 1 --query "insert into $table format Native" <"$work/values.native"
    ask 1 default "select $columns from $table format JSONEachRow" >"$work/values.theirs"
    found=$(python3 tests/scale/values.py "$work/values.csv" "$work/values.jsonl" "$work/values.theirs") || fail "$table differs"
    ask 1 default "drop table $table"
    if [ -n "$TT_CHDB" ]; then
        rm "$work/values.theirs"
        "$TEETAPE" table $table --columns "$columns" --ddl codecs >"$work/codecs.sql"
        newer=$(python3 tests/scale/chdb.py "$TT_CHDB" $table "$work/codecs.sql" "$work/values.native" "$columns" "$work/values.theirs") ||
            fail "$table: the statements with codecs"
        python3 tests/scale/values.py "$work/values.csv" "$work/values.jsonl" "$work/values.theirs" >/dev/null || fail "$table differs in chdb"
        found="$found; ClickHouse (version, bytes a row with codecs) $newer"
    fi
    "$TEETAPE" "$@" --format parquet --partition day -o "$work/parquet.$table"
    node tests/scale/duckdb.mjs "$work/parquet.$table" "$columns" "$work/values.theirs"
    python3 tests/scale/values.py "$work/values.csv" "$work/values.jsonl" "$work/values.theirs" >/dev/null || fail "$table differs in DuckDB"
    say "$table: $found"
done

heading 'What find answers'
"$TEETAPE" find -q --db "$work/archive.db" --finish "$work/day" >/dev/null
# Who is in most recordings, and the map with most fast finishes, of those whose names need no quotes anywhere.
player=$(sqlite3 "$work/archive.db" "select player from sessions where player not glob '*[^a-zA-Z0-9 ]*' group by player
    order by count(distinct recording) desc, count(*) desc, player limit 1")
map=$(sqlite3 "$work/archive.db" "select map from finishes where map not glob '*[^a-zA-Z0-9 ]*' and seconds < 120 group by map
    order by count(*) desc, map limit 1")
say "player $player, map $map"
python3 tests/scale/answers.py "$TEETAPE" "$work/archive.db" "$work/day" "$player" "$map" "$work"

heading 'Loading with one, two and three servers'
for cluster in one two three; do
    case $cluster in one) servers=1 ;; two) servers=2 ;; three) servers=3 ;; esac
    create $cluster $cluster $servers
    began=$(now)
    load $cluster $servers
    loaded
    took=$(($(now) - began))
    for number in $(seq $servers); do
        [ "$(cat "$work/$cluster.$number")" = 0 ] || fail "load of server $number: $(tail -n 5 "$work/$cluster.$number.log")"
    done
    sums $cluster >"$work/sums.$cluster"
    [ -s "$work/sums" ] || cp "$work/sums.$cluster" "$work/sums"
    same_sums $cluster
    rows=$(awk '{ rows += $2 } END { print rows }' "$work/sums")
    [ "$(awk '$1 == "recordings" { print $2 }' "$work/sums")" = "$files" ] || fail "not all recordings are there: $(cat "$work/sums")"
    say "$cluster: $rows rows in $took ms: $((rows * 1000 / took)) rows/s, $((bytes / took)) kB/s of recordings"
    answers $cluster
done
awk '{ print $1 ": " $2 " rows" }' "$work/sums"

heading 'Loaded twice'
load three 3
loaded
same_sums three
file=$(find "$work/day" -name 'fac4ac54-*.teehistorian')
id=$(basename "$file" .teehistorian)
"$scripts/load.sh" --database one --again --port "$port" -- "$file" >/dev/null
same_sums one
[ "$(ask 1 one "select count() from loads where recording = '$id'")" = 3 ] || fail 'a load is not noted'
# Ended after the rows were attached, before it was noted; and ended between.
ask 1 one "alter table loads delete where recording = '$id'"
until [ "$(ask 1 one 'select count() from system.mutations where not is_done')" = 0 ]; do sleep 0.2; done
[ "$(ask 1 one "select count() from all_recordings where recording = '$id'")" = 1 ] || fail 'the rows are gone'
sums one >"$work/sums.one"
cmp -s "$work/sums" "$work/sums.one" && fail 'rows that are not in loaded count'
"$scripts/load.sh" --database one --port "$port" -- "$work/day" >"$work/again.log"
[ "$(wc -l <"$work/again.log")" -eq 1 ] || fail "more was loaded than what was missing: $(cat "$work/again.log")"
same_sums one
say 'a recording counts once: loaded again, and after a load that ended before it was noted'
# A file that does not begin as a recording is left out, and said.
mkdir "$work/bad"
head -c 100 "$file" >"$work/bad/cut.teehistorian"
status=0
"$scripts/load.sh" --database one --port "$port" -- "$work/bad" >/dev/null 2>"$work/bad.err" || status=$?
[ $status = 1 ] && grep -q 'not loaded: .*cut.teehistorian' "$work/bad.err" || fail "a bad file: $status, $(cat "$work/bad.err")"
# Half of a recording counts as far as it goes, until the whole one replaces it.
half=$work/bad/cut.teehistorian
head -c 100000 "$file" >"$half"
"$scripts/load.sh" --database one --port "$port" -- "$half" >"$work/half.log"
grep -q damaged "$work/half.log" || fail "a damaged recording is not said: $(cat "$work/half.log")"
[ "$(ask 1 one "select state from recordings where recording = '$id'")" = damaged ] || fail 'half a recording does not replace the whole one'
"$scripts/load.sh" --database one --port "$port" -- "$file" >/dev/null
same_sums one
say 'a recording that is replaced by another state of it leaves nothing'
# Tables of another version
ask 1 one 'alter table sessions drop column chats'
status=0
"$scripts/load.sh" --database one --again --port "$port" -- "$file" >/dev/null 2>"$work/old.err" || status=$?
[ $status = 1 ] && grep -q 'different structure' "$work/old.err" || fail "an older table: $status, $(cat "$work/old.err")"
say 'a table of another version is refused'

heading 'A load is killed, with all that it started'
create ended one 1
setsid "$scripts/load.sh" --database ended --port "$port" -- "$work/day" >"$work/ended.log" 2>&1 &
loading=$!
until [ "$(ask 1 ended 'select count() from loads')" -ge 3 ]; do sleep 0.1; done
kill -s KILL -- -$loading
wait $loading 2>/dev/null || :
for database in two ended; do
    ask 1 $database 'select recording, count(), sum(x), sum(y) from all_ticks group by recording order by recording' >"$work/$database.ticks"
done
ask 1 ended 'select recording from loaded order by recording' >"$work/ended.loaded"
grep -F -f "$work/ended.loaded" "$work/ended.ticks" >"$work/ended.counted"
[ -z "$(grep -vxF -f "$work/two.ticks" "$work/ended.counted")" ] || fail 'a recording that counts is not whole'
say "$(wc -l <"$work/ended.loaded") recordings count and are whole; $(($(wc -l <"$work/ended.ticks") - $(wc -l <"$work/ended.counted"))) are there and do not count"
"$scripts/load.sh" --database ended --port "$port" -- "$work/day" >>"$work/ended.log"
same_sums ended

heading 'A server is killed while it loads'
create killed three 3
load killed 3
until [ "$(ask 2 killed 'select count() from loads' 2>/dev/null || say 0)" -ge 2 ]; do sleep 0.1; done
end_server 2
refused 1 killed 2
loaded
[ "$(cat "$work/killed.1") $(cat "$work/killed.2") $(cat "$work/killed.3")" = '0 1 0' ] ||
    fail "loads ended with $(cat "$work/killed.1") $(cat "$work/killed.2") $(cat "$work/killed.3"): $(tail -n 3 "$work"/killed.*.log)"
refused 1 killed 2
start 2
say "back, with $(ask 2 killed 'select count() from loaded') recordings loaded and $(ask 2 killed 'select count() from recordings') attached"
load killed 3 2
loaded
[ "$(cat "$work/killed.2")" = 0 ] || fail "the repeated load: $(tail -n 5 "$work/killed.2.log")"
same_sums killed
answers killed

heading 'A server is killed while it is asked'
# Seconds for every thousand rows: it is asked for long.
ask 1 killed 'select sum(sleepEachRow(0.001)), count() from all_ticks settings max_block_size = 1000' >"$work/part" 2>"$work/why" &
asking=$!
until ask 3 killed 'select query from system.processes' | grep -q sleepEachRow; do
    kill -0 $asking 2>/dev/null || fail "the question ended by itself: $(cat "$work/why")"
    sleep 0.1
done
end_server 3
status=0
wait $asking || status=$?
[ $status != 0 ] && [ ! -s "$work/part" ] || fail "a question was answered in part: $status, $(cat "$work/part")"
say "fails: $(cut -c 1-100 "$work/why" | sed -n 2p)"
refused 1 killed 3
start 3
same_sums killed
answers killed

heading 'Times of the queries'
for cluster in one two three; do
    for name in $queries; do
        query $name $cluster >"$work/query.sql"
        best=''
        for _ in 1 2 3; do
            took=$(on 1 --time --format Null <"$work/query.sql" 2>&1 | tail -n 1)
            best=$(printf '%s\n%s\n' "$took" "${best:-$took}" | sort -n | head -n 1)
        done
        printf '%s %s %s s\n' $cluster $name "$best"
    done
done | awk '{ if ($1 != last) printf("%s%s:", (NR > 1 ? "\n" : ""), $1); last = $1; printf(" %s %s s", $2, $3) } END { print "" }'

heading 'Bytes on disk'
for table in $tables; do
    ask 1 two "optimize table $table final"
    ask 1 two "select '$table', sum(rows), sum(bytes_on_disk), round(sum(bytes_on_disk) / sum(rows), 2) from system.parts
        where database = 'two' and active and table = '$table'" |
        awk '{ print $1 ": " $2 " rows, " $3 " bytes, " $4 " a row" }'
done
say "ticks, bytes a row: $(ask 1 two "select name, round(data_compressed_bytes / (select count() from ticks), 3) from system.columns
    where database = 'two' and table = 'ticks' order by 2 desc" | awk '{ printf "%s%s %s", n++ ? ", " : "", $1, $2 }')"
