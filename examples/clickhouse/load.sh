#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: load.sh [--database NAME] [--share K/N] [--jobs N] [--again] [CLIENT_OPTION...] -- PATH...
#
# Loads recordings into the tables of create.sh on one ClickHouse server. PATH is a recording, or a folder of them. Ended at any
# moment, by whatever, it can be started again: each recording counts once or not at all. docs/scale.md says how.
#
#   --database NAME   in which the tables are (teetape)
#   --share K/N       only what the K-th of N servers has, 1 to N: each recording falls to one of them, by its UUID
#   --jobs N          this many recordings at the same time (2)
#   --again           load what is loaded, too; without it only what is new or was changed
#
# The other options are those of clickhouse-client. One load of a server at a time: the next waits for it, where flock is.
# TEETAPE and CLICKHOUSE_CLIENT name the programs.
#
# Exit status: 0 all is loaded; 1 some recordings could not be, the others are; 2 wrong usage, or there are no tables.
set -eu
database=teetape share=1 shares=1 jobs=2 again=0
say() {
    printf '%s\n' "load.sh: $*" >&2
}
usage() {
    say "$*" && sed -n '4s/^# //p' "$0" >&2
    exit 2
}
is_number() {
    case $1 in '' | 0* | *[!0-9]*) return 1 ;; esac
}
while [ $# -gt 0 ]; do
    case $1 in
    --database | --share | --jobs) [ $# -gt 1 ] || usage "$1 needs a value" ;;
    esac
    case $1 in
    --database) database=$2 && shift 2 ;;
    --share) share=${2%/*} shares=${2#*/} && shift 2 ;;
    --jobs) jobs=$2 && shift 2 ;;
    --again) again=1 && shift ;;
    *) break ;;
    esac
done
for number in "$share" "$shares" "$jobs"; do
    is_number "$number" || usage '--share is as 2/3, --jobs a number from 1 on'
done
[ "$share" -le "$shares" ] || usage '--share is as 2/3'

# Options of the client, one a line: sh has no other way to keep a list of words. None contains a
# line end.
scratch=$(mktemp -d)
workers=''
end() {
    # shellcheck disable=SC2086
    [ -z "$workers" ] || kill $workers 2>/dev/null || :
    rm -rf "$scratch"
}
trap end EXIT
trap 'exit 1' INT TERM HUP
: >"$scratch/options"
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    printf '%s\n' "$1" >>"$scratch/options" && shift
done
[ $# -gt 1 ] || usage 'which recordings? They follow --'
shift

# client WORD...: runs the client with these words and the user's options.
client() {
    while IFS= read -r client_option; do
        set -- "$@" "$client_option"
    done <"$scratch/options"
    "${CLICKHOUSE_CLIENT:-clickhouse-client}" --multiquery "$@"
}
# ask SQL: prints the answer of a query in the archive's database.
ask() {
    client --database "$database" --query "$1" </dev/null
}
teetape() { # `command` passes over this function, which has the name of the default
    command "${TEETAPE:-teetape}" "$@"
}

# The archive's tables that exist. `recordings` has day and server of each recording, so it is
# required.
tables=$(ask "select name from system.tables where database = '$database'
    and name in ('recordings', 'sessions', 'facts', 'chat', 'inputs', 'ticks') order by name") || exit 2
tables=$(printf '%s' "$tables" | tr '\n' ' ')
case " $tables " in *' recordings '*) ;; *) usage "there are no tables in $database: see create.sh" ;; esac
kind=$(ask "select if(positionCaseInsensitive(create_table_query, 'codec(') = 0, 'plain', 'codecs') from system.tables
    where database = '$database' and name = 'recordings'")

# Deletes the rows of a recording that an earlier load has left.
delete_rows() { # RECORDING DAYS
    counts=''
    for table in $tables; do
        counts="$counts${counts:+ union all }select '$table' as name, count() as rows from $table where day in ($2) and recording = '$1'"
    done
    found=$(ask "select name from ($counts) where rows != 0") || return
    [ -n "$found" ] || return 0
    for table in $found; do
        ask "alter table $table delete where day in ($2) and recording = '$1'" || return
    done
    while :; do
        waits=$(ask "select count() from system.mutations where database = '$database' and not is_done") || return
        [ "$waits" != 0 ] || return 0
        sleep 0.2
    done
}

# Fills the stages of a recording, in a database of the worker. A damaged recording gives its
# readable part.
fill_stages() { # FILE STAGE
    for table in $tables; do
        teetape table "$table" --ddl "$kind" -q "$1" || [ $? -eq 1 ] || return
    done | client --database "$2" || return
    for table in $tables; do
        # A block without columns ends the stream, because the client refuses a stream without any
        # block.
        {
            status=0
            teetape table "$table" --format native -q "$1" 2>"$scratch/$2.err" || status=$?
            echo $status >"$scratch/$2.status"
            printf '\0\0'
        } | client --database "$2" --query "insert into ${table}_stage format Native" || return
        case $(cat "$scratch/$2.status") in
        0) ;;
        1) damage=' (damaged: what can be read)' ;;
        *) cat "$scratch/$2.err" >&2 && return 1 ;;
        esac
    done
}

# Moves the rows from the stages to the tables without a copy, all of a table at once.
attach_stages() { # STAGE
    attach=$(ask "select concat('alter table ', replaceOne(table, '_stage', ''), ' attach partition id \'', partition_id,
        '\' from $1.', table, ';') from system.parts where database = '$1' and active group by table, partition_id
        format TSVRaw") || return
    [ -z "$attach" ] || ask "$attach"
}

# Loads one recording. Only recordings in `loaded` count, so it is taken out of there first and
# added last.
load_one() { # FILE STAGE
    id=$(teetape table recordings --columns recording --to 0 -q "$1" 2>"$scratch/$2.err" | tr -d '\r' | sed 1d) || :
    case $id in
    '' | 00000000-0000-0000-0000-000000000000) cat "$scratch/$2.err" >&2 && return 1 ;;
    esac
    sum=$(printf '%s' "$id" | cksum)
    [ $((${sum%% *} % shares + 1)) -eq "$share" ] || return 0
    sum=$(cksum <"$1") || return
    checksum=${sum%% *} size=${sum##* } damage=''
    state=$(ask "select if(count() = 0, 0, argMax(if(is_loaded and checksum = $checksum and size = $size, 2, 1), (version, is_loaded)))
        from loads where recording = '$id'") || return
    [ "$state" != 2 ] || [ $again = 1 ] || return 0
    fill_stages "$1" "$2" || return
    if [ "$state" != 0 ]; then
        ask "insert into loads select day, recording, (select max(version) from loads where recording = '$id') + 1, 0, any(server),
            '', 0, 0, 0, now() from loads where recording = '$id' group by day, recording" || return
    fi
    days=$(ask "select arrayStringConcat(groupUniqArray(concat('toDate(', toString(toUInt16(day)), ')')), ',') from
        (select day from $2.recordings_stage union all select day from loads where recording = '$id')") || return
    delete_rows "$id" "$days" || return
    attach_stages "$2" || return
    ask "insert into loads select any(day), any(recording),
        (select max(version) from loads where recording = '$id') + 1, 1, any(server), any(file), $checksum, $size,
        (select sum(rows) from system.parts where database = '$2' and active), now() from $2.recordings_stage" || return
    echo "$id $1$damage"
}

# Loads every jobs-th recording of the list, in stages of its own.
work() { # WORKER
    stage=${database}_stage_$1
    ask "drop database if exists $stage" && ask "create database $stage" || return
    failed=0
    awk -v n="$jobs" -v w="$1" 'NR % n == w - 1' "$scratch/list" >"$scratch/list.$1"
    while IFS= read -r file; do
        load_one "$file" "$stage" </dev/null || { say "not loaded: $file" && failed=1; }
    done <"$scratch/list.$1"
    ask "drop database $stage" || failed=1
    return $failed
}

find "$@" -type f \( -name '*.teehistorian' -o -name '*.demo' -o -name '*.teehistorian.[gx]z' -o -name '*.demo.[gx]z' \
    -o -name '*.teehistorian.zst' -o -name '*.demo.zst' \) >"$scratch/list"
if command -v flock >/dev/null; then
    sum=$(cat "$scratch/options" && echo "$database")
    exec 9>"${TMPDIR:-/tmp}/teetape-load-$(printf '%s' "$sum" | cksum | tr ' ' -).lock"
    flock 9
fi
worker=0
while [ $worker -lt "$jobs" ]; do
    worker=$((worker + 1))
    work $worker &
    workers="$workers $!"
done
failed=0
for pid in $workers; do
    wait "$pid" || failed=1
done
workers=''
exit $failed
